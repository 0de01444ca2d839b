import type { Core } from '@strapi/strapi';

import type { SavedSlug, Slugs } from './slugs';
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

  /** The rows editors work on: a localised entry has several. */
  const findDrafts = async (
    uid: string,
    { hasDrafts, heading }: SluggedType,
    documentId: string,
  ): Promise<Row[]> =>
    strapi.db.query(uid).findMany({
      select: ['id', 'documentId', 'slug', heading],
      where: { documentId, ...(hasDrafts && { publishedAt: null }) },
    });

  const beforeCreate = async (uid: string, type: SluggedType, data: Data): Promise<Data> => {
    if (!isText(data.slug) || !isText(data[type.heading])) return data;
    const wanted = {
      contentType: uid,
      slug: toText(data.slug),
      heading: toText(data[type.heading]),
    };
    return { ...data, slug: (await slugs.resolve(wanted)).slug || null };
  };

  const beforeUpdate = async (
    uid: string,
    type: SluggedType,
    documentId: string,
    data: Data,
  ): Promise<Data> => {
    const { slug, [type.heading]: heading } = data;
    if (!isText(slug) || !isText(heading)) return data;
    if (slug === undefined && heading === undefined) return data;
    const [row] = await findDrafts(uid, type, documentId);
    if (!row) return data;
    const saved = toSaved(row, type);
    const resolved = await slugs.resolve({
      contentType: uid,
      slug: slug === undefined ? saved.slug : toText(slug),
      heading: heading === undefined ? saved.heading : toText(heading),
      saved,
    });
    return resolved.slug === saved.slug && slug === undefined
      ? data
      : { ...data, slug: resolved.slug || null };
  };

  const beforePublish = async (uid: string, type: SluggedType, id: string): Promise<void> => {
    for (const row of await findDrafts(uid, type, id)) {
      const saved = toSaved(row, type);
      const { slug } = await slugs.resolve({ contentType: uid, ...saved, saved });
      if (slug !== '' && slug !== saved.slug) {
        await strapi.db.query(uid).update({ where: { id: row.id }, data: { slug } });
      }
    }
  };

  strapi.documents.use(async (context, next) => {
    const type = SLUGGED_TYPES[context.uid];
    if (!type) return next();
    const params = context.params as { documentId?: unknown; data?: Data };
    const documentId = toText(params.documentId);
    if (context.action === 'create' && params.data) {
      params.data = await beforeCreate(context.uid, type, params.data);
    }
    if (context.action === 'update' && params.data && documentId !== '') {
      params.data = await beforeUpdate(context.uid, type, documentId, params.data);
    }
    if (context.action === 'publish' && documentId !== '') {
      // One transaction: what is not published keeps its slug.
      return strapi.db.transaction(async () => {
        await beforePublish(context.uid, type, documentId);
        return next();
      });
    }
    return next();
  });
};
