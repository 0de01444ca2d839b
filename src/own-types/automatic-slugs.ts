import type { Core } from '@strapi/strapi';

import { ownField, type Plan } from '../mapping/plan';
import type { SaveId, SavedSlug, SlugOwner, Slugs, UidField } from './slugs';
import { SLUGGED_TYPES } from '../lib/constants';
import { MAXIMUM_SLUG } from '../lib/url-paths';
import { addressFields } from '../mapping/address';
import {
  hasDrafts,
  schemaOf,
  documentLocale,
  documentLocales,
  isFieldLocalised,
  isLocalised,
} from '../mapping/schemas';

type Data = Record<string, unknown>;

interface Row extends Data {
  id: number;
  documentId: string;
}

/** An entry that is saved or published. */
interface Save {
  uid: string;
  /** Empty for a new entry. */
  documentId: string;
  /** The requested locale. */
  locale: unknown;
  /** Undefined if the slug is only shown and not saved. */
  saveId?: SaveId;
  /** Whether the save publishes nothing: then the publication decides the slug again. */
  isOfDraft?: boolean;
}

/** Fills the slugs of a type. */
interface SlugFiller {
  /** Returns the data to save, with slugs filled in. */
  beforeSave: (data: Data, save: Save) => Promise<Data>;
  /** Runs after the creation of a new entry, instead of `beforeSave`. */
  afterCreate?: (saved: Data | null, save: Save) => Promise<void>;
  beforePublish: (save: Save) => Promise<void>;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether the value is a text or missing; Strapi refuses any other value. */
const isText = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string';

/** Rows of an entry: one in each locale, and another one for each that is published. */
const findRows = (
  strapi: Core.Strapi,
  { uid, documentId }: Save,
  fields: readonly Pick<UidField, 'field' | 'heading'>[],
  where: object = {},
): Promise<Row[]> =>
  strapi.db.query(uid).findMany({
    select: [
      ...['id', 'documentId', 'locale', 'publishedAt'],
      ...fields.flatMap((one) => [one.field, one.heading]),
    ],
    where: { documentId, ...where },
    orderBy: { id: 'asc' },
  });

/** Rows that editors work on: drafts, if the type has them. */
const findDrafts = (
  strapi: Core.Strapi,
  save: Save,
  fields: readonly Pick<UidField, 'field' | 'heading'>[],
  locales?: string[],
): Promise<Row[]> =>
  findRows(strapi, save, fields, {
    ...(hasDrafts(schemaOf(strapi, save.uid)) && { publishedAt: null }),
    ...(locales && { locale: { $in: locales } }),
  });

/**
 * Gives entries of the plugin's own types a slug if no editor did. The slug follows the heading until the first
 * publication, and then stays.
 */
const createOwnFiller = (
  strapi: Core.Strapi,
  slugs: Slugs,
  heading: 'title' | 'name',
): SlugFiller => {
  const fields = [{ field: 'slug', heading }];
  const toSaved = (row: Row): SavedSlug => ({
    documentId: row.documentId,
    slug: toText(row.slug),
    heading: toText(row[heading]),
  });
  return {
    async beforeSave(data, save) {
      const { uid, documentId, saveId, isOfDraft } = save;
      const { slug, [heading]: text } = data;
      if (!isText(slug) || !isText(text)) return data;
      const locale = await documentLocale(strapi, uid, save.locale);
      let saved: SavedSlug | undefined;
      if (documentId !== '') {
        if (slug === undefined && text === undefined) return data;
        const locales = locale === undefined ? undefined : [locale];
        const [row] = await findDrafts(strapi, save, fields, locales);
        // Without a row in its locale, this save creates the first one there, which needs a slug.
        if (!row && locale === undefined) return data;
        saved = row && toSaved(row);
        // A form also sends unchanged fields.
        const isSame = (value: unknown, before: string): boolean =>
          before !== '' && (value === undefined || value === before);
        const isUnchanged = saved && isSame(slug, saved.slug) && isSame(text, saved.heading);
        if (isOfDraft && isUnchanged) return data;
      }
      const resolved = await slugs.resolve({
        contentType: uid,
        slug: saved && slug === undefined ? saved.slug : toText(slug),
        heading: saved && text === undefined ? saved.heading : toText(text),
        locale,
        saved,
        saveId,
      });
      return resolved.slug === saved?.slug && slug === undefined
        ? data
        : { ...data, slug: resolved.slug || null };
    },

    async beforePublish(save) {
      const { uid, saveId } = save;
      const isInLocales = isLocalised(schemaOf(strapi, uid)!);
      const locales = await documentLocales(strapi, uid, save.locale);
      const rows = await findRows(strapi, save, fields, locales && { locale: { $in: locales } });
      const published = rows.filter(({ publishedAt, slug }) => publishedAt && slug);
      for (const row of rows.filter(({ publishedAt }) => !publishedAt)) {
        const saved = toSaved(row);
        const isKnown = published.some(({ locale }) => !isInLocales || locale === row.locale);
        // Readers have it: the slug is the editor's.
        if (isKnown && saved.slug !== '') continue;
        const locale = isInLocales ? toText(row.locale) : undefined;
        if (await slugs.isKept(uid, saved.slug, { own: row.documentId, locale, saveId })) continue;
        const { slug } = await slugs.resolve({ contentType: uid, ...saved, locale, saved, saveId });
        if (slug !== '' && slug !== saved.slug) {
          await strapi.db.query(uid).update({ where: { id: row.id }, data: { slug } });
        }
      }
    },
  };
};

/**
 * Fills empty `uid` fields in the addresses of the site's own sources and topics, from Strapi's `targetField`. Without
 * an address, an entry would be published without a page, and a topic would have no page and no feed. The Content
 * Manager only fills required fields. An existing value stays.
 */
const createSiteFiller = (strapi: Core.Strapi, slugs: Slugs, fields: UidField[]): SlugFiller => {
  /** Value for an empty field in a locale: the value that other rows share, or a new one; empty if there is none. */
  const findSlug = async (
    { uid, documentId, saveId }: Save,
    one: UidField,
    rows: Row[],
    { heading, locale }: { heading: unknown; locale: string | undefined },
  ): Promise<string> => {
    const isLocalised = isFieldLocalised(strapi, uid, one.field);
    const isShared = (row: Row) => !isLocalised || locale === undefined || row.locale === locale;
    const known = rows.find((row) => isShared(row) && !isUnset(row[one.field]));
    if (known) return toText(known[one.field]);
    const own: SlugOwner = {
      own: documentId || undefined,
      locale: isLocalised ? locale : undefined,
      saveId,
    };
    return slugs.makeForField(uid, one, toText(heading), own);
  };

  /** Fills rows in the requested locales. */
  const fillRows = async (rows: Row[], save: Save): Promise<void> => {
    const locales = await documentLocales(strapi, save.uid, save.locale);
    for (const one of fields) {
      for (const row of rows) {
        if (!isUnset(row[one.field])) continue;
        const locale = toText(row.locale) || undefined;
        if (locales && (locale === undefined || !locales.includes(locale))) continue;
        const slug = await findSlug(save, one, rows, { heading: row[one.heading], locale });
        if (slug === '') continue;
        row[one.field] = slug;
        const data = { [one.field]: slug };
        await strapi.db.query(save.uid).update({ where: { id: row.id }, data });
      }
    }
  };

  return {
    async beforeSave(data, save) {
      const empty = fields.filter(({ field }) => isUnset(data[field]));
      if (empty.length === 0) return data;
      const isNew = save.documentId === '';
      const locale = await documentLocale(strapi, save.uid, save.locale);
      // Neither field nor heading is written. A new locale's row, however, may lack a value that all locales share.
      const isUnchanged = ({ field, heading }: UidField): boolean =>
        data[field] === undefined && data[heading] === undefined;
      if (save.isOfDraft && !isNew && locale === undefined && empty.every(isUnchanged)) return data;
      const rows = isNew ? [] : await findDrafts(strapi, save, empty);
      if (!isNew && rows.length === 0) return data;
      const saved = rows.find((row) => locale === undefined || row.locale === locale);
      const filled = { ...data };
      for (const one of empty) {
        const isOmitted = data[one.field] === undefined;
        if (isOmitted && saved && !isUnset(saved[one.field])) continue;
        const given = data[one.heading];
        const heading = given === undefined ? saved?.[one.heading] : given;
        // Strapi leaves the field of a new locale empty, even if all locales share its value: take that value.
        const slug = await findSlug(save, one, isOmitted ? rows : [], { heading, locale });
        if (slug !== '') filled[one.field] = slug;
      }
      return filled;
    },

    /** Runs after the site's own hooks, which may fill the field with another value. */
    async afterCreate(saved, save) {
      const documentId = toText(saved?.documentId);
      if (!saved || documentId === '') return;
      if (fields.every(({ field }) => !isUnset(saved[field]))) return;
      const created = { ...save, documentId };
      const rows = await findRows(strapi, created, fields);
      await fillRows(rows, created);
      for (const { field } of fields) {
        if (Object.hasOwn(saved, field) && isUnset(saved[field])) saved[field] = rows[0]?.[field];
      }
    },

    beforePublish: async (save) => fillRows(await findDrafts(strapi, save, fields), save),
  };
};

/** Returns what fills the slugs of a type; undefined if nothing does. */
export const slugFiller = (
  strapi: Core.Strapi,
  { slugs, plan }: { slugs: Slugs; plan: Pick<Plan, 'sources' | 'topicTypes'> },
  uid: string,
): SlugFiller | undefined => {
  const heading = SLUGGED_TYPES[uid];
  if (heading) return createOwnFiller(strapi, slugs, heading);
  const fields = uidFields(strapi, plan, uid);
  return fields.length > 0 ? createSiteFiller(strapi, slugs, fields) : undefined;
};

/** Fills slugs when entries are saved and published. Register it before `validateEntries`. */
export const fillSlugs = (strapi: Core.Strapi, parts: { slugs: Slugs; plan: Plan }): void => {
  strapi.documents.use((context, next) => {
    const { uid, action } = context;
    if (!['create', 'clone', 'update', 'publish'].includes(action)) return next();
    const filler = slugFiller(strapi, parts, uid);
    if (!filler) return next();
    const params = context.params as {
      documentId?: unknown;
      data?: Data;
      locale?: unknown;
      status?: unknown;
    };
    const isNew = action === 'create' || action === 'clone';
    const documentId = isNew ? '' : toText(params.documentId);
    return parts.slugs.whileSaving(async (saveId) => {
      const isOfDraft = hasDrafts(schemaOf(strapi, uid)) && params.status !== 'published';
      const save: Save = { uid, documentId, locale: params.locale, saveId, isOfDraft };
      const isUpdate = action === 'update' && documentId !== '';
      if (params.data && (isNew ? !filler.afterCreate : isUpdate)) {
        params.data = await filler.beforeSave(params.data, save);
      }
      const isPublished = action === 'publish' && documentId !== '';
      const afterCreate = action === 'create' && params.data ? filler.afterCreate : undefined;
      if (!isPublished && !afterCreate) return next();
      // One transaction: if the publication fails, the slug stays as it was.
      return strapi.db.transaction(async () => {
        if (isPublished) await filler.beforePublish(save);
        const saved = await next();
        await afterCreate?.(saved as Data | null, save);
        return saved;
      });
    });
  });
};

/**
 * The `uid` fields in the addresses of a source or topic type that can be made from another field. The plugin's own
 * types have their own rules. Pages are left out: the field of a site's home page is often empty on purpose.
 */
const uidFields = (
  strapi: Core.Strapi,
  { sources, topicTypes }: Pick<Plan, 'sources' | 'topicTypes'>,
  contentType: string,
): UidField[] => {
  // A type is a source or a topic type, never both.
  const filled = [...sources.filter(({ isPage }) => !isPage), ...topicTypes];
  const part = filled.find((one) => one.contentType === contentType);
  if (!part || contentType in SLUGGED_TYPES) return [];
  const { attributes } = schemaOf(strapi, contentType)!;
  const names = new Set(addressFields(part.address).flatMap((path) => ownField(path) ?? []));
  return [...names].flatMap((field): UidField[] => {
    const attribute = attributes[field];
    const heading = attribute?.targetField;
    if (attribute?.type !== 'uid' || heading === undefined) return [];
    if (!['string', 'text'].includes(attributes[heading]?.type ?? '')) return [];
    const { minLength = 0, maxLength = MAXIMUM_SLUG, regex } = attribute;
    return [
      {
        field,
        heading,
        longest: Math.min(maxLength, MAXIMUM_SLUG),
        accepts: (slug) =>
          slug.length >= minLength &&
          slug.length <= maxLength &&
          (regex === undefined || new RegExp(regex).test(slug)),
      },
    ];
  });
};
