import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import { type RequestState, useRequest } from './use-request';

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

/** Reads and saves values of the site that several people may edit at once. */
export const useSavedValues = <FormResponse extends { values: object }>(path: string) => {
  const { get, put } = useFetchClient();
  const read = React.useCallback(
    async (signal?: AbortSignal): Promise<FormResponse> =>
      (await get<{ data: FormResponse }>(`/syndication/${path}`, { signal })).data.data,
    [get, path],
  );
  /** Saves, unless somebody else did since the values had this version (409). */
  const save = async (
    edits: Partial<FormResponse['values']>,
    version: string,
  ): Promise<FormResponse> => {
    const address = `/syndication/${path}?version=${encodeURIComponent(version)}`;
    return (await put<{ data: FormResponse }>(address, edits)).data.data;
  };
  return { read, save };
};

/**
 * What would be with some edits; the server refuses those it cannot take, as it will at saving.
 *
 * @param version of the values that the edits change: what somebody else saved meanwhile is shown with them
 */
export const useEditsPreview = <Preview>(
  path: string,
  edits: object,
  version: string,
): RequestState<Preview> => {
  const { post } = useFetchClient();
  const body = useDebounce(JSON.stringify(edits), PAUSE);
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const sent = JSON.parse(body) as object;
        return (await post<{ data: Preview }>(`/syndication/${path}`, sent, { signal })).data.data;
      },
      [post, path, body, version],
    ),
  );
};
