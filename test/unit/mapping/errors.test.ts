import { entryPath } from '../../../src/mapping/address';
import { compilePlan, type Mappings } from '../../../src/mapping/compile-plan';
import type { Attributes, Schemas } from '../../../src/mapping/schemas';
import { article, contentType, EXAMPLE, exampleWith } from '../../helpers/example-schemas';

const ARTICLE = 'api::article.article';
const CATEGORY = 'api::category.category';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';

const OWNER: Attributes = { owner: { type: 'relation', relation: 'manyToOne', target: USER } };

/** Users with what a site may have added to them. */
const USERS: Schemas['contentTypes'] = {
  [USER]: contentType('user', 'users', {
    ...EXAMPLE.contentTypes[USER]?.attributes,
    fullName: { type: 'component', component: 'shared.seo' },
    role: { type: 'relation', relation: 'manyToOne', target: ROLE },
  }),
  [ROLE]: contentType('role', 'roles', { name: { type: 'string' }, slug: { type: 'uid' } }),
};

const message = (mappings: Mappings, schemas: Schemas = EXAMPLE): string => {
  try {
    compilePlan(mappings, schemas);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was taken');
};

type Mapping = NonNullable<Mappings['sources']>[string];

/** What is said of a mapping of the article, which has further fields. */
const said = (mapping: Mapping, attributes: Attributes = {}): string =>
  message(
    { sources: { [ARTICLE]: mapping } },
    exampleWith(
      { ...USERS, [ARTICLE]: article(attributes) },
      {
        'shared.slide': {
          attributes: {
            author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
            data: { type: 'json' },
          },
        },
      },
    ),
  );

const PRIVATE: Attributes = { note: { type: 'string', private: true } };

it('names the option, the type, the key, what it was, what is allowed and what was meant', () => {
  expect(said({ title: 'titl' })).toBe(
    'Error regarding syndication config: The option "sources", "api::article.article": "title" was "titl". "api::article.article" has no field "titl". Allowed: a text field ("title", "description"). Did you mean "title"?',
  );
});

it('names everything that is wrong at once, a line each', () => {
  const lines = said({ title: 'tilte', cover: 'title', keepOut: 'blocks' }).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^- .*"title" was "tilte"/);
  expect(lines[2]).toMatch(/^- .*"cover" was "title"/);
  expect(lines[3]).toMatch(/^- .*"keepOut" was "blocks"/);
});

it('tells once what is wrong with topics, however many relations lead to them', () => {
  const category = { type: 'relation', relation: 'manyToOne', target: CATEGORY };
  const found = message(
    { sources: { [ARTICLE]: {} }, topics: { [CATEGORY]: { name: 'nam' } } },
    exampleWith({ [ARTICLE]: article({ second: category, third: category }) }),
  );
  expect(found.match(/"name" was "nam"/g)).toHaveLength(1);
});

