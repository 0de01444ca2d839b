import { z } from 'zod';

import { type ArticleProblems, type FeedDetail, type FeedHealth, SITE_FEED } from './admin-api';
import { isValueType } from '../mapping/value-topics';
import { ofSource, ofTopic, type Selection, WHOLE_SITE } from '../content/selection';
import { FEED_FORMATS } from '../feed/formats';
import { fitFullTexts } from '../feed/full-texts';
import { type ListName, markOf, unmarked } from '../catalogue/catalogue-table';
import { entryKeyOf } from '../catalogue/entry';
import { type ListedEntry, selectionQuery } from '../catalogue/published-rows';
import { rowLocale } from '../options/locales';
import { groupTypes, listedSources, sourceOf } from '../mapping/plan-parts';
import { feedListQuery, findFeedPage, findNewest, nameFeed, toItemParts } from './feed-list';
import { inspect, type InspectedArticle } from './inspection';
import type { Panel, PanelEdition, PanelEditions } from './panel';
import type { PanelUser } from './rights';
import { answerWith, name, names } from './requests';

/** Characters of a document that the panel shows: a browser would not lay out megabytes. */
const SHOWN_CHARACTERS = 1_000_000;

/** The edition that a feed is of: its id says that, as the names of lists do. */
const editionOfFeed = (editions: PanelEditions, id: string): PanelEdition | undefined =>
  editions.find(({ mark }) => mark === markOf(id));

/** What feeds of an edition are about, without those that there are not, or that the user may not know of. */
const findSelections = async (
  edition: PanelEdition,
  ids: readonly string[],
  { filterTopics }: Pick<PanelUser, 'filterTopics'>,
): Promise<Selection[]> => {
  const { mark, plan, panelTypes, topics } = edition;
  const sources = panelTypes.listings.filter(({ contentType }) => ids.includes(contentType));
  const others = ids.filter(
    (id) => id !== SITE_FEED && !sources.some(({ contentType }) => contentType === id),
  );
  const found =
    others.length === 0
      ? []
      : await Promise.all(groupTypes(plan).map((type) => topics.findVisible(type, others)));
  return [
    ...(ids.includes(SITE_FEED) ? [WHOLE_SITE] : []),
    ...sources.map(ofSource),
    ...(await filterTopics(found.flat(), mark)).map(ofTopic),
  ];
};

/** What the feed with an id is about, and the edition it is of; undefined when there is none for the user. */
const findSelection = async (
  editions: PanelEditions,
  id: string,
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<{ edition: PanelEdition; selection: Selection } | undefined> => {
  const edition = editionOfFeed(editions, id);
  const [selection] = edition ? await findSelections(edition, [unmarked(id)], user) : [];
  return edition && selection && { edition, selection };
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

/** The list that a feed is made from; undefined for one that the user may not know of. */
export const findFeedList = async (
  editions: PanelEditions,
  id: string,
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<ListName | undefined> => {
  const found = await findSelection(editions, id, user);
  return found && nameFeed(found.edition, found.selection).list;
};

/** A feed as subscribers get it; undefined when there is none with this id. */
const findFeed = async (
  { editions, renderings }: Panel,
  { id }: z.output<typeof oneSchema>,
  user: PanelUser,
): Promise<FeedDetail | undefined> => {
  const found = await findSelection(editions, id, user);
  if (!found) return undefined;
  const { edition, selection } = found;
  const { now } = user;
  const [listed, rendered] = await Promise.all([
    edition.entries.list({
      ...selectionQuery(selection, now),
      limit: nameFeed(edition, selection).limit,
    }),
    Promise.all(
      FEED_FORMATS.map(async (format) => ({
        format,
        feed: await edition.feeds.findFirst(edition.inForce, selection, format, now),
      })),
    ),
  ]);
  const documents = await Promise.all(
    rendered.map(async ({ format, feed }) => {
      const source = await renderings.document(format, feed);
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
  const { title, description, feedUrl, language, updated } = feed.channel;
  const shown = fitFullTexts(detailed.items, SHOWN_CHARACTERS);
  return {
    id,
    entries: writtenFor(edition, selection),
    title,
    description,
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
    const own = ids.filter((id) => markOf(id) === edition.mark).map(unmarked);
    const feeds = (await findSelections(edition, own, user)).map((one) => nameFeed(edition, one));
    const shown: ListedEntry[][] = [];
    for (const { list, limit } of feeds) {
      shown.push(await findNewest(edition, list, { limit }, user.now));
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

/** Problems of the articles a feed shows, those without any left out; undefined like `findFeed`. */
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
  findOne: answerWith(oneSchema, findFeed),
  findProblems: answerWith(oneSchema, findFeedProblems),
  findHealth: answerWith(healthSchema, findHealth),
};
