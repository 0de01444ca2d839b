import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { newest, PLAYGROUND, ROOT } from './paths.mjs';
import { run, runBeside, say } from './run.mjs';

const at = (...parts) => path.join(ROOT, ...parts);

/** Holds the lockfile's hash that the dependencies were installed from. */
const MARK = at('node_modules', '.installed-lock');
const readLock = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
const isInstalled = () => existsSync(MARK) && readFileSync(MARK, 'utf8') === readLock();
const markInstalled = () => writeFileSync(MARK, readLock());

const INSTALL = ['install', '--no-audit', '--no-fund'];

/** Installs the dependencies when the lockfile is not the one they were installed from. */
export const install = () => {
  if (isInstalled()) return;
  say('Installing dependencies (about three minutes the first time)');
  run('npm', INSTALL, { cwd: ROOT });
  markInstalled();
};

/**
 * Installs them as well, for tests, and leaves what they compile to be waited for: SQLite takes a processor
 * for a while, and much can be done beside it that needs no database.
 */
export const startInstall = () => {
  if (isInstalled()) return { compiled: Promise.resolve() };
  say('Installing dependencies (about two minutes the first time)');
  run('npm', [...INSTALL, '--ignore-scripts'], { cwd: ROOT });
  // The commands are there already, and in use.
  const rebuilt = runBeside('npm', ['rebuild', '--no-bin-links'], {
    cwd: ROOT,
    // Tests ask SQLite for little: the compiler takes four times as long for its fastest code.
    env: { ...process.env, CFLAGS: `${process.env.CFLAGS ?? ''} -O1` },
  });
  return { compiled: rebuilt.then(markInstalled) };
};

/** Builds the plugin when its sources are newer than what was built from them. */
export const buildPlugin = () => {
  const sources = newest(
    ...['src', 'admin', 'strapi-server.ts', 'package.json', 'tsconfig.json'].map((name) =>
      at(name),
    ),
  );
  if (newest(at('dist', 'server', 'index.js')) > sources) return;
  say('Building the plugin');
  run('npm', ['run', 'build', '--silent'], { cwd: ROOT });
};

/** Builds the demo's panel as sites have it: React for developers takes half as long again to draw it. */
export const PANEL_ENVIRONMENT = {
  ...process.env,
  NODE_ENV: 'production',
  STRAPI_TELEMETRY_DISABLED: 'true',
};

/** Builds the playground's admin panel when it, or the plugin in it, is older than its sources. */
export const buildPlayground = () => {
  const sources = newest(
    at('dist', 'admin', 'index.js'),
    ...['src', 'config', 'package.json', 'tsconfig.json'].map((name) =>
      path.join(PLAYGROUND, name),
    ),
  );
  if (newest(path.join(PLAYGROUND, 'dist', 'build', 'index.html')) > sources) return;
  say('Building the admin panel (under a minute)');
  run('npm', ['run', 'build', '--silent'], {
    cwd: PLAYGROUND,
    env: PANEL_ENVIRONMENT,
  });
};
