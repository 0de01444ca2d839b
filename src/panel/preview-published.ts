import { type ArticleTopic, groupsOf } from '../content/article';
import { bodySourceOf } from '../content/body-source';
import { AUTHOR_NAME_UID } from '../constants';
import type { SeenArticle } from './effects';
import type { PanelEdition } from './panel';
import type { PreviewForm, PreviewReader } from './preview-form';
import type { SourcePlan } from '../mapping/plan';
import type { EntryVersion } from '../entries/to-article';

/** An entry as its published row has it. */
export type PublishedVersion = EntryVersion & { isKeptOut: boolean };

/** The body as it is compared: what it is rendered from. */
const toText = (body: EntryVersion['body']): string | null =>
  typeof body === 'object' && body !== null ? JSON.stringify(bodySourceOf(body)) : (body ?? null);

/** What readers see of a version. */
export const toSeen = (
  {
    title,
    date,
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
  summary,
  body: toText(body),
  author,
  cover: cover?.url ?? null,
  attachment: attachment?.url ?? null,
  keepOutOfFeeds: isKeptOut,
});

/** Whether readers have it. */
export const isPublic = ({ title, path, date }: PublishedVersion, now: Date): boolean =>
  title !== undefined && path !== undefined && date !== undefined && date <= now;

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
  // A name is public as the entry is.
  for (const topic of groups) if (topic.contentType === AUTHOR_NAME_UID) readable.add(topic);
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
