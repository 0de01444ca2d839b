import type { Core } from '@strapi/strapi';

import type { TopicDetails, TopicFeed, TopicNotice } from './admin-api';
import { listIn, type ListName, topicList } from '../catalogue/catalogue-table';
import { tagTitle } from '../feed/channel';
import { FEED_FORMATS } from '../feed/formats';
import { editionOf } from '../options/locales';
import { documentLocale } from '../mapping/slug-locale';
import type { TopicPlan } from '../mapping/plan';
import { isHidden, toTopic } from '../entries/to-topic';
import { type ReadEntry, textAt } from '../mapping/values';
import type { ListedEdition } from './feed-list';
import type { EntryRights, NamedEntry } from './permissions/entry-rights';
import type { FilterTopics } from './permissions/known-topics';
import { toNewest } from './newest-entry';

/** A topic, as the Content Manager has it open. */
export interface AskedTopic {
  contentType: string;
  documentId: string;
  /** Code of the locale it is shown in; Strapi's default one where none is said. */
  locale?: string | null;
}

export interface TopicRights extends Pick<EntryRights, 'mayEdit'> {
  /** Whether the user may read the topic in the Content Manager. */
  mayRead: (topic: NamedEntry) => Promise<boolean>;
  /** Of topics, those whose names the user may know. */
  filterTopics: FilterTopics;
}

type Editions = readonly [main: ListedEdition, ...others: ListedEdition[]];

/** What of a topic keeps it from being public. */
const findObstacle = (type: TopicPlan, row: ReadEntry | undefined): TopicNotice | undefined => {
  if (!row) return { code: 'draft' };
  if (isHidden(type, row)) return { code: 'hidden' };
  if (toTopic(type, row)) return undefined;
  return textAt(row, type.name) === undefined
    ? { code: 'no-name', field: type.name.join('.') }
    : { code: 'no-address', field: type.slug.join('.') };
};

/**
 * What readers have of a topic, for its editor.
 *
 * @param editions the site in each of its locales, the main one first
 */
export const createTopicDetails = (strapi: Core.Strapi, editions: Editions) => {
  const [main] = editions;

  /** The editions in which a topic of a locale has a feed: all of them where topics have no locale. */
  const editionsOf = (type: TopicPlan, locale: string | undefined): ListedEdition[] => {
    const localised = type.isLocalised ? editionOf(editions, type, locale) : undefined;
    const own = type.isLocalised ? (localised ? [localised] : []) : [...editions];
    return own.filter(({ plan }) =>
      plan.topicTypes.some(({ contentType }) => contentType === type.contentType),
    );
  };

  /** The row that readers have. */
  const findPublic = (
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
    { mark, settings, statistics }: ListedEdition,
    type: TopicPlan,
    row: ReadEntry,
    { now, mayEdit }: { now: Date; mayEdit: TopicRights['mayEdit'] },
  ): Promise<TopicFeed> => {
    const topic = toTopic(type, row)!;
    const { path } = topic;
    const { addresses, htmlPages, language } = await settings.get();
    const list: ListName = topicList(type.contentType, topic.documentId);
    const [published, waiting, next, shown] = await Promise.all([
      statistics.countPublished([list], now),
      statistics.countWaiting([list], now),
      statistics.findNext([list], now),
      statistics.findShown([{ list, limit: 1 }], now),
    ]);
    const [newest] = shown.get(list) ?? [];
    const isEditable = await mayEdit(newest ? [newest] : []);
    return {
      id: listIn(mark, topic.documentId),
      title: tagTitle(topic, language),
      language: editions.length > 1 ? language : null,
      page: htmlPages ? addresses.listing(path) : null,
      documents: FEED_FORMATS.map(({ name, label, fileName }) => ({
        name,
        label,
        address: addresses.feed(fileName, path),
      })),
      published: published.get(list)?.articles ?? 0,
      waiting: waiting.get(list) ?? 0,
      next: next.get(list)?.toISOString() ?? null,
      newest: toNewest(newest, isEditable),
    };
  };

  return {
    /**
     * What readers have of a topic, as the list of feeds counts it.
     *
     * @returns null for what is no topic, is not there, or is not for this user
     */
    async find(
      { contentType, documentId, locale: asked }: AskedTopic,
      now: Date,
      { mayRead, mayEdit, filterTopics }: TopicRights,
    ): Promise<TopicDetails | null> {
      const type = main.plan.topicTypes.find((one) => one.contentType === contentType);
      if (!type) return null;
      const locale = await documentLocale(strapi, contentType, asked);
      const topic = { contentType, documentId, locale };
      if (!(await mayRead(topic))) return null;
      const { timeZone } = await main.settings.get();
      const found = editionsOf(type, locale);
      if (found.length === 0) {
        return { timeZone, notices: [{ code: 'not-in-language' }], feeds: [] };
      }
      const row = (await findPublic(type, documentId, locale)) ?? undefined;
      const obstacle = findObstacle(type, row);
      if (!row || obstacle) return { timeZone, notices: obstacle ? [obstacle] : [], feeds: [] };
      const ofEditions = await Promise.all(
        found.map(async (edition) => {
          // Titles and addresses tell its name, which may tell what is yet to come.
          const isKnown = (await filterTopics([topic], edition.mark)).length > 0;
          return isKnown ? [await toFeed(edition, type, row, { now, mayEdit })] : [];
        }),
      );
      const feeds = ofEditions.flat();
      const isEmpty = feeds.every(({ published }) => published === 0);
      return { timeZone, notices: isEmpty ? [{ code: 'empty' }] : [], feeds };
    },
  };
};

export type TopicDetailsOfSite = ReturnType<typeof createTopicDetails>;
