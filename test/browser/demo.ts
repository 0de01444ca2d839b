import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Start } from './demo-host';

const PLAYGROUND = path.resolve(__dirname, '../../playground');

/** The demo app, with a database of its own. */
export interface Demo {
  /** Address it serves, without a final slash. */
  origin: string;
  stop: () => Promise<void>;
}

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

/** Where `npm run test:browser` starts demos, in a process that has loaded Strapi (`demo-host.ts`). */
const findHost = (): string => {
  const { TEST_DEMO } = process.env;
  if (!TEST_DEMO) throw new Error('Run "npm run test:browser": it starts the demos.');
  return TEST_DEMO;
};

/**
 * Starts the demo on a free port, instead of the one before it. Stop it in `afterAll`.
 *
 * @param environment variables beside the usual ones; `{ DEMO_CONTENT: 'all' }` is what visitors see
 * @param files of content types that the site has beside those of the demo
 */
export const startDemo = async (
  { DEMO_CONTENT = 'articles', ...environment }: Record<string, string> = {},
  files: Record<string, string> = {},
): Promise<Demo> => {
  const host = findHost();
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-demo-'));
  const app = Object.keys(files).length > 0 ? copyDemo(folder, files) : undefined;
  const start: Start = { app, environment };
  const response = await fetch(`${host}/${DEMO_CONTENT}`, {
    method: 'POST',
    body: JSON.stringify(start),
  });
  const said = await response.text();
  if (!response.ok) throw new Error(`The demo did not start:\n${said}`);
  return {
    origin: said,
    async stop() {
      await fetch(host, { method: 'DELETE' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Where screenshots of failing steps are kept. */
export const failures = (): string => {
  const folder = path.join(__dirname, 'failures');
  mkdirSync(folder, { recursive: true });
  return folder;
};
