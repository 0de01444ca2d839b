import { type ArticleProblems, type FeedDetail, type FeedHealth, SITE_FEED } from './admin-api';
import { TAG_UID } from '../constants';
import type { Article, Topic } from '../content/article';
import type { FilterTags } from './permissions/known-tags';
import type { Problem } from '../content/problem';
import { findProblems } from '../content/problems';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import { ofTopic, onlyTopic, type Selection, WHOLE_SITE } from '../content/selection';
import { FEED_FORMATS } from '../feed/formats';
import { shortenFeed } from '../feed/full-texts';
import { documentSize } from '../feed/history';
import { topicList, SITE_LIST } from '../catalogue/catalogue-table';
import { type Feeds, selectionQuery } from '../public/feeds';
import type { SettingsStore } from '../settings';
import type { Entries } from '../sources/entries';
import { addressKey } from '../sources/entry-path';
import type { Plan } from '../sources/plan';
import { patternOf } from '../sources/plan-parts';
import type { Topics } from '../sources/topics';
import type { FeedStatistics } from './feed-statistics';
import { toItemParts } from './item-parts';
import type { ArticleRights } from './schedule';

/** Characters of a document that the panel shows: a browser would not lay out megabytes. */
const SHOWN_CHARACTERS = 1_000_000;

type FoundProblems = Omit<ArticleProblems, 'mayEdit'>;

/** The moment of a request, and what its user may know of and change. */
export interface FeedCircumstances extends Pick<ArticleRights, 'mayEdit'> {
  now: Date;
  filterTags: FilterTags;
}

interface FeedDetailsParts {
  plan: Plan;
  settings: SettingsStore;
  topics: Topics;
  entries: Entries;
  feeds: Feeds;
  renderings: Renderings;
  statistics: FeedStatistics;
}

