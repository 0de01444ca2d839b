import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

interface Asked {
  url: string;
  headers: Record<string, string>;
}

interface Answer {
  url: string;
  status: number;
  /** Of the content, as it was sent. */
  bytes: number;
  /** From the request to the end of the content. */
  milliseconds: number;
}

/** Starts what sends requests from a process of its own, six at once. */
export const startAsker = () => {
  const child = fork(path.join(__dirname, 'asker.cjs'), { execArgv: [] });
  return {
    async ask(requests: Asked[]): Promise<Answer[]> {
      child.send(requests);
      const [found] = (await once(child, 'message')) as [
        { answers: Answer[] } | { failure: string },
      ];
      if ('failure' in found) throw new Error(found.failure);
      return found.answers;
    },
    stop: () => child.kill(),
  };
};
