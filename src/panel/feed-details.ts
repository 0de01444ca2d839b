import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import {
  type ArticleProblems,
  FEED_SORTS,
  type FeedDetail,
  type FeedHealth,
  SITE_FEED,
} from './admin-api';
import { isValueType } from '../mapping/value-topics';
import type { Article, Topic } from '../content/article';
import type { Problem } from '../content/problem';
import {
  ofSource,
  ofTopic,
  type SelectedSource,
  type Selection,
  WHOLE_SITE,
} from '../content/selection';
import { FEED_FORMATS } from '../feed/formats';
import { shortenFeed } from '../feed/full-texts';
import { type ListName, markOf, unmarked } from '../catalogue/catalogue-table';
import { entryKeyOf } from '../catalogue/entry';
import { selectionQuery } from '../catalogue/published-rows';
import { rowLocale } from '../options/locales';
import { groupTypes, listedSources, sourceOf } from '../mapping/plan-parts';
import { findFeedPage, findShown, nameFeed, toItemParts } from './feed-list';
import { inspect } from './inspection';
import { openPanel, type Panel, type PanelEdition, type PanelEditions } from './panel';
import { type PanelUser, userOf } from './rights';
import { contentType, foundFeed, name, names, paging, read, search } from './requests';

/** Characters of a document that the panel shows: a browser would not lay out megabytes. */
const SHOWN_CHARACTERS = 1_000_000;

const findTopics = async (
  { mark, plan, topics }: PanelEdition,
  ids: string[],
  { filterTopics }: Pick<PanelUser, 'filterTopics'>,
): Promise<Topic[]> => {
  const found = await Promise.all(groupTypes(plan).map((type) => topics.findVisible(type, ids)));
  return filterTopics(found.flat(), mark);
};

const sourceOfFeed = ({ panelTypes }: PanelEdition, id: string): SelectedSource | undefined =>
  panelTypes.listings.find(({ contentType }) => contentType === id);

/** The edition that a feed is of: its id says that, as the names of lists do. */
const editionOfFeed = (editions: PanelEditions, id: string): PanelEdition | undefined =>
  editions.find(({ mark }) => mark === markOf(id));

