import type { Attention } from '../../../../src/panel/admin-api';
import { useMaySeeProblems } from '../../shared/permissions';
import { type RequestState, useAnswer } from '../../shared/use-request';

/** What needs attention, for who may see problems. */
export const useAttention = (query: string): RequestState<Attention> => {
  const maySeeProblems = useMaySeeProblems();
  return useAnswer<Attention>(maySeeProblems ? `attention?${query}` : undefined);
};

/** Whether all was looked at that could need attention: only then nothing found is nothing wrong. */
export const isWholeLook = ({ cut, late, isBehind }: Attention): boolean =>
  cut.length === 0 && late === 0 && !isBehind;
