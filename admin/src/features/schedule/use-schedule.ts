import type { Schedule } from '../../../../src/panel/admin-api';
import { useEntryLocale } from '../../shared/edit-view';
import { isSignedOut } from '../../shared/states';
import { type RequestState, useAnswer, usePolling } from '../../shared/use-request';

/** Milliseconds in which equal requests, such as those of a list's cells, share a response. */
const SHARED_FOR = 3_000;

/**
 * Which of some entries are scheduled, in the open locale, and the site's time zone.
 *
 * @param contentType of the entries
 * @param version a new value requests the data again
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
  // Retry automatically: some users of this hook have no place for a retry button.
  usePolling(state.error !== undefined && !isSignedOut(state.error), state.reload, path);
  return { ...state, data: latest };
};
