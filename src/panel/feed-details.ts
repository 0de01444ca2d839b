import { z } from 'zod';

import { entryKeyOf } from '../catalogue/catalogue-table';
import type { ListedEntry } from '../catalogue/published-rows';
import type { Selection } from '../content/selection';
import { findFirstFeed } from '../public/feeds';
import { FEED_FORMATS } from '../feed/formats';
import { fitFullTexts } from '../feed/model';
import { listedSources, sourceOf } from '../mapping/plan';
import { isValueType } from '../mapping/values';
import { rowLocale } from '../options/locales';
import type { ArticleProblems, FeedDetail, FeedHealth } from './admin-api';
import { feedListQuery, findFeed, findFeedPage, findFeedsById, toItemParts } from './feed-list';
import { findNewestEntries } from './entry-views';
import { inspect, type InspectedArticle } from './inspection';
import { answerWith, name, names, type Panel, type PanelEdition } from './panel';
import type { PanelUser } from './rights';

/** Most characters of a document that the panel shows: a browser would not lay out megabytes. */
const SHOWN_CHARACTERS = 1_000_000;

/** What an editor writes to add an entry to this feed. */
const describeWriting = (
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

/** A feed as subscribers get it; undefined if the user knows of none with this id. */
const describeFeed = async (
  { editions, renderings }: Panel,
  { id }: z.output<typeof oneSchema>,
  user: PanelUser,
): Promise<FeedDetail | undefined> => {
  const asked = await findFeed(editions, id, user);
  if (!asked) return undefined;
  const { edition, selection } = asked;
  const { inForce } = edition;
  const found = await Promise.all(
    FEED_FORMATS.map((format) => findFirstFeed(edition, selection, format, user.now)),
  );
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
  const { title, description, feedUrl, updated } = found[0]!.channel;
  // With the cover and other parts that Atom has, even if RSS leaves them out.
  const { items, articles } = found[FEED_FORMATS.findIndex(({ detailed }) => detailed)]!;
  const isEditable = await user.mayEdit(articles);
  const shown = fitFullTexts(items, SHOWN_CHARACTERS);
  return {
    entries: describeWriting(edition, selection),
    title,
    description,
    address: feedUrl,
    timeZone: inForce.timeZone,
    changed: updated.toISOString(),
    items: items.map((item, place) => {
      const { contentType, documentId, locale } = articles[place]!;
      return {
        ...toItemParts(item, shown[place]!),
        ...{ contentType, documentId, locale: locale || null },
        mayEdit: isEditable(articles[place]!),
        title: item.title,
        link: item.link,
        date: item.date.toISOString(),
      };
    }),
    documents,
  };
};

/**
 * Inspects the articles of some feeds, each once. Skips feeds that the user may not know of.
 *
 * @returns each feed with its inspected articles, and whether all could be inspected in time
 */
const inspectFeeds = async (
  panel: Panel,
  ids: readonly string[],
  user: PanelUser,
): Promise<{ id: string; articles: InspectedArticle[]; isWhole: boolean }[]> => {
  const inspected = panel.editions.map(async (edition) => {
    const feeds = await findFeedsById(edition, ids, user);
    const shown: ListedEntry[][] = [];
    for (const feed of feeds) {
      shown.push(await findNewestEntries(feed, { limit: feed.limit }, user.now));
    }
    const listed = new Map(shown.flat().map((entry) => [entryKeyOf(entry), entry]));
    const found = await edition.entries.findPublic([...listed.values()], user.now);
    const { articles } = await inspect(panel, edition, found, user);
    const read = new Set(found.map(entryKeyOf));
    const byKey = new Map(articles.map((one) => [entryKeyOf(one), one]));
    return feeds.map(({ id }, place) => {
      const keys = shown[place]!.map(entryKeyOf).filter((key) => read.has(key));
      const inspectedArticles = keys.flatMap((key) => byKey.get(key) ?? []);
      return { id, articles: inspectedArticles, isWhole: inspectedArticles.length === keys.length };
    });
  });
  return (await Promise.all(inspected)).flat();
};

/** Articles of a feed that have problems; undefined if the user knows of no such feed. */
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

/** Counts the articles with problems, by feed id. A feed that could not be inspected in time is absent. */
const findHealth = async (
  panel: Panel,
  { feeds }: z.output<typeof healthSchema>,
  user: PanelUser,
): Promise<Record<string, FeedHealth>> => {
  const health: Record<string, FeedHealth> = {};
  for (const { id, articles, isWhole } of await inspectFeeds(panel, feeds, user)) {
    // A feed that was not wholly inspected must not look healthy.
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
