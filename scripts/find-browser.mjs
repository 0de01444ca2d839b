/** Prints the path of the Chromium for the browser tests; installs one if necessary. */
import { ensureBrowser } from './lib/browser.mjs';

try {
  console.log(ensureBrowser());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
