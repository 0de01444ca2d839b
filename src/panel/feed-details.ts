import { type ArticleProblems, type FeedDetail, type FeedHealth, SITE_FEED } from './admin-api';
import { AUTHOR_NAME_UID } from '../constants';
import type { Article, Topic } from '../content/article';
import type { FilterTopics } from './permissions/known-topics';
import type { Problem } from '../content/problem';
import type { Renderings } from '../cache/renderings';
import {
  ofSource,
  ofTopic,
  onlyTopic,
  type SelectedSource,
  type Selection,
  WHOLE_SITE,
} from '../content/selection';
import { FEED_FORMATS } from '../feed/formats';
import { shortenFeed } from '../feed/full-texts';
import { documentSize } from '../feed/history';
import { listIn, type ListName, SITE_LIST, topicList } from '../catalogue/catalogue-table';
import { entryKeyOf } from '../catalogue/entry';
import { selectionQuery } from '../catalogue/selection-query';
import type { Feeds } from '../public/feeds';
import { type PublishedLocale, rowLocale } from '../options/locales';
import type { SettingsStore } from '../options/settings';
import type { Entries } from '../entries/entries';
import type { Plan } from '../mapping/plan';
import { groupTypes, listedSources, sourceOf } from '../mapping/plan-parts';
import type { Topics } from '../entries/topics';
import type { FeedStatistics } from './feed-statistics';
import type { Inspection } from './inspection';
import { findKnownProblems } from './known-problems';
import { toItemParts } from './item-parts';
import type { PanelTypes } from './panel-types';
import type { EntryRights } from './permissions/entry-rights';

/** Characters of a document that the panel shows: a browser would not lay out megabytes. */
const SHOWN_CHARACTERS = 1_000_000;

/** The moment of a request, and what its user may know of and change. */
export interface FeedCircumstances extends Pick<EntryRights, 'mayEdit' | 'mayReadTopics'> {
  now: Date;
  filterTopics: FilterTopics;
}

interface FeedDetailsParts {
  /** Of the locale whose feeds they are; empty for the main one. */
  mark: string;
  /** The locale itself; none where locales are not told apart. */
  locale: PublishedLocale | undefined;
  plan: Plan;
  panelTypes: PanelTypes;
  settings: SettingsStore;
  topics: Topics;
  entries: Entries;
  feeds: Feeds;
  renderings: Renderings;
  statistics: FeedStatistics;
  inspection: Pick<Inspection, 'inspect'>;
}

