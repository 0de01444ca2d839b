import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import { entryKeyOf } from '../catalogue/catalogue-table';
import type { ListedEntry } from '../catalogue/published-rows';
import { onlyTopic, type Selection } from '../content/selection';
import { isHidden, toTopic } from '../entries/to-article';
import { selectionQuery } from '../entries/topics';
import { FEED_FORMATS } from '../feed/formats';
import { fitFullTexts } from '../feed/model';
import { TAG_UID } from '../lib/constants';
import { documentLocale } from '../mapping/document-locales';
import {
  isOfAddress,
  listedSources,
  ownField,
  type Plan,
  sourceOf,
  type TopicPlan,
} from '../mapping/plan';
import { isValueType } from '../mapping/value-topics';
import { type ReadEntry, textAt } from '../mapping/values';
import { editionOf, rowLocale } from '../options/locales';
import type {
  ArticleProblems,
  FeedDetail,
  FeedHealth,
  PublishedTypes,
  TopicDetails,
  TopicFeed,
  TopicNotice,
} from './admin-api';
import {
  feedListQuery,
  findFeed,
  findFeedPage,
  findFeedsById,
  findNewest,
  findTopicFeed,
  toItemParts,
} from './feed-list';
import { inspect, type InspectedArticle } from './inspection';
import {
  answerWith,
  name,
  names,
  nothingAsked,
  openEntry,
  type OpenEntry,
  type Panel,
  type PanelEdition,
  type PanelEditions,
} from './panel';
import { type PanelUser, readableEntries } from './rights';

/** Characters of a document that the panel shows: a browser would not lay out megabytes. */
const SHOWN_CHARACTERS = 1_000_000;

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

/** A feed as subscribers get it; undefined when there is none with this id. */
const describeFeed = async (
  { editions, renderings }: Panel,
  { id }: z.output<typeof oneSchema>,
  user: PanelUser,
): Promise<FeedDetail | undefined> => {
  const asked = await findFeed(editions, id, user);
  if (!asked) return undefined;
  const { edition, selection, limit } = asked;
  const { inForce, feeds } = edition;
  const { now } = user;
  const listed = await edition.entries.list({ ...selectionQuery(selection, now), limit });
  const [items, found] = await Promise.all([
    // With the cover and the rest that subscribers of Atom see, be it left out of RSS.
    feeds.toItems(inForce, listed, {
      content: onlyTopic(selection)?.content ?? undefined,
      detailed: true,
    }),
    Promise.all(FEED_FORMATS.map((format) => feeds.findFirst(inForce, selection, format, now))),
  ]);
  const documents = await Promise.all(
    FEED_FORMATS.map(async (format, place) => {
      const source = await renderings.document(format, found[place]!);
      return {
        name: format.name,
        label: format.label,
        address: found[place]!.channel.feedUrl,
        source: source.slice(0, SHOWN_CHARACTERS),
      };
    }),
  );
  const isEditable = await user.mayEdit(listed);
  const { title, description, feedUrl, language, updated } = found[0]!.channel;
  const shown = fitFullTexts(items, SHOWN_CHARACTERS);
  return {
    id,
    entries: writtenFor(edition, selection),
    title,
    description,
    address: feedUrl,
    language,
    timeZone: inForce.timeZone,
    changed: updated.toISOString(),
    items: items.map((item, place) => {
      const { contentType, documentId, locale } = listed[place]!;
      return {
        ...toItemParts(item, shown[place]!),
        ...{ contentType, documentId, locale: locale || null },
        mayEdit: isEditable(listed[place]!),
        title: item.title,
        link: item.link,
        date: item.date.toISOString(),
      };
    }),
    documents,
  };
};

/** What is wrong with the articles of a feed. */
interface InspectedFeed {
  id: string;
  articles: InspectedArticle[];
  /** Whether all of them could be looked at in time. */
  isWhole: boolean;
}

