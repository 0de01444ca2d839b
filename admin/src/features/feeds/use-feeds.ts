import type { ArticleProblems, FeedDetail, FeedPage } from '../../../../src/panel/admin-api';
import { useMaySeeProblems } from '../../shared/permissions';
import { type AnswerState, type RequestState, useAnswer } from '../../shared/use-request';

/** @param query as tables, search and pagination write it */
export const useFeedPage = (query: string): AnswerState<FeedPage> =>
  useAnswer<FeedPage>(`feeds?${query}`);

export const useFeed = (id: string): RequestState<{ data: FeedDetail }> =>
  useAnswer(`feeds/${encodeURIComponent(id)}`);

export const useFeedProblems = (id: string): RequestState<{ data: ArticleProblems[] }> => {
  const maySeeProblems = useMaySeeProblems();
  return useAnswer(maySeeProblems ? `feeds/${encodeURIComponent(id)}/problems` : undefined);
};
