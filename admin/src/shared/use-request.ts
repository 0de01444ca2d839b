import { getFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

/** A request as a screen sees it. `data` stays while newer data is on its way. */
export interface RequestState<Data> {
  data?: Data;
  isLoading: boolean;
  error?: unknown;
  /** Asks again. */
  reload: () => void;
  /** The latest answer: that may be to what was asked for before. */
  latest?: Data;
  /** The version that the latest one was asked for with. */
  version?: string;
}

interface State<Data> {
  last?: { asked: string; version: string; answer: Data };
  isLoading: boolean;
  error?: unknown;
}

/**
 * Asks whenever something else is to be asked; of requests that overtake each other only the last counts.
 *
 * @param asked tells what is asked from all else; undefined asks for nothing
 * @param version another one asks the same anew
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
    // What was found before would be taken for what is asked for now.
    data: last?.asked === asked ? last?.answer : undefined,
    latest: last?.answer,
    version: last?.version,
  };
};

/** Answers that whoever asks for the same gets meanwhile, by what was asked. */
const shared = new Map<string, Promise<unknown>>();

const share = <Data>(key: string, time: number, ask: () => Promise<Data>): Promise<Data> => {
  const known = shared.get(key);
  if (known) return known as Promise<Data>;
  const answer = ask();
  shared.set(key, answer);
  const forget = (): unknown => shared.delete(key);
  // Whoever tries again after a failure asks anew.
  answer.then(() => setTimeout(forget, time), forget);
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

/**
 * Asks the plugin's admin API, or Strapi's where the path begins with a slash; for nothing without a path.
 * What an answer has in `data` is given as such; lists come with their pagination.
 */
export const useAnswer = <Data>(
  path: string | undefined,
  { body, version, sharedFor = 0 }: AskOptions = {},
): RequestState<Data> => {
  const ask = async (signal: AbortSignal): Promise<Data> => {
    // Not that of a component, which takes back with its own requests what others wait for.
    const { get, post } = getFetchClient();
    const address = path?.startsWith('/') ? path : `/syndication/${path}`;
    const send = () =>
      body === undefined
        ? get<Data | { data: Data }>(address, sharedFor > 0 ? {} : { signal })
        : post<Data | { data: Data }>(address, JSON.parse(body) as object, { signal });
    const { data } = await (sharedFor > 0 ? share(`${path} ${version}`, sharedFor, send) : send());
    const isWrapped = typeof data === 'object' && data !== null && 'data' in data;
    return isWrapped ? data.data : data;
  };
  return useRequest(path === undefined ? undefined : `${path} ${body}`, ask, version);
};

/** Milliseconds between two questions, and how many are asked. */
const EVERY = 2_000;
const TIMES = 10;

/**
 * Asks again while something is on its way, a few times.
 *
 * @param of what is on its way: of another, it is asked as often again
 * @param least how often in any case
 */
export const useAskAgain = (isUnderWay: boolean, ask: () => void, of: string, least = 0): void => {
  React.useEffect(() => {
    const most = isUnderWay ? TIMES : least;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times > most) clearInterval(timer);
      else ask();
    }, EVERY);
    return () => clearInterval(timer);
  }, [isUnderWay, ask, of, least]);
};
