import type { PreviewEffect, PreviewFeed } from './admin-api';
import { type ArticleTopic, groupsOf } from '../content/article';
import { bodySourceOf } from '../content/body-source';
import { isValueType } from '../mapping/value-topics';
import type { PanelEdition } from './panel';
import type { PreviewForm, PreviewReader } from './preview-form';
import type { SourcePlan } from '../mapping/plan';
import type { EntryVersion } from '../entries/to-article';

/** An entry as its published row has it. */
type PublishedVersion = EntryVersion & { isKeptOut: boolean };

/** The body as it is compared: what it is rendered from. */
const toText = (body: EntryVersion['body']): string | null =>
  typeof body === 'object' && body !== null ? JSON.stringify(bodySourceOf(body)) : (body ?? null);

/** What readers see of a version. */
export const toSeen = (
  {
    title,
    date,
    until,
    summary = null,
    body,
    author = null,
    cover,
    attachment,
    isKeptOut,
  }: PublishedVersion,
  link: string | null,
): SeenArticle => ({
  title: title ?? '',
  link,
  date,
  until,
  summary,
  body: toText(body),
  author,
  cover: cover?.url ?? null,
  attachment: attachment?.url ?? null,
  keepOutOfFeeds: isKeptOut,
});

/** Whether it was published until a date that is past. */
export const hasEnded = <Version extends Pick<EntryVersion, 'until'>>(
  version: Version,
  now: Date,
): version is Version & { until: Date } => version.until !== undefined && version.until <= now;

/** Whether readers have it. */
export const isPublic = (version: PublishedVersion, now: Date): boolean => {
  const { title, path, date } = version;
  const isDue = date !== undefined && date <= now;
  return title !== undefined && path !== undefined && isDue && !hasEnded(version, now);
};

/** An entry as it is published, be it without an address or before its date. */
export const findPublished = async (
  { locale, entries }: Pick<PanelEdition, 'locale' | 'entries'>,
  source: SourcePlan,
  { documentId, locale: asked }: PreviewForm,
  { findWithheld }: PreviewReader,
): Promise<PublishedVersion | undefined> => {
  if (documentId === undefined) return undefined;
  const version = await entries.findVersion(source, {
    documentId,
    locale: asked,
    status: 'published',
  });
  if (!version) return undefined;
  // Those of an entry without locales are what they are in the locale it is published in.
  const topicLocale = version.locale || locale?.code;
  const readable = new Set<ArticleTopic>();
  const groups = groupsOf(version);
  // A value is public as the entry is.
  for (const topic of groups) if (isValueType(topic.contentType)) readable.add(topic);
  for (const contentType of new Set(source.topics.map((topic) => topic.contentType))) {
    const ofType = groups.filter((topic) => topic.contentType === contentType);
    const toEntry = ({ documentId }: ArticleTopic) => ({ documentId, locale: topicLocale });
    // What is shown of them is public: it is published.
    const withheldOf = await findWithheld(contentType, ofType.map(toEntry), {});
    for (const topic of ofType) {
      if (withheldOf(toEntry(topic)) !== undefined) readable.add(topic);
    }
  }
  return {
    ...version,
    topics: version.topics.filter((topic) => readable.has(topic)),
    authors: version.authors?.map(({ name, topic }) =>
      topic && readable.has(topic) ? { name, topic } : { name },
    ),
  };
};

/** What readers see of an article. Files by their addresses; what is empty is null. */
export interface SeenArticle {
  title: string;
  /** Absolute address of its page; null while there is none. */
  link: string | null;
  /** Undefined for the moment of publication. */
  date?: Date;
  /** From when on readers find it nowhere. */
  until?: Date;
  summary: string | null;
  body: string | null;
  author: string | null;
  cover: string | null;
  attachment: string | null;
  keepOutOfFeeds: boolean;
}

interface Publication {
  /** What readers have now; none while they have nothing. */
  published?: SeenArticle;
  /** What they have once it is published as it stands in the form. */
  next: SeenArticle;
  feeds: Pick<PreviewFeed, 'title' | 'now' | 'next'>[];
  /** Whether readers had it before it was withdrawn. */
  wasPublic: boolean;
  /** Whether publishing it again tells nobody by itself. */
  isQuiet: boolean;
  /** Whether it is a page, of which subscribers get nothing. */
  isPage?: boolean;
  now: Date;
}

const TEXTS = ['title', 'summary', 'body', 'author', 'cover', 'attachment'] as const;

/** As far as readers see it: an empty field and a missing one are the same. */
const hasChanged = (published: SeenArticle, next: SeenArticle): boolean =>
  TEXTS.some((name) => (published[name]?.trim() ?? '') !== (next[name]?.trim() ?? '')) ||
  (next.date !== undefined && published.date?.getTime() !== next.date.getTime());

const titles = (feeds: Publication['feeds']): string => feeds.map(({ title }) => title).join(', ');

/** What subscribers notice of the first publication, or of the first after a withdrawal. */
const ofNew = ({ next, wasPublic, isPage, now }: Publication): PreviewEffect[] => {
  if (isPage) return [{ code: 'page-new' }];
  const until = next.date && next.date > now ? next.date.toISOString() : undefined;
  const code = next.keepOutOfFeeds ? 'page-alone' : wasPublic ? 'returns' : 'new';
  return [until === undefined ? { code } : { code: `${code}-later`, until }];
};

/** Nobody who subscribes has, or keeps, what is kept out of feeds. */
const codeOfChange = (
  published: SeenArticle,
  { next, isQuiet, isPage }: Publication,
): 'change' | 'change-quiet' | 'page-change' => {
  if (isPage || published.keepOutOfFeeds || next.keepOutOfFeeds) return 'page-change';
  return isQuiet ? 'change-quiet' : 'change';
};

const ofChange = (published: SeenArticle, publication: Publication): PreviewEffect[] => {
  const { next, feeds, isPage, now } = publication;
  const isKeptOut = published.keepOutOfFeeds || next.keepOutOfFeeds;
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
    hasChanged(published, next) && { code: codeOfChange(published, publication) },
    from !== null &&
      next.link !== null &&
      from !== next.link && { code: isPage ? 'page-moves' : 'moves', from, to: next.link },
    joined.length > 0 && { code: 'joins', feeds: titles(joined) },
    leaves,
  ];
  return effects.filter((effect) => effect !== false);
};

/** What readers and subscribers notice when an article is published; nothing when nothing changes. */
export const findEffects = (publication: Publication): PreviewEffect[] => {
  const { published, next, now } = publication;
  if (hasEnded(next, now)) return [{ code: 'ended', since: next.until.toISOString() }];
  return published ? ofChange(published, publication) : ofNew(publication);
};
