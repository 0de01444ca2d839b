import { addressGaps } from '../addresses/without-address';
import { listIn } from '../catalogue/catalogue-table';
import type { ArticleTopic } from '../content/article';
import { bodySourceOf } from '../content/body-source';
import { ofSource, selectionPath, tagTitle, WHOLE_SITE } from '../content/selection';
import type { FormRow } from '../entries/drafts';
import type { EntryVersion } from '../entries/to-article';
import { SLUGGED_TYPES } from '../lib/constants';
import { isOver } from '../lib/dates';
import { ownField, type SourcePlan } from '../mapping/plan';
import { isValueType } from '../mapping/values';
import { type ReadEntry, rowsAt, textAt, valueAt } from '../mapping/values';
import type { PreviewEffect, PreviewFeed, PreviewReason } from './admin-api';
import { findVisibleTopics, nameFeed } from './feed-list';
import type { PanelEdition } from './panel';

/** Topics whose feeds contain the entry, now and once it is published; null if no feed contains it. */
interface FeedTopics {
  now: ArticleTopic[] | null;
  next: ArticleTopic[] | null;
}

/**
 * Finds the feeds that contain an entry, now or once it is published: the whole site's first, then that of the content
 * type, then those of topics by title.
 */
export const findPreviewFeeds = async (
  edition: PanelEdition,
  { contentType }: Pick<SourcePlan, 'contentType'>,
  { now, next }: FeedTopics,
): Promise<PreviewFeed[]> => {
  if (now === null && next === null) return [];
  const { addresses, language, content } = edition.inForce;
  const own = edition.panelTypes.listings.filter((listing) => listing.contentType === contentType);
  const feedsOfLists = [WHOLE_SITE, ...own.map(ofSource)].map((selection): PreviewFeed => {
    const { id, title } = nameFeed(edition, selection);
    const address = addresses.feed('rss', selectionPath(selection));
    return { id, title, address, now: now !== null, next: next !== null, content };
  });
  const has = (some: ArticleTopic[] | null, id: string): boolean =>
    some?.some(({ documentId }) => documentId === id) ?? false;
  const named = [...(now ?? []), ...(next ?? [])];
  const visible = await findVisibleTopics(edition, named);
  const ofTopics = named.flatMap((topic, place): PreviewFeed[] => {
    const id = topic.documentId;
    const found = visible.find(({ documentId }) => documentId === id);
    // A hidden topic has no feed. A value that is a topic gets one with its first public entry.
    if (has(named.slice(0, place), id) || (!found && !isValueType(topic.contentType))) return [];
    return [
      {
        id: listIn(edition.mark, id),
        // Only what the user may read of the topic.
        title: tagTitle(topic, language),
        address: addresses.feed('rss', (found ?? topic).path),
        now: has(now, id),
        next: has(next, id),
        content: found?.content ?? content,
        ...(!found && { isToCome: true as const }),
      },
    ];
  });
  const { compare } = new Intl.Collator(language);
  return [...feedsOfLists, ...ofTopics.sort((a, b) => compare(a.title, b.title))];
};

/** Empty fields of the form that the address needs; for a field of another entry, the relation to it. */
export const missingAddressFields = (source: SourcePlan, row: ReadEntry): string[] => {
  const isMadeByPlugin = (field: string): boolean =>
    field === 'documentId' || (field === 'slug' && source.contentType in SLUGGED_TYPES);
  const missing = addressGaps(source, (path) => valueAt(row, path)).filter(
    ({ field, text }) => text === '' && !isMadeByPlugin(field),
  );
  return [...new Set(missing.map(({ field }) => field))];
};

/** Own fields to correct before readers can find the entry: an empty title, and values that no address can contain. */
export const fieldsToCorrect = (
  source: SourcePlan,
  { values }: { values: ReadEntry },
): string[] => [
  ...((textAt(values, source.title) ?? '') === '' ? [source.title.join('.')] : []),
  ...addressGaps(source, (path) => valueAt(values, path)).flatMap(({ path }) => {
    const field = ownField(path);
    return field === undefined || field === 'documentId' ? [] : field;
  }),
];

/** Reasons why an entry is in no feed yet, or not in more of them. */
export const findReasons = (
  source: SourcePlan,
  { row, unpublished }: FormRow,
  state: {
    /** Whether its locale is published. */
    isInLanguage: boolean;
    isPublished: boolean;
    /** Whether its own field says that it is not published. */
    isWithdrawn: boolean;
    isKeptOut: boolean;
    /** Whether no field of its address is missing; always true while the title is empty. */
    isPlaced: boolean;
    date?: Date;
    /** Its end date, if past. */
    ended?: Date;
    now: Date;
  },
): PreviewReason[] => {
  const { isInLanguage, isPublished, isWithdrawn, isKeptOut, isPlaced } = state;
  const { date, ended, now } = state;
  const fields = source.topics.flatMap(({ field, isOfAuthors }) => (isOfAuthors ? [] : field));
  const isGrouped = fields.some(
    (field) => unpublished.includes(field) || rowsAt(row, [field]).length > 0,
  );
  const reasons: PreviewReason[] = [];
  if (!isInLanguage) reasons.push({ code: 'not-in-language' });
  if (isKeptOut) reasons.push({ code: 'kept-out' });
  if (!isPlaced) reasons.push({ code: 'no-address' });
  if (!isPublished) reasons.push({ code: 'draft' });
  if (isWithdrawn) reasons.push({ code: 'withdrawn', field: ownField(source.published!.path)! });
  if (ended) reasons.push({ code: 'ended', since: ended.toISOString() });
  // Subscribers never get an entry that is kept out of feeds.
  if (date && date > now && !isKeptOut) reasons.push({ code: 'future', until: date.toISOString() });
  if (!isKeptOut && isPlaced && fields.length > 0 && !isGrouped) {
    reasons.push({ code: 'no-tags', fields });
  }
  return reasons;
};

