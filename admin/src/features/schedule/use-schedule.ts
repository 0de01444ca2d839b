import type { Schedule } from '../../../../src/panel/admin-api';
import { useEntryLocale } from '../../shared/edit-view';
import { isSignedOut } from '../../shared/states';
import { type RequestState, useAnswer, useAskAgain } from '../../shared/use-request';

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
  // Some parts of a form and of a list that need it have no place for a button.
  useAskAgain(state.error !== undefined && !isSignedOut(state.error), state.reload, path);
  return { ...state, data: latest };
};
