import { useDebounce, useFetchClient, useForm } from '@strapi/strapi/admin';
import * as React from 'react';

import { TAG_UID } from '../../../../src/constants';
import type { TagNamesake } from '../../../../src/panel/admin-api';
import { useEntryLocale } from '../../shared/use-entry-locale';
import { useOriginal } from '../../shared/use-original';
import { useRequest } from '../../shared/use-request';

/** Milliseconds without a key stroke before other tags are asked for. */
const PAUSE = 400;

/** What a tag may be called, as its schema has it. */
const LONGEST = 255;

const textOf = (values: object, name: string): string => {
  const value: unknown = Object.entries(values).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
};

/** Another tag that has the name in the form; undefined while none is known. Whatever fails, a tag can be saved. */
export const useNamesake = (field: string, isDisabled: boolean): TagNamesake | undefined => {
  const { get } = useFetchClient();
  const isCopy = useOriginal(TAG_UID) !== undefined;
  const locale = useEntryLocale() ?? '';
  const name = useForm('SyndicationTagName', ({ values }) => textOf(values, field));
  const saved = useForm('SyndicationTagName', ({ initialValues }) =>
    textOf(initialValues, 'documentId'),
  );
  const own = isCopy ? '' : saved;
  const typed = name.trim();
  const asked = useDebounce(typed, PAUSE);
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const { data } = await get<{ data: TagNamesake | null }>('/syndication/tags/namesake', {
        params: { name: asked, own, locale },
        signal,
      });
      return { of: asked, tag: data.data };
    },
    [get, asked, own, locale],
  );
  const isAsked = !isDisabled && asked !== '' && asked.length <= LONGEST;
  const { data } = useRequest(isAsked ? request : undefined);
  // What was said of another name is not said of this one.
  return isAsked && data?.of === typed ? (data.tag ?? undefined) : undefined;
};
