import tseslint from 'typescript-eslint';

/** Forbids imports in some files, with the reason shown to whoever tries. */
const mayNotImport = (files, patterns, message) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }],
  },
});

/** Forbids imports but those of types, which leave nothing of the arrow in what runs. */
const mayImportTypesOf = (files, patterns, message) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: [{ group: patterns, message, allowTypeImports: true }] },
    ],
  },
});

/** Rooms of the rings around the core, each after those that it is made of; see CONTRIBUTING.md. */
const CONTENT_RING = ['cache', 'catalogue', 'sources', 'changes'];
const OUTSIDE = ['public', 'panel', 'api'];

/** From whatever depth: a folder within a room is bound as the room is. */
const rooms = (names) => names.flatMap((name) => [`**/../${name}`, `**/../${name}/**`]);

/** What reads files and the network. */
const INPUT_AND_OUTPUT = ['node:*', 'fs', 'http', 'path'];

/** Files beside the rooms that ask the database. */
const ASKING = rooms(['configured-options', 'settings', 'transactions']);

/** The files that build the parts: who could import them could find any part by itself. */
const COMPOSITION = ['**/compose', '**/compose-panel'];

/** What nothing pure imports. */
const OF_RINGS = [
  ...['@strapi/*', 'koa*', '@koa/*', ...INPUT_AND_OUTPUT],
  ...ASKING,
  ...rooms(['content-types', ...CONTENT_RING, 'http', ...OUTSIDE]),
  ...COMPOSITION,
];

const GIVEN = 'A part is given the others it needs, by src/compose.ts; it does not look for them.';
const APART =
  'Public addresses know nothing of the panel and the API, the panel nothing of the API, and the API nothing of either.';
const GIVEN_OUTSIDE = `${APART} ${GIVEN}`;

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
  // The rings: arrows point inwards. Of two rules for a file the last one holds, so each file has one.
  mayNotImport(
    ['src/feed/**'],
    [...OF_RINGS, ...rooms(['pages', 'templates', 'content'])],
    'Feeds are of the pure core: it imports nothing of Strapi, HTTP or I/O, and nothing of the rings around it.',
  ),
  mayNotImport(
    ['src/pages/**'],
    [...OF_RINGS, ...rooms(['templates', 'content'])],
    'Pages are of the pure core: it imports nothing of Strapi, HTTP or I/O, and nothing of the rings around it.',
  ),
  mayNotImport(
    ['src/texts/**'],
    [...OF_RINGS, ...rooms(['feed', 'pages', 'templates', 'content'])],
    'The words of pages and feeds know nothing of what shows them.',
  ),
  mayNotImport(
    ['src/templates/**'],
    [...OF_RINGS, ...rooms(['feed', 'texts', 'content'])],
    'Templates of the site are pure: they know pages alone.',
  ),
  mayNotImport(
    ['src/content/**'],
    [...OF_RINGS, ...rooms(['pages', 'templates'])],
    'How an entry becomes an item is pure: it knows entries and feeds, no query and no HTTP.',
  ),
  mayNotImport(
    ['src/http/**'],
    ['@strapi/*', '../**'],
    'The protocol knows nothing of the plugin.',
  ),
  mayNotImport(
    ['src/content-types/**'],
    [
      ...rooms(['feed', 'pages', 'templates', 'texts', 'catalogue', 'changes', 'cache', 'http']),
      ...rooms(OUTSIDE),
      ...COMPOSITION,
    ],
    'Schemas know what may be in a field and which types are published, nothing of what is read of them.',
  ),
  mayNotImport(
    CONTENT_RING.map((room) => `src/${room}/**`),
    [...rooms(['content-types', ...OUTSIDE]), ...COMPOSITION],
    'The content ring knows nothing of who asks: public addresses, the panel, the API. A part is given the others it needs, by src/compose.ts.',
  ),
  // Within it: what a response depends on, what is listed, what is published, what changes.
  ...CONTENT_RING.map((room, place) =>
    mayImportTypesOf(
      [`src/${room}/**`],
      [...ASKING, ...rooms(CONTENT_RING.slice(place + 1))],
      'In the content ring arrows point from changes to sources, catalogue and cache. A part is given the others it needs, and knows their types alone.',
    ),
  ),
  // What Strapi itself calls finds the parts: the plugin's start and end, and the controllers.
  mayNotImport(['src/!(bootstrap|compose|destroy|index|register).ts'], COMPOSITION, GIVEN),
  mayNotImport(['src/public/**'], [...rooms(['panel', 'api']), ...COMPOSITION], GIVEN_OUTSIDE),
  mayNotImport(['src/panel/controllers/**'], rooms(['api']), APART),
  mayNotImport(
    ['src/panel/!(controllers)', 'src/panel/!(controllers)/**'],
    [...rooms(['api']), ...COMPOSITION],
    GIVEN_OUTSIDE,
  ),
  mayNotImport(['src/api/+(article|tag).ts'], rooms(['public', 'panel']), APART),
  mayNotImport(
    ['src/api/!(article|tag).ts', 'src/api/guard/**'],
    [...rooms(['public', 'panel']), ...COMPOSITION],
    GIVEN_OUTSIDE,
  ),
  {
    files: ['scripts/**', '*.js', '*.mjs', '**/*.cjs'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
