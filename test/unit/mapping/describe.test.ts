import { compilePlan } from '../../../src/mapping/compile-plan';
import { describePlan, describeInLog } from '../../../src/mapping/describe';
import { type Attributes, typeNames } from '../../../src/mapping/schemas';
import { contentType, EXAMPLE, exampleWith } from '../../helpers/example-schemas';

const ARTICLE = 'api::article.article';

describe('what is published', () => {
  const plan = compilePlan({ sources: { [ARTICLE]: { title: 'title', cover: false } } }, EXAMPLE);
  const described = describePlan(plan, EXAMPLE);

  it('is described by where each part comes from, and whether that was guessed', () => {
    const [article] = described;
    expect(article).toMatchObject({ role: 'source', contentType: ARTICLE, name: 'Article' });
    expect(article?.parts).toEqual(
      expect.arrayContaining([
        { key: 'address', from: ['/articles/{slug}/'], isGuessed: true },
        { key: 'title', from: ['title'], isGuessed: false },
        { key: 'author', from: ['author.name'], isGuessed: true },
        { key: 'topics', from: ['category'], isGuessed: true },
        { key: 'cover', from: [], isGuessed: false },
        { key: 'date', from: [], isGuessed: false },
      ]),
    );
  });

  it('is said in a line of the log for each type', () => {
    expect(described.map(describeInLog)).toEqual([
      'Source "Article" (api::article.article) at /articles/{slug}/: title; summary from description; body from blocks; author from author.name; topics from category (guessed, but for title). Date: the first publication. No cover or enclosure. Not read: cover (files).',
      'Topic type "Category" (api::category.category) at /categories/{slug}/: name; description (all guessed).',
    ]);
  });
});

it('says nothing of guesses where all is given', () => {
  const mapping = { address: '/articles/{slug}/', title: 'title', summary: false, body: false };
  const rest = { author: false, cover: false, topics: false } as const;
  const plan = compilePlan({ sources: { [ARTICLE]: { ...mapping, ...rest } as never } }, EXAMPLE);
  expect(describeInLog(describePlan(plan, EXAMPLE)[0]!)).toContain('/{slug}/: title. Date:');
});

describe('what is left out', () => {
  const to = (target: string, relation = 'manyToOne') => ({ type: 'relation', relation, target });
  const attributes = {
    title: { type: 'string' },
    slug: { type: 'uid' },
    publishDate: { type: 'datetime' },
    pullQuote: { type: 'text' },
    rating: { type: 'integer' },
    note: { type: 'text', private: true },
    code: { type: 'password' },
    related: to('api::report.report', 'manyToMany'),
    owner: to('plugin::users-permissions.user'),
    anything: { type: 'relation', relation: 'morphToOne' },
    lost: to('api::lost.lost'),
    about: to('api::about.about'),
    chapter: to('api::chapter.chapter'),
    unnamed: to('api::unnamed.unnamed'),
    cast: to('api::person.person', 'manyToMany'),
    channels: to('api::channel.channel', 'manyToMany'),
    folder: to('plugin::upload.folder'),
    articles: to(ARTICLE, 'oneToMany'),
  };
  const schemas = exampleWith({
    'api::report.report': contentType('report', 'reports', attributes, { displayName: 'Report' }),
    'api::chapter.chapter': contentType('chapter', 'sections', { name: { type: 'string' } }),
    'api::unnamed.unnamed': contentType('unnamed', 'unnameds', { slug: { type: 'uid' } }),
    'api::channel.channel': contentType(
      'channel',
      'channels',
      { name: { type: 'string' }, slug: { type: 'uid' }, key: { type: 'password' } },
      { displayName: 'Channel' },
    ),
    'plugin::upload.folder': contentType('folder', 'folders', { name: { type: 'string' } }),
    'api::person.person': contentType('person', 'people', {
      ...{ firstName: { type: 'string' }, lastName: { type: 'string' }, slug: { type: 'uid' } },
    }),
  });
  const describeWith = (mapping: object) => {
    const sources = { 'api::report.report': mapping, [ARTICLE]: {} };
    return describePlan(compilePlan({ sources }, schemas), schemas)[0]!;
  };

  it('is named field by field, those first that readers may miss, each relation with why', () => {
    expect(describeWith({}).unread).toEqual([
      { field: 'publishDate', why: 'a date: "date" or "until" takes it' },
      { field: 'pullQuote', why: 'a text: "body" takes it' },
      { field: 'related', why: 'leads to its own type' },
      { field: 'owner', why: 'leads to users, of whom a name alone is shown' },
      { field: 'anything', why: 'leads to entries of any type' },
      { field: 'lost', why: 'leads to "api::lost.lost", which is not there' },
      { field: 'about', why: 'leads to "About", of which there is one entry' },
      {
        field: 'chapter',
        why: 'leads to "chapter", which has no uid field for addresses: "topics" takes "chapter.name", or it with document ids',
      },
      { field: 'unnamed', why: 'leads to "unnamed", which has no text called name or title' },
      { field: 'cast', why: 'leads to people, "person": "author" takes it' },
      { field: 'channels', why: 'leads to "Channel": "topics" takes it' },
      { field: 'folder', why: 'leads to "folder", which is internal' },
      { field: 'articles', why: 'leads to entries that are published themselves' },
      { field: 'rating' },
    ]);
  });

  it('is nothing that is private, or that the mapping reads', () => {
    const mapping = {
      ...{ date: 'publishDate', summary: ['pullQuote'], author: 'cast', topics: ['chapter'] },
      select: ['rating'],
    };
    expect(describeWith(mapping).unread.map(({ field }) => field)).toEqual([
      ...['related', 'owner', 'anything', 'lost', 'about', 'unnamed', 'channels', 'folder'],
      'articles',
    ]);
  });

  it('is said at start, with the dates that there are', () => {
    expect(describeInLog(describeWith({}))).toContain(
      'title (all guessed). Date: the first publication; there is also publishDate. No summary, body, author, cover, enclosure or topics. Not read: publishDate (a date: "date" or "until" takes it); pullQuote (a text: "body" takes it); related (leads to its own type);',
    );
    expect(describeInLog(describeWith({ date: 'publishDate' }))).not.toContain('Date:');
  });

  it('is bounded in the log, and whole in the panel', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, place) => [`number${place}`, { type: 'integer' }]),
    );
    const wide = exampleWith({
      'api::wide.wide': contentType('wide', 'wides', { title: { type: 'string' }, ...many }),
    });
    const [type] = describePlan(compilePlan({ sources: { 'api::wide.wide': {} } }, wide), wide);
    expect(type!.unread).toHaveLength(50);
    expect(describeInLog(type!)).toMatch(/number19 and 30 more\.$/);
  });
});

