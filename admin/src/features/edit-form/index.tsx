import type * as React from 'react';

import { articleForm, tagForm } from '../../../../src/own-types/content-manager';
import {
  addressedType,
  isArticleDate,
  isContentOfTag,
  isTagName,
  publishedTypes,
} from '../../shared/edit-view';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import en from '../../translations/en.json';

/** Names under which the panel knows our fields. */
export const SLUG_FIELD = 'syndication-slug';
export const DATE_FIELD = 'syndication-date';
export const CHOICE_FIELD = 'syndication-choice';
export const TAG_NAME_FIELD = 'syndication-tag-name';

/** A field of an edit view, as far as it matters here. */
interface LayoutField {
  name: string;
  type: string;
  hint?: React.ReactNode;
  attribute: {
    type: string;
    maxLength?: number;
    min?: number;
    max?: number;
    pluginOptions?: object;
  };
}

interface EditView {
  layout: { layout: LayoutField[][][] };
}

interface Help {
  edit: { label: string; description?: string };
}

/** The types whose fields have texts of ours, with what the Content Manager keeps of each at first. */
const TYPES: { name: string; metadatas: Record<string, Help | undefined> }[] = [
  { name: 'article', metadatas: articleForm.metadatas },
  { name: 'tag', metadatas: tagForm.metadatas },
];

const Text = ({ name }: { name: TranslationKey }) => <>{useTranslation()(name)}</>;

/** The help of one of our fields in the user's language, unless somebody wrote another. */
const translateHelp = (field: LayoutField): LayoutField => {
  const { name, hint, attribute } = field;
  // A layout does not name its type, and one in a dialog is not that of the address: what it says tells.
  const type = TYPES.find(({ metadatas }) => hint && hint === metadatas[name]?.edit.description);
  if (!type) return field;
  // What a slug's field says by itself is enough.
  if (name === 'slug') return { ...field, hint: undefined };
  const key = `content-types.${type.name}.${name}.help`;
  if (!(key in en)) return field;
  const explained = { ...field, hint: <Text name={key as TranslationKey} /> };
  // Its help says which numbers it takes: Strapi would write them ahead of it.
  return name === 'itemsPerFeed'
    ? { ...explained, attribute: { ...attribute, min: undefined, max: undefined } }
    : explained;
};

/** Shows some fields with ones of our own. */
const showOwn = (field: LayoutField, dates: Set<string | undefined>): LayoutField => {
  const { name, attribute } = field;
  const { pluginOptions } = attribute;
  if (addressedType(pluginOptions) !== undefined) {
    // Or Strapi writes "max. 200 characters" ahead of the hint.
    return { ...field, type: SLUG_FIELD, attribute: { ...attribute, maxLength: undefined } };
  }
  if (isTagName(pluginOptions)) return { ...field, type: TAG_NAME_FIELD };
  if (isContentOfTag(pluginOptions)) return { ...field, type: CHOICE_FIELD };
  // Whether it is the date of a published type, the field finds out: a layout does not name its type.
  const mayDate = ['date', 'datetime'].includes(attribute.type) && dates.has(name);
  return mayDate || isArticleDate(pluginOptions) ? { ...field, type: DATE_FIELD } : field;
};

/**
 * Shows slugs with their addresses, dates by the clock of the site, names of tags with others of the name,
 * choices and help in the user's language. For Strapi's hook of edit views.
 */
export const changeFields = <View extends EditView>(view: View): View => {
  const dates = new Set(Object.values(publishedTypes()).map((type) => type?.source?.date));
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: view.layout.layout.map((part) =>
        part.map((row) => row.map((field) => showOwn(translateHelp(field), dates))),
      ),
    },
  };
};
