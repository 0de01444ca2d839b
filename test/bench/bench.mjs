/**
 * Measures the plugin and prints tables; the numbers as JSON go to bench-results.json. Arguments
 * choose parts: hot, visible, memory, cold, writes, hostile. BENCH_SECONDS and BENCH_ROUNDS set how
 * long each run under load lasts and how many there are.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { startPostgres } from '../helpers/postgres.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const register = path.join(here, '../helpers/register-typescript.cjs');

const postgres = await startPostgres();
try {
  const { status } = spawnSync(
    process.execPath,
    ['-r', register, path.join(here, 'run.ts'), ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, TEST_POSTGRES_URL: postgres.url } },
  );
  process.exitCode = status ?? 1;
} finally {
  await postgres.stop();
}
