/** Finds the Chromium of the browser tests, or installs one; says where it is. */
import { ensureBrowser } from './lib/browser.mjs';

try {
  console.log(ensureBrowser());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
