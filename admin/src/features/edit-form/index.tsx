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

/** Types of our fields in the edit view. */
export const SLUG_FIELD = 'syndication-slug';
export const DATE_FIELD = 'syndication-date';
export const CHOICE_FIELD = 'syndication-choice';
export const TAG_NAME_FIELD = 'syndication-tag-name';

/** A field of an edit view, with the properties used here. */
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

/** The types whose help texts are translated, with the initial metadata of the Content Manager. */
const TYPES: { name: string; metadatas: Record<string, Help | undefined> }[] = [
  { name: 'article', metadatas: articleForm.metadatas },
  { name: 'tag', metadatas: tagForm.metadatas },
];

const Text = ({ name }: { name: TranslationKey }) => <>{useTranslation()(name)}</>;

/** The help of one of our fields in the user's language, unless an administrator wrote another. */
const translateHelp = (field: LayoutField): LayoutField => {
  const { name, hint, attribute } = field;
  // A layout does not name its type, and a dialog's differs from the address: the help text identifies it.
  const type = TYPES.find(({ metadatas }) => hint && hint === metadatas[name]?.edit.description);
  if (!type) return field;
  // The slug field explains itself.
  if (name === 'slug') return { ...field, hint: undefined };
  const key = `content-types.${type.name}.${name}.help`;
  if (!(key in en)) return field;
  const explained = { ...field, hint: <Text name={key as TranslationKey} /> };
  // The help names the allowed numbers, which Strapi would add in front of it.
  return name === 'itemsPerFeed'
    ? { ...explained, attribute: { ...attribute, min: undefined, max: undefined } }
    : explained;
};

/** Replaces some fields with our own. */
const replaceField = (field: LayoutField, dates: Set<string | undefined>): LayoutField => {
  const { name, attribute } = field;
  const { pluginOptions } = attribute;
  if (addressedType(pluginOptions) !== undefined) {
    // Otherwise Strapi adds "max. 200 characters" to the hint.
    return { ...field, type: SLUG_FIELD, attribute: { ...attribute, maxLength: undefined } };
  }
  if (isTagName(pluginOptions)) return { ...field, type: TAG_NAME_FIELD };
  if (isContentOfTag(pluginOptions)) return { ...field, type: CHOICE_FIELD };
  // A layout does not name its type: the field itself checks whether it is the date of a published type.
  const mayBeDate = ['date', 'datetime'].includes(attribute.type) && dates.has(name);
  return mayBeDate || isArticleDate(pluginOptions) ? { ...field, type: DATE_FIELD } : field;
};

/**
 * Shows slugs with their addresses, dates in the site's time zone, tag names with a note on namesakes, and
 * choices and help in the user's language. For Strapi's hook of edit views.
 */
export const changeFields = <View extends EditView>(view: View): View => {
  const dates = new Set(Object.values(publishedTypes()).map((type) => type?.source?.date));
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: view.layout.layout.map((part) =>
        part.map((row) => row.map((field) => replaceField(translateHelp(field), dates))),
      ),
    },
  };
};
