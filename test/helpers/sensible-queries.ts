import fc from 'fast-check';

import { type FrontEndQuery, frontEndQuery } from './front-end-queries';

const WORDS = ['open', 'plain', 'bare', 'secret', 'shown', 'renamed', 'draft', 'a', 'aaa', 'b'];

const word = fc.constantFrom(...WORDS);
const text = fc.oneof(
  word,
  fc.dictionary(
    fc.constantFrom('$eq', '$ne', '$contains', '$notContains', '$startsWith', '$lt', '$gte'),
    word,
    { minKeys: 1, maxKeys: 1 },
  ),
  fc.record({ $in: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.constantFrom({ $null: 'true' }, { $notNull: 'true' }),
  fc.record({ $not: fc.record({ $eq: word }) }),
);
const date = fc.dictionary(
  fc.constantFrom('$lt', '$gte', '$ne'),
  fc.constantFrom('2026-01-15', '2026-01-15T12:00:00Z', '2999-01-02'),
  { minKeys: 1, maxKeys: 1 },
);
const id = fc.dictionary(fc.constantFrom('$gt', '$lte', '$ne'), fc.nat(6).map(String), {
  minKeys: 1,
  maxKeys: 1,
});

/** A filter on one of several fields. */
const one = (things: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<FrontEndQuery> =>
  fc.oneof(...Object.entries(things).map(([name, value]) => fc.record({ [name]: value })));

/** Filters joined by `$and` and `$or`, with `$not` around those that may be negated. */
const joined = (
  parts: fc.Arbitrary<FrontEndQuery>,
  negatable: fc.Arbitrary<FrontEndQuery>,
): fc.Arbitrary<FrontEndQuery> =>
  fc.letrec<{ filter: FrontEndQuery }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 2 },
      parts,
      negatable.map((part) => ({ $not: part })),
      fc
        .tuple(
          fc.constantFrom('$and', '$or'),
          fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
        )
        .map(([name, filters]) => ({ [name]: filters })),
    ),
  })).filter;

const ofTag = one({ name: text, slug: text, title: text, id, updatedAt: date });
const tagFilter = joined(ofTag, ofTag);
const ofArticle = one({ title: text, slug: text, summary: text, id, date, createdAt: date });
const articleFilter = joined(fc.oneof(ofArticle, one({ tags: tagFilter })), ofArticle);

const sortBy = (...names: string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom('', ':desc'))
    .map(([name, direction]) => name + direction);

const articleSort = sortBy('title', 'slug', 'date', 'id', 'updatedAt');
const tagSort = sortBy('name', 'slug', 'id');
const fields = (...names: string[]) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });

const some = (parts: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<FrontEndQuery> =>
  fc.record(parts, { requiredKeys: [] });

const tagsPopulate = fc.oneof(
  fc.constant('true'),
  some({
    filters: tagFilter,
    sort: tagSort,
    fields: fields('name', 'slug'),
    count: fc.constant('true'),
  }),
);
const articlePopulate = fc.oneof(
  fc.constantFrom('*', 'tags', 'tags,cover', 'tags.image'),
  some({ tags: tagsPopulate, cover: fc.constant('true') }),
);
const articlesPopulate = fc.oneof(
  fc.constant('true'),
  some({
    filters: articleFilter,
    sort: articleSort,
    fields: fields('title', 'date'),
    populate: articlePopulate,
  }),
  some({ filters: articleFilter, sort: articleSort, count: fc.constant('true') }),
);

const pagination = some({
  page: fc.constantFrom('1', '2'),
  pageSize: fc.constantFrom('1', '2', '3'),
});

/** Queries that the API answers. `QUERIES` mixes them with others, whose refusal must reveal nothing either. */
const equality = fc.oneof(
  word,
  fc.record({ $eq: word }),
  fc.record({ $in: fc.array(word, { minLength: 1, maxLength: 3 }) }),
);
const range = fc.dictionary(
  fc.constantFrom('$lt', '$lte', '$gt', '$gte'),
  fc.constantFrom('2026-01-15', '2026-01-15T12:00:00Z', '2999-01-02'),
  { minKeys: 1, maxKeys: 2 },
);
const oneTag = one({ slug: equality, name: equality });
const answeredArticles = some({
  filters: some({ slug: equality, date: range, tags: oneTag }),
  sort: sortBy('title', 'date'),
  fields: fields('title', 'slug', 'updatedAt'),
  populate: fc.oneof(
    fc.constantFrom('tags', 'tags,cover', 'cover'),
    some({ tags: some({ fields: fields('name', 'slug') }) }),
  ),
  pagination,
});
const answeredTags = some({
  filters: some({ slug: equality, name: equality }),
  sort: sortBy('name', 'title'),
  fields: fields('name', 'slug', 'title'),
  populate: fc.constant('image'),
  pagination,
});
const answeredCategories = some({
  filters: one({ title: equality }),
  sort: sortBy('title', 'id'),
  populate: fc.oneof(
    fc.constantFrom('*', 'featured,articles,topics', 'box.article', 'cover.related'),
    some({
      articles: some({ fields: fields('title', 'date') }),
      topics: some({ fields: fields('name', 'slug') }),
    }),
  ),
});
const mostly = (
  answered: fc.Arbitrary<FrontEndQuery>,
  any: fc.Arbitrary<FrontEndQuery>,
): fc.Arbitrary<FrontEndQuery> =>
  fc.oneof({ weight: 2, arbitrary: answered }, { weight: 1, arbitrary: any });

const articles = some({
  filters: articleFilter,
  sort: articleSort,
  fields: fields('title', 'slug', 'updatedAt'),
  populate: articlePopulate,
  pagination,
  _q: word,
});

const tags = some({
  filters: tagFilter,
  sort: tagSort,
  fields: fields('name', 'slug', 'title'),
  populate: fc.constantFrom('image', '*'),
  pagination,
  _q: word,
});

const ofCategory = one({ title: text, id });
const categories = some({
  filters: joined(
    fc.oneof(
      ofCategory,
      one({
        featured: articleFilter,
        articles: articleFilter,
        topics: tagFilter,
        box: one({ article: articleFilter }),
      }),
    ),
    ofCategory,
  ),
  sort: sortBy('title', 'id'),
  populate: fc.oneof(
    fc.constantFrom(
      '*',
      'featured,articles,topics',
      'featured.tags',
      'box.article',
      'cover.related',
    ),
    some({
      featured: articlesPopulate,
      articles: articlesPopulate,
      topics: tagsPopulate,
      box: fc.constantFrom({ populate: '*' }, { populate: 'article' }),
      cover: fc.constantFrom({ populate: 'related' }, { populate: '*' }),
    }),
  ),
  pagination,
});

/** Queries for the lists of articles, of tags, and of a type with relations to both. */
export const QUERIES: Record<string, fc.Arbitrary<FrontEndQuery>> = {
  '/api/syndication/articles': fc.oneof(
    { weight: 3, arbitrary: mostly(answeredArticles, articles) },
    frontEndQuery,
  ),
  '/api/syndication/tags': fc.oneof(
    { weight: 3, arbitrary: mostly(answeredTags, tags) },
    frontEndQuery,
  ),
  '/api/categorys': fc.oneof(
    { weight: 4, arbitrary: mostly(answeredCategories, categories) },
    frontEndQuery.map(({ pagination: _page, ...query }) => query),
  ),
};
