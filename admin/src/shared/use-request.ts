import { getFetchClient } from '@strapi/strapi/admin';
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

/** Answers that whoever asks for the same gets meanwhile, by what was asked. */
const shared = new Map<string, { until: number; answer: Promise<unknown> }>();

const share = <Data>(key: string, time: number, ask: () => Promise<Data>): Promise<Data> => {
  for (const [old, { until }] of shared) if (until < Date.now()) shared.delete(old);
  const known = shared.get(key);
  if (known) return known.answer as Promise<Data>;
  const answer = ask();
  shared.set(key, { until: Date.now() + time, answer });
  // Whoever tries again after a failure asks anew.
  answer.catch(() => shared.delete(key));
  return answer;
};

interface AskOptions {
  /** JSON to send; without, it is asked by GET. */
  body?: string;
  /** Another one asks anew. */
  version?: string;
  /** Milliseconds in which all who ask for the same get the same answer. */
  sharedFor?: number;
}

/** An answer, with the latest one beside it: that may be to what was asked for before. */
export interface AnswerState<Data> extends RequestState<Data> {
  latest?: Data;
  /** The version that the latest one was asked for with. */
  version?: string;
}

/**
 * Asks the plugin's admin API, or Strapi's where the path begins with a slash; for nothing without a path.
 * What an answer has in `data` is given as such; lists come with their pagination.
 */
export const useAnswer = <Data>(
  path: string | undefined,
  { body, version = '', sharedFor = 0 }: AskOptions = {},
): AnswerState<Data> => {
  const asked = `${path} ${body}`;
  const request = React.useCallback(
    async (signal: AbortSignal) => {
      // Not that of a component, which takes back with its own requests what others wait for.
      const { get, post } = getFetchClient();
      const address = path?.startsWith('/') ? path : `/syndication/${path}`;
      const ask = () =>
        body === undefined
          ? get<Data | { data: Data }>(address, sharedFor > 0 ? {} : { signal })
          : post<Data | { data: Data }>(address, JSON.parse(body) as object, { signal });
      const { data } = await (sharedFor > 0 ? share(`${asked} ${version}`, sharedFor, ask) : ask());
      const isWrapped = typeof data === 'object' && data !== null && 'data' in data;
      return { asked, version, answer: isWrapped ? data.data : data };
    },
    [path, body, version, sharedFor, asked],
  );
  const { data: last, ...state } = useRequest(path === undefined ? undefined : request);
  return {
    ...state,
    // What was found before would be taken for what is asked for now.
    data: last?.asked === asked ? last?.answer : undefined,
    latest: last?.answer,
    version: last?.version,
  };
};

/** Milliseconds between two questions, and how many are asked. */
const EVERY = 2_000;
const TIMES = 10;

/**
 * Asks again while something is on its way, a few times.
 *
 * @param of what is on its way: of another, it is asked as often again
 */
export const useAskAgain = (isUnderWay: boolean, ask: () => void, of: string): void => {
  const asked = React.useRef({ of, times: 0 });
  React.useEffect(() => {
    if (asked.current.of !== of) asked.current = { of, times: 0 };
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => {
      asked.current.times += 1;
      if (asked.current.times > TIMES) clearInterval(timer);
      else ask();
    }, EVERY);
    return () => clearInterval(timer);
  }, [isUnderWay, ask, of]);
};
