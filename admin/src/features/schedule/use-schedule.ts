import { getFetchClient } from '@strapi/strapi/admin';

import type { DateFields, Schedule } from '../../../../src/panel/admin-api';
import { useEntryLocale } from '../../shared/edit-view';
import { type RequestState, useAnswer } from '../../shared/use-request';

type State = { fields: DateFields } | { reading: Promise<void> };

let state: State | undefined;

const read = async (): Promise<void> => {
  try {
    const { get } = getFetchClient();
    const { data } = await get<{ data: DateFields }>('/syndication/schedule/fields');
    state = { fields: data.data };
  } catch {
    // Lists without our column; the next page load asks again.
    state = { fields: {} };
  }
};

/**
 * The fields that date entries, by content type. While they are read, the component that is being drawn
 * waits (Suspense): Strapi asks once, as it draws a list, for the columns.
 */
export const readDateFields = (): DateFields => {
  state ??= { reading: read() };
  // What React waits for is thrown.
  if ('reading' in state) throw state.reading;
  return state.fields;
};

/** Milliseconds in which whoever asks for the same gets the same response: the cells of one list. */
const SHARED_FOR = 3_000;

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
  const articles = documentIds.join(',');
  const locale = useEntryLocale() ?? '';
  const query = new URLSearchParams({ type: contentType, articles, locale });
  const path = `schedule?${query.toString()}`;
  const { latest, ...state } = useAnswer<Schedule>(path, { version, sharedFor: SHARED_FOR });
  return { ...state, data: latest };
};
