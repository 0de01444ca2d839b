import type { Core } from '@strapi/strapi';

import { isHidden, toTopic } from '../entries/to-article';
import { FEED_FORMATS } from '../feed/formats';
import { TAG_UID } from '../lib/constants';
import { documentLocale } from '../mapping/schemas';
import { isOfAddress, ownField, type Plan, type TopicPlan, wherePublished } from '../mapping/plan';
import type { ReadEntry } from '../mapping/values';
import { editionOf } from '../options/locales';
import type { PublishedTypes, TopicDetails, TopicFeed } from './admin-api';
import { findTopicFeed } from './feed-list';
import {
  answerWith,
  noParameters,
  openEntrySchema,
  type OpenEntry,
  type Panel,
  type PanelEdition,
  type PanelEditions,
} from './panel';
import type { PanelUser } from './rights';

/**
 * Describes the roles of content types: names of fields, nothing of any entry.
 *
 * @param names display names by content type
 */
export const describeTypes = (
  { sources, topicTypes }: Plan,
  names: ReadonlyMap<string, string>,
): PublishedTypes => {
  const types: PublishedTypes = {};
  const slugFields = new Map(
    topicTypes.map(({ contentType, slug }) => [contentType, ownField(slug)]),
  );
  for (const source of sources) {
    const { contentType, hasDrafts, date } = source;
    // A bulk change must not change topics that are part of addresses.
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
  /** Topic types that are part of addresses. */
  const ofAddresses = new Set(
    sources.flatMap((source) =>
      source.topics
        .filter(({ field }) => isOfAddress(source, field))
        .map((topic) => topic.contentType),
    ),
  );
  for (const { contentType, isLocalised, content } of topicTypes) {
    // A merge only handles the plugin's own tags: it does not know the relations of the site's types.
    types[contentType] = {
      ...types[contentType],
      topic: {
        canBeMerged: contentType === TAG_UID,
        isLocalised,
        isOfAddress: ofAddresses.has(contentType),
        choosesContent: content && names.get(contentType),
      },
    };
  }
  return types;
};

/** The editions in which a topic has a feed: that of its locale, or all if the type is not localised. */
const editionsOf = (
  editions: PanelEditions,
  type: TopicPlan,
  locale: string | undefined,
): PanelEdition[] =>
  editions.filter(
    (edition) =>
      (!type.isLocalised || edition === editionOf(editions, type, locale)) &&
      edition.plan.topicTypes.some(({ contentType }) => contentType === type.contentType),
  );

/** Finds the published row of a topic. */
const findPublishedRow = (
  strapi: Core.Strapi,
  type: TopicPlan,
  documentId: string,
  locale: string | undefined,
): Promise<ReadEntry | null> =>
  strapi.db.query(type.contentType).findOne({
    select: [...type.fields.select],
    populate: type.fields.populate,
    where: { documentId, ...wherePublished(type, locale) },
  }) as Promise<ReadEntry | null>;

/**
 * Finds the feeds of a topic, with the counts of the list of feeds; none while it is not public.
 *
 * @returns null if the type is no topic type, or the user may not read the topic
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
  if (!(await user.mayReadSome([topic]))(topic)) return null;
  const { timeZone } = editions[0].inForce;
  const found = editionsOf(editions, type, locale);
  const row = await findPublishedRow(strapi, type, documentId, locale);
  const shown = row && !isHidden(type, row) ? toTopic(type, row) : undefined;
  if (!shown) return { timeZone, feeds: [] };
  const feedsOfEditions = await Promise.all(
    found.map(async (edition): Promise<TopicFeed[]> => {
      // The title and address of its feed contain its name, which may reveal what is yet to come.
      const isKnown = (await user.filterTopics([topic], edition.mark)).length > 0;
      if (!isKnown) return [];
      const { addresses, htmlPages } = edition.inForce;
      const feed = await findTopicFeed(panel, edition, shown, user);
      const documents = FEED_FORMATS.map(({ name, label }) => ({
        ...{ name, label },
        address: addresses.feed(name, shown.path),
      }));
      return [{ ...feed, page: htmlPages ? feed.link : null, documents }];
    }),
  );
  const feeds = feedsOfEditions.flat();
  // Withheld from this user in every edition: nothing can be said of it.
  return found.length > 0 && feeds.length === 0 ? null : { timeZone, feeds };
};

export const topics = {
  /** Feeds of a topic; null if it is none, or the user may not read it. */
  findOne: answerWith(openEntrySchema, findTopic),

  /** Roles of content types, for every user. */
  findTypes: answerWith(noParameters, async ({ plan, editions: [main] }) =>
    describeTypes(plan, main.panelTypes.names),
  ),
};
