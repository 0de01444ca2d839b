import type { Core } from '@strapi/strapi';

import type { Plan } from '../mapping/plan';
import type { Claims, SavedSlug, Slugs } from './slugs';
import {
  areSlugsLocalised,
  documentLocale,
  documentLocales,
  isFieldLocalised,
  schemaOf,
  slugLocale,
} from '../mapping/slugs';
import { SLUGGED_TYPES, type SluggedType } from '../constants';
import { MAXIMUM_SLUG } from '../content/slug';
import { addressFields } from '../mapping/address';
import { ownField } from '../mapping/plan-parts';
import { hasDrafts } from '../mapping/schemas';

type Data = Record<string, unknown>;

interface Row extends Data {
  id: number;
  documentId: string;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether it is a text, or the lack of one; anything else is Strapi's to refuse. */
const isText = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string';

/**
 * Gives entries their slugs where no editor did: until the first publication they follow the
 * heading, and then they stay. Register it ahead of what checks entries.
 */
export const fillSlugs = (strapi: Core.Strapi, { slugs }: { slugs: Slugs }): void => {
  const toSaved = (row: Row, { heading }: SluggedType): SavedSlug => ({
    documentId: row.documentId,
    slug: toText(row.slug),
    heading: toText(row[heading]),
  });

  /** The rows editors work on: a localised entry has several, in some locales or in all. */
  const findDrafts = async (
    uid: string,
    { hasDrafts, heading }: SluggedType,
    { documentId, locales }: { documentId: string; locales?: string[] },
  ): Promise<Row[]> =>
    strapi.db.query(uid).findMany({
      select: ['id', 'documentId', 'locale', 'slug', heading],
      where: {
        documentId,
        ...(hasDrafts && { publishedAt: null }),
        ...(locales && { locale: { $in: locales } }),
      },
    });

  /** What is saved with the slug that it gets; of a new entry without a document id. */
  const withSlug = async (
    uid: string,
    type: SluggedType,
    {
      documentId,
      locale,
      claims,
    }: { documentId?: string; locale: string | undefined; claims: Claims },
    data: Data,
  ): Promise<Data> => {
    const { slug, [type.heading]: heading } = data;
    if (!isText(slug) || !isText(heading)) return data;
    let saved: SavedSlug | undefined;
    if (documentId !== undefined) {
      if (slug === undefined && heading === undefined) return data;
      const locales = locale === undefined ? undefined : [locale];
      const [row] = await findDrafts(uid, type, { documentId, locales });
      // None yet in its locale: it is the first there.
      if (!row && locale === undefined) return data;
      saved = row && toSaved(row, type);
    }
    const resolved = await slugs.resolve({
      contentType: uid,
      slug: saved && slug === undefined ? saved.slug : toText(slug),
      heading: saved && heading === undefined ? saved.heading : toText(heading),
      locale,
      saved,
      claims,
    });
    return resolved.slug === saved?.slug && slug === undefined
      ? data
      : { ...data, slug: resolved.slug || null };
  };

  const beforePublish = async (
    uid: string,
    type: SluggedType,
    {
      isLocalised,
      claims,
      ...asked
    }: { documentId: string; locales?: string[]; isLocalised: boolean; claims: Claims },
  ): Promise<void> => {
    for (const row of await findDrafts(uid, type, asked)) {
      const saved = toSaved(row, type);
      const locale = isLocalised ? toText(row.locale) : undefined;
      const { slug } = await slugs.resolve({
        contentType: uid,
        ...saved,
        locale,
        saved,
        claims,
      });
      if (slug !== '' && slug !== saved.slug) {
        await strapi.db.query(uid).update({ where: { id: row.id }, data: { slug } });
      }
    }
  };

  strapi.documents.use((context, next) => {
    const type = SLUGGED_TYPES[context.uid];
    if (!type) return next();
    const params = context.params as { documentId?: unknown; data?: Data; locale?: unknown };
    const documentId = toText(params.documentId);
    return slugs.whileSaving(async (claims) => {
      const isNew = ['create', 'clone'].includes(context.action);
      if (params.data && (isNew || (context.action === 'update' && documentId !== ''))) {
        const locale = await slugLocale(strapi, context.uid, params.locale);
        const asked = { documentId: isNew ? undefined : documentId, locale, claims };
        params.data = await withSlug(context.uid, type, asked, params.data);
      }
      if (context.action === 'publish' && documentId !== '') {
        // One transaction: what is not published keeps its slug.
        return strapi.db.transaction(async () => {
          const isLocalised = areSlugsLocalised(strapi, context.uid);
          const locales = isLocalised
            ? await documentLocales(strapi, context.uid, params.locale)
            : undefined;
          await beforePublish(context.uid, type, { documentId, locales, isLocalised, claims });
          return next();
        });
      }
      return next();
    });
  });
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Fills `uid` fields that the addresses of the site's own sources and topics are made of and that somebody
 * left empty, from Strapi's `targetField`: without an address an entry would be published and nowhere, and a
 * topic without a page and a feed. The Content Manager fills those alone that are required. A value that is
 * there stays, whoever wrote it.
 */
export const fillUidFields = (
  strapi: Core.Strapi,
  { slugs, plan }: { slugs: Slugs; plan: Plan },
): void => {
  const findRows = (uid: string, fields: readonly UidField[], where: Data): Promise<Row[]> =>
    strapi.db.query(uid).findMany({
      select: ['id', 'documentId', 'locale', ...fields.flatMap((one) => [one.field, one.heading])],
      where,
      orderBy: { id: 'asc' },
    });
  /** The rows editors work on, one in each locale. */
  const findDrafts = (
    uid: string,
    fields: readonly UidField[],
    documentId: string,
  ): Promise<Row[]> =>
    findRows(uid, fields, {
      documentId,
      ...(hasDrafts(schemaOf(strapi, uid)!) && { publishedAt: null }),
    });

  /** What an empty field of an entry in a locale gets; empty where nothing can be made. */
  const make = async (
    uid: string,
    uidField: UidField,
    heading: unknown,
    { own, locale, claims }: { own?: string; locale: string | undefined; claims: Claims },
  ): Promise<string> => {
    const among = isFieldLocalised(strapi, uid, uidField.field) ? locale : undefined;
    return slugs.fill(uid, uidField, toText(heading), { own, locale: among, claims });
  };

  const isOf = (row: Row, locale: string | undefined): boolean =>
    locale === undefined || row.locale === locale;

  /** The rows that have the same value in a field as the one in a locale. */
  const sharing = (uid: string, { field }: UidField, rows: Row[], locale: string | undefined) =>
    isFieldLocalised(strapi, uid, field) ? rows.filter((row) => isOf(row, locale)) : rows;

  const beforeUpdate = async (
    uid: string,
    fields: UidField[],
    {
      documentId,
      locale,
      claims,
    }: { documentId: string; locale: string | undefined; claims: Claims },
    data: Data,
  ): Promise<Data> => {
    const empty = fields.filter(({ field }) => isEmpty(data[field]));
    if (empty.length === 0) return data;
    const rows = await findDrafts(uid, empty, documentId);
    const saved = rows.find((row) => isOf(row, locale));
    const filled = { ...data };
    for (const one of rows.length === 0 ? [] : empty) {
      const { field } = one;
      const known = sharing(uid, one, rows, locale).find((row) => !isEmpty(row[field]));
      if (data[field] === undefined && known) {
        // Strapi leaves the field of a new language empty, which has what all languages share.
        if (!saved) filled[field] = known[field];
        continue;
      }
      const heading = data[one.heading] === undefined ? saved?.[one.heading] : data[one.heading];
      const slug = await make(uid, one, heading, { own: documentId, locale, claims });
      if (slug !== '') filled[field] = slug;
    }
    return filled;
  };

  /** Fills rows of a document in some locales, or in all, as they are saved. */
  const fillRows = async (
    uid: string,
    fields: UidField[],
    rows: Row[],
    { documentId, locales, claims }: { documentId: string; locales?: string[]; claims: Claims },
  ): Promise<void> => {
    for (const one of fields) {
      for (const row of rows) {
        if (!isEmpty(row[one.field])) continue;
        const locale = toText(row.locale) || undefined;
        if (locales && (locale === undefined || !locales.includes(locale))) continue;
        const shared = sharing(uid, one, rows, locale).map((other) => toText(other[one.field]));
        const slug =
          shared.find((value) => value !== '') ??
          (await make(uid, one, row[one.heading], { own: documentId, locale, claims }));
        if (slug === '') continue;
        row[one.field] = slug;
        await strapi.db.query(uid).update({ where: { id: row.id }, data: { [one.field]: slug } });
      }
    }
  };

  /** After the site's own hooks, which may make another value of what was left empty. */
  const afterCreate = async (
    uid: string,
    fields: UidField[],
    saved: Data | null,
    { locales, claims }: { locales?: string[]; claims: Claims },
  ): Promise<void> => {
    const documentId = toText(saved?.documentId);
    if (!saved || documentId === '') return;
    const rows = await findRows(uid, fields, { documentId });
    await fillRows(uid, fields, rows, { documentId, locales, claims });
    for (const { field } of fields) {
      if (Object.hasOwn(saved, field) && isEmpty(saved[field])) saved[field] = rows[0]?.[field];
    }
  };

  strapi.documents.use((context, next) => {
    const { uid, action } = context;
    const fields = uidFields(strapi, plan, uid);
    if (fields.length === 0) return next();
    const params = context.params as { documentId?: unknown; data?: Data; locale?: unknown };
    const documentId = toText(params.documentId);
    return slugs.whileSaving(async (claims) => {
      if (action === 'create' && params.data) {
        const locales = await documentLocales(strapi, uid, params.locale);
        return strapi.db.transaction(async () => {
          const saved = await next();
          await afterCreate(uid, fields, saved as Data | null, { locales, claims });
          return saved;
        });
      }
      if (action === 'update' && params.data && documentId !== '') {
        const locale = await documentLocale(strapi, uid, params.locale);
        const asked = { documentId, locale, claims };
        params.data = await beforeUpdate(uid, fields, asked, params.data);
      }
      if (action === 'publish' && documentId !== '') {
        const locales = await documentLocales(strapi, uid, params.locale);
        // One transaction: what is not published keeps its empty field.
        return strapi.db.transaction(async () => {
          const rows = await findDrafts(uid, fields, documentId);
          await fillRows(uid, fields, rows, { documentId, locales, claims });
          return next();
        });
      }
      return next();
    });
  });
};

/** A `uid` field of the site that addresses are made of, and the text that it is made from. */
export interface UidField {
  field: string;
  /** Strapi's `targetField`. */
  heading: string;
  /** Characters that it may have. */
  longest: number;
  /** Whether the field takes a text by its other rules; a draft would be refused only at its publication. */
  accepts: (slug: string) => boolean;
}

/**
 * The `uid` fields of the addresses of a source, or of a type of topics, that can be made from another field.
 * Our own types have rules of their own, and pages are left alone: that of a site's home often has an empty one.
 */
export const uidFields = (
  strapi: Core.Strapi,
  { sources, topicTypes }: Pick<Plan, 'sources' | 'topicTypes'>,
  contentType: string,
): UidField[] => {
  // A type may be published and group others.
  const filled = [...sources.filter(({ isPage }) => !isPage), ...topicTypes];
  const parts = filled.filter((one) => one.contentType === contentType);
  if (parts.length === 0 || contentType in SLUGGED_TYPES) return [];
  const { attributes } = schemaOf(strapi, contentType)!;
  const paths = parts.flatMap(({ address }) => addressFields(address));
  const names = new Set(paths.flatMap((path) => ownField(path) ?? []));
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
