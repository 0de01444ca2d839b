import type { Core } from '@strapi/strapi';

import { type ArticlePreview, type PreviewFeed, type PreviewReason, SITE_FEED } from './admin-api';
import { ARTICLE_UID, TAG_UID } from '../constants';
import type { Article, Attachment, Cover, Topic } from '../content/article';
import { renderPlain } from '../content/body';
import type { Problem } from '../content/problem';
import { findProblems } from '../content/problems';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import { SLUG_PATTERN } from '../feed/addresses';
import { tagTitle } from '../feed/channel';
import { excerpt } from '../feed/summary';
import { findEffects, type SeenArticle } from './effects';
import { toItemParts } from './item-parts';
import { listIn } from '../catalogue/catalogue-table';
import { editionOf, localeMark, type PublishedLocale } from '../locales';
import type { Feeds } from '../public/feeds';
import type { Settings, SettingsStore } from '../settings';
import { pathOfKey } from '../sources/entry-path';
import type { Permalinks } from '../sources/permalinks';
import type { Plan } from '../sources/plan';
import { patternOf, topicTypeOf } from '../sources/plan-parts';
import { documentLocale, slugLocale } from '../sources/slug-locale';
import type { Slugs } from '../sources/slugs';
import { toTopic } from '../sources/to-topic';
import type { EntryRow } from '../sources/values';

/** Characters of a full text that the panel shows: it is asked for anew at every pause in typing. */
const SHOWN_CHARACTERS = 200_000;

/** An article as it stands in the form, saved or not. */
export interface ArticleForm {
  /** None for an article that was never saved. */
  documentId?: string;
  /** Document id of the article it is a copy of, until the copy is saved. */
  copyOf?: string;
  /** Code of the locale it is written in, where articles are localised. */
  locale?: string;
  title: string;
  slug: string;
  date?: Date;
  summary: string;
  body: string;
  author: string;
  keepOutOfFeeds: boolean;
  cover?: Cover;
  attachment?: Attachment;
  /** Document ids of the tags added to and removed from those that are saved. */
  tags: { added: string[]; removed: string[] };
}

interface SavedArticle {
  title?: string | null;
  slug?: string | null;
  date?: string | Date | null;
  summary?: string | null;
  body?: string | null;
  author?: string | null;
  keepOutOfFeeds?: boolean | null;
  tags: EntryRow[];
  cover?: { url: string } | null;
  attachment?: { url: string } | null;
}

/** What a user may see of what is saved. */
export interface PreviewReader {
  /** Whether a saved article is there for the user. */
  mayReadArticle: (documentId: string) => Promise<boolean>;
  /** Those of some tags that are there for the user. */
  filterTags: (documentIds: string[]) => Promise<Set<string>>;
}

type PublishedArticle = Omit<SavedArticle, 'date' | 'slug' | 'tags'> & {
  slug: string;
  date: Date;
  tags: Topic[];
};

/** What of the site in a locale shows what subscribers get there. */
interface PreviewedSite {
  locale: PublishedLocale | undefined;
  settings: SettingsStore;
  feeds: Feeds;
}

interface PreviewParts {
  plan: Plan;
  /** The site in each of its locales, the main one first. */
  editions: readonly [PreviewedSite, ...PreviewedSite[]];
  slugs: Slugs;
  permalinks: Permalinks;
  renderings: Renderings;
}

const toSeen = (
  {
    title,
    date,
    summary = null,
    body = null,
    author = null,
    cover,
    attachment,
    keepOutOfFeeds,
  }: Omit<SavedArticle, 'tags'>,
  link: string | null,
): SeenArticle => ({
  title: title ?? '',
  link,
  date: date ? new Date(date) : undefined,
  summary,
  body,
  author,
  cover: cover?.url ?? null,
  attachment: attachment?.url ?? null,
  keepOutOfFeeds: keepOutOfFeeds === true,
});