it.each<[string, Mapping, RegExp, Attributes?]>([
  [
    'a field of the wrong kind',
    { body: 'slug' },
    /It is a field of type "uid"\. Allowed: a field with rich text.*\("title", "description"/,
  ],
  [
    'a number for a title',
    { title: 'price' },
    /It is a field of type "decimal"/,
    { price: { type: 'decimal' } },
  ],
  [
    'an enumeration, of whose values none is said to be published',
    { published: 'state' },
    /"published" was "state"\. Allowed: \{ state: … \} with "draft", "live"\./,
    { state: { type: 'enumeration', enum: ['draft', 'live'] } },
  ],
  [
    'a value that the enumeration lacks',
    { published: { state: ['live', 'published'] } },
    /"published" was \{"state":\["live","published"\]\}\. Allowed: \{ state: … \} with "draft"/,
    { state: { type: 'enumeration', enum: ['draft', 'live'] } },
  ],
  [
    'a text for a boolean',
    { published: { isActive: 'yes' } },
    /Allowed: \{ isActive: … \} with true, false\./,
    { isActive: { type: 'boolean', private: true } },
  ],
  [
    'a field of a component that says whether an entry is published',
    { published: 'seo.isActive' },
    /A path has at most a field of its own here\./,
    { seo: { type: 'component', component: 'shared.seo' } },
  ],
  [
    'a field that is not there, which says whether an entry is published',
    { published: { isActiv: true } },
    /"published" was "isActiv".*has no field "isActiv"\. Allowed: a boolean field or an enumeration \("isActive"\)\. Did you mean "isActive"\?/,
    { isActive: { type: 'boolean', private: true } },
  ],
  [
    'a private field',
    { summary: 'note' },
    /The field "note" is private: readers may not see it\./,
    PRIVATE,
  ],
  [
    'a private field for own code',
    { select: ['note'] },
    /"select" was "note"\. The field "note" is private/,
    PRIVATE,
  ],
  [
    'a password',
    { select: ['code'] },
    /The field "code" is a password\./,
    { code: { type: 'password' } },
  ],
  ['a private relation', { author: 'createdBy.firstname' }, /The field "createdBy" is private/],
  [
    'a field of a component that is not there',
    { summary: 'seo.metaDescripton' },
    /"shared\.seo" has no field "metaDescripton"\..*Did you mean "seo\.metaDescription"\?/,
    { seo: { type: 'component', component: 'shared.seo' } },
  ],
  [
    'a title of one of several components',
    { title: 'seo.metaTitle' },
    /holds several components/,
    { seo: { type: 'component', component: 'shared.seo', repeatable: true } },
  ],
  [
    'what one of several components leads to',
    { cover: 'slides.author.avatar' },
    /Of components of which there are several, no relation \("author"\) is read/,
    { slides: { type: 'component', component: 'shared.slide', repeatable: true } },
  ],
  [
    'a component that is not there',
    { summary: 'seo.x' },
    /There is no component "shared\.gone"/,
    { seo: { type: 'component', component: 'shared.gone' } },
  ],
  [
    'a field behind a text',
    { summary: 'title.length' },
    /The field "title" is a field of type "string", which has no fields/,
  ],
  [
    'a relation without what is shown of it',
    { title: 'author' },
    /It is a field of type "relation"/,
  ],
  [
    'users as authors with pages',
    { author: 'owner' },
    /"owner" leads to users\. They have no page; a path such as "owner\.username" shows a name, and a list of two such paths a first and a last name\./,
    OWNER,
  ],
  [
    'a relation in an address without the word behind it',
    { address: '/news/{category}/{slug}/' },
    /It is a field of type "relation"\. Allowed: /,
  ],
  [
    'those who work in the panel as authors with pages',
    { author: 'createdBy' },
    /"createdBy" is private/,
  ],
  [
    'authors of any type',
    { author: 'writer' },
    /"writer" leads to entries of any type/,
    { writer: { type: 'relation', relation: 'morphToOne' } },
  ],
  [
    'authors that are behind something else',
    { author: 'author.articles' },
    /"author" was "author\.articles"\. Only an own relation leads to authors/,
  ],
  [
    'authors behind a name',
    { author: ['title', 'author'] },
    /"author" was "author"\. Relations to authors come first in the list, before names/,
  ],
  [
    'authors who are topics as well',
    { author: 'category', topics: ['category'] },
    /"topics" was "category"\. The entries of "api::category\.category" are authors/,
  ],
  [
    'pages of users',
    { topics: ['owner.username'] },
    /"topics" was "owner\.username"\. It is the name of a user, and users have no page/,
    OWNER,
  ],
  [
    'values of an enumeration that make one address',
    { topics: ['kind'] },
    /"topics" was "kind"\. The values "how-to" and "How to" make the same address "how-to"/,
    { kind: { type: 'enumeration', enum: ['news', 'how-to', 'How to'] } },
  ],
  [
    'names of values that an enumeration does not have',
    { topics: [{ field: 'kind', names: { nws: 'News' } }] },
    /"topics" was "kind"\. Its "names" has "nws", which is no value of the enumeration\. Allowed: "news", "notice"\. Did you mean "news"\?/,
    { kind: { type: 'enumeration', enum: ['news', 'notice'] } },
  ],
  [
    'names of entries where values have theirs',
    { topics: [{ field: 'category', names: { a: 'B' } }] },
    /"topics" was "category"\. It is a relation: the option "topics" says where its entries are/,
  ],
  [
    'an address of values without a value',
    { topics: [{ field: 'title', address: '/kinds/{slug}/' }] },
    /"topics" was "title"\. Its "address" was "\/kinds\/\{slug\}\/"\. Allowed: a directory with "\{value\}" at its end/,
  ],
  [
    'an address of values with a further field',
    { topics: [{ field: 'title', address: '/kinds/{value}/{slug}/' }] },
    /Its "address" was "\/kinds\/\{value\}\/\{slug\}\/"\. Allowed: a directory/,
  ],
  [
    'a directory of values that no list has room for',
    { topics: [{ field: 'title', address: `/${'a'.repeat(31)}/{value}/` }] },
    /is too long\. Allowed: an "address" with at most 30 characters/,
  ],
  [
    'lists in a component',
    { topics: ['slide.data'] },
    /"topics" was "slide\.data"\. Behind a relation or a component a topic is a text or an enumeration/,
    { slide: { type: 'component', component: 'shared.slide' } },
  ],
  [
    'topics behind another relation',
    { topics: ['category.articles'] },
    /"topics" was "category\.articles"\. Only an own relation leads to topics/,
  ],
  [
    'a podcast without sound or film',
    { podcast: {}, enclosure: false },
    /"podcast" was .*It has no enclosure\. Allowed where "enclosure" is a field for sound or film/,
  ],
  [
    'a field of entries of any type',
    { summary: 'any.text' },
    /The field "any" leads to entries of any type/,
    { any: { type: 'relation', relation: 'morphToOne' } },
  ],
  [
    'a relation to a type that is not there',
    { author: 'writer.name' },
    /leads to "api::gone\.gone", and there is no such content type/,
    { writer: { type: 'relation', relation: 'manyToOne', target: 'api::gone.gone' } },
  ],
  [
    'one name of several entries',
    { title: 'tags.name' },
    /leads to several entries/,
    { tags: { type: 'relation', relation: 'manyToMany', target: CATEGORY } },
  ],
  [
    'a path without an end',
    { summary: 'author.articles.author.articles.title' },
    /A path has at most 4 names/,
  ],
  [
    'an address of a user',
    { author: 'owner.email' },
    /Of "plugin::users-permissions\.user" nothing is shown but a name\..*"owner\.username"/,
    OWNER,
  ],
  [
    'what is behind a user',
    { author: 'owner.role.name' },
    /"author" was "owner\.role\.name"\. Of "plugin::users-permissions\.user" nothing is shown but a name\..*"owner\.username"/,
    OWNER,
  ],
  [
    'what is within a name of a user',
    { title: 'owner.fullName.metaTitle' },
    /Of "plugin::users-permissions\.user" nothing is shown but a name\./,
    OWNER,
  ],
  [
    'an address behind a user',
    { address: '/articles/{owner.role.slug}/{slug}/' },
    /Of "plugin::users-permissions\.user" nothing is shown but a name\./,
    OWNER,
  ],
  [
    'a date that moves',
    { date: 'publishedAt' },
    /"date" was "publishedAt"\. It moves with every publication\..*"createdAt"/,
  ],
  [
    'a list of covers with one that is none',
    { cover: ['cover', 'titel'] },
    /"cover" was "titel"\. .* has no field "titel"\. Allowed: a media field for pictures \("cover"\)/,
  ],
  [
    'sound for a cover',
    { cover: 'audio' },
    /The field "audio" holds no pictures/,
    { audio: { type: 'media', allowedTypes: ['audios'] } },
  ],
  [
    'a picture for an enclosure',
    { enclosure: 'image' },
    /The field "image" holds no sound or film/,
    { image: { type: 'media', allowedTypes: ['images'] } },
  ],
  [
    'topics that have no values',
    { topics: ['cover'] },
    /"topics" was "cover"\. It is a field of type "media"\. Allowed: a relation .*"author", "category"/,
  ],
  [
    'topics of any type',
    { topics: ['any'] },
    /leads to entries of any type/,
    { any: { type: 'relation', relation: 'morphToMany' } },
  ],
  [
    'topics that are users',
    { topics: ['owner'] },
    /leads to users/,
    { owner: { type: 'relation', relation: 'manyToOne', target: 'admin::user' } },
  ],
  [
    'topics of a type that is not there',
    { topics: ['gone'] },
    /There is no content type "api::gone\.gone"/,
    { gone: { type: 'relation', relation: 'manyToOne', target: 'api::gone.gone' } },
  ],
  ['a name that objects have', { title: 'constructor' }, /has no field "constructor"/],
])('refuses %s', (_what, mapping, expected, attributes = {}) => {
  expect(said(mapping, attributes)).toMatch(expected);
});

it.each<[string, string, RegExp]>([
  ['without slashes', 'articles/{slug}', /a path that begins with a slash/],
  ['without a field', '/articles/', /No field in it tells an entry from others/],
  ['of another entry alone at the root', '/{category.slug}/', /No field in it tells an entry/],
  ['with a field in a text', '/articles/a-{slug}/', /a path that begins with a slash/],
  ['with a pattern of a router', '/articles/:slug/{slug}/', /a path that begins with a slash/],
  ['with empty parts', '/articles//{slug}/', /a path that begins with a slash/],
  ['that leads upwards', '/articles/../{slug}/', /a path that begins with a slash/],
  ['below a file of the plugin', '/index.xml/{slug}/', /a path that begins with a slash/],
  [
    'of a field that is not there',
    '/articles/{slugg}/',
    /has no field "slugg"\..*Did you mean "slug"\?/,
  ],
  ['of a number', '/articles/{price}/', /has no field "price"/],
  ['of a long text', '/articles/{description}/', /It is a field of type "text"/],
  [
    'of another entry alone',
    '/articles/{category.slug}/',
    /No field in it tells an entry from others\. Allowed: an address with "\{slug\}"/,
  ],
  ['of a row', '/articles/{id}/', /another one after each publication\. Allowed: "\{documentId\}"/],
  ['of a private field', '/articles/{note}/', /The field "note" is private/],
])('refuses an address %s', (_what, address, expected) => {
  const found = said({ address: address as `/${string}` }, PRIVATE);
  expect(found).toContain(`"address" was ${JSON.stringify(address)}.`);
  expect(found).toMatch(expected);
});

describe('types', () => {
  it('are named that are not there, with the one that was meant', () => {
    expect(message({ sources: { 'api::artcle.article': {} } })).toMatch(
      /The option "sources": There is no content type "api::artcle\.article"\. Allowed: "api::article\.article", "api::category\.category", "api::author\.author"\. Did you mean "api::article\.article"\?/,
    );
  });

  it.each([
    ['api::about.about', /has one entry alone/],
    ['admin::user', /is internal/],
    ['plugin::users-permissions.user', /is internal/],
    ['plugin::upload.file', /is internal/],
  ])('are refused that are not for readers: %s', (uid, expected) => {
    expect(message({ sources: { [uid]: {} } })).toMatch(expected);
  });

  it('are refused as topics that no source leads to', () => {
    expect(
      message({ sources: { [ARTICLE]: { topics: false } }, topics: { [CATEGORY]: {} } }),
    ).toMatch(/no source has a relation to "api::category\.category" among its "topics"/);
  });

  it('are refused where nothing tells what their title or name is', () => {
    const schemas = exampleWith({
      'api::note.note': contentType('note', 'notes', {
        slug: { type: 'uid' },
        Titel: { type: 'string' },
      }),
      [ARTICLE]: article({
        note: { type: 'relation', relation: 'manyToOne', target: 'api::note.note' },
      }),
    });
    expect(message({ sources: { 'api::note.note': {} } }, schemas)).toMatch(
      /"title" was not given\. No text field is called so\. Allowed: a text field \("Titel"\)\./,
    );
    expect(message({ sources: { [ARTICLE]: { topics: ['note'] } } }, schemas)).toMatch(
      /The option "topics", "api::note\.note": "name" was not given/,
    );
  });

  it('are none', () => {
    expect(message({ sources: {} })).toMatch(/names no content type/);
  });
});

describe('topics', () => {
  const topic = (mapping: NonNullable<Mappings['topics']>[string]): string =>
    message({ sources: { [ARTICLE]: {} }, topics: { [CATEGORY]: mapping } });

  it.each<[string, Parameters<typeof topic>[0], RegExp]>([
    ['a name that is not there', { name: 'nane' }, /"name" was "nane"\..*Did you mean "name"\?/],
    [
      'a text for an image',
      { image: 'description' },
      /It is a field of type "text"\. Allowed: a media field/,
    ],
    [
      'an address of several fields',
      { address: '/c/{name}/{slug}/' },
      /one field of the entry's own at its end/,
    ],
    [
      'an address with something behind',
      { address: '/c/{slug}/all/' },
      /one field of the entry's own at its end/,
    ],
  ])('refuse %s', (_what, mapping, expected) => {
    expect(topic(mapping)).toMatch(expected);
  });
});

describe('addresses that are the same', () => {
  const two = (first: Mapping, second: Mapping, home?: string): string | undefined => {
    const schemas = exampleWith({
      'api::news.news': contentType('news', 'news-items', {
        title: { type: 'string' },
        slug: { type: 'uid' },
        category: { type: 'relation', relation: 'manyToOne', target: CATEGORY },
      }),
    });
    try {
      compilePlan({ sources: { [ARTICLE]: first, 'api::news.news': second }, home }, schemas);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('are refused with both named', () => {
    expect(two({ address: '/blog/{slug}/' }, { address: '/Blog/{slug}/' })).toMatch(
      /The option "sources": "\/Blog\/\{slug\}\/" of source "api::news\.news" is the same address as "\/blog\/\{slug\}\/" of source "api::article\.article"/,
    );
  });

  it('are refused where they are in one language alone', () => {
    const { attributes } = EXAMPLE.contentTypes[ARTICLE]!;
    const localised = { pluginOptions: { i18n: { localized: true } } };
    const address = { en: '/articles/{slug}/', de: '/categories/{slug}/' } as const;
    expect(
      message(
        { sources: { [ARTICLE]: { address } }, locales: { en: {}, de: {} } },
        exampleWith({ [ARTICLE]: contentType('article', 'articles', attributes, localised) }),
      ),
    ).toMatch(
      /"\/categories\/\{slug\}\/" of source .* is the same address as "\/categories\/\{slug\}\/" of topic/,
    );
  });

  it.each<[string, Mapping, Mapping]>([
    ['one listing', { address: '/blog/{slug}/' }, { address: '/blog/{category.slug}/{slug}/' }],
    ['an entry and the index of topics', { address: '/categories/{slug}/' }, {}],
    ['an entry and a page of a topic', { address: '/categories/{category.slug}/page/{slug}/' }, {}],
    ['a listing and the page of all feeds', { address: '/subscribe/{slug}/' }, {}],
    ['a listing and the years', { address: '/archive/{slug}/' }, {}],
    ['an entry and a page of a year', { address: '/archive/{category.slug}/page/{slug}/' }, {}],
    ['an entry and a page of the site', { address: '/page/{slug}/' }, {}],
    ['an entry and the sitemap', { address: '/sitemap/{slug}/' }, {}],
    ['an entry and a preview', { address: '/previews/{slug}/' }, {}],
    [
      'an entry and a preview as an item of a feed',
      { address: '/previews/{category.slug}/{slug}/' },
      {},
    ],
  ])('are refused: %s', (_what, first, second) => {
    expect(two(first, second)).toMatch(/is the same address as/);
  });

  it.each<[string, Mappings, RegExp]>([
    [
      'as what is below the path of a locale',
      { locales: { en: {}, de: { path: '/articles' } }, sources: { [ARTICLE]: {} } },
      /The option "locales": "de": "path" was "\/articles", where the addresses below "\/articles\/" are/,
    ],
    [
      'as another locale, or below it',
      { locales: { en: { path: '/x' }, de: { path: '/X/y' } }, sources: { [ARTICLE]: {} } },
      /The option "locales": "de": "path" was "\/X\/y", where "en" is\. Allowed: another path, for example "\/de"\./,
    ],
    [
      'as what is above another locale',
      { locales: { en: { path: '/x/y' }, de: { path: '/X' } }, sources: { [ARTICLE]: {} } },
      /"de": "path" was "\/X", where "en" is/,
    ],
    [
      'as the main locale',
      { locales: { en: {}, de: { path: '' } }, sources: { [ARTICLE]: {} } },
      /"de": "path" was "", where "en" is/,
    ],
    [
      'as the sitemap of the site',
      { locales: { en: {}, de: { path: '/sitemap' } }, sources: { [ARTICLE]: {} } },
      /"path" was "\/sitemap", where the addresses below "\/sitemap\/" are/,
    ],
    [
      'as the previews',
      { locales: { en: {}, de: { path: '/previews' } }, sources: { [ARTICLE]: {} } },
      /"path" was "\/previews", where the addresses below "\/previews\/" are/,
    ],
    [
      'as a locale that is below the home',
      { locales: { en: {}, de: {} }, home: '/de/blog/', sources: { [ARTICLE]: {} } },
      /"path" was "\/de", where the addresses below "\/de\/blog\/" are\. Allowed: another path\.$/,
    ],
    [
      'at the root, but for the final slash',
      {
        sources: {
          [ARTICLE]: { address: '/{slug}/', topics: false },
          [CATEGORY]: { address: '/{slug}', title: 'name' },
        },
      },
      /"\/\{slug\}" of "api::category\.category" ends otherwise than "\/\{slug\}\/" of/,
    ],
  ])('are refused: %s', (_what, mappings, expected) => {
    expect(message(mappings)).toMatch(expected);
  });

  it('name the option "home" where that is in the way', () => {
    expect(two({}, {}, '/Categories/')).toMatch(
      /^Error .*: The option "home": "\/categories\/" of topic .* as "\/Categories\/" of the site/,
    );
  });

  it.each<[string, Mapping, Mapping, string?]>([
    ['directories of their own', {}, {}],
    ['a source where the site is', { address: '/blog/{slug}/' }, {}, '/blog/'],
    ['a source below its topics', { address: '/categories/{category.slug}/{slug}/' }, {}],
    ['different depths', { address: '/a/{slug}/' }, { address: '/b/{category.slug}/{slug}/' }],
    ['names that begin alike', { address: '/blog/{slug}/' }, { address: '/blog-news/{slug}/' }],
    ['an entry and a listing', { address: '/blog/{slug}/' }, { address: '/blog/news/{slug}/' }],
    [
      'one field and a text',
      { address: '/blog/{category.slug}/{slug}/' },
      { address: '/blog/news/{slug}/' },
    ],
    ['the home and an entry', {}, {}, '/articles/a/'],
    ['the home and a topic', {}, {}, '/categories/tech/'],
  ])('are taken: %s', (_what, first, second, home = '/') => {
    expect(two(first, second, home)).toBeUndefined();
  });
});

describe('an address that a page has is that of no entry', () => {
  const { attributes } = EXAMPLE.contentTypes[ARTICLE]!;
  const localised = { pluginOptions: { i18n: { localized: true } } };

  const pathIn =
    (mappings: Mappings, schemas = EXAMPLE) =>
    (slug: string, category = 'tech'): string | undefined => {
      const [source] = compilePlan(mappings, schemas).sources;
      return entryPath(source!.address, ([first]) => (first === 'category' ? category : slug));
    };

  it('of topics below the directory of articles', () => {
    const at = pathIn({
      sources: { [ARTICLE]: { address: '/blog/{slug}' } },
      topics: { [CATEGORY]: { address: '/blog/category/{slug}' } },
    });
    expect(['category', 'Category', 'categories'].map((slug) => at(slug))).toEqual([
      undefined,
      undefined,
      '/blog/categories',
    ]);
  });

  it('of what has a text where the article has a field', () => {
    const at = pathIn({
      sources: { [ARTICLE]: { address: '/blog/{category.slug}/{slug}' } },
      topics: { [CATEGORY]: { address: '/blog/topics/{slug}' } },
      home: '/blog',
    });
    expect(at('a', 'topics')).toBeUndefined();
    expect(at('2', 'page')).toBeUndefined();
    expect(at('2026', 'archive')).toBeUndefined();
    expect(at('page', '2')).toBe('/blog/2/page');
    expect(at('about', 'page')).toBe('/blog/page/about');
    expect(at('about', 'archive')).toBe('/blog/archive/about');
    expect(at('subscribe')).toBe('/blog/tech/subscribe');
  });

  it('of the site where the home is above articles, as far as it has them', () => {
    const sources = { [ARTICLE]: { address: '/blog/{slug}/' } } as const;
    const of = (others: Mappings) => {
      const at = pathIn({ sources, home: '/blog/', ...others });
      return ['archive', 'subscribe', 'archives'].filter((slug) => at(slug) === undefined);
    };
    expect(of({})).toEqual(['archive', 'subscribe']);
    expect(of({ archive: false })).toEqual(['subscribe']);
    expect(of({ htmlPages: false })).toEqual([]);
    expect(of({ home: '/' })).toEqual([]);
  });

  it('at the root too, while below a directory an entry is found where nothing else is', () => {
    const at = pathIn({ sources: { [ARTICLE]: { address: '/{slug}', topics: ['category'] } } });
    expect(['categories', 'subscribe', 'archive'].map((slug) => at(slug))).toEqual(
      Array(3).fill(undefined),
    );
    expect(at('categories/about')).toBe('/categories/about');
  });

  it('in every language, whichever has the word', () => {
    const address = { en: '/blog/{slug}/', de: '/notizen/{slug}/' } as const;
    const topics = { en: '/blog/topics/{slug}/', de: '/notizen/themen/{slug}/' } as const;
    const at = pathIn(
      {
        sources: { [ARTICLE]: { address } },
        topics: { [CATEGORY]: { address: topics } },
        locales: { en: {}, de: {} },
      },
      exampleWith({
        [ARTICLE]: contentType('article', 'articles', attributes, localised),
        [CATEGORY]: contentType(
          'category',
          'categories',
          EXAMPLE.contentTypes[CATEGORY]!.attributes,
          localised,
        ),
      }),
    );
    expect(['topics', 'themen', 'other'].map((slug) => at(slug))).toEqual([
      undefined,
      undefined,
      '/blog/other/',
    ]);
  });

  it('at the root only where all languages have it', () => {
    const address = { en: '/articles/{slug}/', de: '/news/{slug}/' } as const;
    const at = pathIn(
      {
        sources: { [CATEGORY]: { address: '/{slug}/' }, [ARTICLE]: { address } },
        locales: { en: {}, de: {} },
      },
      exampleWith({
        [ARTICLE]: contentType('article', 'articles', attributes, localised),
        [CATEGORY]: contentType(
          'category',
          'categories',
          EXAMPLE.contentTypes[CATEGORY]!.attributes,
          localised,
        ),
      }),
    );
    expect(['articles', 'news', 'archive'].map((slug) => at(slug))).toEqual([
      '/articles/',
      '/news/',
      undefined,
    ]);
  });
});
