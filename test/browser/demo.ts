import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../helpers/free-port';
import type { Start } from './demo-host';

const PLAYGROUND = path.resolve(__dirname, '../../playground');

/** Where `npm run test:browser` starts demos, in a process that has loaded Strapi. */
const HOST = process.env.TEST_DEMO;

/** Milliseconds the demo may take to start, sample articles included. */
const START = 300_000;

/** The demo app, with a database of its own. */
export interface Demo {
  /** Address it serves, without a final slash. */
  origin: string;
  stop: () => Promise<void>;
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // Without `ref`, or the timer keeps jest from ending.
  await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
  if (child.exitCode === null) child.kill('SIGKILL');
};

/** The demo as it is built, with files of another site's content types in it. */
const copyDemo = (folder: string, files: Record<string, string>): string => {
  const app = path.join(folder, 'app');
  mkdirSync(app);
  for (const name of ['package.json', 'tsconfig.json', 'public', 'favicon.png', 'seed']) {
    cpSync(path.join(PLAYGROUND, name), path.join(app, name), { recursive: true });
  }
  for (const name of ['src', 'config']) {
    cpSync(path.join(PLAYGROUND, 'dist', name), path.join(app, 'dist', name), { recursive: true });
  }
  symlinkSync(path.join(PLAYGROUND, 'dist/build'), path.join(app, 'dist/build'));
  symlinkSync(path.resolve(PLAYGROUND, '../node_modules'), path.join(app, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(app, 'dist', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return app;
};

const startInHost = async (host: string, content: string, start: Start): Promise<Demo> => {
  const body = JSON.stringify(start);
  const response = await fetch(`${host}/${content}`, { method: 'POST', body });
  const said = await response.text();
  if (!response.ok) throw new Error(`The demo did not start:\n${said}`);
  return {
    origin: said,
    async stop() {
      await fetch(host, { method: 'DELETE' });
    },
  };
};

/**
 * Starts the demo on a free port. Stop it in `afterAll`.
 *
 * @param environment variables beside the usual ones; `{ DEMO_CONTENT: 'all' }` is what visitors see
 * @param files of content types that the site has beside those of the demo
 */
export const startDemo = async (
  environment: Record<string, string> = {},
  files: Record<string, string> = {},
): Promise<Demo> => {
  const { DEMO_CONTENT = 'articles', ...special } = environment;
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-demo-'));
  const app = Object.keys(files).length > 0 ? copyDemo(folder, files) : undefined;
  if (HOST) {
    const demo = await startInHost(HOST, DEMO_CONTENT, { app, environment: special });
    const stop = async (): Promise<void> => {
      await demo.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return { ...demo, stop };
  }
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const filename = path.join(folder, 'data.db');
  const cwd = app ?? PLAYGROUND;
  const output: string[] = [];
  const strapi = path.join(
    path.dirname(require.resolve('@strapi/strapi/package.json')),
    'bin/strapi.js',
  );
  const child = spawn(process.execPath, [strapi, 'start'], {
    cwd,
    env: {
      ...process.env,
      HOST: 'localhost',
      PORT: String(port),
      DATABASE_FILENAME: filename,
      // In production Strapi's login cookie asks for https.
      NODE_ENV: 'development',
      STRAPI_TELEMETRY_DISABLED: 'true',
      DEMO_CONTENT,
      ...special,
    },
    stdio: 'pipe',
  });
  child.stdout.on('data', (data) => output.push(String(data)));
  child.stderr.on('data', (data) => output.push(String(data)));

  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const answers = async (): Promise<boolean> => {
    try {
      return (await fetch(`${origin}/_health`)).ok;
    } catch {
      return false;
    }
  };

  const deadline = Date.now() + START;
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The demo did not start:\n${output.join('')}`);
    }
    await sleep(200);
  }
  return { origin, stop };
};

/** Where screenshots of failing steps are kept. */
export const failures = (): string => {
  const folder = path.join(__dirname, 'failures');
  mkdirSync(folder, { recursive: true });
  return folder;
};
