import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type {
  AppearancePreview,
  AppearanceResponse,
  OwnAppearance,
} from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';

/** What the user changed and did not save yet. */
export type Edits = Partial<OwnAppearance>;

/** The theme a preview is shown in. */
export type Shown = 'light' | 'dark';

/** The appearance of the whole site, or of the locale that is edited. */
export interface EditedAppearance extends AppearanceResponse {
  /** Its code; none for the whole site. */
  locale?: string;
}

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

const addressOf = (path: string, parameters: Record<string, string | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return `/syndication/appearance${path}?${query.toString()}`.replace(/\?$/, '');
};

/** Reads the appearance. */
export const useReadAppearance = (locale: string | undefined) => {
  const { get } = useFetchClient();
  return React.useCallback(
    async (signal?: AbortSignal): Promise<EditedAppearance> => {
      const address = addressOf('', { locale });
      const { data } = await get<{ data: AppearanceResponse }>(address, { signal });
      return { ...data.data, locale };
    },
    [get, locale],
  );
};

export const useAppearance = (locale: string | undefined): RequestState<EditedAppearance> =>
  useRequest(useReadAppearance(locale));

/**
 * The pages as they would look; the server refuses edits it cannot take, as it will at saving.
 *
 * @param edited what the edits change
 */
export const useAppearancePreview = (
  edits: Edits,
  { version, locale }: EditedAppearance,
  theme: Shown,
): RequestState<AppearancePreview> => {
  const { post } = useFetchClient();
  const body = useDebounce(JSON.stringify(edits), PAUSE);
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const { data } = await post<{ data: AppearancePreview }>(
          addressOf('/preview', { theme, locale }),
          JSON.parse(body) as Edits,
          { signal },
        );
        return data.data;
      },
      // What somebody else saved meanwhile is shown with the same edits.
      [post, body, version, theme, locale],
    ),
  );
};

/** Saves, unless somebody else did since the appearance had this version (409). */
export const useSaveAppearance = (locale: string | undefined) => {
  const { put } = useFetchClient();
  return React.useCallback(
    async (edits: Edits, version: string): Promise<EditedAppearance> => {
      const address = addressOf('', { version, locale });
      const { data } = await put<{ data: AppearanceResponse }>(address, edits);
      return { ...data.data, locale };
    },
    [put, locale],
  );
};
