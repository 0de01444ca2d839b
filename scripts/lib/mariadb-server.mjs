import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

import { dataFolder } from './data-folder.mjs';
import { freePort } from './free-port.mjs';
import { installMariaDb, SERVER } from './mariadb.mjs';
import { run } from './run.mjs';

const STARTS_WITHIN = 300_000;

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * The server that TEST_MYSQL_URL names, or one in a temporary folder, from Debian's package, which is
 * installed when it is missing: `{ url, pid, stop }`, with no process where it was there.
 */
export const startMariaDb = async () => {
  const given = process.env.TEST_MYSQL_URL;
  if (given) return { url: given, stop: async () => undefined };
  installMariaDb();
  const folder = dataFolder('mysql');
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
      // What a test writes need not outlive the machine.
      '--debug-no-sync',
      '--skip-innodb-doublewrite',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-flush-method=nosync',
      // There are as many tables as in a hundred applications, each of which Strapi looks at.
      '--table-definition-cache=20000',
      '--table-open-cache=4000',
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
    pid: () => server.pid,
    async stop() {
      // Nothing of it is kept.
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