/** What the feed with an id of an edition is about; null when there is none. */
const findSelection = async (
  edition: PanelEdition,
  id: string,
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<Selection | null> => {
  if (id === SITE_FEED) return WHOLE_SITE;
  const source = sourceOfFeed(edition, id);
  if (source) return ofSource(source);
  const [topic] = await findTopics(edition, [id], user);
  return topic ? ofTopic(topic) : null;
};

/** What may come into a feed, to write an entry of. */
const writtenFor = (
  { plan, locale }: PanelEdition,
  { topics: [topic], source }: Selection,
): FeedDetail['entries'] => {
  const isValue = topic !== undefined && isValueType(topic.contentType);
  const written = source
    ? sourceOf(plan, source.contentType)
    : (listedSources(plan).find((one) =>
        [...one.topics, ...(one.values ?? [])].some(
          ({ contentType }) => contentType === topic?.contentType,
        ),
      ) ?? listedSources(plan)[0]);
  return {
    contentType: written?.contentType ?? '',
    locale: (written && rowLocale(written, locale)) ?? null,
    // A value is written in the entry itself.
    topic: (!isValue && topic?.documentId) || null,
  };
};

const listArticles = (
  edition: PanelEdition,
  selection: Selection,
  now: Date,
): Promise<Article[]> => {
  const { limit } = nameFeed(edition, selection);
  return edition.entries.list({ ...selectionQuery(selection, now), limit });
};

const has = (problems: Problem[], severity: Problem['severity']): boolean =>
  problems.some((problem) => problem.severity === severity);

/** The list that a feed is made from; undefined for one that the user may not know of. */
export const findFeedList = async (
  editions: PanelEditions,
  id: string,
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<ListName | undefined> => {
  const edition = editionOfFeed(editions, id);
  const selection = edition && (await findSelection(edition, unmarked(id), user));
  return selection ? nameFeed(edition, selection).list : undefined;
};

/** A feed as subscribers get it; null when there is none with this id. */
const findFeed = async (
  { editions, renderings }: Panel,
  id: string,
  user: PanelUser,
): Promise<FeedDetail | null> => {
  const edition = editionOfFeed(editions, id);
  const selection = edition && (await findSelection(edition, unmarked(id), user));
  if (!selection) return null;
  const { now } = user;
  const [listed, rendered] = await Promise.all([
    listArticles(edition, selection, now),
    Promise.all(
      FEED_FORMATS.map(async (format) => ({
        format,
        feed: await edition.feeds.findFirst(edition.inForce, selection, format, now),
      })),
    ),
  ]);
  const documents = await Promise.all(
    rendered.map(async ({ format, feed }) => {
      const source = await renderings.document(format, shortenFeed(feed, SHOWN_CHARACTERS));
      return {
        name: format.name,
        label: format.label,
        address: feed.channel.feedUrl,
        source: source.slice(0, SHOWN_CHARACTERS),
      };
    }),
  );
  const { feed } = rendered[0]!;
  // RSS may leave out the cover, which subscribers of the other formats see.
  const { feed: detailed } = rendered.find(({ format }) => format.detailed)!;
  // By its place: the site's own function may have changed all that an item says. Where something was
  // published in between, nobody can tell.
  const articles = listed.length === detailed.items.length ? listed : [];
  const isEditable = await user.mayEdit(listed);
  const { title, description, link, feedUrl, language, updated } = feed.channel;
  const { items: shown } = shortenFeed(detailed, SHOWN_CHARACTERS);
  return {
    id,
    entries: writtenFor(edition, selection),
    title,
    description,
    link,
    address: feedUrl,
    language,
    timeZone: edition.inForce.timeZone,
    changed: updated.toISOString(),
    items: detailed.items.map((item, place) => {
      const article = articles[place];
      return {
        ...toItemParts(item, shown[place]!),
        contentType: article?.contentType ?? '',
        documentId: article?.documentId ?? '',
        locale: article?.locale || null,
        mayEdit: article !== undefined && isEditable(article),
        title: item.title,
        link: item.link,
        date: item.date.toISOString(),
      };
    }),
    documents,
  };
};

/** Problems of the articles a feed shows, those without any left out; null like `find`. */
const findFeedProblems = async (
  panel: Panel,
  id: string,
  user: PanelUser,
): Promise<ArticleProblems[] | null> => {
  const edition = editionOfFeed(panel.editions, id);
  const selection = edition && (await findSelection(edition, unmarked(id), user));
  if (!selection) return null;
  const articles = await listArticles(edition, selection, user.now);
  const inspected = await inspect(panel, edition, articles, user);
  const found = inspected.articles.filter(({ problems }) => problems.length > 0);
  const isEditable = await user.mayEdit(found);
  return found.map((article) => ({ ...article, mayEdit: isEditable(article) }));
};

/** The same as `findHealth` of feeds of an edition, by their ids in that. */
const findHealthOf = async (
  panel: Panel,
  edition: PanelEdition,
  ids: string[],
  user: PanelUser,
): Promise<[id: string, health: FeedHealth][]> => {
  const { now } = user;
  const selections = [
    ...(ids.includes(SITE_FEED) ? [WHOLE_SITE] : []),
    ...ids.flatMap((id) => sourceOfFeed(edition, id) ?? []).map(ofSource),
    ...(await findTopics(edition, ids, user)).map(ofTopic),
  ];
  const feeds = selections.map((selection) => nameFeed(edition, selection));
  const shown = await findShown(edition, feeds, now);
  const listed = new Map([...shown.values()].flat().map((entry) => [entryKeyOf(entry), entry]));
  const found = await edition.entries.findPublic([...listed.values()], now);
  const inspected = await inspect(panel, edition, found, user);
  const read = new Set(found.map(entryKeyOf));
  const byKey = new Map(inspected.articles.map((one) => [entryKeyOf(one), one.problems]));
  return feeds.flatMap(({ id, list }): [string, FeedHealth][] => {
    const keys = (shown.get(list) ?? []).map(entryKeyOf).filter((key) => read.has(key));
    // What could not be looked at in time is not said to be well.
    if (keys.some((key) => !byKey.has(key))) return [];
    const ofFeed = keys.map((key) => byKey.get(key)!);
    const error = ofFeed.filter((problems) => has(problems, 'error')).length;
    const warning = ofFeed.filter(
      (problems) => has(problems, 'warning') && !has(problems, 'error'),
    ).length;
    return [[id, { error, warning }]];
  });
};

/** How many articles of each feed have problems, by the feed's id; none for a feed not known yet. */
const findHealth = async (
  panel: Panel,
  ids: string[],
  user: PanelUser,
): Promise<Record<string, FeedHealth>> => {
  const found = await Promise.all(
    panel.editions.map((edition) => {
      const own = ids.filter((id) => markOf(id) === edition.mark).map(unmarked);
      return own.length > 0 ? findHealthOf(panel, edition, own, user) : [];
    }),
  );
  return Object.fromEntries(found.flat());
};

const listSchema = z.object({
  _q: search,
  // As Strapi's tables write it: "title:ASC".
  sort: z
    .string()
    .regex(new RegExp(`^(?:${FEED_SORTS.join('|')})(?::(?:asc|desc))?$`, 'i'))
    .default('title:ASC')
    .transform((sort) => {
      const [name, direction] = sort.toLowerCase().split(':');
      return {
        sort: FEED_SORTS.find((known) => known === name)!,
        descending: direction === 'desc',
      };
    }),
  // A content type of sources or topics; empty for all.
  type: contentType.default(''),
  ...paging,
});

const healthSchema = z.object({ feeds: names(100, 'feeds') });

const oneSchema = z.object({ id: name(300) });

const idOf = (ctx: Context): string => read(oneSchema, ctx.params).id;

export const feedsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const { _q: search, sort, ...asked } = read(listSchema, ctx.query);
    const panel = await openPanel(strapi);
    ctx.body = await findFeedPage(panel, { search, ...sort, ...asked }, userOf(panel, ctx));
  },

  async findOne(ctx: Context): Promise<void> {
    const panel = await openPanel(strapi);
    ctx.body = { data: foundFeed(await findFeed(panel, idOf(ctx), userOf(panel, ctx))) };
  },

  async findProblems(ctx: Context): Promise<void> {
    const panel = await openPanel(strapi);
    ctx.body = { data: foundFeed(await findFeedProblems(panel, idOf(ctx), userOf(panel, ctx))) };
  },

  async findHealth(ctx: Context): Promise<void> {
    const { feeds } = read(healthSchema, ctx.query);
    const panel = await openPanel(strapi);
    ctx.body = { data: await findHealth(panel, feeds, userOf(panel, ctx)) };
  },
});
