import { useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

/** A request as a screen sees it. `data` stays while newer data is on its way. */
export interface RequestState<Data> {
  data?: Data;
  isLoading: boolean;
  error?: unknown;
  /** Asks again. */
  reload: () => void;
}

/**
 * Runs a request whenever it changes; of requests that overtake each other only the last counts.
 *
 * @param request memoised with `useCallback`; undefined asks for nothing
 */
export const useRequest = <Data>(
  request: ((signal: AbortSignal) => Promise<Data>) | undefined,
): RequestState<Data> => {
  const [state, setState] = React.useState<Omit<RequestState<Data>, 'reload'>>({
    isLoading: request !== undefined,
  });
  const [attempt, setAttempt] = React.useState(0);

  React.useEffect(() => {
    if (!request) return undefined;
    const controller = new AbortController();
    setState(({ data }) => ({ data, isLoading: true }));
    request(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, isLoading: false });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState(({ data }) => ({ data, isLoading: false, error }));
      },
    );
    return () => controller.abort();
  }, [request, attempt]);

  const reload = React.useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, reload };
};

/** An answer of the plugin's, with the latest one beside it: that may be to what was asked for before. */
export interface AnswerState<Data> extends RequestState<Data> {
  latest?: Data;
}

/**
 * Asks the plugin's admin API, for nothing while there is no path.
 *
 * @param version another one asks anew
 */
export const useAnswer = <Data>(path: string | undefined, version = ''): AnswerState<Data> => {
  const { get } = useFetchClient();
  const request = React.useCallback(
    async (signal: AbortSignal) => ({
      path,
      answer: (await get<Data>(`/syndication/${path ?? ''}`, { signal })).data,
    }),
    [get, path, version],
  );
  const { data: last, ...state } = useRequest(path === undefined ? undefined : request);
  return {
    ...state,
    // What was found before would be taken for what is asked for now.
    data: last?.path === path ? last?.answer : undefined,
    latest: last?.answer,
  };
};
