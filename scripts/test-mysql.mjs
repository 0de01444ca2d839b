/** Runs the API tests on MariaDB. Passes its arguments to jest. */
import { spawnSync } from 'node:child_process';

import { startMariaDb } from './lib/mariadb-server.mjs';
import { ROOT } from './lib/paths.mjs';
import { say } from './lib/run.mjs';

const server = await startMariaDb();
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
