import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './paths.mjs';
import { runBeside } from './run.mjs';

const read = (...file) => JSON.parse(readFileSync(path.join(ROOT, ...file), 'utf8'));

/** What the apps of the package tests have of a registry, by the names of their folders. */
const manifests = () => {
  const { devDependencies, peerDependencies } = read('package.json');
  const { packages, overridesOfOldest } = read('test/package/new-app.json');
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
 * Installs ahead what the package tests would install themselves, one after the other. A test takes the
 * folder it is about, if it is there (`test/package/take-app.ts`).
 */
export const installPackageApps = async (home) => {
  for (const [name, manifest] of Object.entries(manifests())) {
    const folder = path.join(home, name);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    try {
      await runBeside('npm', ['install', ...options], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'ignore'],
      });
    } catch {
      // The test does it again, and says what is wrong.
      rmSync(folder, { recursive: true, force: true });
    }
  }
};
