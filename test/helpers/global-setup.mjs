import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startPostgres } from './postgres.mjs';

/**
 * Starts the database server of some API tests, and creates the folder for prepared databases (`app.ts`). Jest
 * passes the environment variables to the tests.
 */
export default async function setUp() {
  process.env.TEST_PREPARED = mkdtempSync(path.join(tmpdir(), 'syndication-databases-'));
  if (process.env.TEST_POSTGRES_URL) return;
  globalThis.testPostgres = await startPostgres();
  process.env.TEST_POSTGRES_URL = globalThis.testPostgres.url;
}
