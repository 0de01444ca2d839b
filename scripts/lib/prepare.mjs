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

/** File with the hash of the lockfile from which the dependencies were installed. */
const MARK = at('node_modules', '.installed-lock');
const hashLock = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');
const isInstalled = () => existsSync(MARK) && readFileSync(MARK, 'utf8') === hashLock();
const markInstalled = () => writeFileSync(MARK, hashLock());

const INSTALL = ['install', '--no-audit', '--no-fund'];

/**
 * Runs `npm install`, first with npm's cached metadata, which takes a quarter of the time. The cache may lack a
 * new version, and npm does not look further (pacote's `lib/registry.js`, "XXX add ETARGET"): then again without.
 */
const npmInstall = async (options, { cwd = ROOT, env = process.env } = {}) => {
  try {
    await runBeside('npm', [...INSTALL, ...options, '--prefer-offline'], { cwd, env });
  } catch {
    await runBeside('npm', [...INSTALL, ...options], { cwd, env });
  }
};

/**
 * The lockfile with an address for each registry package. npm still checks the hash.
 *
 * @param addressOf returns the address by name and version; without it, addresses are removed
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

/** Addresses of packages in a registry. */
const addressesAt = (registry) => (name, version) =>
  `${registry}${name}/-/${name.split('/').at(-1)}-${version}.tgz`;

/** Exists during an installation. After a kill, npm would take partly written packages for complete ones. */
const UNFINISHED = at('node_modules', '.installing');

const removeUnfinished = () => {
  if (!existsSync(UNFINISHED)) return;
  say('Removing what an interrupted installation left');
  rmSync(at('node_modules'), { recursive: true, force: true });
};

/** Signals that end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Installs the locked versions. The lockfile has no addresses, so npm would read the metadata of every package,
 * which takes half of the time. This adds addresses for the installation and removes them afterwards. If the
 * registry stores packages at other addresses, npm installs as usual.
 */
const installLocked = async (options) => {
  // A killed installation leaves addresses in the lockfile.
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
    // With `package-lock=false`, npm does not rewrite the lockfile.
    if (readFileSync(LOCK, 'utf8') === addressed) restore();
  } catch {
    restore();
    await npmInstall(options);
  } finally {
    rmSync(UNFINISHED, { force: true });
    for (const signal of SIGNALS) process.off(signal, stop);
  }
};

/** Installs the dependencies if the lockfile has changed since the last installation. */
export const install = async () => {
  if (isInstalled()) return;
  say('Installing dependencies (about three minutes the first time)');
  await installLocked([]);
  markInstalled();
};

const SQLITE = 'node_modules/better-sqlite3';
const SQLITE_PROGRAM = `${SQLITE}/build/Release/better_sqlite3.node`;

/** Compiles SQLite in a separate folder, in parallel with the installation of `node_modules`. */
const compileSqlite = async ({ version }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-sqlite-'));
  const manifest = { private: true, dependencies: { [path.basename(SQLITE)]: version } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await npmInstall(['--no-package-lock'], {
    cwd: folder,
    // -O1: compiling the fastest code takes four times as long, and tests make few demands on SQLite.
    env: { ...process.env, CFLAGS: `${process.env.CFLAGS ?? ''} -O1` },
  });
  return folder;
};

/** Copies the compiled SQLite into `node_modules` and compiles other native packages. */
const compileInstalled = async (packages, sqlite) => {
  const folder = await sqlite;
  mkdirSync(path.dirname(at(SQLITE_PROGRAM)), { recursive: true });
  copyFileSync(path.join(folder, SQLITE_PROGRAM), at(SQLITE_PROGRAM));
  rmSync(folder, { recursive: true, force: true });
  const names = Object.keys(packages)
    .filter((name) => packages[name].hasInstallScript && name !== SQLITE)
    .map((name) => name.split('node_modules/').at(-1));
  // No bin links: they exist and are in use.
  await runBeside('npm', ['rebuild', '--no-bin-links', ...new Set(names)], { cwd: ROOT });
};

/**
 * Installs the dependencies for tests and returns `{ compiled, apps }`. npm uses one processor only, so SQLite
 * is compiled in parallel, which takes half a minute, and then the apps of the package tests are installed.
 * Callers await only the promise they need.
 *
 * @param home folder for those apps
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

/** Builds the plugin if its sources are newer than the build. */
export const buildPlugin = () => {
  const sources = newest(
    ...['src', 'admin', 'strapi-server.ts', 'package.json', 'tsconfig.json'].map((name) =>
      at(name),
    ),
    at('scripts', 'finish-build.mjs'),
  );
  // The build writes this file last.
  if (newest(at('dist', 'LICENSES.txt')) > sources) return;
  say('Building the plugin');
  run('npm', ['run', 'build', '--silent'], { cwd: ROOT });
};

/** Production build of the demo's panel: React's development build takes half as long again to render. */
export const PANEL_ENVIRONMENT = {
  ...process.env,
  NODE_ENV: 'production',
  STRAPI_TELEMETRY_DISABLED: 'true',
};

/** Builds the playground's admin panel if its sources, or the built plugin, are newer. */
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
