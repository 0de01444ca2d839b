import {
  unstable_useContentManagerContext,
  useDebounce,
  useFetchClient,
  useForm,
} from '@strapi/strapi/admin';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';
import { type FormEntry, toPreviewRequest } from './form-values';

/** Milliseconds without a key stroke before the preview is asked for. */
const PAUSE = 400;

interface PreviewState extends RequestState<ArticlePreview> {
  /** Whether `data` is of before the last key stroke, or before what is being saved. */
  isFormer: boolean;
  /** Whether `data` is of what was saved before the form was loaded anew. */
  isOutdated: boolean;
}

/**
 * The preview of the article in the form, live.
 *
 * @param loaded when the row was saved that the form was loaded with; none of a form that cannot be saved
 * @param version changes when the entry is saved, published or withdrawn: its feeds do, too
 */
export const usePreview = (
  entry: FormEntry,
  { loaded, version }: { loaded?: string; version: string },
): PreviewState => {
  const { post } = useFetchClient();
  const values = useForm('SyndicationPanel', (state) => state.values);
  const isSubmitting = useForm('SyndicationPanel', (state) => state.isSubmitting);
  const { isLoading: isReading } = unstable_useContentManagerContext();
  const present = JSON.stringify(toPreviewRequest(values, entry));
  const body = useDebounce(present, PAUSE);
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      const { data } = await post<{ data: ArticlePreview }>(
        '/syndication/previews',
        { ...(JSON.parse(body) as object), loaded },
        { signal },
      );
      return { preview: data.data, body, version };
    },
    [post, body, loaded, version],
  );
  // What is being saved is asked for as soon as it is, and Strapi has read it anew: until then it is later
  // than what the form was loaded with.
  const isAsked = !isSubmitting && !isReading;
  const { data, ...state } = useRequest(isAsked ? request : undefined);
  const isOutdated = data !== undefined && data.version !== version;
  return {
    ...state,
    data: data?.preview,
    isFormer: !isAsked || state.isLoading || data?.body !== present || isOutdated,
    isOutdated,
  };
};
