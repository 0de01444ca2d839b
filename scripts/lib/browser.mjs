/** Finds a Chromium for the browser tests; installs one where there is none. */
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { canInstallPackages, installPackage } from './debian.mjs';
import { ROOT } from './paths.mjs';
import { run, say } from './run.mjs';

const require = createRequire(path.join(ROOT, 'package.json'));

/** The first has no windows to draw around pages: each page takes it a second less to compute. */
const HEADLESS = 'chromium-headless-shell';

const NAMES = [
  HEADLESS,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [path.join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
  ),
];

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);

/** Playwright's own download, where somebody has made it. */
const downloaded = () => {
  const file = require('playwright-core').chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
};

const find = () =>
  process.env.CHROME_PATH ||
  NAMES.map(onPath).find(Boolean) ||
  INSTALLED.find(existsSync) ||
  downloaded();

const fromDebian = (name) => ({
  name: `Debian's package ${name}`,
  isPossible: canInstallPackages,
  install: () => installPackage(name),
});

const installers = [
  fromDebian(HEADLESS),
  fromDebian('chromium'),
  {
    name: "playwright's download",
    isPossible: () => true,
    install() {
      const cli = path.join(
        path.dirname(require.resolve('playwright-core/package.json')),
        'cli.js',
      );
      run(process.execPath, [cli, 'install', 'chromium']);
    },
  },
];

/**
 * Path of a Chromium or Chrome: the one CHROME_PATH names, an installed one, or one installed now.
 *
 * @throws Error that says what to install
 */
export const ensureBrowser = () => {
  const present = find();
  if (present) return present;
  for (const { name, isPossible, install } of installers) {
    if (!isPossible()) continue;
    say(`Installing Chromium: ${name}`);
    try {
      install();
    } catch (error) {
      console.error(error.message);
    }
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one (Debian and Ubuntu: "apt-get install chromium"; elsewhere https://www.google.com/chrome/), or say where it is: CHROME_PATH=/path/to/chrome npm run test:browser',
  );
};
