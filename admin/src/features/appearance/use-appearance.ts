import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type { AppearancePreview, AppearanceResponse } from '../../../../src/panel/admin-api';
import type { Appearance } from '../../../../src/pages/appearance';
import { type RequestState, useRequest } from '../../shared/use-request';

/** What the user changed and did not save yet. */
export type Edits = Partial<Appearance>;

/** The theme a preview is shown in. */
export type Shown = 'light' | 'dark';

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

const ADDRESS = '/syndication/appearance';

/** Reads the appearance. */
export const useReadAppearance = () => {
  const { get } = useFetchClient();
  return React.useCallback(
    async (signal?: AbortSignal): Promise<AppearanceResponse> =>
      (await get<{ data: AppearanceResponse }>(ADDRESS, { signal })).data.data,
    [get],
  );
};

export const useAppearance = (): RequestState<AppearanceResponse> =>
  useRequest(useReadAppearance());

/**
 * The pages as they would look; the server refuses edits it cannot take, as it will at saving.
 *
 * @param version of the appearance that the edits change
 */
export const useAppearancePreview = (
  edits: Edits,
  version: string,
  theme: Shown,
): RequestState<AppearancePreview> => {
  const { post } = useFetchClient();
  const body = useDebounce(JSON.stringify(edits), PAUSE);
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const { data } = await post<{ data: AppearancePreview }>(
          `${ADDRESS}/preview?theme=${theme}`,
          JSON.parse(body) as Edits,
          { signal },
        );
        return data.data;
      },
      // What somebody else saved meanwhile is shown with the same edits.
      [post, body, version, theme],
    ),
  );
};

/** Saves, unless somebody else did since the appearance had this version (409). */
export const useSaveAppearance = () => {
  const { put } = useFetchClient();
  return React.useCallback(
    async (edits: Edits, version: string): Promise<AppearanceResponse> => {
      const address = `${ADDRESS}?version=${encodeURIComponent(version)}`;
      return (await put<{ data: AppearanceResponse }>(address, edits)).data.data;
    },
    [put],
  );
};
