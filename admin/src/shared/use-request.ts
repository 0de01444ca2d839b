import { getFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

/** State of a request. `data` stays while the same is requested again. */
export interface RequestState<Data> {
  data?: Data;
  isLoading: boolean;
  error?: unknown;
  /** Requests again. */
  reload: () => void;
  /** The latest answer, possibly to an earlier question. */
  latest?: Data;
  /** Version with which `latest` was requested. */
  version?: string;
}

interface State<Data> {
  last?: { asked: string; version: string; answer: Data };
  isLoading: boolean;
  error?: unknown;
}

/**
 * Sends a request whenever the question changes. Only the answer to the latest request counts.
 *
 * @param asked identifies the question; undefined requests nothing
 * @param version a new value requests the same again
 */
export const useRequest = <Data>(
  asked: string | undefined,
  ask: (signal: AbortSignal) => Promise<Data>,
  version = '',
): RequestState<Data> => {
  const [{ last, ...state }, setState] = React.useState<State<Data>>({
    isLoading: asked !== undefined,
  });
  const [attempt, setAttempt] = React.useState(0);

  React.useEffect(() => {
    if (asked === undefined) return undefined;
    const controller = new AbortController();
    setState(({ last }) => ({ last, isLoading: true }));
    ask(controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return;
        setState({ last: { asked, version, answer }, isLoading: false });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState(({ last }) => ({ last, isLoading: false, error }));
      },
    );
    return () => controller.abort();
  }, [asked, version, attempt]);

  const reload = React.useCallback(() => setAttempt((count) => count + 1), []);
  return {
    ...state,
    reload,
    // An earlier question's answer would be taken for the present one's.
    data: last?.asked === asked ? last?.answer : undefined,
    latest: last?.answer,
    version: last?.version,
  };
};

/** Answers in progress or recent, by question: equal requests share them. */
const sharedAnswers = new Map<string, Promise<unknown>>();

const shareAnswer = <Data>(key: string, time: number, ask: () => Promise<Data>): Promise<Data> => {
  const known = sharedAnswers.get(key);
  if (known) return known as Promise<Data>;
  const answer = ask();
  sharedAnswers.set(key, answer);
  const forget = (): unknown => sharedAnswers.delete(key);
  // A failure is not shared: a retry requests again.
  answer.then(() => setTimeout(forget, time), forget);
  return answer;
};

interface AskOptions {
  /** JSON to send by POST; without it, the request is a GET. */
  body?: string;
  /** A new value requests again. */
  version?: string;
  /** Milliseconds in which equal requests share an answer. */
  sharedFor?: number;
}

/**
 * Requests the plugin's admin API, or Strapi's if the path begins with a slash; nothing without a path.
 * Unwraps `data`; lists keep their pagination.
 */
export const useAnswer = <Data>(
  path: string | undefined,
  { body, version, sharedFor = 0 }: AskOptions = {},
): RequestState<Data> => {
  const ask = async (signal: AbortSignal): Promise<Data> => {
    // Not `useFetchClient`, which aborts a shared request when its component unmounts.
    const { get, post } = getFetchClient();
    const address = path?.startsWith('/') ? path : `/syndication/${path}`;
    const send = () =>
      body === undefined
        ? get<Data | { data: Data }>(address, sharedFor > 0 ? {} : { signal })
        : post<Data | { data: Data }>(address, JSON.parse(body) as object, { signal });
    const { data } = await (sharedFor > 0
      ? shareAnswer(`${path} ${version}`, sharedFor, send)
      : send());
    const isWrapped = typeof data === 'object' && data !== null && 'data' in data;
    return isWrapped ? data.data : data;
  };
  return useRequest(path === undefined ? undefined : `${path} ${body}`, ask, version);
};

/** Milliseconds between two requests, and their maximum number. */
const POLL_INTERVAL = 2_000;
const MAXIMUM_POLLS = 10;

/**
 * Polls while something is in progress, up to `MAXIMUM_POLLS` times.
 *
 * @param of identifies what is in progress: another value starts the count again
 * @param least how often to ask if nothing is in progress
 */
export const usePolling = (isUnderWay: boolean, ask: () => void, of: string, least = 0): void => {
  React.useEffect(() => {
    const most = isUnderWay ? MAXIMUM_POLLS : least;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times > most) clearInterval(timer);
      else ask();
    }, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [isUnderWay, ask, of, least]);
};
