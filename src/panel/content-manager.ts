import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';

import { ARTICLE_UID, SLUGGED_TYPES, TAG_UID } from '../lib/constants';
import { SLUG_PATTERN } from '../lib/url-paths';
import { pathOfKey } from '../mapping/address';
import { documentLocale } from '../mapping/schemas';
import { ownField, patternOf, type SourcePlan, wherePublished } from '../mapping/plan';
import { normaliseName } from '../mapping/values';
import { dateAt, dateOf, type ReadEntry, rowsAt, textAt } from '../mapping/values';
import { editionOf } from '../options/locales';
import type { SavedSlug } from '../own-types/slugs';
import type { LaterSave, Schedule, SlugPreview, TagNamesake } from './admin-api';
import {
  answerWith,
  contentType,
  locale,
  names,
  openEntrySchema,
  type Panel,
  savedIdSchema,
  typedTextSchema,
} from './panel';
import { mayWriteType, type PanelUser, permittedEntries } from './rights';

const addressOf = (
  { plan, editions }: Panel,
  { contentType, locale }: SlugForm,
  slug: string,
): string | null => {
  const type = [...plan.sources, ...plan.topicTypes].find(
    (candidate) => candidate.contentType === contentType,
  );
  const edition = type && editionOf(editions, type, locale);
  if (!edition || !SLUG_PATTERN.test(slug)) return null;
  return edition.inForce.addresses.entry(pathOfKey(patternOf(edition.plan, contentType), slug));
};

/** The saved entry of a form, if the user may read its slug and heading. */
const findSaved = async (
  strapi: Core.Strapi,
  { contentType, documentId, locale: asked }: SlugForm,
  { ability }: PanelUser,
): Promise<SavedSlug | undefined> => {
  if (documentId === undefined) return undefined;
  const heading = SLUGGED_TYPES[contentType]!;
  const locale = await documentLocale(strapi, contentType, asked);
  const check = { ability, action: 'read', fieldsOf: () => ['slug', heading] } as const;
  const entry = { contentType, documentId, locale };
  if (!(await permittedEntries(strapi, check, [entry]))(entry)) return undefined;
  const row: Record<string, unknown> | null = await strapi
    .documents(contentType as UID.ContentType)
    .findOne({
      documentId,
      ...(locale !== undefined && { locale }),
      fields: ['slug', heading],
      status: 'draft',
    });
  return row
    ? { documentId, slug: String(row.slug ?? ''), heading: String(row[heading] ?? '') }
    : undefined;
};

type SlugForm = z.output<typeof slugSchema>;

/**
 * Previews the slug and address that an entry would get if its form were saved.
 *
 * @throws ForbiddenError if the user may not write entries of the type
 */
const previewSlug = async (panel: Panel, form: SlugForm, user: PanelUser): Promise<SlugPreview> => {
  const { strapi, slugs } = panel;
  const { contentType } = form;
  if (!mayWriteType(strapi, user.ability, contentType)) throw new errors.ForbiddenError();
  const saved = await findSaved(strapi, form, user);
  const own = saved?.documentId;
  const locale = await documentLocale(strapi, contentType, form.locale);
  const wanted = { ...form, locale, saved };
  const { slug, origin } = await slugs.resolve(wanted);
  const known = own === undefined ? undefined : await slugs.findKnown(contentType, own, locale);
  const isSlug = SLUG_PATTERN.test(slug);
  const isFree = !isSlug || (await slugs.isFree(contentType, slug, { own, locale }));
  return {
    slug,
    origin,
    address: addressOf(panel, form, slug),
    isFree,
    isFormer: isSlug && isFree && (await slugs.leadsToAnother(contentType, slug, { own, locale })),
    suggestion: await slugs.suggest(wanted),
    isKnown: known !== undefined,
    former: known !== undefined && known !== slug ? addressOf(panel, form, known) : null,
  };
};

const text = typedTextSchema(10_000);

