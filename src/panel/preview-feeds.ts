import { type PreviewFeed, SITE_FEED } from './admin-api';
import { listIn } from '../catalogue/catalogue-table';
import { AUTHOR_NAME_UID } from '../constants';
import type { ArticleTopic, Topic } from '../content/article';
import { directoryTitle } from '../content/selection';
import { tagTitle } from '../feed/channel';
import type { SourcePlan } from '../mapping/plan';
import { groupTypes } from '../mapping/plan-parts';
import type { PanelEdition } from './panel';

/** Topics of an entry that is in feeds; null for one that is in none. */
interface Reach {
  now: ArticleTopic[] | null;
  next: ArticleTopic[] | null;
}

/** Feeds of topics, by title. A hidden topic has none. */
const findTopicFeeds = async (
  { plan, topics, mark, inForce: { addresses, language, content } }: PanelEdition,
  { now, next }: Reach,
): Promise<PreviewFeed[]> => {
  const has = (some: ArticleTopic[] | null, id: string): boolean =>
    some?.some(({ documentId }) => documentId === id) ?? false;
  const named = [...(now ?? []), ...(next ?? [])];
  const found = await Promise.all(
    groupTypes(plan).map((type) => {
      const ofType = named.filter(({ contentType }) => contentType === type.contentType);
      const ids = [...new Set(ofType.map(({ documentId }) => documentId))];
      return ids.length === 0 ? [] : topics.findVisible(type, ids);
    }),
  );
  // By what the user may read of it.
  const toTitle = (topic: ArticleTopic): string =>
    tagTitle(named.find(({ documentId }) => documentId === topic.documentId) ?? topic, language);
  const { compare } = new Intl.Collator(language);
  const known = new Set(found.flat().map(({ documentId }) => documentId));
  // A name has a feed as soon as something public has the name.
  const toCome = new Map(
    named.flatMap((topic) =>
      topic.contentType === AUTHOR_NAME_UID && !known.has(topic.documentId)
        ? [[topic.documentId, { ...topic, isToCome: true as const }]]
        : [],
    ),
  );
  const all: (ArticleTopic & Pick<Topic, 'content'> & Pick<PreviewFeed, 'isToCome'>)[] = [
    ...found.flat(),
    ...toCome.values(),
  ];
  return all
    .map((topic) => ({
      id: listIn(mark, topic.documentId),
      title: toTitle(topic),
      address: addresses.rss(topic.path),
      now: has(now, topic.documentId),
      next: has(next, topic.documentId),
      content: topic.content ?? content,
      ...(topic.isToCome && { isToCome: topic.isToCome }),
    }))
    .sort((a, b) => compare(a.title, b.title));
};

/**
 * In which feeds an entry is, and in which it will be: the feed of the whole site first, then that of the content type, then
 * those of topics.
 */
export const findPreviewFeeds = async (
  edition: PanelEdition,
  { contentType }: Pick<SourcePlan, 'contentType'>,
  reach: Reach,
): Promise<PreviewFeed[]> => {
  const { mark, panelTypes } = edition;
  const { addresses, siteName, language, content } = edition.inForce;
  const state = { now: reach.now !== null, next: reach.next !== null, content };
  if (!state.now && !state.next) return [];
  const own = panelTypes.listings.find((listing) => listing.contentType === contentType);
  return [
    { ...state, id: listIn(mark, SITE_FEED), title: siteName, address: addresses.rss() },
    ...(own
      ? [
          {
            ...state,
            id: listIn(mark, contentType),
            title: directoryTitle(own.directory, language),
            address: addresses.rss(own.directory),
          },
        ]
      : []),
    ...(await findTopicFeeds(edition, reach)),
  ];
};
