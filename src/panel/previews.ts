import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';

import { findMoments } from '../addresses/permalinks';
import { renderingDeadline } from '../cache/renderings';
import { type Article, topicsAndAuthorsOf } from '../content/article';
import { renderPlain } from '../content/body';
import { bodySourceOf } from '../content/body-source';
import { lastChange } from '../content/item';
import type { ProblemCode } from '../content/problem';
import { adjustments } from '../entries/adjustment';
import { type FindReadable, findSavedDraft, type FormRow, readForm } from '../entries/drafts';
import { toVersion } from '../entries/to-article';
import { PERMISSIONS, SLUGGED_TYPES } from '../lib/constants';
import { excerpt } from '../lib/text';
import { isBlank } from '../lib/values';
import { addressKey, holdsWholePath, pathOfKey, reservedPath } from '../mapping/address';
import { documentLocale } from '../mapping/schemas';
import { isMarkedPublished, sourceOf, type SourcePlan } from '../mapping/plan';
import { textAt, valueAt } from '../mapping/values';
import { editionOf } from '../options/locales';
import { slugFiller } from '../own-types/automatic-slugs';
import { toItems } from '../public/feeds';
import type { ArticlePreview, PreviewFeed, SharedPreview, WithheldPreview } from './admin-api';
import {
  fieldsToCorrect,
  findEffects,
  findPreviewFeeds,
  findReasons,
  hasEnded,
  isPublic,
  missingAddressFields,
} from './effects';
import { toItemParts } from './feed-list';
import { findRival, problemsOf, slugPathOf } from './inspection';
import { findMissingLinks } from './missing-links';
import { previewFor } from './offer-previews';
import {
  answerWith,
  contentType,
  locale,
  type OpenEntry,
  openEntrySchema,
  type Panel,
  savedIdSchema,
} from './panel';
import {
  type Ability,
  findMissingFields,
  findReadableFor,
  mayWriteType,
  type PanelUser,
} from './rights';

/** The form of the Content Manager. A field without a value may be missing, empty or null. */
const formSchema = z.object({
  contentType: contentType.default(''),
  /** Undefined for an entry that was never saved. */
  documentId: savedIdSchema,
  /** Document id of the original, for a copy that is not saved yet. */
  copyOf: savedIdSchema,
  /** Null for a type that is not localised. */
  locale,
  /** Values by field, as the Content Manager has them. */
  values: z.record(z.string().max(200), z.unknown()).default({}),
});

/** An entry as it is in the form, saved or not. */
export type PreviewForm = z.output<typeof formSchema>;

/** The row that the publication of the form would make. */
const readRow = async (
  strapi: Core.Strapi,
  source: SourcePlan,
  { documentId, copyOf, locale, values }: PreviewForm,
  findReadable: FindReadable,
): Promise<FormRow> => {
  const original = documentId ?? copyOf;
  const saved =
    original === undefined ? null : await findSavedDraft(strapi, source, original, locale);
  const form = await readForm(strapi, { source, values, saved, findReadable });
  // A copy does not inherit the original's id and creation date.
  const own = documentId === undefined ? { documentId: '', createdAt: null } : {};
  return { ...form, row: { ...form.row, locale, ...own } };
};

/** The form with the slug that it would get if it were saved now. */
const withSlug = async (
  { strapi, slugs, plan }: Pick<Panel, 'strapi' | 'slugs' | 'plan'>,
  form: PreviewForm,
  ability: Ability,
): Promise<PreviewForm> => {
  const { contentType: uid, documentId = '', locale } = form;
  // A numbered slug reveals that another entry, perhaps a draft, has the slug: only users who may write may know it.
  const filler = mayWriteType(strapi, ability, uid) && slugFiller(strapi, { slugs, plan }, uid);
  if (!filler) return form;
  // A form that lacks the slug of an own type gets an empty one, so that the preview shows the slug it keeps.
  const values = { ...(uid in SLUGGED_TYPES && { slug: '' }), ...form.values };
  return { ...form, values: await filler.beforeSave(values, { uid, documentId, locale }) };
};

/** Longest HTML of a full text, in characters, that a preview sends: the panel asks again at every pause in typing. */
const SHOWN_CHARACTERS = 200_000;

/** Problems with which an entry of the plugin's own types cannot be saved. */
const BLOCKING_PROBLEMS = new Set<ProblemCode>(['slug-invalid', 'slug-taken']);

/** Problems of the rendered body. On a busy server, rendering may take longer than a preview waits. */
const BODY_PROBLEMS = new Set<ProblemCode>(['body-heavy', 'summary-empty', 'summary-short']);

/**
 * Previews an entry as subscribers will get it, with the code that renders the feeds. Null if the type is no source.
 * Withheld from users who may not read all of it, or not every entry that it leads to: its problems would tell of these.
 */