/** The slug and heading in the form of an entry. */
const slugSchema = z.object({
  contentType: z.enum(Object.keys(SLUGGED_TYPES) as [string, ...string[]]),
  heading: text,
  slug: text,
  locale,
  /** Undefined for a new entry and for a copy. */
  documentId: savedIdSchema,
});

export const slugs = {
  preview: answerWith(slugSchema, previewSlug),
};

/** Most tags of one name that are read: several may have it, and the user may read only some of them. */
const TAGS = 50;

/** Spellings of a name with capitals: SQLite ignores the case of ASCII letters only. */
const spellingsOf = (name: string): string[] => [
  name,
  name.toUpperCase(),
  name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  name.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()),
];

/**
 * Finds another tag that has the typed name, ignoring case and extra spaces. Only for users who may write tags, and
 * among tags that they may read.
 */
const findNamesake = async (
  { strapi }: Panel,
  { name, locale: asked, own }: z.output<typeof namesakeSchema>,
  { ability }: PanelUser,
): Promise<TagNamesake | null> => {
  if (!mayWriteType(strapi, ability, TAG_UID)) throw new errors.ForbiddenError();
  const wanted = normaliseName(name);
  if (wanted === '') return null;
  const locale = await documentLocale(strapi, TAG_UID, asked);
  const rows: (TagNamesake & { id: number })[] = await strapi.db.query(TAG_UID).findMany({
    select: ['id', 'documentId', 'name', 'slug'],
    where: {
      ...(locale !== undefined && { locale }),
      ...(own !== undefined && { documentId: { $ne: own } }),
      $or: [{ name: { $eqi: wanted } }, { name: { $in: [name.trim(), ...spellingsOf(wanted)] } }],
    },
    orderBy: { id: 'asc' },
    limit: TAGS,
  });
  // MariaDB treats letters with and without accents as equal.
  const found = rows.filter((row) => normaliseName(row.name) === wanted);
  const check = { ability, action: 'read', fieldsOf: () => ['name', 'slug'] } as const;
  const asTag = (row: TagNamesake) => ({ ...row, contentType: TAG_UID });
  const mayRead = await permittedEntries(strapi, check, found.map(asTag));
  const namesake = found.find((row) => mayRead(asTag(row)));
  return namesake
    ? { documentId: namesake.documentId, name: namesake.name, slug: namesake.slug }
    : null;
};

/** `own` is the document id of the edited tag; absent for a new one. */
const namesakeSchema = z.object({ name: typedTextSchema(300), locale, own: savedIdSchema });

export const namesakes = { find: answerWith(namesakeSchema, findNamesake) };

/** Milliseconds within which Strapi copies shared fields to the other locales after a save. */
const SHARED_WITHIN = 2_000;

/** The user's name as Strapi's panel shows it (`getDisplayName`), but never the email address. */
const nameOfUser = (user: ReadEntry | undefined): string | null => {
  const [username, first, last] = ['username', 'firstname', 'lastname'].map((name) =>
    (user && textAt(user, [name]))?.trim(),
  );
  return username || (first && [first, last].filter(Boolean).join(' ')) || null;
};

const savedAt = (row: ReadEntry): number => Number(dateAt(row, ['updatedAt']));

const laterSaveSchema = openEntrySchema.extend({
  /** When the row that the form was loaded with was saved. */
  loaded: z.iso.datetime().transform((moment) => new Date(moment)),
});

/**
 * Finds who saved an entry or a topic after its form was loaded. A save in one locale also writes shared fields into the
 * rows of the other locales, without `updatedBy`: the earliest row of such a group is the one that somebody saved.
 *
 * @returns null if nobody did, or the user may not read it
 */
