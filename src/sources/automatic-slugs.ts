import type { Core } from '@strapi/strapi';

import type { SavedSlug, Slugs } from './slugs';
import { areSlugsLocalised, slugLocale, slugLocales } from './slug-locale';
import { SLUGGED_TYPES, type SluggedType } from './slugged-types';

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

  const beforeCreate = async (
    uid: string,
    type: SluggedType,
    data: Data,
    locale: string | undefined,
  ): Promise<Data> => {
    if (!isText(data.slug) || !isText(data[type.heading])) return data;
    const wanted = {
      contentType: uid,
      slug: toText(data.slug),
      heading: toText(data[type.heading]),
      locale,
    };
    return { ...data, slug: (await slugs.resolve(wanted)).slug || null };
  };

  const beforeUpdate = async (
    uid: string,
    type: SluggedType,
    { documentId, locale }: { documentId: string; locale: string | undefined },
    data: Data,
  ): Promise<Data> => {
    const { slug, [type.heading]: heading } = data;
    if (!isText(slug) || !isText(heading)) return data;
    if (slug === undefined && heading === undefined) return data;
    const locales = locale === undefined ? undefined : [locale];
    const [row] = await findDrafts(uid, type, { documentId, locales });
    // The first of its locale, or of none.
    if (!row) return locale === undefined ? data : beforeCreate(uid, type, data, locale);
    const saved = toSaved(row, type);
    const resolved = await slugs.resolve({
      contentType: uid,
      slug: slug === undefined ? saved.slug : toText(slug),
      heading: heading === undefined ? saved.heading : toText(heading),
      locale,
      saved,
    });
    return resolved.slug === saved.slug && slug === undefined
      ? data
      : { ...data, slug: resolved.slug || null };
  };

  const beforePublish = async (
    uid: string,
    type: SluggedType,
    asked: { documentId: string; locales?: string[] },
    isLocalised: boolean,
  ): Promise<void> => {
    for (const row of await findDrafts(uid, type, asked)) {
      const saved = toSaved(row, type);
      const locale = isLocalised ? toText(row.locale) : undefined;
      const { slug } = await slugs.resolve({ contentType: uid, ...saved, locale, saved });
      if (slug !== '' && slug !== saved.slug) {
        await strapi.db.query(uid).update({ where: { id: row.id }, data: { slug } });
      }
    }
  };

  strapi.documents.use(async (context, next) => {
    const type = SLUGGED_TYPES[context.uid];
    if (!type) return next();
    const params = context.params as { documentId?: unknown; data?: Data; locale?: unknown };
    const documentId = toText(params.documentId);
    if (context.action === 'create' && params.data) {
      const locale = await slugLocale(strapi, context.uid, params.locale);
      params.data = await beforeCreate(context.uid, type, params.data, locale);
    }
    if (context.action === 'update' && params.data && documentId !== '') {
      const locale = await slugLocale(strapi, context.uid, params.locale);
      params.data = await beforeUpdate(context.uid, type, { documentId, locale }, params.data);
    }
    if (context.action === 'publish' && documentId !== '') {
      // One transaction: what is not published keeps its slug.
      return strapi.db.transaction(async () => {
        const isLocalised = areSlugsLocalised(strapi, context.uid);
        const locales = await slugLocales(strapi, context.uid, params.locale);
        await beforePublish(context.uid, type, { documentId, locales }, isLocalised);
        return next();
      });
    }
    return next();
  });
};