/** Looks at what some feeds show, at each article once; at nothing of a feed that the user may not know of. */
const inspectFeeds = async (
  panel: Panel,
  ids: readonly string[],
  user: PanelUser,
): Promise<InspectedFeed[]> => {
  const inspected = panel.editions.map(async (edition) => {
    const feeds = await findFeedsById(edition, ids, user);
    const shown: ListedEntry[][] = [];
    for (const feed of feeds) {
      shown.push(await findNewest(feed, { limit: feed.limit }, user.now));
    }
    const listed = new Map(shown.flat().map((entry) => [entryKeyOf(entry), entry]));
    const found = await edition.entries.findPublic([...listed.values()], user.now);
    const { articles } = await inspect(panel, edition, found, user);
    const read = new Set(found.map(entryKeyOf));
    const byKey = new Map(articles.map((one) => [entryKeyOf(one), one]));
    return feeds.map(({ id }, place) => {
      const keys = shown[place]!.map(entryKeyOf).filter((key) => read.has(key));
      const looked = keys.flatMap((key) => byKey.get(key) ?? []);
      return { id, articles: looked, isWhole: looked.length === keys.length };
    });
  });
  return (await Promise.all(inspected)).flat();
};

/** Problems of the articles a feed shows, those without any left out; undefined like `describeFeed`. */
const findFeedProblems = async (
  panel: Panel,
  { id }: z.output<typeof oneSchema>,
  user: PanelUser,
): Promise<ArticleProblems[] | undefined> => {
  const [feed] = await inspectFeeds(panel, [id], user);
  const found = feed?.articles.filter(({ problems }) => problems.length > 0);
  const isEditable = await user.mayEdit(found ?? []);
  return found?.map((article) => ({ ...article, mayEdit: isEditable(article) }));
};

/** How many articles of each feed have problems, by the feed's id; none for a feed not known yet. */
const findHealth = async (
  panel: Panel,
  { feeds }: z.output<typeof healthSchema>,
  user: PanelUser,
): Promise<Record<string, FeedHealth>> => {
  const health: Record<string, FeedHealth> = {};
  for (const { id, articles, isWhole } of await inspectFeeds(panel, feeds, user)) {
    // What could not be looked at in time is not said to be well.
    if (!isWhole) continue;
    const troubled = articles.filter(({ problems }) => problems.length > 0).length;
    const error = articles.filter(({ problems }) =>
      problems.some(({ severity }) => severity === 'error'),
    ).length;
    health[id] = { error, warning: troubled - error };
  }
  return health;
};

const healthSchema = z.object({ feeds: names(100, 'feeds') });

const oneSchema = z.object({ id: name(300) });

export const feeds = {
  find: answerWith(feedListQuery, findFeedPage),
  findOne: answerWith(oneSchema, describeFeed),
  findProblems: answerWith(oneSchema, findFeedProblems),
  findHealth: answerWith(healthSchema, findHealth),
};

/** What content types are to the plugin: names of fields, and nothing of any entry. */
export const describeTypes = ({ sources, topicTypes }: Plan): PublishedTypes => {
  const types: PublishedTypes = {};
  const slugFields = new Map(
    topicTypes.map(({ contentType, slug }) => [contentType, ownField(slug)]),
  );
  for (const source of sources) {
    const { contentType, hasDrafts, date } = source;
    // To change what an address is made of is nothing to do to many entries at once.
    const topics = source.topics.filter(
      ({ field, isOfAuthors }) => !isOfAddress(source, field) && !isOfAuthors,
    );
    types[contentType] = {
      source: {
        hasDrafts,
        date: date && ownField(date),
        topics: topics.map(({ field, contentType: topic, isMultiple }) => ({
          field,
          contentType: topic,
          slug: slugFields.get(topic) ?? null,
          isMultiple,
        })),
      },
    };
  }
  /** Types whose entries are a part of an address. */
  const ofAddresses = new Set(
    sources.flatMap((source) =>
      source.topics
        .filter(({ field }) => isOfAddress(source, field))
        .map((topic) => topic.contentType),
    ),
  );
  for (const { contentType, isLocalised } of topicTypes) {
    // A merge moves the links of our own articles; those of a site's types it does not know.
    types[contentType] = {
      ...types[contentType],
      topic: {
        canBeMerged: contentType === TAG_UID,
        isLocalised,
        isOfAddress: ofAddresses.has(contentType),
      },
    };
  }
  return types;
};

