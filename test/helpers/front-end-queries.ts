import fc from 'fast-check';

/** A query of a front end, sensible or not. */
export type FrontEndQuery = Record<string, unknown>;

const WORDS = ['open', 'secret', 'renamed', 'draft', 'a', '', '%', "'", '2026-01-15', '5', 'true'];

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  { weight: 1, arbitrary: fc.integer({ min: -5, max: 3_000_000_000 }).map(String) },
);

const OPERATORS = [
  '$eq',
  '$eqi',
  '$ne',
  '$nei',
  '$in',
  '$notIn',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$between',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$null',
  '$notNull',
  '$not',
  '$jsonSupersetOf',
  '$unknown',
];

const FIELDS = [
  'id',
  'documentId',
  'title',
  'slug',
  'name',
  'date',
  'summary',
  'body',
  'keepOutOfFeeds',
  'hidden',
  'itemsPerFeed',
  'content',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'nothing',
];

const RELATIONS = [
  'tags',
  'articles',
  'cover',
  'attachment',
  'image',
  'createdBy',
  'updatedBy',
  'localizations',
  'related',
  'featured',
  'topics',
  'box',
];

const condition = fc.oneof(
  word,
  fc.array(word, { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom(...OPERATORS),
    fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 }), fc.constant({ $eq: 'open' })),
    { minKeys: 1, maxKeys: 2 },
  ),
);

const { filter } = fc.letrec<{ filter: FrontEndQuery }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.dictionary(fc.constantFrom(...FIELDS, ...RELATIONS), condition, { minKeys: 1, maxKeys: 2 }),
    fc
      .tuple(fc.constantFrom(...RELATIONS, 'tags', 'tags'), tie('filter'))
      .map(([name, inner]) => ({ [name]: inner })),
    fc
      .tuple(fc.constantFrom('$and', '$or'), fc.array(tie('filter'), { maxLength: 3 }))
      .map(([name, inner]) => ({ [name]: inner })),
    tie('filter').map((inner) => ({ $not: inner })),
  ),
}));

const path = fc
  .array(fc.constantFrom(...FIELDS, ...RELATIONS), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('.'));

const sort = fc.oneof(
  fc.tuple(path, fc.constantFrom('', ':asc', ':desc', ':up')).map((parts) => parts.join('')),
  fc.array(path, { maxLength: 3 }),
  fc.constantFrom('status', 'status:desc', ',', { tags: { name: 'asc' } }, { title: 'desc' }),
);

const fields = fc.oneof(
  fc.constantFrom('*', 'title,slug', 'name'),
  fc.array(fc.constantFrom(...FIELDS, ...RELATIONS), { maxLength: 3 }),
);

const { populate } = fc.letrec<{ populate: unknown }>((tie) => ({
  populate: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('*', 'tags', 'tags,cover', 'true', 'tags.image', 'cover.related'),
    fc.array(path, { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(...RELATIONS),
      fc.oneof(
        fc.constantFrom('true', '*', 'false'),
        fc.record(
          { filters: filter, sort, fields, populate: tie('populate'), count: fc.constant('true') },
          { requiredKeys: [] },
        ),
      ),
      { minKeys: 1, maxKeys: 2 },
    ),
  ),
}));

const pagination = fc.oneof(
  fc.record(
    {
      page: fc.constantFrom('1', '2', '0', 'x', '99999999999999999999'),
      pageSize: fc.constantFrom('1', '2', '100', '-1'),
      withCount: fc.constantFrom('true', 'false', 'x'),
    },
    { requiredKeys: [] },
  ),
  fc.record({ start: fc.constantFrom('0', '1', '-1'), limit: fc.constantFrom('1', '-1', '0') }),
);

/** Queries of every kind that Strapi knows, and of some that it does not. */
export const frontEndQuery: fc.Arbitrary<FrontEndQuery> = fc.record(
  {
    filters: filter,
    sort,
    fields,
    populate,
    pagination,
    _q: word,
    status: fc.constantFrom('draft', 'published', 'x'),
    locale: fc.constantFrom('en', '*', 'x'),
    publicationFilter: fc.constantFrom('modified', 'never-published', 'x'),
    hasPublishedVersion: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
);

/** The query string of a query. */
export const toQueryString = (query: unknown, name = ''): string =>
  typeof query !== 'object' || query === null
    ? `${encodeURI(name)}=${encodeURIComponent(String(query))}`
    : Object.entries(query)
        .map(([key, value]) => toQueryString(value, name === '' ? key : `${name}[${key}]`))
        .filter((part) => part !== '')
        .join('&');
