import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type { PublishedType, PublishedTypes } from '../../../src/panel/admin-api';
import { useRequest } from './use-request';

/** Asked for once: configuration stays as it is while Strapi runs. */
let known: Promise<PublishedTypes> | undefined;

/** What a content type is to the plugin; undefined for nothing, and until that is known. */
export const usePublishedType = (contentType: string): PublishedType | undefined => {
  const { get } = useFetchClient();
  const { data } = useRequest(
    React.useCallback(() => {
      known ??= get<{ data: PublishedTypes }>('/syndication/types').then(({ data }) => data.data);
      // Whoever comes next asks anew.
      known.catch(() => {
        known = undefined;
      });
      return known;
    }, [get]),
  );
  return data?.[contentType];
};
