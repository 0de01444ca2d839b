import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import { FILE_UID, SLUGGED_TYPES } from '../lib/constants';
import {
  type FindWithheld,
  findDraft,
  type FormRow,
  mapRows,
  readForm,
  toRelated,
  withoutFields,
} from '../entries/drafts';
import { isObject } from '../lib/values';
import type { QueryFields, SourcePlan } from '../mapping/plan';
import { type FieldPath, isWithin } from '../mapping/address';
import { fieldsOf } from '../mapping/read-fields';
import { documentLocale } from '../mapping/document-locales';
import { firstText, pictureAt, type ReadEntry, rowsAt } from '../mapping/values';
import { slugFiller } from '../own-types/automatic-slugs';
import { contentType, locale, type Panel, savedIdSchema } from './panel';
import { type Ability, mayReadEntry, mayWriteType } from './rights';
import type { ArticleTopic } from '../content/article';
import type { ProblemCode } from '../content/problem';
import type { EntryVersion } from '../entries/to-article';

/** What the form does not contain because the user may not read it. */
interface UnknownFields {
  /** Whether the form lacks a field of a saved entry: the Content Manager leaves out what the user may not read. */
  isLeftOut: (path: FieldPath) => boolean;
  /** Fills unknown fields with the values of the published version. */
  fillUnknown: <Version extends EntryVersion>(version: Version, published: Version) => Version;
  /** Whether a problem may be wrong because texts are unknown. */
  dependsOnUnknown: (code: ProblemCode) => boolean;
}

/** Problems of entries with too little text. */
const TEXT_PROBLEMS: readonly ProblemCode[] = ['summary-empty', 'summary-short'];

const startsWith = (path: FieldPath, start: FieldPath): boolean =>
  start.every((name, place) => name === path[place]);

/** Whether saved values lack a field, also of a component. A component that was just added has no id yet. */
const lacksField = (values: ReadEntry, [name = '', ...rest]: FieldPath): boolean => {
  if (!Object.hasOwn(values, name)) return true;
  const inner = values[name];
  return (
    rest.length > 0 && isObject(inner) && Object.hasOwn(inner, 'id') && lacksField(inner, rest)
  );
};

/** Distinguishes fields that the user may not read from empty ones. */
export const findUnknown = (
  source: SourcePlan,
  { documentId, values }: { documentId?: string; values: ReadEntry },
  { row, withheld }: Pick<FormRow, 'row' | 'withheld'>,
): UnknownFields => {
  const { title, summary, body, author, cover, enclosure, values: valueTopics = [] } = source;
  // In a locale in which nothing is saved yet, the form begins without values.
  const isSaved = documentId !== undefined && typeof row.id === 'number';
  const isLeftOut = (path: FieldPath): boolean => isSaved && lacksField(values, path);
  const isUnknown = (path: FieldPath | undefined): boolean =>
    path !== undefined &&
    (isLeftOut(path) || withheld.some((field) => startsWith(path, field.split('.'))));
  /** For fields of which the first filled one counts. */
  const isFirstUnknown = (
    paths: readonly FieldPath[],
    isFilled = (path: FieldPath): boolean => firstText(row, [path]) !== undefined,
  ): boolean => {
    const filled = paths.findIndex(isFilled);
    return paths.slice(0, filled < 0 ? undefined : filled + 1).some(isUnknown);
  };
  const parts = {
    title: isUnknown(title),
    summary: isFirstUnknown(summary),
    body: body?.paths.some(isUnknown) === true,
    author: isFirstUnknown(author),
    cover: isFirstUnknown(cover, (path) => pictureAt(row, [path]) !== undefined),
    attachment: isUnknown(enclosure),
  };
  const names = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => parts[name]);
  const unknownTopics = new Set(
    valueTopics.filter(({ path }) => isUnknown(path)).map(({ contentType }) => contentType),
  );
  const isTopicUnknown = ({ contentType }: ArticleTopic): boolean => unknownTopics.has(contentType);
  const isTextUnknown = parts.summary || parts.body || parts.attachment;
  return {
    isLeftOut,
    fillUnknown: (version, published) => ({
      ...version,
      ...Object.fromEntries(names.map((name) => [name, published[name]])),
      ...(parts.author && { authors: published.authors }),
      topics: [
        ...version.topics.filter((topic) => !isTopicUnknown(topic)),
        ...published.topics.filter(isTopicUnknown),
      ],
    }),
    dependsOnUnknown: (code) => isTextUnknown && TEXT_PROBLEMS.includes(code),
  };
};

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
  source: SourcePlan,
  form: PreviewForm,
  ability: Ability,
): Promise<PreviewForm> => {
  const locale = (await documentLocale(strapi, source.contentType, form.locale)) ?? null;
  const ifReadable = async (documentId: string | undefined) =>
    documentId !== undefined &&
    (await mayReadEntry(strapi, ability, source, { documentId, locale }))
      ? documentId
      : undefined;
  return {
    ...form,
    locale,
    documentId: await ifReadable(form.documentId),
    copyOf: await ifReadable(form.copyOf),
  };
};

