import type { Core } from '@strapi/strapi';

import { FILE_UID, SLUGGED_TYPES } from '../lib/constants';
import {
  type FindWithheld,
  type FormRow,
  mapRows,
  readForm,
  toRelated,
  withoutFields,
} from '../entries/drafts';
import { isObject } from '../lib/values';
import type { SourcePlan } from '../mapping/plan';
import type { FieldPath } from '../mapping/address';
import { fieldsAt, fieldsOf } from '../mapping/read-fields';
import { documentLocale } from '../mapping/document-locales';
import { firstText, pictureAt, type ReadEntry, rowsAt } from '../mapping/values';
import { slugFiller } from '../own-types/automatic-slugs';
import type { Panel } from './panel';
import { isWithin } from './preview-reasons';
import { type Ability, mayReadEntry, mayWriteType } from './rights';
import type { ArticleTopic } from '../content/article';
import type { ProblemCode } from '../content/problem';
import type { EntryVersion } from '../entries/to-article';

/** What the form tells nothing of. */
interface Unknown {
  /** Whether the Content Manager left a field of a saved entry out, as it does where the user may not read it. */
  isLeftOut: (path: FieldPath) => boolean;
  /** A version with the published one's values where the form tells none. */
  fill: <Version extends EntryVersion>(version: Version, published: Version) => Version;
  /** Whether a problem follows from texts, of which some are not known. */
  isGuess: (code: ProblemCode) => boolean;
}

/** What says of an entry that it has too little text. */
const OF_TEXTS: readonly ProblemCode[] = ['summary-empty', 'summary-short'];

const startsWith = (path: FieldPath, start: FieldPath): boolean =>
  start.every((name, place) => name === path[place]);

/** Whether saved values lack a field, be it of a component: one that was just added has no id yet. */
const lacks = (values: ReadEntry, [name = '', ...rest]: FieldPath): boolean => {
  if (!Object.hasOwn(values, name)) return true;
  const inner = values[name];
  return rest.length > 0 && isObject(inner) && Object.hasOwn(inner, 'id') && lacks(inner, rest);
};

/** Tells what a user may not read from what is empty. */
export const findUnknown = (
  source: SourcePlan,
  { documentId, values }: { documentId?: string; values: ReadEntry },
  { row, withheld }: Pick<FormRow, 'row' | 'withheld'>,
): Unknown => {
  const { title, summary, body, author, cover, enclosure, values: valueTopics = [] } = source;
  // The form of a language in which nothing is saved yet begins without values.
  const isSaved = documentId !== undefined && typeof row.id === 'number';
  const isLeftOut = (path: FieldPath): boolean => isSaved && lacks(values, path);
  const isUnknown = (path: FieldPath | undefined): boolean =>
    path !== undefined &&
    (isLeftOut(path) || withheld.some((field) => startsWith(path, field.split('.'))));
  /** Of fields of which the first that is filled counts. */
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
    fill: (version, published) => ({
      ...version,
      ...Object.fromEntries(names.map((name) => [name, published[name]])),
      ...(parts.author && { authors: published.authors }),
      topics: [
        ...version.topics.filter((topic) => !isTopicUnknown(topic)),
        ...published.topics.filter(isTopicUnknown),
      ],
    }),
    isGuess: (code) => isTextUnknown && OF_TEXTS.includes(code),
  };
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

type FormParts = Pick<Panel, 'strapi' | 'slugs' | 'plan'>;

const isOf = ({ isLocalised }: SourcePlan, locale: string | null): object =>
  isLocalised && locale !== null ? { locale } : {};

/** The form without the entries that the user may not read. */
const readable = async (
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

const draftOf = (source: SourcePlan, documentId: string, locale: string | null): object => ({
  documentId,
  ...isOf(source, locale),
  ...(source.hasDrafts && { publishedAt: null }),
});

/** The form with the slugs that the entry gets when it is saved, where the plugin makes these. */
const withSlugs = async (
  { strapi, slugs, plan }: FormParts,
  form: PreviewForm,
  ability: Ability,
): Promise<PreviewForm> => {
  const { contentType: uid, documentId = '', locale } = form;
  // A slug with a number tells that another entry has it, be it a draft: whoever writes may know that.
  const filler = mayWriteType(strapi, ability, uid) && slugFiller(strapi, { slugs, plan }, uid);
  if (!filler) return form;
  // A form without a slug of ours is shown with the one that stays.
  const values = { ...(uid in SLUGGED_TYPES && { slug: '' }), ...form.values };
  return { ...form, values: await filler.beforeSave(values, { uid, documentId, locale }) };
};

/** A row without what the user may not know of behind other relations, and where that was. */
const onlyReadable = async (
  { shows, fields }: SourcePlan,
  row: ReadEntry,
  findWithheld: FindWithheld,
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

export const readRow = async (
  strapi: Core.Strapi,
  source: SourcePlan,
  { contentType, documentId, copyOf, locale, values }: PreviewForm,
  findWithheld: FindWithheld,
): Promise<FormRow> => {
  const saved = documentId ?? copyOf;
  const form = await readForm(strapi, {
    uid: contentType,
    values,
    saved: saved === undefined ? undefined : draftOf(source, saved, locale),
    fields: fieldsOf(source),
    findWithheld,
  });
  const { row, withheld } = await onlyReadable(source, form.row, findWithheld);
  // A copy has nothing of the original's own.
  const own = documentId === undefined ? { documentId: '', createdAt: null } : {};
  return {
    ...form,
    row: { ...row, locale, ...own },
    withheld: [...form.withheld, ...withheld],
  };
};

/** A form as it is previewed: without what the user may not read, with the slug it gets. */
export const completeForm = async (
  parts: FormParts,
  source: SourcePlan,
  form: PreviewForm,
  ability: Ability,
): Promise<PreviewForm> =>
  withSlugs(parts, await readable(parts.strapi, source, form, ability), ability);
