import type { Core, UID } from '@strapi/strapi';

import type { ArticlePreview, PreviewFeed } from './admin-api';
import { FILE_UID } from '../constants';
import type { Article } from '../content/article';
import { lastChange } from '../content/item';
import { renderPlain } from '../content/body';
import { sourceOf as bodySourceOf } from '../content/body-source';
import type { Problem } from '../content/problem';
import { findProblems } from '../content/problems';
import { renderingDeadline, type Renderings } from '../cache/renderings';
import { excerpt } from '../feed/summary';
import { findEffects, type SeenArticle } from './effects';
import { toItemParts } from './item-parts';
import { editionOf, type PublishedLocale } from '../locales';
import type { PreviewFeeds } from './preview-feeds';
import { isWithin, missingOf, reasonsFor } from './preview-reasons';
import { withFields } from './problem-fields';
import { findUnknown } from './unknown-parts';
import type { Feeds } from '../public/feeds';
import type { SettingsStore } from '../settings';
import { adjustment } from '../sources/adjustment';
import type { Entries } from '../sources/entries';
import type { EntryAddresses } from '../sources/entry-addresses';
import { addressKey, pathOfKey } from '../sources/entry-path';
import { type FormRow, readForm, withoutRows } from '../sources/form-row';
import type { Permalinks } from '../sources/permalinks';
import type { Plan, SourcePlan } from '../sources/plan';
import { ownField } from '../sources/plan-parts';
import { type FindSchema, publicSelection } from '../sources/public-selection';
import { SLUGGED_TYPES } from '../sources/slugged-types';
import { documentLocale, slugLocale } from '../sources/slug-locale';
import type { Slugs } from '../sources/slugs';
import { type EntryVersion, toVersion } from '../sources/to-article';
import { type EntryRow, rowsAt, textAt, valueAt } from '../sources/values';

/** Characters of a full text that the panel shows: it is asked for anew at every pause in typing. */
const SHOWN_CHARACTERS = 200_000;

/** An entry as it stands in the form, saved or not. */
export interface PreviewForm {
  /** Content type. */
  contentType: string;
  /** None for an entry that was never saved. */
  documentId?: string;
  /** Document id of the entry it is a copy of, until the copy is saved. */
  copyOf?: string;
  /** Null for a type that is not localised. */
  locale: string | null;
  /** As the Content Manager has them, by field. */
  values: EntryRow;
}

/** What a user may see of what is saved. */
export interface PreviewReader {
  /** Whether a saved entry of a source is there for the user. */
  mayReadEntry: (
    source: SourcePlan,
    entry: { documentId: string; locale: string | null },
  ) => Promise<boolean>;
  /** Those of some entries of a type that are there for the user. */
  mayReadRelated: (uid: string, documentIds: string[]) => Promise<Set<string>>;
  /** Whether the user may write entries of a type: whoever does is told which slugs are free. */
  mayWrite: (uid: string) => boolean;
}

/** What of the site in a locale shows what subscribers get there. */
interface PreviewedSite {
  locale: PublishedLocale | undefined;
  settings: SettingsStore;
  entries: Pick<Entries, 'findVersion'>;
  entryAddresses: Pick<EntryAddresses, 'find'>;
  feeds: Feeds;
  previewFeeds: PreviewFeeds;
}

interface PreviewParts {
  plan: Plan;
  /** The site in each of its locales, the main one first. */
  sites: readonly [PreviewedSite, ...PreviewedSite[]];
  slugs: Slugs;
  permalinks: Permalinks;
  renderings: Renderings;
}

type Version = EntryVersion & { isKeptOut: boolean };

/** The body as it is compared: what it is rendered from. */
const toText = (body: EntryVersion['body']): string | null =>
  typeof body === 'object' && body !== null ? JSON.stringify(bodySourceOf(body)) : (body ?? null);

