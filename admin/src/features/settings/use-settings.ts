import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type {
  ChannelPreview,
  SettingsAnswer,
  SettingValues,
} from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';

/** What the editor changed and did not save yet. */
export type Edits = Partial<SettingValues>;

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

export const useSettings = (): RequestState<SettingsAnswer> => {
  const { get } = useFetchClient();
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) =>
        (await get<{ data: SettingsAnswer }>('/syndication/settings', { signal })).data.data,
      [get],
    ),
  );
};

/** The channel as it would read; the server refuses edits it cannot take, as it will at saving. */
export const useChannelPreview = (edits: Edits): RequestState<ChannelPreview> => {
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
      [post, body],
    ),
  );
};

export const useSaveSettings = () => {
  const { put } = useFetchClient();
  return React.useCallback(
    async (edits: Edits): Promise<SettingsAnswer> =>
      (await put<{ data: SettingsAnswer }>('/syndication/settings', edits)).data.data,
    [put],
  );
};