/** What the panel shows of one feed. */
export const createFeedDetails = ({
  plan,
  settings,
  topics,
  entries,
  feeds,
  renderings,
  statistics,
}: FeedDetailsParts) => {
  const findTags = async (ids: string[], filterTags: FilterTags): Promise<Topic[]> => {
    // What a user may know of is known of tags alone.
    const types = plan.topicTypes.filter(({ contentType }) => contentType === TAG_UID);
    const found = await Promise.all(types.map((type) => topics.findVisible(type, ids)));
    return filterTags(found.flat());
  };

  /** What tells an article's address from those of others. */
  const slugOf = ({ contentType, path }: Article): string =>
    addressKey(patternOf(plan, contentType), path).split('/').at(-1)!;

  /** What the feed with an id is about; null when there is none. */
  const findSelection = async (id: string, filterTags: FilterTags): Promise<Selection | null> => {
    if (id === SITE_FEED) return WHOLE_SITE;
    const [tag] = await findTags([id], filterTags);
    return tag ? ofTopic(tag) : null;
  };

  const listArticles = async (selection: Selection, now: Date): Promise<Article[]> => {
    const { itemsPerFeed } = await settings.get();
    const limit = documentSize(onlyTopic(selection)?.itemsPerFeed ?? itemsPerFeed);
    return entries.list({ ...selectionQuery(selection, now), limit });
  };

  /** Problems of articles, as far as they can be found in a few seconds. */
  const inspect = async (shown: Article[], now: Date): Promise<FoundProblems[]> => {
    const { addresses, language, summaryWords } = await settings.get();
    const deadline = renderingDeadline();
    const inspected = await Promise.all(
      shown.map(async (article) => {
        const { documentId, title } = article;
        const link = addresses.entry(article.path);
        const [summary, body] = await Promise.all([
          renderings.summary(article, { summaryWords, language }, deadline),
          renderings.body(article.body ?? '', link, deadline),
        ]);
        if (!body) return [];
        return [
          {
            documentId,
            title,
            problems: findProblems({
              article,
              hasAttachment: Boolean(article.attachment),
              summary,
              body,
              link,
              slug: slugOf(article),
              now,
              language,
            }),
          },
        ];
      }),
    );
    return inspected.flat();
  };

  const has = (problems: Problem[], severity: Problem['severity']): boolean =>
    problems.some((problem) => problem.severity === severity);

  return {
    /** Whether there is a feed with an id that the user may know of. */
    exists: async (
      id: string,
      { filterTags }: Pick<FeedCircumstances, 'filterTags'>,
    ): Promise<boolean> => (await findSelection(id, filterTags)) !== null,

    /** A feed as subscribers get it; null when there is none with this id. */
    async find(
      id: string,
      { now, filterTags, mayEdit }: FeedCircumstances,
    ): Promise<FeedDetail | null> {
      const selection = await findSelection(id, filterTags);
      if (!selection) return null;
      const { addresses, timeZone } = await settings.get();
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
      const documentIds = new Map(
        listed.map(({ documentId, path }) => [addresses.entry(path), documentId]),
      );
      const editable = await mayEdit([...documentIds.values()]);
      const { title, description, link, feedUrl, language, updated } = feed.channel;
      const { items: shown } = shortenFeed(detailed, SHOWN_CHARACTERS);
      return {
        id,
        title,
        description,
        link,
        address: feedUrl,
        language,
        timeZone,
        changed: updated.toISOString(),
        items: detailed.items.map((item, place) => ({
          ...toItemParts(item, shown[place]!),
          documentId: documentIds.get(item.link) ?? '',
          mayEdit: editable.has(documentIds.get(item.link) ?? ''),
          title: item.title,
          link: item.link,
          date: item.date.toISOString(),
        })),
        documents,
      };
    },

    /** Problems of the articles a feed shows, those without any left out; null like `find`. */
    async findProblems(
      id: string,
      { now, filterTags, mayEdit }: FeedCircumstances,
    ): Promise<ArticleProblems[] | null> {
      const selection = await findSelection(id, filterTags);
      if (!selection) return null;
      const inspected = await inspect(await listArticles(selection, now), now);
      const found = inspected.filter(({ problems }) => problems.length > 0);
      const editable = await mayEdit(found.map(({ documentId }) => documentId));
      return found.map((article) => ({ ...article, mayEdit: editable.has(article.documentId) }));
    },

    /** How many articles of each feed have problems, by the feed's id; none for a feed not known yet. */
    async findHealth(
      ids: string[],
      { now, filterTags }: Pick<FeedCircumstances, 'now' | 'filterTags'>,
    ): Promise<Record<string, FeedHealth>> {
      const { itemsPerFeed } = await settings.get();
      const asked = await findTags(ids, filterTags);
      const extents = [
        ...(ids.includes(SITE_FEED)
          ? [{ id: SITE_FEED, list: SITE_LIST, limit: documentSize(itemsPerFeed) }]
          : []),
        ...asked.map((tag) => ({
          id: tag.documentId,
          list: topicList(TAG_UID, tag.documentId),
          limit: documentSize(tag.itemsPerFeed ?? itemsPerFeed),
        })),
      ];
      const shown = await statistics.findShown(extents, now);
      const listed = new Map([...shown.values()].flat().map((entry) => [entry.documentId, entry]));
      const found = await entries.findPublic([...listed.values()], now);
      const inspected = await inspect(found, now);
      const read = new Set(found.map(({ documentId }) => documentId));
      const byId = new Map(inspected.map(({ documentId, problems }) => [documentId, problems]));
      return Object.fromEntries(
        extents.flatMap(({ id, list }) => {
          const keys = (shown.get(list) ?? []).filter(({ documentId }) => read.has(documentId));
          // What could not be looked at in time is not said to be well.
          if (keys.some(({ documentId }) => !byId.has(documentId))) return [];
          const ofFeed = keys.map(({ documentId }) => byId.get(documentId)!);
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
