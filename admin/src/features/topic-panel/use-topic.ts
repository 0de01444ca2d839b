import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type { TopicDetails } from '../../../../src/panel/admin-api';
import { type RequestState, useRequest } from '../../shared/use-request';

/** A topic that is saved. */
export interface SavedTopic {
  contentType: string;
  documentId: string;
  /** Code of the locale it is edited in. */
  locale?: string;
}

/**
 * What readers have of a topic; null for who may not read it.
 *
 * @param version another one after a change asks anew
 */
export const useTopic = (
  { contentType, documentId, locale = '' }: SavedTopic,
  version = '',
): RequestState<TopicDetails | null> => {
  const { get } = useFetchClient();
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const address = `/syndication/topics/${contentType}/${documentId}`;
        const params = { locale };
        return (await get<{ data: TopicDetails | null }>(address, { params, signal })).data.data;
      },
      [get, contentType, documentId, locale, version],
    ),
  );
};
