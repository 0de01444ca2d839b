import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const CONNECTIONS = 16;

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** Processor time the server has taken so far, in microseconds. */
  processorTime: () => Promise<number>;
}

export interface Run {
  perSecond: number;
  /** Processor time of the server for each request, in microseconds. */
  cost: number;
}

type Generated = { seconds: number; statuses: Record<string, number> } | { failure: string };

/** Starts what sends requests. */
export const startGenerator = () => {
  const child = fork(path.join(__dirname, 'generator.cjs'), { execArgv: [] });
  return {
    /** Sends requests for some seconds; throws when a response has another status. */
    async load(
      { url, headers, processorTime }: Target,
      status: number,
      duration: number,
    ): Promise<Run> {
      const before = await processorTime();
      child.send({ url, headers, connections: CONNECTIONS, duration });
      const [result] = (await once(child, 'message')) as [Generated];
      if ('failure' in result) throw new Error(result.failure);
      const { [status]: right = 0, ...wrong } = result.statuses;
      if (Object.keys(wrong).length > 0 || right === 0) {
        throw new Error(`${url} did not answer ${status} throughout`);
      }
      const cost = ((await processorTime()) - before) / right;
      return { perSecond: right / result.seconds, cost };
    },
    stop: () => child.kill(),
  };
};
