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

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    project('unit'),
    project('api', {
      globalSetup: '<rootDir>/test/helpers/global-setup.mjs',
      globalTeardown: '<rootDir>/test/helpers/global-teardown.mjs',
    }),
    project('contract'),
    project('package', {
      globalSetup: '<rootDir>/test/helpers/package-setup.mjs',
      globalTeardown: '<rootDir>/test/helpers/global-teardown.mjs',
    }),
    project('browser'),
  ],
  testTimeout: 60_000,
};
