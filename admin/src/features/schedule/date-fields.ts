import { getFetchClient } from '@strapi/strapi/admin';

import type { DateFields } from '../../../../src/panel/admin-api';

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
