import { createHash } from 'node:crypto';

import { findGuids } from '../addresses/permalinks';
import { type EntryKey, entryKeyOf } from '../catalogue/catalogue-table';
import { selectionQuery } from '../entries/topics';
import { GENERATOR, SITE_UID } from '../lib/constants';
import type { Article, ItemContent, Topic } from '../content/article';
import { toItem, toImage } from '../content/item';
import {
  channelDescription,
  combinationId,
  feedTitle,
  onlyTopic,
  type Selection,
  selectionPath,
  sourceDescription,
  sourceTitle,
} from '../content/selection';
import {
  documentSize,
  type FeedPart,
  historyOf,
  itemRangeOf,
  type Channel,
  type Feed,
  fitFullTexts,
  type Item,
} from '../feed/model';
import { latest } from '../lib/dates';
import { type FeedFormat, RSS_FORMAT } from '../feed/formats';
import type { PodcastShow } from '../feed/podcast';
import { renderingDeadline } from '../cache/renderings';
import { hubsInForce } from '../options/push';
import { rowLocale } from '../options/locales';
import { listedSources, sourceOf, topicTypeOf } from '../mapping/plan';
import type { Edition, Site } from './editions';
import { translateFeed } from './translations';

/** Which document of a feed is asked for. */
interface FeedRequest {
  format: FeedFormat;
  part: FeedPart;
  now: Date;
}

/** A document of a feed, with the articles that its items show, in the same order. */
interface FoundFeed extends Feed {
  articles: Article[];
}

/** Ids of entries, topics and the site by `entryKeyOf`: their addresses at first publication. */
type Guids = ReadonlyMap<string, string>;

/** The whole site, as permalinks name it. */
const SITE_KEY: EntryKey = { contentType: SITE_UID, documentId: SITE_UID, locale: '' };

/**
 * Makes an id that all locales share unique to this locale. The mark is the locale's code, since paths may
 * change.
 *
 * @param isShared whether locales share the id
 */
const idInLocale = (
  { layouts, locale }: Edition,
  id: string,
  { isShared = true, mark = '' } = {},
): string => {
  const marks = [mark, isShared ? layouts.idMark(locale?.code) : ''].filter(Boolean);
  return marks.length === 0 ? id : `${id}#${marks.join('-')}`;
};

/** Items of articles, with a topic's own choice of content and the details that a format shows. */
export const toItems = async (
  site: Site,
  shown: Article[],
  {
    content,
    detailed = false,
    guids,
  }: { content?: ItemContent; detailed?: boolean; guids?: Guids } = {},
): Promise<Item[]> => {
  const { inForce, renderings } = site;
  const { addresses, summaryWords, language, baseUrl } = inForce;
  const ids = guids ?? (await findGuids(site, inForce, shown));
  const deadline = renderingDeadline();
  const isFull = (content ?? inForce.content) === 'full';
  const items = await Promise.all(
    shown.map(async (article) => {
      const link = addresses.entry(article.path);
      const text = article.body ?? '';
      // Without a body the full text would be the summary again.
      const isShown = isFull && !(await renderings.isEmpty(text));
      const [summary, body] = await Promise.all([
        renderings.summary(article, { summaryWords, language }, deadline),
        isShown ? renderings.body(text, link, deadline) : undefined,
      ]);
      return toItem(article, {
        link,
        // A row written directly to the database may have no permalink yet.
        guid: ids.get(entryKeyOf(article)) ?? link,
        summary,
        contentHtml: body?.html,
        language,
        detailed,
        baseUrl,
        toAddress: addresses.entry,
      });
    }),
  );
  return fitFullTexts(items);
};

/** The feed of a source, as permalinks name it. */
const keyOfSource = ({ plan, layouts, locale }: Edition, contentType: string): EntryKey => {
  const mark = sourceOf(plan, contentType).isLocalised ? layouts.idMark(locale?.code) : '';
  return { contentType: SITE_UID, documentId: contentType, locale: mark };
};

/** Permanent id of a source's feed: the first address of its listing. */
const idOfSource = (site: Site, contentType: string, guids: Guids): string => {
  const { directory } = sourceOf(site.plan, contentType).address;
  return (
    guids.get(entryKeyOf(keyOfSource(site, contentType))) ??
    site.inForce.addresses.listing(directory)
  );
};

/** Locale of a topic's permalink; undefined if all languages share it, as that of a value. */
const localeOfTopic = ({ plan, locale }: Edition, { contentType }: Topic): string | undefined => {
  const type = topicTypeOf(plan, contentType);
  return type.isOfValues ? undefined : rowLocale(type, locale);
};

/** A topic, as permalinks name it. */
const keyOfTopic = (edition: Edition, topic: Topic): EntryKey => {
  const { contentType, documentId } = topic;
  return { contentType, documentId, locale: localeOfTopic(edition, topic) ?? '' };
};

/** Permanent id of a feed: the address of its page at first publication. */
const idOf = (site: Site, { topics, mode, source }: Selection, guids: Guids): string => {
  const { addresses } = site.inForce;
  const [first] = topics;
  if (source) return idOfSource(site, source.contentType, guids);
  if (!first) {
    const ofSite = guids.get(entryKeyOf(SITE_KEY));
    return ofSite === undefined ? addresses.home() : idInLocale(site, ofSite);
  }
  const ids = topics.map(
    (topic) => guids.get(entryKeyOf(keyOfTopic(site, topic))) ?? addresses.entry(topic.path),
  );
  // The id of a value is marked: a topic that is an entry may have had the value's address before, and keeps it.
  const mark = topicTypeOf(site.plan, first.contentType).isOfValues ? 'value' : '';
  const isShared = localeOfTopic(site, first) === undefined;
  return idInLocale(site, combinationId(ids, mode), { isShared, mark });
};

