import { getFetchClient, useQueryParams } from '@strapi/strapi/admin';
import * as React from 'react';
import { useMatch } from 'react-router-dom';

import { PLUGIN_ID } from '../../../src/lib/constants';
import type { PublishedTypes } from '../../../src/panel/admin-api';

/** What Strapi gives a side panel of the edit view. */
export interface SidePanelProps {
  /** Which version of the entry the form shows; a published one cannot be changed. */
  activeTab?: string;
  /** Content type. */
  model: string;
  /** None of a single type, and of what is not saved. */
  documentId?: string;
  document?: {
    documentId?: string;
    updatedAt?: string;
    publishedAt?: string | null;
    status?: string;
    locale?: string | null;
  };
}

/** An action of Strapi: called as a hook, with what tells it from others on the function. */
export interface Action<Props> {
  (props: Props): object | null;
  type?: string;
}

/**
 * Changes one of Strapi's actions, for its lists of actions.
 *
 * @param type undefined of an action that is known by what it gives alone
 * @param change called as a hook: it may use hooks
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

/** What Strapi gives a field of the edit view. */
export interface FieldProps {
  name: string;
  label: React.ReactNode;
  labelAction?: React.ReactNode;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** What Strapi said of a value, until that is changed: its form keeps it. */
export const useRefusal = (error: string | undefined, value: unknown): string | undefined => {
  const [isChanged, setIsChanged] = React.useState(false);
  React.useEffect(() => setIsChanged(true), [value]);
  React.useEffect(() => setIsChanged(false), [error]);
  return isChanged ? undefined : error;
};

/** What our schemas say of a field of ours. */
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

/** Whether it is the name of a tag. */
export const isTagName = (pluginOptions: object | undefined): boolean =>
  optionsOf(pluginOptions).namesTag === true;

/** Whether it says what the items of a tag's feed hold. */
export const isContentOfTag = (pluginOptions: object | undefined): boolean =>
  'choices' in optionsOf(pluginOptions);

/** The text in a field of a form; empty where there is none. */
export const textOf = (values: object, name: string): string => {
  const value: unknown = Object.entries(values).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
};

/** Code of the locale that an entry is edited in, as the Content Manager has it in its address. */
export const useEntryLocale = (): string | undefined => {
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  return query?.plugins?.i18n?.locale;
};

/** Document id of the entry the form is a copy of; undefined for any other form. */
export const useOriginal = (contentType: string): string | undefined => {
  const match = useMatch('/content-manager/:collectionType/:slug/clone/:origin');
  return match?.params.slug === contentType ? match.params.origin : undefined;
};

/** Milliseconds after a failure, such as a restart of Strapi, in which nobody asks again. */
const ASKED_AGAIN_AFTER = 10_000;

/** Configuration stays as it is while Strapi runs. */
let types: PublishedTypes | Promise<void> | undefined;

const readTypes = async (): Promise<void> => {
  try {
    const { data } = await getFetchClient().get<{ data: PublishedTypes }>('/syndication/types');
    types = data.data;
  } catch {
    // Forms and lists without what is ours: whoever draws one later asks again.
    types = {};
    setTimeout(() => (types = undefined), ASKED_AGAIN_AFTER);
  }
};

/**
 * What content types are to the plugin. While it is read, the component that is being drawn waits
 * (Suspense): Strapi asks once, as it draws a list or a form, for its columns and fields.
 */
export const publishedTypes = (): PublishedTypes => {
  types ??= readTypes();
  // What React waits for is thrown.
  if (types instanceof Promise) throw types;
  return types;
};
