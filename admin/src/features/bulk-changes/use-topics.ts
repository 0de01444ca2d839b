import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import { type RequestState, useRequest } from '../../shared/use-request';
import type { ChosenTopic } from './change-request';

export interface TopicOption extends ChosenTopic {
  name: string;
}

/** Topics asked for at once, which is as many as Strapi gives; a search finds the others. */
const AT_ONCE = 100;

/** Milliseconds without a key stroke before topics are searched. */
const PAUSE = 300;

/** What every entry has, beside the field by which a relation names it. */
const OWN = ['documentId', 'locale', 'status', 'publishedAt', 'updatedAt', 'createdAt'];

type FoundRow = Record<string, unknown> & { documentId: string; locale?: string | null };

const toOption = (row: FoundRow): TopicOption => {
  const named = Object.entries(row).find(
    ([field, value]) => !OWN.includes(field) && typeof value === 'string' && value !== '',
  );
  const { documentId, locale } = row;
  return { documentId, locale, name: String(named?.[1] ?? documentId) };
};

/** Topics that a field can have, found as the form of an entry finds them. */
export const useTopics = (
  { contentType, field, locale }: { contentType: string; field: string; locale?: string },
  search: string,
): RequestState<TopicOption[]> => {
  const { get } = useFetchClient();
  const text = useDebounce(search.trim(), PAUSE);
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const address = `/content-manager/relations/${contentType}/${field}`;
        const { data } = await get<{ results: FoundRow[] }>(address, {
          params: {
            pageSize: AT_ONCE,
            ...(text === '' ? {} : { _q: text }),
            ...(locale === undefined ? {} : { locale }),
          },
          signal,
        });
        return data.results.map(toOption);
      },
      [get, contentType, field, locale, text],
    ),
  );
};