/** The podcast of a feed: that of its type, or, for the whole site's feed, that of its only type. */
const podcastOf = (
  site: Site,
  { topics, source }: Selection,
  guids: Guids,
): PodcastShow | undefined => {
  if (topics.length > 0) return undefined;
  const { siteName, imageUrl } = site.inForce;
  const sources = listedSources(site.plan);
  const isMeant = (one: { contentType: string }): boolean =>
    source ? one.contentType === source.contentType : sources.length === 1;
  const { contentType = '', podcast } = sources.find(isMeant) ?? {};
  if (!podcast) return undefined;
  const { href } = new URL(RSS_FORMAT.fileName, idOfSource(site, contentType, guids));
  return {
    author: siteName,
    guid: podcastGuid(href),
    ...(imageUrl !== '' && { imageUrl }),
    ...podcast.show,
  };
};

/** A document of a feed; null when the feed has no such document. */
export const findFeed = async (
  site: Site,
  selection: Selection,
  { format, part, now }: FeedRequest,
): Promise<FoundFeed | null> => {
  const { plan, entries, inForce: settings } = site;
  const { addresses, siteName, language, timeZone, baseUrl } = settings;
  const topic = onlyTopic(selection);
  const path = selectionPath(selection);
  const query = selectionQuery(selection, now);
  const size = documentSize(topic?.itemsPerFeed ?? settings.itemsPerFeed);
  const detailed = format.detailed || settings.itemDetails;
  const address = (other: FeedPart) => addresses.feed(format.name, path, other);

  const first = 'page' in part && part.page === 1;
  const known = first ? undefined : { ...(await entries.findExtent(query)), size };
  const range = known ? itemRangeOf(part, known) : { start: 0, limit: size };
  if (!range) return null;

  const { articles, countAll } = await entries.list({ ...query, ...range });
  // Anybody can ask for endless combinations of topics: only those with entries exist.
  if (articles.length === 0 && selection.topics.length > 1) return null;
  // The first page needs no count unless it shows its history.
  const extent = known ?? (detailed ? { ...(await countAll()), size } : undefined);
  const guids = await findGuids(site, settings, [
    ...articles,
    ...(selection.topics.length > 0
      ? selection.topics.map((one) => keyOfTopic(site, one))
      : [SITE_KEY, ...plan.sources.map((one) => keyOfSource(site, one.contentType))]),
  ]);
  const items = await toItems(site, articles, {
    content: topic?.content ?? undefined,
    detailed,
    guids,
  });
  const link = path === undefined ? settings.sitePage : addresses.listing(path);
  const podcast = podcastOf(site, selection, guids);
  const { source } = selection;
  const sourceText = sourceDescription(source, language);
  // The title of a podcast is its name alone, without the site's.
  const show = podcast && source?.texts?.title && sourceTitle(source, language);
  const image = topic?.image ? toImage(topic.image, baseUrl).url : podcast?.imageUrl;
  // Hubs are only told of the first documents of listings, never of combinations of topics.
  const hubs = first && selection.topics.length <= 1 ? hubsInForce(settings) : [];
  const channel: Channel = {
    id: idOf(site, selection, guids),
    title: show || feedTitle(settings, selection),
    link,
    description: sourceText ?? channelDescription(settings, selection),
    subtitle: (topic?.description ?? sourceText)?.trim() || undefined,
    siteName,
    feedUrl: address(part),
    language,
    timeZone,
    updated:
      latest(items.map(({ updated }) => updated)) ??
      // An empty feed takes the topics' date or a fixed one, so that its bytes stay the same.
      latest(selection.topics.map(({ updatedAt }) => updatedAt)) ??
      new Date(0),
    generator: GENERATOR,
    imageUrl: (image ?? settings.imageUrl) || undefined,
    copyright: settings.copyright.trim() || undefined,
    ttl: settings.ttl || undefined,
    stylesheetUrl: settings.feedStylesheet ? addresses.stylesheet() : undefined,
    hubs: hubs.length > 0 ? hubs : undefined,
    history: extent && historyOf(part, extent, address),
    // Further documents have other articles in each language.
    translations: first ? await translateFeed(site, selection, format, now) : undefined,
    podcast,
  };
  return { channel, items, articles };
};

/** The document that subscribers poll. Every feed has it. */
export const findFirstFeed = async (
  site: Site,
  selection: Selection,
  format: FeedFormat,
  now: Date,
): Promise<FoundFeed> => {
  const feed = await findFeed(site, selection, { format, part: { page: 1 }, now });
  if (!feed) throw new Error('A feed without a first page');
  return feed;
};

/** Namespace UUID of podcast guids (podcastindex.org, "guid"). */
const GUID_NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/** Derives the podcast's guid from the feed's address: a UUID of version 5, without protocol and final slashes. */
export const podcastGuid = (feedUrl: string): string => {
  const name = feedUrl.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/\/+$/, '');
  const bytes = createHash('sha1').update(GUID_NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
