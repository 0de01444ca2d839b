import { selectionQuery } from '../entries/topics';
import { GENERATOR, SITE_UID } from '../lib/constants';
import type { Article, ItemContent } from '../content/article';
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
import { documentSize, type FeedPart, historyOf, itemRangeOf } from '../feed/history';
import { latest } from '../lib/dates';
import { groupBy } from '../lib/values';
import { type FeedFormat, RSS_FORMAT } from '../feed/formats';
import { type Channel, type Feed, fitFullTexts, type Item } from '../feed/model';
import type { PodcastShow } from '../feed/podcast';
import { podcastGuid } from '../mapping/podcast';
import { renderingDeadline } from '../cache/renderings';
import { hubsInForce } from '../options/push';
import { rowLocale } from '../options/locales';
import type { Settings } from '../options/settings';
import { listedSources, sourceOf, topicTypeOf } from '../mapping/plan';
import type { EditionParts } from './editions';

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

/** Makes feeds in the neutral model that each format renders. */
export const createFeeds = (edition: EditionParts) => {
  const { plan, entries, permalinks, renderings, locale, translations, layouts } = edition;

  /**
   * Makes an id that all locales share unique to this locale. The mark is the locale's code, since paths may
   * change.
   *
   * @param isShared whether locales share the id
   */
  const idInLocale = (id: string, { isShared = true, mark = '' } = {}): string => {
    const marks = [mark, isShared ? layouts.idMark(locale?.code) : ''].filter(Boolean);
    return marks.length === 0 ? id : `${id}#${marks.join('-')}`;
  };

  /** Ids of articles: their addresses at first publication. */
  const findGuids = async (shown: Article[]): Promise<Map<Article, string>> => {
    const guids = new Map<Article, string>();
    const kinds = groupBy(shown, ({ contentType, locale }) => `${contentType} ${locale}`);
    for (const ofKind of kinds.values()) {
      const { contentType, locale } = ofKind[0]!;
      const ids = ofKind.map(({ documentId }) => documentId);
      const found = await permalinks.findGuids(contentType, ids, locale);
      for (const article of ofKind) {
        const guid = found.get(article.documentId);
        if (guid !== undefined) guids.set(article, guid);
      }
    }
    return guids;
  };

  /** Makes items of articles, with a topic's own choice of content and the details that a format shows. */
  const toItems = async (
    settings: Settings,
    shown: Article[],
    { content, detailed = false }: { content?: ItemContent; detailed?: boolean } = {},
  ): Promise<Item[]> => {
    const { addresses, summaryWords, language, baseUrl } = settings;
    const guids = await findGuids(shown);
    const deadline = renderingDeadline();
    const isFull = (content ?? settings.content) === 'full';
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
          guid: guids.get(article) ?? link,
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

  /** Permanent id of the whole site's feed; undefined while nothing was published. */
  const findSiteId = async (): Promise<string | undefined> =>
    (await permalinks.findGuids(SITE_UID, [SITE_UID])).get(SITE_UID);

  /** Permanent id of a source's feed: the first address of its listing. */
  const findSourceId = async ({ addresses }: Settings, contentType: string): Promise<string> => {
    const { isLocalised, address } = sourceOf(plan, contentType);
    const mark = isLocalised ? layouts.idMark(locale?.code) : '';
    const ids = await permalinks.findGuids(SITE_UID, [contentType], mark);
    return ids.get(contentType) ?? addresses.listing(address.directory);
  };

  /** Permanent id of a feed: the address of its page at first publication. */
  const findId = async (
    settings: Settings,
    { topics, mode, source }: Selection,
  ): Promise<string> => {
    const { addresses } = settings;
    const [first] = topics;
    if (source) return findSourceId(settings, source.contentType);
    if (!first) {
      const ofSite = await findSiteId();
      return ofSite === undefined ? addresses.home() : idInLocale(ofSite);
    }
    const type = topicTypeOf(plan, first.contentType);
    // All languages share the permalink of a value.
    const code = type.isOfValues ? undefined : rowLocale(type, locale);
    const guids = await permalinks.findGuids(
      first.contentType,
      topics.map(({ documentId }) => documentId),
      code,
    );
    const ids = topics.map(
      ({ documentId, path }) => guids.get(documentId) ?? addresses.entry(path),
    );
    // The id of a value is marked: a topic that is an entry may have had the value's address before, and keeps it.
    const mark = type.isOfValues ? 'value' : '';
    return idInLocale(combinationId(ids, mode), { isShared: code === undefined, mark });
  };

  /** The podcast of a feed: that of its type, or, for the whole site's feed, that of its only type. */
  const findPodcast = async (
    settings: Settings,
    { topics, source }: Selection,
  ): Promise<PodcastShow | undefined> => {
    if (topics.length > 0) return undefined;
    const { siteName, imageUrl } = settings;
    const sources = listedSources(plan);
    const isMeant = (one: { contentType: string }): boolean =>
      source ? one.contentType === source.contentType : sources.length === 1;
    const { contentType = '', podcast } = sources.find(isMeant) ?? {};
    if (!podcast) return undefined;
    const { href } = new URL(RSS_FORMAT.fileName, await findSourceId(settings, contentType));
    return {
      author: siteName,
      guid: podcastGuid(href),
      ...(imageUrl !== '' && { imageUrl }),
      ...podcast.show,
    };
  };

  /** A document of a feed; null when the feed has no such document. */
  const find = async (
    settings: Settings,
    selection: Selection,
    { format, part, now }: FeedRequest,
  ): Promise<FoundFeed | null> => {
    const { addresses, siteName, language, timeZone, baseUrl } = settings;
    const topic = onlyTopic(selection);
    const path = selectionPath(selection);
    const query = selectionQuery(selection, now);
    const size = documentSize(topic?.itemsPerFeed ?? settings.itemsPerFeed);
    const detailed = format.detailed || settings.itemDetails;
    const address = (other: FeedPart) => addresses.feed(format.name, path, other);

    // The first page needs no count unless it shows its history.
    const first = 'page' in part && part.page === 1;
    const extent = first && !detailed ? undefined : { ...(await entries.findExtent(query)), size };
    const stretch = extent ? itemRangeOf(part, extent) : { start: 0, limit: size };
    if (!stretch) return null;

    const articles = await entries.list({ ...query, ...stretch });
    // Anybody can ask for endless combinations of topics: only those with entries exist.
    if (articles.length === 0 && selection.topics.length > 1) return null;
    const items = await toItems(settings, articles, {
      content: topic?.content ?? undefined,
      detailed,
    });
    const link = path === undefined ? settings.sitePage : addresses.listing(path);
    const podcast = await findPodcast(settings, selection);
    const { source } = selection;
    const sourceText = sourceDescription(source, language);
    // The title of a podcast is its name alone, without the site's.
    const show = podcast && source?.texts?.title && sourceTitle(source, language);
    const image = topic?.image ? toImage(topic.image, baseUrl).url : podcast?.imageUrl;
    // Hubs are only told of the first documents of listings, never of combinations of topics.
    const hubs = first && selection.topics.length <= 1 ? hubsInForce(settings) : [];
    const channel: Channel = {
      id: await findId(settings, selection),
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
      translations: first ? await translations.feedsOf(selection, format, now) : undefined,
      podcast,
    };
    return { channel, items, articles };
  };

  /** The document that subscribers poll. Every feed has it. */
  const findFirst = async (
    settings: Settings,
    selection: Selection,
    format: FeedFormat,
    now: Date,
  ): Promise<FoundFeed> => {
    const feed = await find(settings, selection, { format, part: { page: 1 }, now });
    if (!feed) throw new Error('A feed without a first page');
    return feed;
  };

  return {
    toItems,
    find,
    findFirst,
  };
};

export type Feeds = ReturnType<typeof createFeeds>;