const findLaterSave = async (
  { strapi, plan }: Panel,
  { contentType, documentId, locale: asked, loaded }: z.output<typeof laterSaveSchema>,
  { id: userId, mayReadSome }: PanelUser,
): Promise<LaterSave | null> => {
  const type = [...plan.sources, ...plan.topicTypes].find((one) => one.contentType === contentType);
  if (!type) return null;
  const rows: ReadEntry[] = await strapi.db.query(contentType as UID.ContentType).findMany({
    select: ['updatedAt', ...(type.isLocalised ? ['locale'] : [])],
    where: { documentId, ...(type.hasDrafts && { publishedAt: null }) },
    populate: { updatedBy: { select: ['id', 'username', 'firstname', 'lastname'] } },
    orderBy: { updatedAt: 'asc' },
  } as never);
  if (rows.length === 0) return { at: null, by: null, isOwn: false };
  const locale = await documentLocale(strapi, contentType, asked);
  const row = rows.find((one) => locale === undefined || one.locale === locale);
  if (!row || savedAt(row) <= Number(loaded)) return null;
  const entry = { contentType, documentId, locale };
  if (!(await mayReadSome([entry]))(entry)) return null;
  const first = rows.find((one) => savedAt(row) - savedAt(one) <= SHARED_WITHIN);
  const [user] = rowsAt(first, ['updatedBy']);
  return {
    at: new Date(savedAt(row)).toISOString(),
    by: nameOfUser(user),
    isOwn: user !== undefined && String(user.id) === String(userId),
  };
};

export const laterSaves = { find: answerWith(laterSaveSchema, findLaterSave) };

/** Moments of published entries with a future date in the source's own date field, by document id. */
const findScheduled = async (
  strapi: Core.Strapi,
  source: SourcePlan,
  documentIds: string[],
  locale: string | undefined,
  now: Date,
): Promise<Schedule['scheduled']> => {
  const { contentType, isLocalised } = source;
  const field = source.date && ownField(source.date);
  const scheduled: Schedule['scheduled'] = {};
  // Without a date field, an entry has the date of its first publication, which is past.
  if (field === undefined) return scheduled;
  const rows: ReadEntry[] = await strapi.db.query(contentType).findMany({
    select: ['documentId', field, ...(isLocalised ? ['locale'] : [])],
    where: { documentId: { $in: documentIds }, ...wherePublished(source, locale) },
  });
  for (const row of rows) {
    const date = dateOf(source, row);
    if (date && date > now) scheduled[String(row.documentId)] = date.toISOString();
  }
  return scheduled;
};

/**
 * Tells which of these entries are published and wait for their date, and the time zone of dates. None does if the
 * content type is no source, or the locale is not published.
 */
const findSchedule = async (
  { strapi, plan, editions, push }: Panel,
  { type: contentType, articles, locale: asked }: z.output<typeof scheduleSchema>,
  { now, mayRead }: PanelUser,
): Promise<Schedule> => {
  const source = plan.sources.find((one) => one.contentType === contentType);
  const locale = await documentLocale(strapi, contentType, asked);
  const edition = source && editionOf(editions, source, locale);
  const { timeZone, republishing } = (edition ?? editions[0]).inForce;
  const asEntry = (documentId: string) => ({ contentType, documentId, locale });
  const entries = edition ? articles.map(asEntry) : [];
  const readable = entries.filter(await mayRead(entries)).map(({ documentId }) => documentId);
  return {
    isSource: source !== undefined,
    timeZone,
    republishing,
    ...(source?.isPage && { isPage: true as const }),
    ...(push.consumers.length > 0 && { tellsOthers: true as const }),
    scheduled: source ? await findScheduled(strapi, source, readable, locale, now) : {},
  };
};

/** Most entries in one request: a page of the Content Manager's list. */
const MAXIMUM_ARTICLES = 100;

const scheduleSchema = z.object({
  type: contentType.default(ARTICLE_UID),
  locale,
  articles: names(MAXIMUM_ARTICLES, 'articles'),
});

export const schedule = {
  /** Tells every user the site's time zone, and which of the entries they may read are scheduled. */
  find: answerWith(scheduleSchema, findSchedule),
};
