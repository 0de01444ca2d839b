/** Closes the browser that test files have shared (`test/browser/browser.ts`), in whose process this runs. */
export default async function tearDown() {
  await globalThis[Symbol.for('syndication.test-browser')]?.close();
}
