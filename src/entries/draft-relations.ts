import type { Core, UID } from '@strapi/strapi';

import { chunk } from '../lib/chunk';
import { isObject } from '../lib/is-object';
import type { QueryFields } from '../mapping/plan';
import type { Attribute, ContentTypeSchema } from '../mapping/schemas';
import type { ReadEntry } from '../mapping/values';

/** Who a related entry is. */
const IDENTITY = ['id', 'documentId', 'locale'];

/** Columns that say who an entry of a type is. */
export const identityOf = (strapi: Core.Strapi, uid: string): string[] => {
  const { attributes } = strapi.db.metadata.get(uid);
  return IDENTITY.filter((name) => name in attributes);
};

/** Who a related entry is; without a locale where its type is not localised. */
interface Related {
  documentId?: unknown;
  locale?: unknown;
}

export const severalOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const schemaOf = (strapi: Core.Strapi, uid: string | undefined): ContentTypeSchema | undefined =>
  uid === undefined
    ? undefined
    : (strapi.getModel(uid as UID.Schema) as ContentTypeSchema | undefined);

export const attributesOf = (
  strapi: Core.Strapi,
  uid: string | undefined,
): ContentTypeSchema['attributes'] => schemaOf(strapi, uid)?.attributes ?? {};

/** The type of a relation whose entries have drafts: a draft leads to these. */
const draftTarget = (strapi: Core.Strapi, attribute: Attribute | undefined): string | undefined => {
  const target = attribute?.type === 'relation' ? attribute.target : undefined;
  return schemaOf(strapi, target)?.options?.draftAndPublish ? target : undefined;
};

/** What is read of a draft: of related entries that have drafts, only who they are is read. */
const draftFields = (
  strapi: Core.Strapi,
  uid: string | undefined,
  { populate, ...rest }: QueryFields,
): QueryFields => {
  const attributes = attributesOf(strapi, uid);
  return {
    ...rest,
    ...(populate && {
      populate: Object.fromEntries(
        Object.entries(populate).map(([name, inner]): [string, QueryFields] => {
          const attribute = attributes[name];
          if (draftTarget(strapi, attribute) !== undefined) return [name, { select: IDENTITY }];
          if (attribute?.type !== 'component') return [name, inner];
          return [name, draftFields(strapi, attribute.component, inner)];
        }),
      ),
    }),
  };
};

/**
 * Related entries as they are published, those without a published version left out.
 *
 * @param related who they are: a document and, where it matters, a locale
 * @param fields those of their type that readers may see
 */
export const findPublishedRelated = async (
  strapi: Core.Strapi,
  target: string,
  related: readonly Related[],
  { select, where, ...rest }: QueryFields,
): Promise<ReadEntry[]> => {
  const keyOf = ({ documentId, locale }: Related): string =>
    `${String(documentId)} ${typeof locale === 'string' ? locale : ''}`;
  const identity = identityOf(strapi, target);
  const found = new Map<string, ReadEntry>();
  for (const some of chunk([...new Set(related.map(({ documentId }) => String(documentId)))])) {
    const rows: ReadEntry[] = await strapi.db.query(target as UID.ContentType).findMany({
      ...rest,
      ...(select && { select: [...new Set([...select, ...identity])] }),
      where: { $and: [{ documentId: { $in: some } }, ...(where ? [where] : [])] },
    });
    for (const row of rows) {
      found.set(keyOf(row), row);
      // For whoever names no locale.
      found.set(keyOf({ documentId: row.documentId }), row);
    }
  }
  return [...new Set(related.map((one) => found.get(keyOf(one))))].filter(
    (row) => row !== undefined,
  );
};

/**
 * What `draftFields` read, with the published versions of related entries in the place of their
 * drafts: when the entry is published, it leads to these.
 *
 * @param fields those of the entry, and of these, that readers may see
 */
const publishRelations = async (
  strapi: Core.Strapi,
  { uid, row, fields }: { uid: string; row: ReadEntry; fields: QueryFields },
): Promise<ReadEntry> => {
  const replaceAt = async (
    value: unknown,
    inner: QueryFields,
    attribute: Attribute | undefined,
  ): Promise<unknown> => {
    const target = draftTarget(strapi, attribute);
    if (target !== undefined) {
      const found = await findPublishedRelated(
        strapi,
        target,
        severalOf(value).filter(isObject),
        inner,
      );
      return Array.isArray(value) ? found : (found[0] ?? null);
    }
    // Of components of a dynamic zone and of repeatable ones no relation is read.
    if (attribute?.type !== 'component' || !isObject(value)) return value;
    return replace(value, inner, attribute.component ?? '');
  };

  const replace = async (
    part: ReadEntry,
    { populate = {} }: QueryFields,
    schema: string,
  ): Promise<ReadEntry> => {
    const attributes = attributesOf(strapi, schema);
    const replaced: Record<string, unknown> = { ...part };
    for (const [name, inner] of Object.entries(populate)) {
      replaced[name] = await replaceAt(part[name], inner, attributes[name]);
    }
    return replaced;
  };

  return replace(row, fields, uid);
};

/**
 * A draft as the entry it will be: what it leads to is read as it is published, since that is what readers
 * will see.
 *
 * @param fields those of its type that readers may see
 */
export const readDraft = async (
  strapi: Core.Strapi,
  { uid, where, fields }: { uid: string; where: object; fields: QueryFields },
): Promise<ReadEntry | null> => {
  const row: ReadEntry | null = await strapi.db
    .query(uid as UID.ContentType)
    .findOne({ ...draftFields(strapi, uid, fields), where });
  return row && publishRelations(strapi, { uid, row, fields });
};
