import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { AppOptions } from './app';
import type { Reply } from './node-process';
import type { Task } from './tasks';

/** A Strapi node in its own process. */
export interface Node {
  origin: string;
  get: (address: string, init?: RequestInit) => Promise<Response>;
  run: (task: Task) => Promise<string | undefined>;
  /** Kills the process at once, whatever it is doing. */
  kill: () => Promise<void>;
}

/** Starts a node of the installation that `folder` and `database` identify. */
export const startNode = async (options: AppOptions & { folder: string }): Promise<Node> => {
  const child = fork(path.join(__dirname, 'node-process.ts'), [JSON.stringify(options)], {
    execArgv: ['optimise-late.cjs', 'register-typescript.cjs'].flatMap((file) => [
      '-r',
      path.join(__dirname, file),
    ]),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (e: Error) => void }
  >();
  let last = 0;
  const reply = <Result>(id: number): Promise<Result> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));

  child.on('message', (message: Reply) => {
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if ('error' in message) reject?.(new Error(message.error));
    else resolve?.(message.result as never);
  });
  // "close" comes after all of its output has been read.
  child.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(`The node ended. ${errors}`));
  });

  const origin = await reply<string>(0);
  return {
    origin,
    get: (address, init) => fetch(new URL(address, origin), { redirect: 'manual', ...init }),
    run(task) {
      last += 1;
      child.send({ id: last, task });
      return reply(last);
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
