import type { FeedHealth } from '../../../src/panel/admin-api';
import { useMaySeeProblems } from './permissions';
import { type RequestState, useAnswer } from './use-request';

/** Asked for after the list, since it reads whole articles. */
export const useHealth = (ids: string[]): RequestState<Record<string, FeedHealth>> => {
  const maySeeProblems = useMaySeeProblems();
  const feeds = ids.map(encodeURIComponent).join(',');
  const { data, ...state } = useAnswer<{ data: Record<string, FeedHealth> }>(
    maySeeProblems && feeds !== '' ? `health?feeds=${feeds}` : undefined,
  );
  return { ...state, data: data?.data };
};
