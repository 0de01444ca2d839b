import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../helpers/free-port';

/** A Strapi that was started with `strapi start`. */
export interface Running {
  origin: string;
  /** Strapi's admin API. */
  admin: (address: string, body: unknown, token?: string) => Promise<Record<string, string>>;
  stop: () => Promise<void>;
}

/** Starts the app of a folder with a program of Node, on its SQLite file or another database. */
export const start = async (folder: string, node: string, database?: unknown): Promise<Running> => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = path.join(folder, 'node_modules/@strapi/strapi/bin/strapi.js');
  const strapi: ChildProcess = spawn(node, [program, 'start'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      STRAPI_TELEMETRY_DISABLED: 'true',
      ...(database ? { DATABASE: JSON.stringify(database) } : {}),
    },
  });
  let log = '';
  strapi.stdout?.on('data', (data) => (log += data));
  strapi.stderr?.on('data', (data) => (log += data));
  // A process that a signal ended has no exit code.
  const hasEnded = () => strapi.exitCode !== null || strapi.signalCode !== null;
  const started = async () => (await fetch(`${origin}/_health`).catch(() => null))?.ok;
  while (!(await started())) {
    if (hasEnded()) throw new Error(`Strapi did not start:\n${log}`);
    await sleep(200);
  }
  return {
    origin,
    // As behind a proxy that ends TLS: its login cookie asks for https.
    async admin(address, body, token) {
      const response = await fetch(origin + address, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-Proto': 'https',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}\n${log}`);
      return JSON.parse(text).data;
    },
    async stop() {
      if (hasEnded()) return;
      const exited = once(strapi, 'exit');
      strapi.kill();
      await exited;
    },
  };
};
