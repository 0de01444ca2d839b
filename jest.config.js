const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        target: 'es2022',
      },
    },
  ],
};

const project = (name, options) => ({
  displayName: name,
  rootDir: __dirname,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/playground/dist'],
  transform,
  moduleNameMapper: { '/render-worker-file$': '<rootDir>/test/helpers/render-worker-file.ts' },
  ...options,
});

/** Packages and the plugin are loaded once, not again for each file: Strapi takes seconds. */
const loadedOnce = {
  runtime: '<rootDir>/test/helpers/shared-runtime.cjs',
  testEnvironment: '<rootDir>/test/helpers/shared-environment.cjs',
};

/** Databases that API tests run on, by the value of TEST_DATABASE. */
const DATABASES = ['sqlite', 'postgres', 'mysql'];

/** Database of the run. */
const database = process.env.TEST_DATABASE || 'sqlite';

/**
 * Files that prove the same on every database, or choose their own: their first comment names those
 * of the runs they belong to, and says why: `@runs-on sqlite: …`.
 */
const filesOfOtherRuns = () => {
  const folder = path.join(__dirname, 'test/api');
  return readdirSync(folder).filter((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    const [, names] = /^\/\*\*\s+(?:\*\s+)?@runs-on ([a-z ]+):/.exec(source) ?? [];
    const runs = names?.split(' ');
    const unknown = runs?.find((run) => !DATABASES.includes(run));
    if (unknown !== undefined) throw new Error(`${file}: there is no run "${unknown}"`);
    return runs !== undefined && !runs.includes(database);
  });
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    project('unit', { ...loadedOnce, setupFiles: ['<rootDir>/test/helpers/limit-properties.ts'] }),
    project('api', {
      ...loadedOnce,
      testPathIgnorePatterns: [
        '/node_modules/',
        ...filesOfOtherRuns().map((file) => `/test/api/${file}$`),
      ],
      globalSetup: '<rootDir>/test/helpers/global-setup.mjs',
      globalTeardown: '<rootDir>/test/helpers/global-teardown.mjs',
    }),
    project('contract', loadedOnce),
    project('package', {
      ...loadedOnce,
      globalSetup: '<rootDir>/test/helpers/package-setup.mjs',
      globalTeardown: '<rootDir>/test/helpers/global-teardown.mjs',
    }),
    project('browser', {
      ...loadedOnce,
      globalTeardown: '<rootDir>/test/helpers/close-browser.mjs',
    }),
  ],
  // Ends what hangs; nothing is judged by it: a busy machine may take several times as long as another.
  testTimeout: 300_000,
};
