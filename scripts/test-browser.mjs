/** Runs the browser tests against the demo. Builds what is missing; finds or installs a Chromium. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { ensureBrowser } from './lib/browser.mjs';
import { PLAYGROUND, ROOT } from './lib/paths.mjs';
import { buildPlayground, buildPlugin } from './lib/prepare.mjs';
import { runBeside } from './lib/run.mjs';

/** Starts the process that runs the demos, one after the other: `{ address, stop }`. */
const startDemos = async () => {
  const child = fork(path.join(ROOT, 'test/browser/demo-host.ts'), {
    cwd: PLAYGROUND,
    execArgv: ['-r', path.join(ROOT, 'test/helpers/register-typescript.cjs')],
    env: {
      ...process.env,
      HOST: 'localhost',
      // In production, Strapi's login cookie requires HTTPS.
      NODE_ENV: 'development',
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [address] = await once(child, 'message');
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return { address, stop };
};

let demos;
try {
  const browser = ensureBrowser();
  buildPlugin();
  buildPlayground();
  demos = await startDemos();
  const jest = ['--no-install', 'jest', '--selectProjects', 'browser', '--runInBand'];
  await runBeside('npx', [...jest, ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, CHROME_PATH: browser, TEST_DEMO: demos.address },
  });
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  await demos?.stop();
}
