import tseslint from 'typescript-eslint';

/** Forbids imports in some files, with the reason shown to whoever tries. */
const mayNotImport = (files, patterns, message) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }],
  },
});

/** Rooms of the rings around the core; see CONTRIBUTING.md. */
const CONTENT_RING = ['sources', 'catalogue', 'changes', 'cache'];
const OUTSIDE = ['public', 'panel', 'api'];

/** From whatever depth: a folder within a room is bound as the room is. */
const rooms = (names) => names.flatMap((name) => [`**/../${name}`, `**/../${name}/**`]);

/** What reads files and the network. */
const INPUT_AND_OUTPUT = ['node:*', 'fs', 'http', 'path'];

/** Files beside the rooms that ask the database. */
const ASKING = rooms(['configured-options', 'settings', 'transactions']);

/** The files that build the parts: who could import them could find any part by itself. */
const COMPOSITION = ['**/compose', '**/compose-panel'];

export default tseslint.config(
  {
    ignores: [
      ...['**/dist/**', '**/node_modules/**', '**/.tmp/**', '**/.strapi/**', '**/types/**'],
      // What the examples' frameworks make.
      ...['examples/*/.next/**', 'examples/*/.astro/**', 'examples/*/next-env.d.ts'],
    ],
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
      ...INPUT_AND_OUTPUT,
      ...ASKING,
      ...rooms(['content', 'content-types', ...CONTENT_RING, 'http', ...OUTSIDE]),
      ...COMPOSITION,
    ],
    'The pure core imports nothing of Strapi, HTTP or I/O, and nothing of the rings around it.',
  ),
  mayNotImport(
    ['src/texts/**'],
    [
      '@strapi/*',
      'koa*',
      '@koa/*',
      ...INPUT_AND_OUTPUT,
      ...ASKING,
      ...rooms(['feed', 'pages', 'content', 'content-types', ...CONTENT_RING, 'http', ...OUTSIDE]),
      ...COMPOSITION,
    ],
    'The words of pages and feeds know nothing of what shows them.',
  ),
  mayNotImport(
    ['src/content/**'],
    [
      '@strapi/*',
      'koa*',
      '@koa/*',
      ...INPUT_AND_OUTPUT,
      ...ASKING,
      ...rooms([...CONTENT_RING, 'http', ...OUTSIDE]),
      ...COMPOSITION,
    ],
    'How an entry becomes an item is pure: it knows entries and the core, no query and no HTTP.',
  ),
  mayNotImport(
    ['src/http/**'],
    ['@strapi/*', ...ASKING, ...rooms([...CONTENT_RING, ...OUTSIDE]), ...COMPOSITION],
    'The protocol knows nothing of entries, and nothing of the parts that do.',
  ),
  mayNotImport(
    CONTENT_RING.map((room) => `src/${room}/**`),
    [...rooms(OUTSIDE), ...COMPOSITION],
    'The content ring knows nothing of who asks: public addresses, the panel, the API. A part is given the others it needs, by src/compose.ts.',
  ),
  // What Strapi itself calls finds the parts: the plugin's start and end, and the controllers.
  mayNotImport(
    [
      'src/!(bootstrap|compose|destroy|index|register).ts',
      'src/content-types/**',
      'src/public/**',
      'src/panel/!(controllers)',
      'src/panel/!(controllers)/**',
      'src/api/!(article|tag).ts',
      'src/api/guard/**',
    ],
    COMPOSITION,
    'A part is given the others it needs, by src/compose.ts; it does not look for them.',
  ),
  {
    files: ['scripts/**', '*.js', '*.mjs', '**/*.cjs'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
