import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import type { Schedule } from '../../../../src/panel/admin-api';
import { useEntryLocale } from '../../shared/use-entry-locale';
import { type RequestState, useRequest } from '../../shared/use-request';

/** Milliseconds in which whoever asks for the same gets the same response: the cells of one list. */
const SHARED_FOR = 3_000;

/** The last request, for those who ask for the same at the same time. */
let last: { key: string; until: number; response: Promise<Schedule> } | undefined;

const share = (key: string, ask: () => Promise<Schedule>): Promise<Schedule> => {
  if (last?.key !== key || last.until < Date.now()) {
    last = { key, until: Date.now() + SHARED_FOR, response: ask() };
    // Whoever tries again after a failure asks anew.
    last.response.catch(() => {
      last = undefined;
    });
  }
  return last.response;
};

/**
 * Which of some entries are published and wait for their date, in the language that is open, and the
 * time zone of the site.
 *
 * @param contentType what they are entries of
 * @param version another one after a change asks anew
 */
export const useSchedule = (
  contentType: string,
  documentIds: string[],
  version = '',
): RequestState<Schedule> => {
  const { get } = useFetchClient();
  const ids = documentIds.join(',');
  const locale = useEntryLocale() ?? '';
  return useRequest(
    React.useCallback(
      () =>
        share(`${contentType} ${ids} ${locale} ${version}`, async () => {
          const query = new URLSearchParams({ type: contentType, articles: ids, locale });
          const address = `/syndication/schedule?${query.toString()}`;
          return (await get<{ data: Schedule }>(address)).data.data;
        }),
      [get, contentType, ids, locale, version],
    ),
  );
};
