/**
 * Runs the API tests on MariaDB: on the server that TEST_MYSQL_URL names, or on one of its own from
 * Debian's package, which is installed when it is missing. Arguments go to jest.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

import { installMariaDb, SERVER } from './lib/mariadb.mjs';
import { ROOT } from './lib/paths.mjs';
import { run, say } from './lib/run.mjs';

const STARTS_WITHIN = 60_000;

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Starts a server in a temporary folder: `{ url, stop }`. */
const start = async () => {
  installMariaDb();
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-mysql-'));
  const data = path.join(folder, 'data');
  const socket = path.join(folder, 'socket');
  mkdirSync(data);
  // The server refuses to run as root without being told to.
  const user = `--user=${userInfo().username}`;
  run(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      user,
    ],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const server = spawn(
    SERVER,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--innodb-flush-log-at-trx-commit=0',
      user,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((done) => server.once('exit', done));
  const ready = () =>
    spawnSync('mariadb-admin', ['--no-defaults', `--socket=${socket}`, '-uroot', 'ping'], {
      stdio: 'ignore',
    }).status === 0;
  for (const begun = Date.now(); !ready(); await wait(200)) {
    if (server.exitCode !== null || Date.now() - begun > STARTS_WITHIN) {
      server.kill();
      throw new Error('MariaDB did not start');
    }
  }
  return {
    url: `mysql://root:@127.0.0.1:${port}`,
    async stop() {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const given = process.env.TEST_MYSQL_URL;
const server = given ? { url: given, stop: async () => undefined } : await start();
try {
  say('API and contract tests on MariaDB');
  const { status } = spawnSync(
    'npx',
    ['jest', '--selectProjects', 'api', 'contract', '--runInBand', ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE: 'mysql', TEST_MYSQL_URL: server.url },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
}
