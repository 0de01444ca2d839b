import { startPostgres } from './postgres.mjs';

/** Starts the database server that some API tests need. Jest hands the environment on to them. */
export default async function setUp() {
  if (process.env.TEST_POSTGRES_URL) return;
  globalThis.testPostgres = await startPostgres();
  process.env.TEST_POSTGRES_URL = globalThis.testPostgres.url;
}
