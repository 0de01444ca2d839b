import tseslint from 'typescript-eslint';

/** Forbids imports in some files, with the reason shown to whoever tries. */
const mayNotImport = (files, patterns, message) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }],
  },
});

/** The rooms of `src/`, each below those that it may import from; see CONTRIBUTING.md. */
const ROOMS = [
  ...['lib', 'texts', 'http', 'feed', 'content', 'pages', 'options', 'mapping', 'catalogue'],
  ...['addresses', 'changes', 'cache', 'entries', 'public', 'push', 'own-types', 'panel'],
];

/** From whatever depth: a folder within a room is bound as the room is. */
const rooms = (names) => names.flatMap((name) => [`**/../${name}`, `**/../${name}/**`]);

/** What Strapi calls as the plugin starts and ends, and what makes the parts and hands them to each other. */
const ROOT = ['bootstrap', 'compose', 'destroy', 'index', 'register'].map(
  (name) => `**/../${name}`,
);

/** Rooms that are the same wherever they run: they read no database, no request, no file. */
const PURE = ['texts', 'feed', 'content', 'pages'];
const OUTSIDE_WORLD = ['@strapi/*', 'koa*', '@koa/*', 'node:*', 'fs', 'http', 'path'];

/** Rooms that a pure one has no business with, although they are above it. */
const APART = {
  feed: ['http'],
  content: ['http'],
  pages: ['http', 'feed', 'content'],
};

const boundOf = (room) => {
  const below = ROOMS.slice(ROOMS.indexOf(room) + 1);
  // The protocol knows nothing of the plugin.
  if (room === 'http') return ['@strapi/*', '../**'];
  return [
    ...[...rooms([...below, ...(APART[room] ?? [])]), ...ROOT],
    ...(PURE.includes(room) ? OUTSIDE_WORLD : []),
  ];
};

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
  // Of two rules for a file the last one holds, so each room has one.
  ...ROOMS.map((room) =>
    mayNotImport(
      [`src/${room}/**`],
      boundOf(room),
      'A room imports from those above it in the list in CONTRIBUTING.md. A part is given the others it needs, by src/compose.ts; what is pure knows neither Strapi nor files.',
    ),
  ),
  {
    files: ['scripts/**', '*.js', '*.mjs', '**/*.cjs'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
