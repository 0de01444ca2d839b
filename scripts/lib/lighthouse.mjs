/** Lighthouse audits pages as people and search engines receive them. */
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
  // Lighthouse reports its own errors to Sentry only on request. Sentry is a third of the installation, so a
  // small package takes its place.
  overrides: { '@sentry/node': 'npm:ms@2.1.3' },
};

/**
 * Loads Lighthouse; installs it at the first call. It is no dependency: an installation of the demo need not
 * wait for 120 MB, and versions shared with Strapi stay independent.
 */
export const loadLighthouse = async () => {
  const modules = path.join(FOLDER, 'node_modules');
  // npm writes this file last, so the installation is complete if it exists.
  if (!existsSync(path.join(modules, '.package-lock.json'))) {
    say('Installing Lighthouse');
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(MANIFEST));
    const options = ['--no-package-lock', '--no-audit', '--no-fund', '--prefix', FOLDER];
    run('npm', ['install', ...options], { cwd: FOLDER });
  }
  return import(pathToFileURL(path.join(modules, 'lighthouse', 'core', 'index.js')).href);
};

/** Categories of a report below 100, each with the failed audits. */
export const shortfalls = ({ categories, audits }, names) =>
  names
    .filter((name) => categories[name].score !== 1)
    .flatMap((name) => [
      `${name} is ${Math.round(categories[name].score * 100)}`,
      ...categories[name].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
        .map(({ id }) => `${id}: ${audits[id].displayValue || audits[id].title}`),
    ]);
