import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './paths.mjs';
import { runBeside } from './run.mjs';

const read = (...file) => JSON.parse(readFileSync(path.join(ROOT, ...file), 'utf8'));

/** Of every package the newest version before a date: what somebody releases today does not fail a change here. */
const { before, packages, overridesOfOldest } = read('test/package/new-app.json');

/** Manifests with the registry packages of the package tests' apps, by folder name. */
const manifests = () => {
  const { devDependencies, peerDependencies } = read('package.json');
  const versions = packages.map((name) => [name, devDependencies[name]]);
  const strapi = { '@strapi/strapi': peerDependencies['@strapi/strapi'].slice(1) };
  return {
    nextjs: read('examples/nextjs/package.json'),
    astro: read('examples/astro/package.json'),
    nuxt: read('examples/nuxt/package.json'),
    oldest: {
      private: true,
      dependencies: { ...Object.fromEntries(versions), ...strapi },
      overrides: overridesOfOldest,
    },
  };
};

/**
 * Preinstalls the apps of the package tests, one after the other. A test moves its folder into place if it
 * exists (`test/package/take-app.ts`).
 */
export const installPackageApps = async (home) => {
  for (const [name, manifest] of Object.entries(manifests())) {
    const folder = path.join(home, name);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    options.push(`--before=${before}`);
    try {
      await runBeside('npm', ['install', ...options], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'ignore'],
      });
    } catch {
      // The test installs it again and reports the error.
      rmSync(folder, { recursive: true, force: true });
    }
  }
};
