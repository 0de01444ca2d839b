import type { PreviewEffect, PreviewFeed } from './admin-api';
import { bodySourceOf } from '../content/body-source';
import { isOver } from '../lib/dates';
import type { PanelEdition } from './panel';
import type { PreviewForm } from './preview-form';
import type { SourcePlan } from '../mapping/plan';
import type { EntryVersion } from '../entries/to-article';

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

/** The published version of an entry, even without an address or before its date. */
export const findPublishedVersion = async (
  { entries }: Pick<PanelEdition, 'entries'>,
  source: SourcePlan,
  { documentId, locale }: PreviewForm,
): Promise<PublishedVersion | null> =>
  documentId === undefined
    ? null
    : entries.findVersion(source, { documentId, locale, status: 'published' });

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
  if (until !== undefined && !isKeptOut) return [{ code: 'hidden', until }];
  const joined = feeds.filter((feed) => feed.next && !feed.now);
  const left = feeds.filter((feed) => feed.now && !feed.next);
  const leaves: PreviewEffect | false = left.length > 0 && {
    code: 'leaves',
    feeds: titles(left),
  };
  if (until !== undefined) return [{ code: 'page-hidden', until }, ...(leaves ? [leaves] : [])];
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
