import type { Core, UID } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import {
  type FindWithheld,
  type FormRow,
  mapRows,
  readForm,
  toRelated,
  withoutFields,
} from '../entries/form-row';
import type { Plan, SourcePlan } from '../mapping/plan';
import { fieldsAt, type FindSchema, publicFields } from '../mapping/public-fields';
import { SLUGGED_TYPES } from '../mapping/slugged-types';
import { documentLocale, isFieldLocalised, slugLocale } from '../mapping/slug-locale';
import type { Slugs } from '../own-types/slugs';
import { uidFields } from '../own-types/uid-fields';
import { type ReadEntry, rowsAt, textAt } from '../mapping/values';
import { isWithin } from './preview-reasons';

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

/** Reads an entry as it stands in the form, and as far as its user may know of what is saved. */
export const createPreviewForms = (
  strapi: Core.Strapi,
  { slugs, plan }: { slugs: Slugs; plan: Plan },
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

  /** The form with what empty `uid` fields of the address get when it is saved. */
  const withUidFields = async (form: PreviewForm): Promise<PreviewForm> => {
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
    source: SourcePlan,
    form: PreviewForm,
    { mayWrite }: PreviewReader,
  ): Promise<PreviewForm> => {
    const { contentType, documentId, values, locale } = form;
    const type = SLUGGED_TYPES[contentType];
    // A slug with a number tells that another entry has it, be it a draft.
    if (!mayWrite(contentType)) return form;
    if (!type) return withUidFields(form);
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

  /** A row without what the user may not know of behind other relations, and where that was. */
  const onlyReadable = async (
    { shows, fields }: SourcePlan,
    row: ReadEntry,
    { findWithheld }: PreviewReader,
  ): Promise<Pick<FormRow, 'row' | 'withheld'>> => {
    let kept = row;
    const withheld: string[] = [];
    for (const { path, contentType } of shows) {
      // What the entry itself leads to was asked for as the form was read.
      if (contentType === FILE_UID || !shows.some((shown) => isWithin(path, shown.path))) continue;
      const found = rowsAt(kept, path).map(toRelated);
      if (found.length === 0) continue;
      const withheldOf = await findWithheld(contentType, found, fieldsAt(fields, path));
      const here = path.join('.');
      kept = mapRows(kept, path, (inner) => {
        const names = withheldOf(toRelated(inner));
        withheld.push(...(names ? names.map((name) => `${here}.${name}`) : [here]));
        return names && withoutFields(inner, names);
      });
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
        fields: publicFields(contentType, source.fields, find),
        findWithheld: reader.findWithheld,
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

  return {
    /** A form as it is previewed: without what the user may not read, with the slug it gets. */
    complete: async (
      source: SourcePlan,
      form: PreviewForm,
      reader: PreviewReader,
    ): Promise<PreviewForm> => withSlug(source, await readable(source, form, reader), reader),

    readRow,
  };
};

export type PreviewForms = ReturnType<typeof createPreviewForms>;
