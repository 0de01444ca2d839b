import type { Core, UID } from '@strapi/strapi';

import { FILE_UID, SLUGGED_TYPES } from '../constants';
import {
  type FindWithheld,
  type FormRow,
  mapRows,
  readForm,
  toRelated,
  withoutFields,
} from '../entries/drafts';
import { isObject } from '../lib/is-object';
import type { Plan, SourcePlan } from '../mapping/plan';
import { fieldsAt, fieldsOf } from '../mapping/read-fields';
import { documentLocale, isFieldLocalised, slugLocale } from '../mapping/slugs';
import { type ReadEntry, rowsAt, textAt } from '../mapping/values';
import type { Slugs } from '../own-types/slugs';
import { uidFields } from '../own-types/automatic-slugs';
import { isWithin } from './preview-reasons';
import { shownFields } from './rights';

/** Whether saved values lack a field, be it of a component: one that was just added has no id yet. */
export const lacks = (values: ReadEntry, [name = '', ...rest]: readonly string[]): boolean => {
  if (!Object.hasOwn(values, name)) return true;
  const inner = values[name];
  return rest.length > 0 && isObject(inner) && Object.hasOwn(inner, 'id') && lacks(inner, rest);
};

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
  /** When the row was saved that the form was loaded with; none of a form that cannot be saved. */
  loaded?: Date;
  /** As the Content Manager has them, by field. */
  values: ReadEntry;
}

/** What a user may see of what is saved. */
export interface PreviewReader {
  userId: number | string;
  /** Whether a saved entry of a source is there for the user. */
  mayReadEntry: (
    source: SourcePlan,
    entry: { documentId: string; locale: string | null },
  ) => Promise<boolean>;
  findWithheld: FindWithheld;
  /** Whether the user may write entries of a type: whoever does is told which slugs are free. */
  mayWrite: (uid: string) => boolean;
}

interface FormParts {
  strapi: Core.Strapi;
  slugs: Slugs;
  plan: Plan;
}

const isOf = ({ isLocalised }: SourcePlan, locale: string | null): object =>
  isLocalised && locale !== null ? { locale } : {};

/** The form without the entries that the reader may not read. */
const readable = async (
  strapi: Core.Strapi,
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

/** The form with what empty `uid` fields of the address get when it is saved. */
const withUidFields = async (
  { strapi, slugs, plan }: FormParts,
  form: PreviewForm,
): Promise<PreviewForm> => {
  const { contentType, documentId, locale } = form;
  const values: Record<string, unknown> = { ...form.values };
  for (const uidField of uidFields(strapi, plan, contentType)) {
    const { field, heading } = uidField;
    // The Content Manager leaves out of a saved entry's form what the user may not read.
    if (documentId !== undefined && !Object.hasOwn(values, field)) continue;
    if ((textAt(values, [field]) ?? '') !== '') continue;
    const isLocalised = isFieldLocalised(strapi, contentType, field);
    values[field] = await slugs.fill(contentType, uidField, textAt(values, [heading]) ?? '', {
      own: documentId,
      locale: (isLocalised && locale) || undefined,
    });
  }
  return { ...form, values };
};

/** The form with the slug that the entry gets when it is saved, where the plugin makes that. */
const withSlug = async (
  parts: FormParts,
  source: SourcePlan,
  form: PreviewForm,
  { mayWrite }: PreviewReader,
): Promise<PreviewForm> => {
  const { strapi, slugs } = parts;
  const { contentType, documentId, values, locale } = form;
  const type = SLUGGED_TYPES[contentType];
  // A slug with a number tells that another entry has it, be it a draft.
  if (!mayWrite(contentType)) return form;
  if (!type) return withUidFields(parts, form);
  const row: ReadEntry | null =
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

/** A row without what the user may not know of behind other relations. */
const onlyReadable = async (
  { shows, fields }: SourcePlan,
  form: FormRow,
  { findWithheld }: PreviewReader,
): Promise<FormRow> => {
  let { row, isWhole } = form;
  for (const { path, contentType } of shows) {
    // What the entry itself leads to was asked for as the form was read.
    if (contentType === FILE_UID || !shows.some((shown) => isWithin(path, shown.path))) continue;
    const found = rowsAt(row, path).map(toRelated);
    if (found.length === 0) continue;
    const withheldOf = await findWithheld(contentType, found, fieldsAt(fields, path));
    isWhole &&= found.every((related) => withheldOf(related)?.length === 0);
    row = mapRows(row, path, (inner) => {
      const names = withheldOf(toRelated(inner));
      return names && withoutFields(inner, names);
    });
  }
  return { ...form, row, isWhole };
};

/** The row that a form makes. */
export interface PreviewRow extends FormRow {
  /** Fields that an item shows and the user may not read. */
  leftOut: string[];
}

export const readRow = async (
  strapi: Core.Strapi,
  source: SourcePlan,
  { contentType, documentId, copyOf, locale, values }: PreviewForm,
  reader: PreviewReader,
): Promise<PreviewRow> => {
  const saved = documentId ?? copyOf;
  const form = await readForm(strapi, {
    uid: contentType,
    values,
    saved: saved === undefined ? undefined : draftOf(source, saved, locale),
    fields: fieldsOf(source),
    findWithheld: reader.findWithheld,
  });
  const { row, unpublished, isWhole } = await onlyReadable(source, form, reader);
  // The Content Manager leaves out of a saved entry's form what the user may not read. The form of a language in
  // which nothing is saved yet begins without values.
  const isSaved = documentId !== undefined && typeof row.id === 'number';
  const isLeftOut = (field: string): boolean => isSaved && lacks(values, field.split('.'));
  // A copy has nothing of the original's own.
  const own = documentId === undefined ? { documentId: '', createdAt: null } : {};
  return {
    row: { ...row, locale, ...own },
    unpublished,
    isWhole,
    leftOut: shownFields(strapi, source).filter(isLeftOut),
  };
};

/** A form as it is previewed: without what the user may not read, with the slug it gets. */
export const completeForm = async (
  parts: FormParts,
  source: SourcePlan,
  form: PreviewForm,
  reader: PreviewReader,
): Promise<PreviewForm> =>
  withSlug(parts, source, await readable(parts.strapi, source, form, reader), reader);
