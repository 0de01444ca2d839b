import { getFetchClient, useForm, useQueryParams } from '@strapi/strapi/admin';
import * as React from 'react';
import { useMatch } from 'react-router-dom';

import { PLUGIN_ID } from '../../../src/lib/constants';
import type { PublishedTypes } from '../../../src/panel/admin-api';

/** An entry, as Strapi names it to actions and panels. */
export interface EntryProps {
  /** Content type. */
  model: string;
  /** Undefined for a single type or an unsaved entry. */
  documentId?: string;
}

/** Properties that Strapi passes to a side panel of the edit view. */
export interface SidePanelProps extends EntryProps {
  /** Version of the entry in the form; the published one cannot be edited. */
  activeTab?: string;
  document?: {
    documentId?: string;
    updatedAt?: string;
    publishedAt?: string | null;
    status?: string;
    locale?: string | null;
  };
}

/** An action of Strapi: called as a hook, with its type as a property of the function. */
export interface Action<Props> {
  (props: Props): object | null;
  type?: string;
}

/**
 * Changes one of Strapi's actions. Returns a function for Strapi's lists of actions.
 *
 * @param type of the action; undefined if only its return value identifies it
 * @param change called as a hook, so it may use hooks
 */
export const changeAction =
  <Props>(
    type: string | undefined,
    change: (given: object | null, props: Props) => object | null,
  ) =>
  <Changed extends Action<Props>>(actions: Changed[]): Changed[] =>
    actions.map((action) =>
      action.type === type
        ? Object.assign((props: Props) => change(action(props), props), action)
        : action,
    );

/** Properties that Strapi passes to a field of the edit view. */
export interface FieldProps {
  name: string;
  label: React.ReactNode;
  labelAction?: React.ReactNode;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** Strapi's error for a value. Strapi's form keeps it; the hook drops it once the value changes. */
export const useRefusal = (error: string | undefined, value: unknown): string | undefined => {
  const [isChanged, setIsChanged] = React.useState(false);
  React.useEffect(() => setIsChanged(true), [value]);
  React.useEffect(() => setIsChanged(false), [error]);
  return isChanged ? undefined : error;
};

/** The plugin's own options of a field, from its schemas. */
const optionsOf = (pluginOptions: object | undefined): Record<string, unknown> => {
  const options: unknown = (pluginOptions as Record<string, unknown> | undefined)?.[PLUGIN_ID];
  return (options ?? {}) as Record<string, unknown>;
};

/** Content type whose slug an attribute is; undefined for any other attribute. */
export const addressedType = (pluginOptions: object | undefined): string | undefined => {
  const { address } = optionsOf(pluginOptions);
  return typeof address === 'string' ? address : undefined;
};

/** Whether an attribute is the date of an article. */
export const isArticleDate = (pluginOptions: object | undefined): boolean =>
  optionsOf(pluginOptions).siteTime === true;

/** Whether an attribute is the name of a tag. */
export const isTagName = (pluginOptions: object | undefined): boolean =>
  optionsOf(pluginOptions).namesTag === true;

/** Whether an attribute is the choice of content in a tag's feeds. */
export const isContentOfTag = (pluginOptions: object | undefined): boolean =>
  'choices' in optionsOf(pluginOptions);

/** Text of a field in a form; empty for any other value. */
export const textOf = (values: object, name: string): string => {
  const value: unknown = Object.entries(values).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
};

/** Code of the edited locale, from the Content Manager's address. */
export const useEntryLocale = (): string | undefined => {
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  return query?.plugins?.i18n?.locale;
};

/** Document id of the original if the form is one of a copy; else undefined. */
export const useOriginal = (contentType: string): string | undefined => {
  const match = useMatch('/content-manager/:collectionType/:slug/clone/:origin');
  return match?.params.slug === contentType ? match.params.origin : undefined;
};

/** Document id of the saved entry in the form; empty for a new one and for a copy. */
export const useSavedId = (contentType: string): string => {
  const isCopy = useOriginal(contentType) !== undefined;
  // In a dialog of the Content Manager only the form knows it.
  const saved = useForm('SyndicationSavedId', ({ initialValues }) =>
    textOf(initialValues, 'documentId'),
  );
  return isCopy ? '' : saved;
};

/** Milliseconds after a failed request, such as during a restart of Strapi, without another one. */
const RETRY_DELAY = 10_000;

/** Read once: the configuration does not change while Strapi runs. */
let types: PublishedTypes | Promise<void> | undefined;

const readTypes = async (): Promise<void> => {
  try {
    const { data } = await getFetchClient().get<{ data: PublishedTypes }>('/syndication/types');
    types = data.data;
  } catch {
    // Forms and lists show none of our fields until a later render asks again.
    types = {};
    setTimeout(() => (types = undefined), RETRY_DELAY);
  }
};

/**
 * The roles of content types. While they load, the rendering component suspends: Strapi reads the columns of a
 * list and the fields of a form only once, as it renders them.
 */
export const publishedTypes = (): PublishedTypes => {
  types ??= readTypes();
  // React Suspense waits for a thrown promise.
  if (types instanceof Promise) throw types;
  return types;
};
