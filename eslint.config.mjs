import tseslint from 'typescript-eslint';

/** Forbids imports in some files, with the reason shown to whoever tries. */
const mayNotImport = (files, patterns, message) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }],
  },
});

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '**/.tmp/**', '**/.strapi/**', '**/types/**'],
  },
  ...tseslint.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-param-reassign': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Taking a property out of an object is what `const { name: _name, ...rest }` is for.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  // The rings: arrows point inwards.
  mayNotImport(
    ['src/feed/**', 'src/pages/**'],
    [
      '@strapi/*',
      'koa*',
      '@koa/*',
      'node:*',
      'fs',
      'http',
      'path',
      '../content/*',
      '../content-types/*',
      '../controllers/*',
      '../http/*',
      '../lifecycles/*',
      '../routes/*',
      '../services/*',
    ],
    'The pure core imports nothing of Strapi, HTTP or I/O, and nothing of the rings around it.',
  ),
  mayNotImport(
    ['src/content/**'],
    ['koa*', '@koa/*', '../controllers/*', '../http/*', '../routes/*', '../services/*'],
    'The content ring knows entries and the core, not services or HTTP.',
  ),
  {
    files: ['scripts/**', '*.js', '*.mjs', '**/*.cjs'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
