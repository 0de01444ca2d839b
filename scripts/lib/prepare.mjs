import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { newest, PLAYGROUND, ROOT } from './paths.mjs';
import { run, say } from './run.mjs';

const at = (...parts) => path.join(ROOT, ...parts);

/** Installs the dependencies when the lockfile is not the one they were installed from. */
export const install = () => {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const mark = at('node_modules', '.installed-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  say('Installing dependencies (about three minutes the first time)');
  run('npm', ['install', '--no-audit', '--no-fund'], { cwd: ROOT });
  writeFileSync(mark, lock);
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
    env: { ...process.env, STRAPI_TELEMETRY_DISABLED: 'true' },
  });
};