describe('what could be read', () => {
  const describeType = (attributes: Attributes, mapping = {}) => {
    const schemas = exampleWith({ 'api::post.post': contentType('post', 'posts', attributes) });
    return describePlan(
      compilePlan({ sources: { 'api::post.post': mapping } }, schemas),
      schemas,
    )[0]!;
  };
  const title = { type: 'string' };

  it('is the field by which the site hides entries of a type without drafts', () => {
    const why = 'entries are public whatever it says: "published" takes it';
    const status = { type: 'enumeration', enum: ['draft', 'published'] };
    const flags = {
      ...{ published: { type: 'boolean' }, is_active: { type: 'boolean' }, status },
      ...{ archived: { type: 'boolean' }, featured: { type: 'boolean' } },
    };
    expect(describeType({ title, ...flags }).unread).toEqual([
      { field: 'published', why },
      { field: 'is_active', why },
      { field: 'status', why },
      { field: 'archived', why: why.replace(/it$/, '{ archived: false }') },
      { field: 'featured' },
    ]);
    expect(describeInLog(describeType({ title, isActive: { type: 'boolean' } }))).toContain(
      `Not read: isActive (${why}).`,
    );
    const told = describeType({ title, ...flags }, { published: { status: 'published' } });
    expect(told.unread.map((one) => one.why)).not.toContain(why);
    expect(describeInLog(told)).toContain('published from status');
  });

  it('is a date at which an entry ends, when it has one at which it begins', () => {
    const attributes = { title, startsAt: { type: 'datetime' }, expiresAt: { type: 'datetime' } };
    expect(describeType(attributes, { date: 'startsAt' }).unread).toEqual([
      { field: 'expiresAt', why: 'a date: "until" takes it' },
    ]);
    expect(describeInLog(describeType(attributes))).toMatch(
      /Not read: startsAt, expiresAt \(a date: "date" or "until" takes it\)\.$/,
    );
  });

  it('is a body in any field but one for search engines, or what editors write for each other', () => {
    const attributes = { title, editorNotes: { type: 'richtext' }, shots: { type: 'richtext' } };
    expect(describeType({ ...attributes, facts: { type: 'richtext' } }).unread).toEqual([
      { field: 'editorNotes', why: 'rich text' },
      { field: 'shots', why: 'rich text: "body" takes it' },
      { field: 'facts', why: 'rich text: "body" takes it' },
    ]);
  });

  it('is of a page no topic and no date', () => {
    const attributes = {
      ...{ title, slug: { type: 'uid' }, tags: { type: 'string' }, shownAt: { type: 'datetime' } },
      kind: { type: 'enumeration', enum: ['a', 'b'] },
      category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
    };
    const schemas = exampleWith({ 'api::page.page': contentType('page', 'pages', attributes) });
    const plan = compilePlan(
      { pages: { 'api::page.page': {} }, sources: { [ARTICLE]: {} } },
      schemas,
    );
    const page = describePlan(plan, schemas).find(({ role }) => role === 'page');
    const fields = ['tags', 'shownAt', 'kind', 'category'];
    expect(page!.unread).toEqual(fields.map((field) => ({ field })));
  });
});

it('tells types of one name apart by the API or plugin they are part of', () => {
  const schemas = exampleWith({
    'api::news.article': contentType('article', 'articles', {}, { displayName: 'Article' }),
    'plugin::syndication.article': contentType(
      'article',
      'articles',
      {},
      { displayName: 'Article' },
    ),
  });
  const uids = ['api::news.article', 'plugin::syndication.article', 'api::category.category'];
  expect([...typeNames(schemas, uids).values()]).toEqual([
    'Article (news)',
    'Article (syndication)',
    'Category',
  ]);
});
