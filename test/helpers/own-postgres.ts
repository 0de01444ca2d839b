import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A PostgreSQL server of a test's own, which it can stop in the middle of everything. */
export interface OwnPostgres {
  url: string;
  /** Keeps all processes of the server from doing anything. */
  freeze: () => void;
  /** Lets them go on. */
  thaw: () => void;
  stop: () => Promise<void>;
}

/** Starts a server. */
export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const child = fork(path.join(__dirname, 'postgres-process.mjs'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url, pid }] = (await once(child, 'message')) as [{ url: string; pid: number }];

  const signal = (name: NodeJS.Signals): void => {
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    for (const one of [pid, ...children.trim().split('\n').map(Number)]) {
      try {
        process.kill(one, name);
      } catch {
        // It has ended in the meantime.
      }
    }
  };

  return {
    url,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      signal('SIGCONT');
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
