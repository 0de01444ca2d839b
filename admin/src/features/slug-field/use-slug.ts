import { useDebounce, useFetchClient, useField, useForm } from '@strapi/strapi/admin';
import * as React from 'react';

import type { SlugPreview } from '../../../../src/panel/admin-api';
import { useEntryLocale } from '../../shared/use-entry-locale';
import { useRequest } from '../../shared/use-request';

/** Milliseconds without a key stroke before the address is asked for. */
const PAUSE = 300;

interface SlugOptions {
  contentType: string;
  /** Name of the field. */
  name: string;
  /** Name of the field that gives the entry its heading. */
  headingName: string;
  /** Whether the form is that of a copy, which is nothing yet. */
  isCopy: boolean;
  isDisabled: boolean;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const textOf = (values: object, name: string): string =>
  toText(Object.entries(values).find(([key]) => key === name)?.[1]);

/** The slug in the form, and what the server says of it, live. */
export const useSlug = ({ contentType, name, headingName, isCopy, isDisabled }: SlugOptions) => {
  const { post } = useFetchClient();
  const field = useField<string | undefined>(name);
  const heading = useForm('SyndicationSlug', ({ values }) => textOf(values, headingName));
  const savedHeading = useForm('SyndicationSlug', ({ initialValues }) =>
    textOf(initialValues, headingName),
  );
  const isSubmitting = useForm('SyndicationSlug', (form) => form.isSubmitting);
  const locale = useEntryLocale();
  const slug = toText(field.value);
  const savedSlug = isCopy ? '' : toText(field.initialValue);
  const body = useDebounce(
    JSON.stringify({
      contentType,
      heading,
      slug,
      locale: locale ?? null,
      saved: savedSlug === '' ? null : { heading: savedHeading, slug: savedSlug },
    }),
    PAUSE,
  );
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const { data } = await post<{ data: SlugPreview }>(
        '/syndication/slugs',
        JSON.parse(body) as object,
        { signal },
      );
      return data.data;
    },
    [post, body],
  );
  // What was just saved or published asks anew: readers may know its address by now.
  const { data: preview } = useRequest(isDisabled || isSubmitting ? undefined : request);
  return {
    slug,
    error: field.error,
    /** Whether the editor has not touched it since it was saved. */
    isUntouched: slug === '' || slug === savedSlug,
    change: (value: string) => field.onChange(name, value),
    preview,
  };
};
