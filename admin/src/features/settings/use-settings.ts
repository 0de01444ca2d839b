import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type {
  ChannelPreview,
  SettingsResponse,
  SettingValues,
} from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';

/** What the editor changed and did not save yet. */
export type Edits = Partial<SettingValues>;

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

/** Reads the settings. */
export const useReadSettings = () => {
  const { get } = useFetchClient();
  return React.useCallback(
    async (signal?: AbortSignal): Promise<SettingsResponse> =>
      (await get<{ data: SettingsResponse }>('/syndication/settings', { signal })).data.data,
    [get],
  );
};

export const useSettings = (): RequestState<SettingsResponse> => useRequest(useReadSettings());

/**
 * The channel as it would read; the server refuses edits it cannot take, as it will at saving.
 *
 * @param version of the settings that the edits change
 */
export const useChannelPreview = (edits: Edits, version: string): RequestState<ChannelPreview> => {
  const { post } = useFetchClient();
  const body = useDebounce(JSON.stringify(edits), PAUSE);
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const { data } = await post<{ data: ChannelPreview }>(
          '/syndication/settings/preview',
          JSON.parse(body) as Edits,
          { signal },
        );
        return data.data;
      },
      // What somebody else saved meanwhile is shown with the same edits.
      [post, body, version],
    ),
  );
};

/** Saves, unless somebody else did since the settings had this version (409). */
export const useSaveSettings = () => {
  const { put } = useFetchClient();
  return React.useCallback(
    async (edits: Edits, version: string): Promise<SettingsResponse> => {
      const address = `/syndication/settings?version=${encodeURIComponent(version)}`;
      return (await put<{ data: SettingsResponse }>(address, edits)).data.data;
    },
    [put],
  );
};