/** Shows editors what subscribers will get. */
export const createPreviews = (
  strapi: Core.Strapi,
  { plan, editions, slugs, permalinks, renderings }: PreviewParts,
) => {
  const findSaved = async (
    documentId: string | undefined,
    asked: string | undefined,
    publishedAt: null | { $notNull: true },
  ): Promise<SavedArticle | null> => {
    if (documentId === undefined) return null;
    const locale = await documentLocale(strapi, ARTICLE_UID, asked);
    return strapi.db.query(ARTICLE_UID).findOne({
      where: { documentId, publishedAt, ...(locale !== undefined && { locale }) },
      populate: { tags: true, cover: true, attachment: true },
    });
  };

  /** The form without the articles that the reader may not read. */
  const readable = async (form: ArticleForm, reader: PreviewReader): Promise<ArticleForm> => {
    const ifReadable = async (documentId: string | undefined) =>
      documentId !== undefined && (await reader.mayReadArticle(documentId))
        ? documentId
        : undefined;
    return {
      ...form,
      documentId: await ifReadable(form.documentId),
      copyOf: await ifReadable(form.copyOf),
    };
  };

  /** Where an article with a slug is, be it one that no article can have. */
  const pathOf = (slug: string): string => pathOfKey(patternOf(plan, ARTICLE_UID), slug);

  const readableTags = async (
    rows: EntryRow[],
    { filterTags }: PreviewReader,
  ): Promise<Topic[]> => {
    const type = topicTypeOf(plan, TAG_UID);
    const tags = rows.flatMap((row) => toTopic(type, row) ?? []);
    const known = await filterTags(tags.map(({ documentId }) => documentId));
    return tags.filter(({ documentId }) => known.has(documentId));
  };

  /** The slug the article gets when it is saved. */
  const findSlug = async ({
    documentId,
    locale: asked,
    title,
    slug,
  }: ArticleForm): Promise<string> => {
    const row = await findSaved(documentId, asked, null);
    const locale = await slugLocale(strapi, ARTICLE_UID, asked);
    const saved = documentId !== undefined &&
      row && { documentId, slug: row.slug ?? '', heading: row.title ?? '' };
    const wanted = {
      contentType: ARTICLE_UID,
      slug,
      heading: title,
      locale,
      saved: saved || undefined,
    };
    return (await slugs.resolve(wanted)).slug;
  };

  const findPublished = async (
    { documentId, locale }: ArticleForm,
    reader: PreviewReader,
  ): Promise<PublishedArticle | null> => {
    const row = await findSaved(documentId, locale, { $notNull: true });
    if (!row?.slug || !row.date) return null;
    const tags = await readableTags(row.tags, reader);
    return { ...row, slug: row.slug, date: new Date(row.date), tags };
  };

  const findTags = async (
    { documentId, copyOf, locale, tags }: ArticleForm,
    reader: PreviewReader,
  ): Promise<Topic[]> => {
    const ofTags = await documentLocale(strapi, TAG_UID, locale);
    const [saved, added]: [SavedArticle | null, EntryRow[]] = await Promise.all([
      findSaved(documentId ?? copyOf, locale, null),
      strapi.db.query(TAG_UID).findMany({
        where: {
          documentId: { $in: tags.added },
          ...(ofTags !== undefined && { locale: ofTags }),
        },
      }),
    ]);
    const chosen = [...(saved?.tags ?? []), ...added];
    const kept = [...new Map(chosen.map((tag) => [String(tag.documentId), tag])).values()].filter(
      ({ documentId }) => !tags.removed.includes(String(documentId)),
    );
    return readableTags(kept, reader);
  };

  const listFeeds = (
    { addresses, siteName, language, content }: Settings,
    mark: string,
    { now, next }: { now: Topic[] | null; next: Topic[] | null },
  ): PreviewFeed[] => {
    const has = (tags: Topic[] | null, { documentId }: Topic): boolean =>
      tags?.some((tag) => tag.documentId === documentId) ?? false;
    // A hidden tag has no feed.
    const visible = [...(now ?? []), ...(next ?? [])].filter(({ hidden }) => !hidden);
    const tags = new Map(visible.map((tag) => [tag.documentId, tag]));
    const { compare } = new Intl.Collator(language);
    const ofTags = [...tags.values()].map((tag) => ({
      id: listIn(mark, tag.documentId),
      title: tagTitle(tag, language),
      address: addresses.rss(tag.path),
      now: has(now, tag),
      next: has(next, tag),
      content: tag.content ?? content,
    }));
    return now || next
      ? [
          {
            id: listIn(mark, SITE_FEED),
            title: siteName,
            address: addresses.rss(),
            now: now !== null,
            next: next !== null,
            content,
          },
          ...ofTags.sort((a, b) => compare(a.title, b.title)),
        ]
      : [];
  };

  return {
    /**
     * What subscribers will get of an article, by the code that renders the feeds. What the user may
     * not read counts as not there.
     */
    async ofArticle(
      given: ArticleForm,
      now: Date,
      reader: PreviewReader,
    ): Promise<ArticlePreview & { problems: Problem[] }> {
      const known = await readable(given, reader);
      const form = { ...known, slug: await findSlug(known) };
      const source = plan.sources.find(({ contentType }) => contentType === ARTICLE_UID);
      const isLocalised = source?.isLocalised === true;
      const edition = editionOf(editions, { isLocalised }, form.locale);
      const { settings: store, feeds } = edition ?? editions[0];
      const settings = await store.get();
      const { addresses, timeZone, language, excerptCharacters } = settings;
      const locale = isLocalised ? await documentLocale(strapi, ARTICLE_UID, form.locale) : '';
      const [published, tags, firstPublication] = await Promise.all([
        findPublished(form, reader),
        findTags(form, reader),
        form.documentId === undefined
          ? undefined
          : permalinks.findFirstPublication(ARTICLE_UID, form.documentId, locale),
      ]);
      const date = form.date ?? firstPublication;
      const article: Article = {
        contentType: ARTICLE_UID,
        documentId: form.documentId ?? '',
        locale: locale ?? '',
        title: form.title,
        path: pathOf(form.slug),
        date: date ?? now,
        updatedAt: now,
        summary: form.summary,
        body: form.body,
        author: form.author,
        cover: form.cover,
        attachment: form.attachment,
        topics: tags,
      };
      const link = addresses.entry(article.path);
      const [[item], body] = await Promise.all([
        feeds.toItems([article], { content: 'full', detailed: true }),
        renderings.body(form.body, link, renderingDeadline()),
      ]);
      const shown = (item!.contentHtml?.length ?? 0) > SHOWN_CHARACTERS ? {} : item!;
      const isPublic = edition !== undefined && published !== null && published.date <= now;

      const reasons: PreviewReason[] = [];
      if (!edition) reasons.push({ code: 'not-in-language' });
      if (form.keepOutOfFeeds) reasons.push({ code: 'kept-out' });
      if (!published) reasons.push({ code: 'draft' });
      if (article.date > now) reasons.push({ code: 'future', until: article.date.toISOString() });
      if (!form.keepOutOfFeeds && tags.length === 0) reasons.push({ code: 'no-tags' });

      const hasAddress = SLUG_PATTERN.test(form.slug);
      const mark = isLocalised ? localeMark(plan.locales, locale ?? '') : '';
      const listed = listFeeds(settings, mark, {
        now: isPublic && !published.keepOutOfFeeds ? published.tags : null,
        next: form.keepOutOfFeeds || !edition ? null : tags,
      });
      const publicLink = isPublic && published ? addresses.entry(pathOf(published.slug)) : null;
      return {
        language: edition && editions.length > 1 ? language : null,
        feeds: listed,
        reasons,
        publicLink,
        effects: findEffects({
          published: isPublic && published ? toSeen(published, publicLink) : undefined,
          next: toSeen(form, hasAddress ? link : null),
          feeds: listed,
          wasPublic: firstPublication !== undefined,
          now,
        }),
        item: {
          ...toItemParts(item!, shown),
          title: item!.title,
          link: hasAddress ? item!.link : null,
          date: date?.toISOString() ?? null,
          excerpt: excerpt(item!.summary, excerptCharacters),
        },
        timeZone,
        problems: findProblems({
          article,
          hasAttachment: form.attachment !== undefined,
          summary: item!.summary,
          body: body ?? renderPlain(form.body),
          link,
          slug: form.slug,
          isFormerSlug:
            hasAddress &&
            (await slugs.isFormer(ARTICLE_UID, form.slug, {
              own: form.documentId,
              locale: await slugLocale(strapi, ARTICLE_UID, form.locale),
            })),
          // What is not public yet can move without any subscriber noticing.
          published:
            isPublic && hasAddress
              ? { date: published.date, link: addresses.entry(pathOf(published.slug)) }
              : undefined,
          now,
          language,
        }),
      };
    },
  };
};

export type Previews = ReturnType<typeof createPreviews>;
