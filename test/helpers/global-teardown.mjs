import { rmSync } from 'node:fs';

/** Stops and removes what the global set-up created. */
export default async function tearDown() {
  rmSync(process.env.TEST_PREPARED, { recursive: true, force: true });
  await globalThis.testPostgres?.stop();
}
