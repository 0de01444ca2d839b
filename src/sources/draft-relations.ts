import type { Core, UID } from '@strapi/strapi';

import { chunk } from '../chunk';
import { isObject } from '../is-object';
import type { FindSchema, ReadAttribute, SelectedFields } from './public-fields';
import type { ReadEntry } from './values';

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

const severalOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const asSelection = (value: unknown): SelectedFields =>
  typeof value === 'object' && value !== null ? value : {};

/** The type of a relation whose entries have drafts: a draft leads to these. */
const draftTarget = (
  attribute: ReadAttribute | undefined,
  find: FindSchema,
): string | undefined => {
  const target = attribute?.type === 'relation' ? attribute.target : undefined;
  return target !== undefined && find(target)?.options?.draftAndPublish ? target : undefined;
};

const mapValues = <Value>(
  values: Readonly<Record<string, unknown>> | undefined,
  change: (value: unknown, name: string) => Value,
): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, change(value, name)]),
  );

/** A public selection for a draft: of related entries that have drafts, only who they are is read. */
const draftSelection = (
  uid: string | undefined,
  { populate, ...rest }: SelectedFields,
  find: FindSchema,
): SelectedFields => {
  const { attributes = {} } = (uid === undefined ? undefined : find(uid)) ?? {};
  return {
    ...rest,
    ...(populate && {
      populate: mapValues(populate, (value, name) => {
        const attribute = attributes[name];
        if (draftTarget(attribute, find) !== undefined) return { select: IDENTITY };
        if (attribute?.type === 'component') {
          return draftSelection(attribute.component, asSelection(value), find);
        }
        return value;
      }),
    }),
  };
};

/**
 * Related entries as they are published, those without a published version left out.
 *
 * @param related who they are: a document and, where it matters, a locale
 * @param selection the public selection of their type, which says what is read of them
 */
export const findPublishedRelated = async (
  strapi: Core.Strapi,
  target: string,
  related: readonly Related[],
  { select, where, ...rest }: SelectedFields,
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
 * What `draftSelection` read, with the published versions of related entries in the place of their
 * drafts: when the entry is published, it leads to these.
 *
 * @param selection the public selection, which says what is read of them
 */
const publishRelations = async (
  strapi: Core.Strapi,
  { uid, row, selection }: { uid: string; row: ReadEntry; selection: SelectedFields },
  find: FindSchema,
): Promise<ReadEntry> => {
  const replaceAt = async (
    value: unknown,
    inner: SelectedFields,
    attribute: ReadAttribute | undefined,
  ): Promise<unknown> => {
    const target = draftTarget(attribute, find);
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
    { populate = {} }: SelectedFields,
    schema: string,
  ): Promise<ReadEntry> => {
    const { attributes = {} } = find(schema) ?? {};
    const replaced: Record<string, unknown> = { ...part };
    for (const [name, inner] of Object.entries(populate)) {
      replaced[name] = await replaceAt(part[name], asSelection(inner), attributes[name]);
    }
    return replaced;
  };

  return replace(row, selection, uid);
};

/**
 * A draft as the entry it will be: what it leads to is read as it is published, since that is what readers
 * will see.
 *
 * @param selection the public selection of its type
 */
export const readDraft = async (
  strapi: Core.Strapi,
  { uid, where, selection }: { uid: string; where: object; selection: SelectedFields },
  find: FindSchema,
): Promise<ReadEntry | null> => {
  const row: ReadEntry | null = await strapi.db
    .query(uid as UID.ContentType)
    .findOne({ ...draftSelection(uid, selection, find), where });
  return row && publishRelations(strapi, { uid, row, selection }, find);
};
