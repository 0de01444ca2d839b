import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Start } from './demo-host';

const PLAYGROUND = path.resolve(__dirname, '../../playground');

/** The demo app with its own database. */
export interface Demo {
  /** Address of the app, without a final slash. */
  origin: string;
  stop: () => Promise<void>;
}

/** Copies the built demo and adds files of another site's content types. */
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

/** Address of the process that runs demos (`demo-host.ts`), started by `npm run test:browser`. */
const findHost = (): string => {
  const { TEST_DEMO } = process.env;
  if (!TEST_DEMO) throw new Error('Run "npm run test:browser": it starts the demos.');
  return TEST_DEMO;
};

/**
 * Starts the demo on a free port, in place of the previous one. Stop it in `afterAll`.
 *
 * @param environment more variables; `{ DEMO_CONTENT: 'all' }` gives the content that visitors of the demo see
 * @param files of content types in addition to those of the demo
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

/** Folder for screenshots of failing steps. */
export const failures = (): string => {
  const folder = path.join(__dirname, 'failures');
  mkdirSync(folder, { recursive: true });
  return folder;
};
