/** Stops what the global set-up started. */
export default async function tearDown() {
  await globalThis.testPostgres?.stop();
}
