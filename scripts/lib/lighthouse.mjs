/** Lighthouse, which audits pages as people and search engines get them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT } from './paths.mjs';
import { run, say } from './run.mjs';

const VERSION = '12.8.2';

const FOLDER = path.join(ROOT, 'node_modules', '.cache', 'lighthouse', VERSION);

const MANIFEST = {
  private: true,
  dependencies: { lighthouse: VERSION },
  // It tells its makers of its errors when it is asked to, which nobody does here: a third of all it
  // installs, of which any other package can take the place.
  overrides: { '@sentry/node': 'npm:ms@2.1.3' },
};

/**
 * Lighthouse; installed when it is first asked for. It is no dependency: what installs or runs the demo
 * need not wait for 120 MB, and is not kept from newer versions of what it shares with Strapi.
 */
export const loadLighthouse = async () => {
  const modules = path.join(FOLDER, 'node_modules');
  // npm writes it last.
  if (!existsSync(path.join(modules, '.package-lock.json'))) {
    say('Installing Lighthouse');
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(MANIFEST));
    const options = ['--no-package-lock', '--no-audit', '--no-fund', '--prefix', FOLDER];
    run('npm', ['install', ...options], { cwd: FOLDER });
  }
  return import(pathToFileURL(path.join(modules, 'lighthouse', 'core', 'index.js')).href);
};

/** Which of some categories of a report are not at 100, each with the audits that keep it from there. */
export const shortfalls = ({ categories, audits }, names) =>
  names
    .filter((name) => categories[name].score !== 1)
    .flatMap((name) => [
      `${name} is ${Math.round(categories[name].score * 100)}`,
      ...categories[name].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
        .map(({ id }) => `${id}: ${audits[id].displayValue || audits[id].title}`),
    ]);
