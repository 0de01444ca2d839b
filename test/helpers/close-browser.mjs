/** Closes the browser that test files share (`test/browser/browser.ts`), in the same process. */
export default async function tearDown() {
  await globalThis[Symbol.for('syndication.test-browser')]?.close();
}
