import { compilePlan, type Mappings } from '../../../src/mapping/compile-plan';
import { describePlan, describeInLog } from '../../../src/mapping/describe';
import { listedSources, sourceListings, type SourcePlan } from '../../../src/mapping/plan';
import { contentType, exampleWith } from '../../helpers/example-schemas';
import { refusedOptions } from '../../helpers/refused-options';

const ARTICLE = 'api::article.article';
const ABOUT = 'api::about.about';
const PAGE = 'api::page.page';

const schemas = exampleWith({
  [PAGE]: contentType('page', 'pages', {
    title: { type: 'string' },
    slug: { type: 'uid' },
    content: { type: 'richtext' },
    author: { type: 'string' },
    hidden: { type: 'boolean' },
    audio: { type: 'media', multiple: false, allowedTypes: ['audios'] },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::category.category' },
    noindex: { type: 'boolean' },
  }),
});

const compile = (pages: Mappings['pages'], others: Mappings = { sources: { [ARTICLE]: {} } }) =>
  compilePlan({ ...others, pages }, schemas);

const pageOf = (pages: Mappings['pages']): SourcePlan =>
  compile(pages).sources.find(({ isPage }) => isPage)!;

const message = (pages: Mappings['pages'], others?: Mappings): string => {
  try {
    compile(pages, others);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was taken');
};

describe('types of pages', () => {
  it("publishes the example app's About as it is, at the address of its name", () => {
    expect(pageOf({ [ABOUT]: {} })).toMatchObject({
      contentType: ABOUT,
      address: { directory: '/', parts: ['/about/'] },
      title: ['title'],
      body: { paths: [['blocks']] },
    });
  });

  it('guesses nothing of what articles alone have', () => {
    const page = pageOf({ [PAGE]: {} });
    expect(page.address.parts).toEqual(['/pages/', ['slug'], '/']);
    expect(page).toMatchObject({ author: [], topics: [], meta: { noindex: ['noindex'] } });
    for (const key of ['date', 'enclosure', 'keepOut', 'guid'] as const) {
      expect(page[key]).toBeUndefined();
    }
    expect(JSON.stringify(page.fields)).not.toMatch(/author|tags|audio|hidden/);
  });

  it('is refused at the home, where nobody would ever see it', () => {
    const others = { sources: { [ARTICLE]: {} }, home: '/blog/' as const };
    expect(message({ [ABOUT]: { address: '/blog/' } }, others)).toMatch(
      /"\/blog\/" of page .* is the same address as "\/blog\/" of the site/,
    );
    expect(() => compile({ [ABOUT]: { address: '/blog/about/' } }, others)).not.toThrow();
  });

  it('is refused where its entries are topics or authors, which have addresses already', () => {
    const topics = { 'api::category.category': {} };
    const pages = { 'api::category.category': { address: '/sections/{slug}/' as const } };
    expect(message(pages, { sources: { [ARTICLE]: { topics: ['category'] } }, topics })).toMatch(
      /The option "pages": entries of "api::category\.category" are topics or authors/,
    );
  });

  it('has no listing, and leaves those of the sources as they are', () => {
    const plan = compile({ [PAGE]: {}, [ABOUT]: {} });
    expect(listedSources(plan).map(({ contentType: uid }) => uid)).toEqual([ARTICLE]);
    expect(sourceListings(plan, '/')).toEqual([
      { contentType: ARTICLE, directory: '/articles/', isAlone: true },
    ]);
  });

  it("publishes the plugin's own article beside them, where no sources are named", () => {
    const builtIn = exampleWith({
      ...schemas.contentTypes,
      'plugin::syndication.article': contentType('article', 'articles', {
        ...{ title: { type: 'string' }, slug: { type: 'uid' }, summary: { type: 'text' } },
        ...{ body: { type: 'richtext' }, date: { type: 'datetime' }, author: { type: 'string' } },
        cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
        attachment: { type: 'media', multiple: false, allowedTypes: ['audios', 'videos'] },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::category.category' },
        keepOutOfFeeds: { type: 'boolean' },
      }),
    });
    const { sources } = compilePlan({ pages: { [ABOUT]: {} } }, builtIn);
    expect(sources.map(({ contentType: uid }) => uid)).toEqual([
      'plugin::syndication.article',
      ABOUT,
    ]);
  });

  it('is no topic by a guess', () => {
    const related = exampleWith({
      ...schemas.contentTypes,
      [ARTICLE]: contentType('article', 'articles', {
        ...{ title: { type: 'string' }, slug: { type: 'uid' } },
        page: { type: 'relation', relation: 'manyToOne', target: PAGE },
      }),
    });
    const plan = compilePlan({ sources: { [ARTICLE]: {} }, pages: { [PAGE]: {} } }, related);
    expect(plan.topicTypes).toEqual([]);
  });

  it('says at start what is published', () => {
    const described = describePlan(compile({ [ABOUT]: {} }), schemas);
    expect(described.map(describeInLog)).toContain(
      `Pages "About" (${ABOUT}) at /about/: title; body from blocks (all guessed). No summary or cover.`,
    );
  });
});

describe('what cannot be', () => {
  it.each([
    [
      'a type that is a source',
      { [ARTICLE]: {} },
      /"api::article.article" is among "sources" as well/,
    ],
    [
      'a type that is not there',
      { 'api::abut.abut': {} },
      /"pages": There is no content type "api::abut.abut".*Did you mean "api::about.about"\?/,
    ],
    ['users', { 'plugin::users-permissions.user': {} }, /is internal/],
    [
      'a single type with a field in its address',
      { [ABOUT]: { address: '/about/{title}/' } },
      /There is one entry alone\. Allowed: .*"\/about\/"/,
    ],
    ['the root', { [ABOUT]: { address: '/' } }, /There is one entry alone/],
    [
      'several entries at one address',
      { [PAGE]: { address: '/page/' } },
      /No field in it tells an entry from others/,
    ],
    [
      'the index of topics',
      { [ABOUT]: { address: '/categories/' } },
      /The option "pages": "\/categories\/" of page .* is the same address as "\/categories\/" of topic/,
    ],
    [
      'the listing of a source',
      { [ABOUT]: { address: '/articles/' } },
      /The option "pages": "\/articles\/" of page "api::about.about" is the same address as "\/articles\/" of source "api::article.article"/,
    ],
    [
      'the page about feeds',
      { [ABOUT]: { address: '/subscribe/' } },
      /The option "pages": .*"\/subscribe\/" of the site/,
    ],
    [
      'the archive',
      { [ABOUT]: { address: '/archive/' } },
      /The option "archive": .*"\/archive\/" of the site/,
    ],
    [
      'a file of the plugin',
      { [ABOUT]: { address: '/feed.xml/index.xml/' } },
      /There is one entry alone/,
    ],
  ] satisfies [string, object, RegExp][])('is refused: %s', (_what, pages, expected) => {
    expect(message(pages as Mappings['pages'])).toMatch(expected);
  });

  it('says of a single type among the sources where it belongs', () => {
    expect(message({}, { sources: { [ABOUT]: {} } })).toContain(
      '"api::about.about" has one entry alone, which can be a page (the option "pages").',
    );
  });

  it.each([
    [{ [ABOUT]: { date: 'day' } }, /There is no "date"/],
    [{ [ABOUT]: { topics: ['tags'] } }, /There is no "topics"/],
    [{ [ABOUT]: { address: '' } }, /"address" was ""/],
    [{ [ABOUT]: true }, /was true\. Allowed: an object/],
  ])('is refused before anything is known of the types: %j', (pages, expected) => {
    expect(refusedOptions({ pages }).join('\n')).toMatch(expected);
  });

  it('takes what a page can have', () => {
    const mapping = {
      address: '/us/',
      title: 'title',
      body: 'blocks',
      cover: false,
      summary: false,
    };
    expect(refusedOptions({ pages: { [ABOUT]: mapping } })).toEqual([]);
  });
});
