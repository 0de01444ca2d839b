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
 * The server of TEST_MYSQL_URL, or a new one in a temporary folder, from Debian's package, which is installed if
 * necessary: `{ url, pid, stop }`, without `pid` for a given server.
 */
export const startMariaDb = async () => {
  const given = process.env.TEST_MYSQL_URL;
  if (given) return { url: given, stop: async () => undefined };
  installMariaDb();
  const folder = dataFolder('mysql');
  const data = path.join(folder, 'data');
  const socket = path.join(folder, 'socket');
  mkdirSync(data);
  // As root, the server requires an explicit user.
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
      // What MySQL 8 is strict about by default and MariaDB is not: it stands in for MySQL here.
      '--sql-mode=ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
      // Test data need not survive a crash: no syncing.
      '--debug-no-sync',
      '--skip-innodb-doublewrite',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-flush-method=nosync',
      // The tests' databases have the tables of a hundred applications, and Strapi inspects each table.
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
      // The data is deleted, so no clean shutdown.
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
