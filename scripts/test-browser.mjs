/** Runs the browser tests against the demo: builds what is missing, finds or installs a Chromium. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensureBrowser } from './lib/browser.mjs';
import { ROOT } from './lib/paths.mjs';
import { buildPlayground, buildPlugin } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

const samples = mkdtempSync(path.join(tmpdir(), 'syndication-samples-'));
try {
  const browser = ensureBrowser();
  buildPlugin();
  buildPlayground();
  run(
    'npx',
    [
      '--no-install',
      'jest',
      '--selectProjects',
      'browser',
      '--runInBand',
      ...process.argv.slice(2),
    ],
    { cwd: ROOT, env: { ...process.env, CHROME_PATH: browser, TEST_DEMO: samples } },
  );
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(samples, { recursive: true, force: true });
}
