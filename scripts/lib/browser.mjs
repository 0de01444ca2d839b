/** Finds a Chromium for the browser tests, or installs one. */
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { canInstallPackages, installPackage } from './debian.mjs';
import { ROOT } from './paths.mjs';
import { run, say } from './run.mjs';

const require = createRequire(path.join(ROOT, 'package.json'));

/** Preferred: it draws no windows around pages, which saves a second of computing per page. */
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

/** Chromium from Playwright's own download, if there is one. */
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
 * Path of a Chromium or Chrome: from CHROME_PATH, else an installed one, else a new installation.
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
