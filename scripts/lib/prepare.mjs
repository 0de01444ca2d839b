import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installPackageApps } from './package-apps.mjs';
import { newest, PLAYGROUND, ROOT } from './paths.mjs';
import { ask, run, runBeside, say } from './run.mjs';

const at = (...parts) => path.join(ROOT, ...parts);

const LOCK = at('package-lock.json');

/** Holds the lockfile's hash that the dependencies were installed from. */
const MARK = at('node_modules', '.installed-lock');
const hashLock = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');
const isInstalled = () => existsSync(MARK) && readFileSync(MARK, 'utf8') === hashLock();
const markInstalled = () => writeFileSync(MARK, hashLock());

const INSTALL = ['install', '--no-audit', '--no-fund'];

/**
 * Runs `npm install`. What npm knows of a package it need not ask for again, which takes a quarter of the
 * time; a version that is newer than that is not found so (pacote's `lib/registry.js`, "XXX add ETARGET").
 */
const npmInstall = async (options, { cwd = ROOT, env = process.env } = {}) => {
  try {
    await runBeside('npm', [...INSTALL, ...options, '--prefer-offline'], { cwd, env });
  } catch {
    await runBeside('npm', [...INSTALL, ...options], { cwd, env });
  }
};

/**
 * The lockfile with an address for each package that a registry has, which is still checked by its hash.
 *
 * @param addressOf gives it by name and version; without one, these packages have none
 */
const withAddresses = (lock, addressOf = () => undefined) => {
  const { packages, ...rest } = JSON.parse(lock);
  const addressed = Object.entries(packages).map(([place, entry]) => {
    if (!entry.integrity) return [place, entry];
    const { name = place.split('node_modules/').at(-1), version } = entry;
    return [place, { ...entry, resolved: addressOf(name, version) }];
  });
  return `${JSON.stringify({ ...rest, packages: Object.fromEntries(addressed) }, null, 2)}\n`;
};

/** Where registries have packages. */
const addressesAt = (registry) => (name, version) =>
  `${registry}${name}/-/${name.split('/').at(-1)}-${version}.tgz`;

/** There while npm installs: after a kill it takes half a package for a whole one, and fails ever after. */
const UNFINISHED = at('node_modules', '.installing');

const removeUnfinished = () => {
  if (!existsSync(UNFINISHED)) return;
  say('Removing what an interrupted installation left');
  rmSync(at('node_modules'), { recursive: true, force: true });
};

/** What ends a process that somebody stops. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Installs what is locked. The lockfile has no addresses, so that npm would read all that a registry knows
 * of each package to find one, which takes half of the time: it is given them, and takes them out again.
 * A registry that has packages elsewhere is asked as usual.
 */
const installLocked = async (options) => {
  // Addresses are in it where an installation was killed.
  const lock = withAddresses(readFileSync(LOCK, 'utf8'));
  const restore = () => writeFileSync(LOCK, lock);
  const stop = () => {
    restore();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  removeUnfinished();
  mkdirSync(at('node_modules'), { recursive: true });
  writeFileSync(UNFINISHED, '');
  try {
    const registry = ask('npm', ['config', 'get', 'registry'], { cwd: ROOT });
    const addressed = withAddresses(lock, addressesAt(registry.replace(/\/?$/, '/')));
    writeFileSync(LOCK, addressed);
    await runBeside('npm', [...INSTALL, ...options, '--omit-lockfile-registry-resolved'], {
      cwd: ROOT,
    });
    // With `package-lock=false`, npm leaves it as it is.
    if (readFileSync(LOCK, 'utf8') === addressed) restore();
  } catch {
    restore();
    await npmInstall(options);
  } finally {
    rmSync(UNFINISHED, { force: true });
    for (const signal of SIGNALS) process.off(signal, stop);
  }
};

/** Installs the dependencies when the lockfile is not the one they were installed from. */
export const install = async () => {
  if (isInstalled()) return;
  say('Installing dependencies (about three minutes the first time)');
  await installLocked([]);
  markInstalled();
};

const SQLITE = 'node_modules/better-sqlite3';
const SQLITE_PROGRAM = `${SQLITE}/build/Release/better_sqlite3.node`;

/** Compiles SQLite in a folder of its own, which has it then as it is to be in `node_modules`. */
const compileSqlite = async ({ version }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-sqlite-'));
  const manifest = { private: true, dependencies: { [path.basename(SQLITE)]: version } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await npmInstall(['--no-package-lock'], {
    cwd: folder,
    // Tests ask SQLite for little: the compiler takes four times as long for its fastest code.
    env: { ...process.env, CFLAGS: `${process.env.CFLAGS ?? ''} -O1` },
  });
  return folder;
};

/** Compiles the rest of what is installed. */
const compileInstalled = async (packages, sqlite) => {
  const folder = await sqlite;
  mkdirSync(path.dirname(at(SQLITE_PROGRAM)), { recursive: true });
  copyFileSync(path.join(folder, SQLITE_PROGRAM), at(SQLITE_PROGRAM));
  rmSync(folder, { recursive: true, force: true });
  const names = Object.keys(packages)
    .filter((name) => packages[name].hasInstallScript && name !== SQLITE)
    .map((name) => name.split('node_modules/').at(-1));
  // The commands are there already, and in use.
  await runBeside('npm', ['rebuild', '--no-bin-links', ...new Set(names)], { cwd: ROOT });
};

/**
 * Installs them as well, for tests: `{ compiled, apps }`. npm uses one processor alone. Beside it, SQLite is
 * compiled, which takes half a minute, and then the apps of the package tests are installed; who has no use
 * for either waits for neither.
 *
 * @param home a folder for those apps
 */
export const startInstall = async (home) => {
  if (isInstalled()) return { compiled: Promise.resolve(), apps: Promise.resolve() };
  say('Installing dependencies (about two minutes the first time)');
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  const sqlite = compileSqlite(packages[SQLITE]);
  const apps = sqlite.catch(() => undefined).then(() => installPackageApps(home));
  await installLocked(['--ignore-scripts']);
  return { compiled: compileInstalled(packages, sqlite).then(markInstalled), apps };
};

/** Builds the plugin when its sources are newer than what was built from them. */
export const buildPlugin = () => {
  const sources = newest(
    ...['src', 'admin', 'strapi-server.ts', 'package.json', 'tsconfig.json'].map((name) =>
      at(name),
    ),
    at('scripts', 'finish-build.mjs'),
  );
  // The last file that a build writes.
  if (newest(at('dist', 'LICENSES.txt')) > sources) return;
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
