import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import { SLUGGED_TYPES } from '../lib/constants';
import { type FindReadable, findDraft, type FormRow, readForm } from '../entries/drafts';
import type { SourcePlan } from '../mapping/plan';
import { fieldsOf } from '../mapping/fields';
import { documentLocale } from '../mapping/schemas';
import type { ReadEntry } from '../mapping/values';
import { slugFiller } from '../own-types/automatic-slugs';
import { contentType, locale, type Panel, savedIdSchema } from './panel';
import { mayWriteType, type PanelUser } from './rights';

/** The form of the Content Manager. A field without a value may be missing, empty or null. */
export const formSchema = z.object({
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

/** The form without the document ids of saved entries that the user may not read. */
const onlyReadableEntries = async (
  strapi: Core.Strapi,
  form: PreviewForm,
  mayRead: PanelUser['mayRead'],
): Promise<PreviewForm> => {
  const { contentType } = form;
  const locale = (await documentLocale(strapi, contentType, form.locale)) ?? null;
  const ifReadable = async (documentId: string | undefined) => {
    if (documentId === undefined) return undefined;
    const entry = { contentType, documentId, locale };
    return (await mayRead([entry]))(entry) ? documentId : undefined;
  };
  return {
    ...form,
    locale,
    documentId: await ifReadable(form.documentId),
    copyOf: await ifReadable(form.copyOf),
  };
};

/** The saved draft of an entry, with the identity alone of what it leads to; null if there is none. */
export const findSavedDraft = (
  strapi: Core.Strapi,
  source: SourcePlan,
  documentId: string,
  locale: string | null,
): Promise<ReadEntry | null> => {
  const where = {
    documentId,
    ...(source.isLocalised && locale !== null && { locale }),
    ...(source.hasDrafts && { publishedAt: null }),
  };
  return findDraft(strapi, source.contentType, where, fieldsOf(source));
};

/** The row that the publication of the form would make, without related entries that the user may not read. */
export const readRow = async (
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

/** The form as it is previewed: without what the user may not read, and with the slug it would get if saved now. */
export const completeForm = async (
  { strapi, slugs, plan }: Pick<Panel, 'strapi' | 'slugs' | 'plan'>,
  given: PreviewForm,
  { ability, mayRead }: Pick<PanelUser, 'ability' | 'mayRead'>,
): Promise<PreviewForm> => {
  const form = await onlyReadableEntries(strapi, given, mayRead);
  const { contentType: uid, documentId = '', locale } = form;
  // A numbered slug reveals that another entry, perhaps a draft, has the slug: only users who may write may know it.
  const filler = mayWriteType(strapi, ability, uid) && slugFiller(strapi, { slugs, plan }, uid);
  if (!filler) return form;
  // A form that lacks the slug of an own type gets an empty one, so that the preview shows the slug it keeps.
  const values = { ...(uid in SLUGGED_TYPES && { slug: '' }), ...form.values };
  return { ...form, values: await filler.beforeSave(values, { uid, documentId, locale }) };
};