/** What the panel shows of one feed of an edition, by its id in that. */
export const createFeedDetails = ({
  mark,
  locale,
  plan,
  panelTypes,
  settings,
  topics,
  entries,
  feeds,
  renderings,
  statistics,
  inspection: { inspect },
}: FeedDetailsParts) => {
  const findTopics = async (ids: string[], filterTopics: FilterTopics): Promise<Topic[]> => {
    const found = await Promise.all(groupTypes(plan).map((type) => topics.findVisible(type, ids)));
    return filterTopics(found.flat(), mark);
  };

  const sourceOfFeed = (id: string): SelectedSource | undefined =>
    panelTypes.listings.find(({ contentType }) => contentType === id);

  /** What the feed with an id is about; null when there is none. */
  const findSelection = async (
    id: string,
    filterTopics: FilterTopics,
  ): Promise<Selection | null> => {
    if (id === SITE_FEED) return WHOLE_SITE;
    const source = sourceOfFeed(id);
    if (source) return ofSource(source);
    const [topic] = await findTopics([id], filterTopics);
    return topic ? ofTopic(topic) : null;
  };

  const listOf = ({ topics: [topic], source }: Selection): ListName =>
    topic ? topicList(topic.contentType, topic.documentId) : (source?.contentType ?? SITE_LIST);

  /** What may come into a feed, to write an entry of. */
  const writtenFor = ({ topics: [topic], source }: Selection): FeedDetail['entries'] => {
    const isName = topic?.contentType === AUTHOR_NAME_UID;
    const written = source
      ? sourceOf(plan, source.contentType)
      : (listedSources(plan).find((one) =>
          isName
            ? one.hasNamePages
            : one.topics.some(({ contentType }) => contentType === topic?.contentType),
        ) ?? listedSources(plan)[0]);
    return {
      contentType: written?.contentType ?? '',
      locale: (written && rowLocale(written, locale)) ?? null,
      // A name is written in the entry itself.
      topic: (!isName && topic?.documentId) || null,
    };
  };

  const listArticles = async (selection: Selection, now: Date): Promise<Article[]> => {
    const { itemsPerFeed } = await settings.get();
    const limit = documentSize(onlyTopic(selection)?.itemsPerFeed ?? itemsPerFeed);
    return entries.list({ ...selectionQuery(selection, now), limit });
  };

  /** Articles with what is wrong with them, as far as a user may know of it. */
  const inspectFor = async (
    user: Pick<FeedCircumstances, 'now' | 'filterTopics' | 'mayReadTopics'>,
    articles: Article[],
  ) => {
    const inspected = await inspect(articles, user.now);
    const problems = await findKnownProblems(inspected, user, mark);
    return inspected.map((one, place) => ({ ...one, problems: problems[place]! }));
  };

  const has = (problems: Problem[], severity: Problem['severity']): boolean =>
    problems.some((problem) => problem.severity === severity);

  return {
    /** The list that a feed is made from; undefined for one that the user may not know of. */
    async findList(
      id: string,
      { filterTopics }: Pick<FeedCircumstances, 'filterTopics'>,
    ): Promise<ListName | undefined> {
      const selection = await findSelection(id, filterTopics);
      return selection ? listIn(mark, listOf(selection)) : undefined;
    },

    /** A feed as subscribers get it; null when there is none with this id. */
    async find(
      id: string,
      { now, filterTopics, mayEdit }: FeedCircumstances,
    ): Promise<FeedDetail | null> {
      const selection = await findSelection(id, filterTopics);
      if (!selection) return null;
      const { timeZone } = await settings.get();
      const [listed, rendered] = await Promise.all([
        listArticles(selection, now),
        Promise.all(
          FEED_FORMATS.map(async (format) => ({
            format,
            feed: await feeds.findFirst(selection, format, now),
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
      const isEditable = await mayEdit(listed);
      const { title, description, link, feedUrl, language, updated } = feed.channel;
      const { items: shown } = shortenFeed(detailed, SHOWN_CHARACTERS);
      return {
        id,
        entries: writtenFor(selection),
        title,
        description,
        link,
        address: feedUrl,
        language,
        timeZone,
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
    },

    /** Problems of the articles a feed shows, those without any left out; null like `find`. */
    async findProblems(id: string, user: FeedCircumstances): Promise<ArticleProblems[] | null> {
      const { now, filterTopics, mayEdit } = user;
      const selection = await findSelection(id, filterTopics);
      if (!selection) return null;
      const inspected = await inspectFor(user, await listArticles(selection, now));
      const found = inspected.filter(({ problems }) => problems.length > 0);
      const isEditable = await mayEdit(found);
      return found.map((article) => ({ ...article, mayEdit: isEditable(article) }));
    },

    /** How many articles of each feed have problems, by the feed's id; none for a feed not known yet. */
    async findHealth(
      ids: string[],
      user: Pick<FeedCircumstances, 'now' | 'filterTopics' | 'mayReadTopics'>,
    ): Promise<Record<string, FeedHealth>> {
      const { now, filterTopics } = user;
      const { itemsPerFeed } = await settings.get();
      const asked = await findTopics(ids, filterTopics);
      const extents = [
        ...(ids.includes(SITE_FEED)
          ? [{ id: SITE_FEED, list: SITE_LIST, limit: documentSize(itemsPerFeed) }]
          : []),
        ...ids.flatMap((id) => {
          const source = sourceOfFeed(id);
          return source
            ? [{ id, list: source.contentType, limit: documentSize(itemsPerFeed) }]
            : [];
        }),
        ...asked.map((topic) => ({
          id: topic.documentId,
          list: listOf(ofTopic(topic)),
          limit: documentSize(topic.itemsPerFeed ?? itemsPerFeed),
        })),
      ];
      const shown = await statistics.findShown(extents, now);
      const listed = new Map([...shown.values()].flat().map((entry) => [entryKeyOf(entry), entry]));
      const found = await entries.findPublic([...listed.values()], now);
      const inspected = await inspectFor(user, found);
      const read = new Set(found.map(entryKeyOf));
      const byKey = new Map(inspected.map((one) => [entryKeyOf(one), one.problems]));
      return Object.fromEntries(
        extents.flatMap(({ id, list }) => {
          const keys = (shown.get(list) ?? []).map(entryKeyOf).filter((key) => read.has(key));
          // What could not be looked at in time is not said to be well.
          if (keys.some((key) => !byKey.has(key))) return [];
          const ofFeed = keys.map((key) => byKey.get(key)!);
          const error = ofFeed.filter((problems) => has(problems, 'error')).length;
          const warning = ofFeed.filter(
            (problems) => has(problems, 'warning') && !has(problems, 'error'),
          ).length;
          return [[id, { error, warning }]];
        }),
      );
    },
  };
};

export type FeedDetails = ReturnType<typeof createFeedDetails>;