export const findPreview = async (
  panel: Panel,
  given: PreviewForm,
  user: PanelUser,
): Promise<ArticlePreview | WithheldPreview | null> => {
  const { ability, now } = user;
  const { strapi, plan, editions, renderings } = panel;
  const mainSource = plan.sources.find((one) => one.contentType === given.contentType);
  if (!mainSource) return null;
  const locale = (await documentLocale(strapi, given.contentType, given.locale)) ?? null;
  /** Fields that the user lacks; undefined if the user may not even know that there is such an entry. */
  const lackingFields = async (documentId?: string): Promise<string[] | undefined> =>
    documentId === undefined
      ? undefined
      : findMissingFields(panel, ability, { contentType: given.contentType, documentId, locale });
  const lacking = await lackingFields(given.documentId);
  if (lacking && lacking.length > 0) return { isWithheld: true, fields: lacking };
  const isCopyReadable = (await lackingFields(given.copyOf))?.length === 0;
  const readable = {
    ...given,
    locale,
    documentId: lacking && given.documentId,
    copyOf: isCopyReadable ? given.copyOf : undefined,
  };
  const form = await withSlug(panel, readable, ability);
  // An entry in a locale that is not published is shown as in the main locale.
  const edition = editionOf(editions, mainSource, form.locale);
  const shownEdition = edition ?? editions[0];
  const source = sourceOf(shownEdition.plan, mainSource.contentType);
  const { contentType, address, hasDrafts, isPage = false } = source;
  const { addresses, timeZone, excerptCharacters, republishing } = shownEdition.inForce;
  const [read, saved, moments] = await Promise.all([
    readRow(strapi, source, form, findReadableFor(strapi, ability)),
    form.documentId === undefined
      ? null
      : shownEdition.entries.findVersion(source, {
          documentId: form.documentId,
          locale: form.locale,
          status: 'published',
        }),
    form.documentId === undefined
      ? undefined
      : findMoments(strapi, contentType, form.documentId, form.locale ?? ''),
  ]);
  const { row, unpublished, unreadable } = read;
  if (unreadable.length > 0) return { isWithheld: true, fields: unreadable };
  const firstPublication = moments?.published;
  const due = edition && saved && isPublic(saved, now) ? saved : undefined;
  // Of several that are published at one address, readers find one.
  const isDisplaced =
    edition !== undefined &&
    due !== undefined &&
    !(await edition.entryAddresses.isFound(
      source,
      { documentId: form.documentId!, path: due.path! },
      now,
    ));
  const published = isDisplaced ? undefined : due;
  await shownEdition.entries.addLinked(source, [row]);
  const version = toVersion(source, plan, row);
  const date = version.date ?? firstPublication;
  const endedVersion = edition && saved && hasEnded(saved, now) ? saved : undefined;
  const willHaveEnded = hasEnded(version, now);
  const isWithdrawn = !isMarkedPublished(source, (field) => valueAt(form.values, field));
  const isKeptOut = source.keepOut !== undefined && Boolean(valueAt(form.values, source.keepOut));
  const slugPath = slugPathOf(address);
  const slug = slugPath && (textAt(row, slugPath) ?? '');
  const reserved = reservedPath(address, (field) => valueAt(row, field));
  const article: Article = {
    ...version,
    title: version.title ?? '',
    path: version.path ?? reserved ?? pathOfKey(address, slug || (form.documentId ?? '')),
    date: date ?? now,
    updatedAt: now,
    ...adjustments(source, row, () => {}),
  };
  const link = addresses.entry(article.path);
  const [[item], body] = await Promise.all([
    toItems(shownEdition, [article], {
      content: 'full',
      detailed: true,
    }),
    renderings.body(article.body ?? '', link, renderingDeadline()),
  ]);
  const rendered = body ?? renderPlain(bodySourceOf(article.body ?? ''));
  const shown = (item!.contentHtml?.length ?? 0) > SHOWN_CHARACTERS ? {} : item!;

  const missingAddress = missingAddressFields(source, row);
  const isPlaced = missingAddress.length === 0 || isBlank(article.title);
  const hasAddress = version.path !== undefined;
  // If the user may not read the entry, the form lacks its document id: it would count as its own rival.
  const rival =
    hasAddress && form.documentId === given.documentId
      ? await findRival(panel, shownEdition, source, article.path, form, now)
      : { isReserved: reserved !== undefined };
  const staysDisplaced = reserved !== undefined || (isDisplaced && rival.isTaken === true);
  const previewFeeds: PreviewFeed[] = isPage
    ? []
    : await findPreviewFeeds(shownEdition, source, {
        now: published && !published.isKeptOut ? topicsAndAuthorsOf(published) : null,
        next:
          isKeptOut || isWithdrawn || !isPlaced || !edition || willHaveEnded || staysDisplaced
            ? null
            : topicsAndAuthorsOf(version),
      });
  const publicLink = published ? addresses.entry(published.path!) : null;
  const { links } = await findMissingLinks(panel, [{ ...rendered.references, link, isPage }], now);
  const problems = problemsOf(shownEdition, {
    article,
    summary: item!.summary,
    body: rendered,
    link,
    // If one field holds the whole path, its last part is the slug.
    slug:
      hasAddress && holdsWholePath(address)
        ? addressKey(address, article.path).split('/').at(-1)
        : slug,
    ...rival,
    // Only users who may write entries of the type learn which slugs drafts have.
    isSlugTaken: rival.isSlugTaken && mayWriteType(strapi, ability, contentType),
    missingAddress,
    // In a locale in which nothing is saved yet, the form is as new as that of a new entry.
    isSaved: form.documentId !== undefined && typeof row.id === 'number',
    unpublished,
    missingLinks: links[0],
    hiddenTopics: version.hiddenTopics,
    // The date of an entry that is not public can change without any subscriber noticing.
    published: published && hasAddress ? { date: published.date! } : undefined,
    now,
  });
  const blocks = (code: ProblemCode): boolean =>
    contentType in SLUGGED_TYPES && BLOCKING_PROBLEMS.has(code);
  const isSlugRefused = problems.some(({ code }) => blocks(code));
  // What cannot be saved, or not be found, has no effects. A date field has a value that is no date while somebody
  // types.
  const isRefused =
    isSlugRefused ||
    staysDisplaced ||
    (version.date === undefined &&
      source.date !== undefined &&
      (valueAt(form.values, source.date) ?? null) !== null);
  return {
    isPage,
    isPublicAtOnce: !hasDrafts,
    feeds: previewFeeds,
    reasons: findReasons(source, read, {
      isInLanguage: edition !== undefined,
      isPublished: !hasDrafts || saved !== null,
      isWithdrawn,
      isKeptOut,
      isPlaced,
      date,
      ended: endedVersion?.until ?? (willHaveEnded ? version.until : undefined),
      now,
    }),
    nowhere:
      edition &&
      saved &&
      !endedVersion &&
      (isDisplaced || saved.title === undefined || saved.path === undefined)
        ? [...new Set([...fieldsToCorrect(source, given), ...missingAddress])]
        : null,
    publicLink,
    scheduled:
      edition && !endedVersion && saved?.path !== undefined && saved.date && saved.date > now
        ? saved.date.toISOString()
        : null,
    lastTold:
      published?.date && !isPage
        ? lastChange({
            date: published.date,
            updatedAt: published.updatedAt ?? published.date,
          }).toISOString()
        : null,
    effects:
      isPlaced && edition && !isRefused && !(endedVersion && willHaveEnded)
        ? findEffects({
            published: published && { ...published, link: publicLink },
            next: { ...version, isKeptOut, isWithdrawn, link: hasAddress ? link : null },
            feeds: previewFeeds,
            wasPublic: firstPublication !== undefined && !isDisplaced,
            isQuiet: republishing === 'quietly',
            isPage,
            now,
          })
        : [],
    item: {
      ...toItemParts(item!, shown),
      title: item!.title,
      link: hasAddress && !isSlugRefused && !staysDisplaced ? item!.link : null,
      date: date?.toISOString() ?? null,
      excerpt: excerpt(item!.summary, excerptCharacters),
      missing: missingAddress,
    },
    timeZone,
    ...(body === undefined && { isLate: true as const }),
    ...(ability.can(PERMISSIONS.readProblems) && {
      // In a locale that is not published nobody gets the entry: nothing of it is wrong but for Strapi.
      problems: problems.filter(
        ({ code }) =>
          (edition !== undefined || blocks(code)) &&
          !(body === undefined && BODY_PROBLEMS.has(code)),
      ),
    }),
  };
};

/**
 * Makes addresses at which somebody without an account sees a draft; null if previews are switched off.
 *
 * @throws NotFoundError if the user may not share a preview of the entry
 */
const sharePreview = async (
  panel: Panel,
  asked: OpenEntry,
  { id, ability: userAbility }: PanelUser,
): Promise<SharedPreview | null> => {
  const made = await previewFor(
    panel,
    { user: { id }, userAbility },
    { ...asked, status: 'draft' },
  );
  if (made === undefined) throw new errors.NotFoundError();
  return made && { ...made, expires: made.expires.toISOString() };
};

export const previews = {
  create: answerWith(formSchema, findPreview),
  share: answerWith(openEntrySchema, sharePreview),
};
