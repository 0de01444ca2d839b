import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import { listTags } from '../../shared/entry-addresses';
import { type RequestState, useRequest } from '../../shared/use-request';

export interface Tag {
  documentId: string;
  name: string;
}

export interface TagOption extends Tag {
  slug: string;
}

/** Tags asked for at once; a search finds the others. */
const TAGS_AT_ONCE = 100;

/** Milliseconds without a key stroke before tags are searched. */
const PAUSE = 300;

/** Tags a tag can be merged into, by name. */
export const useOtherTags = ({ documentId }: Tag, search: string): RequestState<TagOption[]> => {
  const { get } = useFetchClient();
  // An option may read "name (slug)", and its text may be what is edited.
  const text = useDebounce(search.split(' (')[0]!.trim(), PAUSE);
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const { data } = await get<{ results: TagOption[] }>(listTags, {
          params: {
            pageSize: TAGS_AT_ONCE,
            sort: 'name:ASC',
            filters: { documentId: { $ne: documentId } },
            ...(text === '' ? {} : { _q: text }),
          },
          signal,
        });
        return data.results;
      },
      [get, documentId, text],
    ),
  );
};