const toSeen = (
  { title, date, summary = null, body, author = null, cover, attachment, isKeptOut }: Version,
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
const isPublic = ({ title, path, date }: Version, now: Date): boolean =>
  title !== undefined && path !== undefined && date !== undefined && date <= now;

/** Shows editors what subscribers will get. */
export const createPreviews = (
  strapi: Core.Strapi,
  { plan, sites, slugs, permalinks, renderings }: PreviewParts,
) => {
  const find: FindSchema = (uid) => strapi.getModel(uid as UID.Schema);

  const isOf = ({ isLocalised }: SourcePlan, locale: string | null): object =>
    isLocalised && locale !== null ? { locale } : {};

  /** The form without the entries that the reader may not read. */
  const readable = async (
    source: SourcePlan,
    form: PreviewForm,
    reader: PreviewReader,
  ): Promise<PreviewForm> => {
    const locale = (await documentLocale(strapi, source.contentType, form.locale)) ?? null;
    const ifReadable = async (documentId: string | undefined) =>
      documentId !== undefined && (await reader.mayReadEntry(source, { documentId, locale }))
        ? documentId
        : undefined;
    return {
      ...form,
      locale,
      documentId: await ifReadable(form.documentId),
      copyOf: await ifReadable(form.copyOf),
    };
  };

  const draftOf = (source: SourcePlan, documentId: string, locale: string | null): object => ({
    documentId,
    ...isOf(source, locale),
    ...(source.hasDrafts && { publishedAt: null }),
  });

  /** The form with the slug that the entry gets when it is saved, where the plugin makes that. */
  const withSlug = async (
    source: SourcePlan,
    form: PreviewForm,
    { mayWrite }: PreviewReader,
  ): Promise<PreviewForm> => {
    const { contentType, documentId, values, locale } = form;
    const type = SLUGGED_TYPES[contentType];
    // A slug with a number tells that another entry has it, be it a draft.
    if (!type || !mayWrite(contentType)) return form;
    const row: EntryRow | null =
      documentId === undefined
        ? null
        : await strapi.db.query(contentType as UID.ContentType).findOne({
            select: ['slug', type.heading],
            where: draftOf(source, documentId, locale),
          } as never);
    const saved = documentId !== undefined &&
      row && {
        documentId,
        slug: textAt(row, ['slug']) ?? '',
        heading: textAt(row, [type.heading]) ?? '',
      };
    const { slug } = await slugs.resolve({
      contentType,
      slug: textAt(values, ['slug']) ?? '',
      heading: textAt(values, [type.heading]) ?? '',
      locale: await slugLocale(strapi, contentType, locale),
      saved: saved || undefined,
    });
    return { ...form, values: { ...values, slug } };
  };

  /** A row without what the user may not know of behind other relations, and where that was. */
  const onlyReadable = async (
    { shows }: SourcePlan,
    row: EntryRow,
    { mayReadRelated }: PreviewReader,
  ): Promise<Pick<FormRow, 'row' | 'withheld'>> => {
    let kept = row;
    const withheld: string[] = [];
    for (const { path, contentType } of shows) {
      // What the entry itself leads to was asked for as the form was read.
      if (contentType === FILE_UID || !shows.some((shown) => isWithin(path, shown.path))) continue;
      const found = rowsAt(kept, path).map(({ documentId }) => String(documentId));
      if (found.length === 0) continue;
      const known = await mayReadRelated(contentType, found);
      if (found.every((documentId) => known.has(documentId))) continue;
      withheld.push(path.join('.'));
      kept = withoutRows(kept, path, ({ documentId }) => known.has(String(documentId)));
    }
    return { row: kept, withheld };
  };

  const readRow = async (
    source: SourcePlan,
    { contentType, documentId, copyOf, locale, values }: PreviewForm,
    reader: PreviewReader,
  ): Promise<FormRow> => {
    const saved = documentId ?? copyOf;
    const form = await readForm(
      strapi,
      {
        uid: contentType,
        values,
        saved: saved === undefined ? undefined : draftOf(source, saved, locale),
        selection: publicSelection(contentType, source.selection, find),
        mayRead: reader.mayReadRelated,
      },
      find,
    );
    const { row, withheld } = await onlyReadable(source, form.row, reader);
    // A copy has nothing of the original's own.
    const own = documentId === undefined ? { documentId: '', createdAt: null } : {};
    return {
      ...form,
      row: { ...row, locale, ...own },
      withheld: [...form.withheld, ...withheld],
    };
  };

  /** The entry as it is published, be it without an address or before its date. */
  const findPublished = async (
    { entries }: Pick<PreviewedSite, 'entries'>,
    source: SourcePlan,
    { documentId, locale }: PreviewForm,
    { mayReadRelated }: PreviewReader,
  ): Promise<Version | undefined> => {
    if (documentId === undefined) return undefined;
    const asked = { documentId, locale, status: 'published' } as const;
    const version = await entries.findVersion(source, asked);
    if (!version) return undefined;
    const topics: Article['topics'] = [];
    for (const type of new Set(version.topics.map(({ contentType }) => contentType))) {
      const ofType = version.topics.filter(({ contentType }) => contentType === type);
      const known = await mayReadRelated(
        type,
        ofType.map((topic) => topic.documentId),
      );
      topics.push(...ofType.filter((topic) => known.has(topic.documentId)));
    }
    return { ...version, topics };
  };

  /** Whether an address is another entry's, or leads to one that was there and is elsewhere now. */
  const findRival = async (
    { entryAddresses }: Pick<PreviewedSite, 'entryAddresses'>,
    source: SourcePlan,
    path: string,
    { documentId, locale }: PreviewForm,
    now: Date,
  ): Promise<{ isTaken?: boolean; isFormerSlug?: boolean }> => {
    const key = addressKey(source.address, path);
    const { contentType } = source;
    if (contentType in SLUGGED_TYPES) {
      const own = { own: documentId, locale: await slugLocale(strapi, contentType, locale) };
      return { isFormerSlug: await slugs.isFormer(contentType, key, own) };
    }
    const there = await entryAddresses.find(source, path, now);
    if (there.kind === 'article') return { isTaken: there.article.documentId !== documentId };
    const own = { own: documentId, locale: locale ?? undefined };
    return { isFormerSlug: await slugs.isLeading(contentType, key, own) };
  };

  return {
    /**
     * What subscribers will get of an entry, by the code that renders the feeds; null for a type that is
     * not published. What the user may not read counts as not there.
     */
    async ofEntry(
      given: PreviewForm,
      now: Date,
      reader: PreviewReader,
    ): Promise<(ArticlePreview & { problems: Problem[] }) | null> {
      const source = plan.sources.find(({ contentType }) => contentType === given.contentType);
      if (!source) return null;
      const { contentType, address, hasDrafts } = source;
      const form = await withSlug(source, await readable(source, given, reader), reader);
      // In a locale that is not published, it is shown as it would be in the main one.
      const edition = editionOf(sites, source, form.locale);
      const site = edition ?? sites[0];
      const { addresses, timeZone, language, excerptCharacters, republishing } =
        await site.settings.get();
      const [read, saved, firstPublication] = await Promise.all([
        readRow(source, form, reader),
        findPublished(site, source, form, reader),
        form.documentId === undefined
          ? undefined
          : permalinks.findFirstPublication(contentType, form.documentId, form.locale ?? ''),
      ]);
      const { row, unpublished } = read;
      const published = edition && saved && isPublic(saved, now) ? saved : undefined;
      const version = toVersion(source, plan, row);
      const date = version.date ?? firstPublication;
      const unknown = findUnknown(source, form, read);
      const { keepOut } = source;
      const isKeptOut =
        keepOut !== undefined &&
        (unknown.isLeftOut(keepOut)
          ? (published?.isKeptOut ?? false)
          : Boolean(valueAt(form.values, keepOut)));
      const slug = address.parts.flatMap((path) =>
        typeof path === 'string' || ownField(path) === undefined || path[0] === 'documentId'
          ? []
          : (textAt(row, path) ?? ''),
      )[0];
      const article: Article = {
        ...version,
        title: version.title ?? '',
        path: version.path ?? pathOfKey(address, slug || (form.documentId ?? '')),
        date: date ?? now,
        updatedAt: now,
        adjust: adjustment(source, row, () => {}),
      };
      const link = addresses.entry(article.path);
      const [[item], body] = await Promise.all([
        site.feeds.toItems([article], { content: 'full', detailed: true }),
        renderings.body(article.body ?? '', link, renderingDeadline()),
      ]);
      const shown = (item!.contentHtml?.length ?? 0) > SHOWN_CHARACTERS ? {} : item!;

      const missingAddress = missingOf(source, read);
      const isPlaced = missingAddress.length === 0 || article.title.trim() === '';
      const hasAddress = version.path !== undefined;
      const listed: PreviewFeed[] = await site.previewFeeds.find(source, {
        now: published && !published.isKeptOut ? published.topics : null,
        next: isKeptOut || !isPlaced || !edition ? null : article.topics,
      });
      const publicLink = published ? addresses.entry(published.path!) : null;
      const problems = findProblems({
        article,
        hasAttachment: Boolean(article.attachment),
        summary: item!.summary,
        body: body ?? renderPlain(bodySourceOf(article.body ?? '')),
        link,
        slug,
        // An entry that the user may not read whole could be its own rival.
        ...(hasAddress &&
          form.documentId === given.documentId &&
          (await findRival(site, source, article.path, form, now))),
        missingAddress,
        unpublished,
        // What is not public yet can move without any subscriber noticing.
        published:
          published && hasAddress ? { date: published.date!, link: publicLink! } : undefined,
        now,
        language,
      });
      return {
        language: edition && sites.length > 1 ? language : null,
        isPublicAtOnce: !hasDrafts,
        feeds: listed,
        reasons: reasonsFor(source, read, {
          isInLanguage: edition !== undefined,
          isPublished: !hasDrafts || saved !== undefined,
          isKeptOut,
          isPlaced,
          date,
          now,
        }),
        publicLink,
        lastTold: published?.date
          ? lastChange({
              date: published.date,
              updatedAt: published.updatedAt ?? published.date,
            }).toISOString()
          : null,
        effects:
          isPlaced && edition
            ? findEffects({
                published: published && toSeen(published, publicLink),
                next: toSeen(
                  {
                    ...(published ? unknown.fill<EntryVersion>(version, published) : version),
                    isKeptOut,
                  },
                  hasAddress ? link : null,
                ),
                feeds: listed,
                wasPublic: firstPublication !== undefined,
                isQuiet: republishing === 'quietly',
                now,
              })
            : [],
        item: {
          ...toItemParts(item!, shown),
          title: item!.title,
          link: hasAddress ? item!.link : null,
          date: date?.toISOString() ?? null,
          excerpt: excerpt(item!.summary, excerptCharacters),
          missing: missingAddress,
        },
        timeZone,
        // Of what the user may not read nothing is known to be wrong.
        problems: withFields(source, problems, article.cover).filter(
          ({ code, field }) =>
            !unknown.isGuess(code) && !(field !== undefined && unknown.isLeftOut(field.split('.'))),
        ),
      };
    },
  };
};

export type Previews = ReturnType<typeof createPreviews>;