/** An entry as its published row has it. */
type PublishedVersion = EntryVersion & { isKeptOut: boolean };

/** An entry as readers see it, or will. */
export interface SeenEntry extends Pick<
  EntryVersion,
  'title' | 'date' | 'until' | 'summary' | 'body' | 'author' | 'cover' | 'attachment'
> {
  /** Absolute address of its page; null if there is none yet. */
  link: string | null;
  isKeptOut: boolean;
  /** Whether its own field says that it is not published. */
  isWithdrawn?: boolean;
}

/** Whether the end date of an entry is past. */
export const hasEnded = <Version extends Pick<EntryVersion, 'until'>>(
  version: Version,
  now: Date,
): version is Version & { until: Date } => isOver(version.until, now);

/** Whether readers can find the entry. */
export const isPublic = (version: PublishedVersion, now: Date): boolean => {
  const { title, path, date } = version;
  const isDue = date !== undefined && date <= now;
  return title !== undefined && path !== undefined && isDue && !hasEnded(version, now);
};

interface PlannedPublication {
  /** What readers have now; absent if nothing. */
  published?: SeenEntry;
  /** What readers have once the entry is published as it stands in the form. */
  next: SeenEntry;
  feeds: Pick<PreviewFeed, 'title' | 'now' | 'next'>[];
  /** Whether the entry was public before it was withdrawn. */
  wasPublic: boolean;
  /** Whether publishing it again does not notify subscribers by itself. */
  isQuiet: boolean;
  /** Whether it is a page, which subscribers do not get. */
  isPage?: boolean;
  now: Date;
}

/** Texts that readers see; files as their addresses, the body as its source. */
const shownTexts = ({ title, summary, body, author, cover, attachment }: SeenEntry): string[] =>
  [
    ...[title, summary, author, cover?.url, attachment?.url],
    typeof body === 'object' && body !== null ? JSON.stringify(bodySourceOf(body)) : body,
  ].map((text) => text?.trim() ?? '');

/** Whether readers see a difference: an empty field and a missing one are the same. */
const hasChanged = (published: SeenEntry, next: SeenEntry): boolean => {
  const before = shownTexts(published);
  return (
    shownTexts(next).some((text, place) => text !== before[place]) ||
    (next.date !== undefined && published.date?.getTime() !== next.date.getTime())
  );
};

const titles = (feeds: PlannedPublication['feeds']): string =>
  feeds.map(({ title }) => title).join(', ');

/** What subscribers notice of the first publication, or of the first one after a withdrawal. */
const ofNew = ({ next, wasPublic, isPage, now }: PlannedPublication): PreviewEffect[] => {
  if (isPage) return [{ code: 'page-new' }];
  const until = next.date && next.date > now ? next.date.toISOString() : undefined;
  const code = next.isKeptOut ? 'page-alone' : wasPublic ? 'returns' : 'new';
  return [until === undefined ? { code } : { code: `${code}-later`, until }];
};

const ofChange = (
  published: SeenEntry,
  { next, feeds, isQuiet, isPage, now }: PlannedPublication,
): PreviewEffect[] => {
  // Subscribers do not have entries that are kept out of feeds: only the page changes.
  const isKeptOut = published.isKeptOut || next.isKeptOut;
  const until = next.date && next.date > now ? next.date.toISOString() : undefined;
  const joined = feeds.filter((feed) => feed.next && !feed.now);
  const left = feeds.filter((feed) => feed.now && !feed.next);
  const leaves: PreviewEffect | false = left.length > 0 && {
    code: 'leaves',
    feeds: titles(left),
  };
  if (until !== undefined) {
    return [{ code: 'hidden', until }, ...(isKeptOut && leaves ? [leaves] : [])];
  }
  const { link: from } = published;
  const effects: (PreviewEffect | false)[] = [
    hasChanged(published, next) && {
      code: isPage || isKeptOut ? 'page-change' : isQuiet ? 'change-quiet' : 'change',
    },
    from !== null &&
      next.link !== null &&
      from !== next.link && { code: isPage ? 'page-moves' : 'moves', from, to: next.link },
    joined.length > 0 && { code: 'joins', feeds: titles(joined) },
    leaves,
  ];
  return effects.filter((effect) => effect !== false);
};

/** What readers and subscribers notice when an entry is published; empty if nothing changes. */
export const findEffects = (publication: PlannedPublication): PreviewEffect[] => {
  const { published, next, now } = publication;
  if (next.isWithdrawn) return published ? [{ code: 'goes' }] : [];
  if (hasEnded(next, now)) return [{ code: 'ended', since: next.until.toISOString() }];
  return published ? ofChange(published, publication) : ofNew(publication);
};
