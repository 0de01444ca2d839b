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
