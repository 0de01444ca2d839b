/**
 * Measures the plugin and prints tables; the numbers as JSON go to bench-results.json. Arguments
 * choose parts: hot, visible, nodes, import, recovery, memory, publications, soak, cold, loop, writes, start, asked, related, push, hostile. BENCH_SECONDS and BENCH_ROUNDS set how
 * long each run under load lasts and how many there are, BENCH_ARTICLES ("19,110000") the sizes of the
 * archives of "cold", "writes" and "start", BENCH_DATABASES ("sqlite,postgres") what they are kept in; with
 * "mysql" among them, on MariaDB too. BENCH_REQUESTS is how many
 * requests "soak" makes, BENCH_BESIDE the size of the archive on which "start" publishes
 * while another node starts.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { startMariaDb } from '../../scripts/lib/mariadb-server.mjs';
import { startPostgres } from '../helpers/postgres.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const register = path.join(here, '../helpers/register-typescript.cjs');

const postgres = await startPostgres();
const mariadb = /mysql/.test(process.env.BENCH_DATABASES ?? '') ? await startMariaDb() : undefined;
try {
  const { status } = spawnSync(
    process.execPath,
    ['-r', register, path.join(here, 'run.ts'), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_POSTGRES_URL: postgres.url, TEST_MYSQL_URL: mariadb?.url },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  await mariadb?.stop();
  await postgres.stop();
}