const draftCondition = (source: SourcePlan, documentId: string, locale: string | null): object => ({
  documentId,
  ...(source.isLocalised && locale !== null && { locale }),
  ...(source.hasDrafts && { publishedAt: null }),
});

/** The fields to read at the end of a path, through relations and components. */
const fieldsAt = (fields: QueryFields, path: FieldPath): QueryFields =>
  path.reduce<QueryFields>((outer, name) => outer.populate?.[name] ?? {}, fields);

/** Removes from a row what the user may not read behind more than one relation, and lists the paths of it. */
const onlyReadableRelated = async (
  { shows, fields }: SourcePlan,
  row: ReadEntry,
  findWithheld: FindWithheld,
): Promise<Pick<FormRow, 'row' | 'withheld'>> => {
  let kept = row;
  const withheld: string[] = [];
  for (const { path, contentType } of shows) {
    // `readForm` has checked the entries to which the entry itself leads.
    if (contentType === FILE_UID || !shows.some((shown) => isWithin(path, shown.path))) continue;
    const found = rowsAt(kept, path).map(toRelated);
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

/** The row that the publication of the form would make, without what the user may not read. */
export const readRow = async (
  strapi: Core.Strapi,
  source: SourcePlan,
  { contentType, documentId, copyOf, locale, values }: PreviewForm,
  findWithheld: FindWithheld,
): Promise<FormRow> => {
  const original = documentId ?? copyOf;
  const fields = fieldsOf(source);
  const saved =
    original === undefined
      ? null
      : await findDraft(strapi, contentType, draftCondition(source, original, locale), fields);
  const form = await readForm(strapi, { uid: contentType, values, saved, fields, findWithheld });
  const { row, withheld } = await onlyReadableRelated(source, form.row, findWithheld);
  // A copy does not inherit the original's id and creation date.
  const own = documentId === undefined ? { documentId: '', createdAt: null } : {};
  return {
    ...form,
    row: { ...row, locale, ...own },
    withheld: [...form.withheld, ...withheld],
  };
};

/** The form as it is previewed: without what the user may not read, and with the slug it would get if saved now. */
export const completeForm = async (
  { strapi, slugs, plan }: Pick<Panel, 'strapi' | 'slugs' | 'plan'>,
  source: SourcePlan,
  given: PreviewForm,
  ability: Ability,
): Promise<PreviewForm> => {
  const form = await onlyReadableEntries(strapi, source, given, ability);
  const { contentType: uid, documentId = '', locale } = form;
  // A numbered slug reveals that another entry, perhaps a draft, has the slug: only users who may write may know it.
  const filler = mayWriteType(strapi, ability, uid) && slugFiller(strapi, { slugs, plan }, uid);
  if (!filler) return form;
  // A form that lacks the slug of an own type gets an empty one, so that the preview shows the slug it keeps.
  const values = { ...(uid in SLUGGED_TYPES && { slug: '' }), ...form.values };
  return { ...form, values: await filler.beforeSave(values, { uid, documentId, locale }) };
};