/** What of a topic keeps it from being public. */
const findObstacle = (type: TopicPlan, row: ReadEntry | undefined): TopicNotice | undefined => {
  if (!row) return { code: 'draft' };
  if (isHidden(type, row)) return { code: 'hidden' };
  if (toTopic(type, row)) return undefined;
  return textAt(row, type.name) === undefined
    ? { code: 'no-name', field: type.name.join('.') }
    : { code: 'no-address', field: type.slug.join('.') };
};

/** The editions in which a topic of a locale has a feed: all of them where topics have no locale. */
const editionsOf = (
  editions: PanelEditions,
  type: TopicPlan,
  locale: string | undefined,
): PanelEdition[] => {
  const localised = type.isLocalised ? editionOf(editions, type, locale) : undefined;
  const own = type.isLocalised ? (localised ? [localised] : []) : [...editions];
  return own.filter(({ plan }) =>
    plan.topicTypes.some(({ contentType }) => contentType === type.contentType),
  );
};

/** The row that readers have. */
const findPublic = (
  strapi: Core.Strapi,
  { contentType, hasDrafts, fields }: TopicPlan,
  documentId: string,
  locale: string | undefined,
): Promise<ReadEntry | null> =>
  strapi.db.query(contentType).findOne({
    select: [...fields.select],
    populate: fields.populate,
    where: {
      documentId,
      ...(locale !== undefined && { locale }),
      ...(hasDrafts && { publishedAt: { $notNull: true } }),
    },
  }) as Promise<ReadEntry | null>;

const toFeed = async (
  panel: Panel,
  edition: PanelEdition,
  type: TopicPlan,
  row: ReadEntry,
  user: PanelUser,
): Promise<TopicFeed> => {
  const topic = toTopic(type, row)!;
  const { addresses, htmlPages } = edition.inForce;
  const feed = await findTopicFeed(panel, edition, topic, user);
  return {
    ...feed,
    page: htmlPages ? feed.link : null,
    documents: FEED_FORMATS.map(({ name, label }) => ({
      name,
      label,
      address: addresses.feed(name, topic.path),
    })),
  };
};

/**
 * What readers have of a topic, as the list of feeds counts it.
 *
 * @returns null for what is no topic, is not there, or is not for this user
 */
const findTopic = async (
  panel: Panel,
  { contentType, documentId, locale: asked }: OpenEntry,
  user: PanelUser,
): Promise<TopicDetails | null> => {
  const { strapi, plan, editions } = panel;
  const type = plan.topicTypes.find((one) => one.contentType === contentType);
  if (!type) return null;
  const locale = await documentLocale(strapi, contentType, asked);
  const topic = { contentType, documentId, locale };
  // Of what readers do not have, only why is told.
  if (!(await readableEntries(strapi, user.ability, [topic]))(topic)) return null;
  const { timeZone } = editions[0].inForce;
  const found = editionsOf(editions, type, locale);
  if (found.length === 0) {
    return { timeZone, notices: [{ code: 'not-in-language' }], feeds: [] };
  }
  const row = (await findPublic(strapi, type, documentId, locale)) ?? undefined;
  const obstacle = findObstacle(type, row);
  if (!row || obstacle) return { timeZone, notices: obstacle ? [obstacle] : [], feeds: [] };
  const ofEditions = await Promise.all(
    found.map(async (edition) => {
      // Titles and addresses tell its name, which may tell what is yet to come.
      const isKnown = (await user.filterTopics([topic], edition.mark)).length > 0;
      return isKnown ? [await toFeed(panel, edition, type, row, user)] : [];
    }),
  );
  const feeds = ofEditions.flat();
  const isEmpty = feeds.every(({ published }) => published === 0);
  return { timeZone, notices: isEmpty ? [{ code: 'empty' }] : [], feeds };
};

export const topics = {
  /** What readers have of a topic; null for what is none, and for who may not read it. */
  findOne: answerWith(openEntry, findTopic),

  /** Tells every user what content types are to the plugin: names of fields, and of no entry. */
  findTypes: answerWith(nothingAsked, async ({ plan }) => describeTypes(plan)),
};
