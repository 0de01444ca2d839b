import fc from 'fast-check';

import config, { DEFAULT_OPTIONS, validateOptions } from '../../../src/options/config';
import { mergeOptions } from '../../../src/options/settings';
import type { SyndicationOptions } from '../../../src/options/options';

type Name = keyof SyndicationOptions;

const message = (options: unknown): string => {
  try {
    validateOptions(options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(options)} was taken`);
};

const withDefaults = (options: Record<string, unknown>) => ({ ...DEFAULT_OPTIONS, ...options });

/** For each option: what is said to be allowed, values that are wrong and values that are right. */
const OPTIONS: Record<Name, { allowed: RegExp; wrong: unknown[]; right: unknown[] }> = {
  baseUrl: {
    allowed: /absolute http or https address/,
    wrong: [
      'example.com',
      '/notes',
      ' ',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://example.com/?a=1',
      'https://example.com/#top',
      'https://user:secret@example.com',
      'https://user@example.com',
      'https://example.com/notes*',
      'https://example.com/(notes)',
      'https://example.com/:notes',
      8080,
      null,
    ],
    right: [
      'https://www.example.com',
      'http://localhost:1337',
      'https://example.com/notes/',
      // From an environment variable that is not set: as if not given.
      '',
      undefined,
    ],
  },
  sources: {
    allowed: /an object of mappings by content type/,
    wrong: [true, 'api::article.article', ['api::article.article'], null],
    right: [{ 'api::article.article': {} }, undefined],
  },
  pages: {
    allowed: /an object of mappings by content type/,
    wrong: [true, 'api::about.about', ['api::about.about'], null],
    right: [{}, { 'api::about.about': { address: '/about/' } }, undefined],
  },
  topics: {
    allowed: /an object of mappings by content type/,
    wrong: [true, 'api::category.category', ['api::category.category'], null],
    right: [{}, { 'api::category.category': { image: 'icon' } }, undefined],
  },
  templates: {
    allowed: /an object such as \{ model: 1/,
    wrong: [true, 'header', [], null],
    right: [{ model: 1 }, { model: 1, header: () => '', style: 'a{}' }, undefined],
  },
  locales: {
    allowed: /an object of settings by code/,
    wrong: [true, 'en', ['en'], null],
    right: [{ en: {}, de: { path: '/de', language: 'de-AT' } }, undefined],
  },
  home: {
    allowed: /that begins with a slash/,
    wrong: [
      '',
      'blog',
      'blog/',
      '//',
      '/blog//',
      '/../blog/',
      '/./',
      '/blog/:slug/',
      '/blog(s)/',
      '/blog?/',
      '/blog#/',
      '/über uns/',
      'https://example.com/blog/',
      '/sitemap/',
      '/sitemap',
      '/Previews/drafts/',
      '/previews/drafts',
      '/llms.txt/',
      true,
      null,
    ],
    right: [
      '/',
      '/blog/',
      '/blog',
      '/a/b-c/',
      '/a/b',
      '/posts-and-more/',
      '/tagsfeeds/',
      '/previews-of-books/',
      '/%C3%BC/',
      false,
    ],
  },
  feedFiles: {
    allowed: /an object of names of files/,
    wrong: [true, 'rss.xml', ['rss.xml'], null],
    right: [{}, { rss: 'rss.xml' }, { rss: 'atom.xml', atom: 'index.xml' }, { json: undefined }],
  },
  redirects: {
    allowed: /an object of paths by former address/,
    wrong: [true, '/feed/', ['/feed/'], null],
    right: [{}, { '/feed/': '/index.xml' }, undefined],
  },
  feedsUrl: {
    allowed: /absolute http or https address/,
    wrong: ['cms.example.com', '/feeds', 'https://example.com/?a=1', 'https://example.com/(x)', 1],
    right: ['https://cms.example.com', 'http://localhost:1337/feeds/', '', undefined],
  },
  archive: { allowed: /true or false/, wrong: ['no', 0, null], right: [true, false] },
  sitemap: {
    allowed: /true or false/,
    wrong: ['yes', 1, null],
    right: [true, false],
  },
  newsSitemap: {
    allowed: /true or false/,
    wrong: ['yes', 1, null],
    right: [true, false],
  },
  llmsTxt: { allowed: /true or false/, wrong: ['no', 0, null], right: [true, false] },
  robotsTxt: { allowed: /true or false/, wrong: ['no', 0, null], right: [true, false] },
  siteName: {
    allowed: /text that is not empty/,
    wrong: ['', '  ', 1, null],
    right: ['Field Notes', '<b>', undefined],
  },
  description: {
    allowed: /text of at most 1000 characters/,
    wrong: ['a'.repeat(1001), 1, null],
    right: ['Notes on feeds', '', undefined],
  },
  language: {
    allowed: /BCP 47 language tag/,
    wrong: [
      'english',
      'english-US',
      'english language',
      'en_US',
      'cn',
      'xx',
      'abcd',
      'x-private',
      '',
      'e',
      'en-x-'.padEnd(40, 'a'),
      7,
      null,
    ],
    right: ['en', 'en-us', 'pt-BR', 'zh-Hant-TW', 'zh-Hant', 'id', 'gsw', 'de-AT', 'eng', 'no'],
  },
  texts: {
    allowed: /object of texts by language and name/,
    wrong: ['Themen', 1, null, true],
    right: [
      {},
      { de: { tags: 'Themen' } },
      { 'de-AT': { articleCount: 'Artikel: {count}' }, EN: {} },
      { ar: { articleCount: { zero: 'لا شيء', few: '{count} تدوينات', other: '{count} تدوينة' } } },
      { sv: { pageOf: '{page}/{pages}', newerArticles: undefined } },
    ],
  },
  appearance: {
    allowed: /an object such as/,
    wrong: ['dark', 1, null, true],
    right: [{}, { accent: '#a3197e', font: 'serif' }, { accent: undefined }],
  },
  timeZone: {
    allowed: /IANA time zone/,
    wrong: ['Jakarta', 'Asia/Nowhere', '', 7, null],
    right: ['Asia/Jakarta', 'UTC', 'America/New_York'],
  },
  itemsPerFeed: {
    allowed: /whole number from 0 to 10000 \(0, and more than 1000, stand for 1000\)/,
    wrong: [-1, 1.5, '20', 10_001, true, null],
    right: [0, 1, 20, 10_000],
  },
  entriesPerPage: {
    allowed: /whole number from 1 to 1000/,
    wrong: [0, -1, 2.5, '10', 1001, null],
    right: [1, 10, 1000],
  },
  summaryWords: {
    allowed: /whole number from 1 to 1000/,
    wrong: [0, -70, 1.1, '70', 1001, null],
    right: [1, 70, 1000],
  },
  excerptCharacters: {
    allowed: /whole number from 20 to 10000/,
    wrong: [19, 0, 20.5, '200', 10_001, null],
    right: [20, 200, 10_000],
  },
  htmlPages: {
    allowed: /true or false/,
    wrong: ['false', 0, 1, null],
    right: [true, false],
  },
  maxAge: {
    allowed: /whole number of seconds from 0 to 31536000/,
    wrong: [-1, 1.5, '300', null],
    right: [0, 300, 31_536_000],
  },
  staleWhileRevalidate: {
    allowed: /whole number of seconds from 0 to 31536000/,
    wrong: [-1, 1.5, '60', null],
    right: [0, 60, 31_536_000],
  },
  staleIfError: {
    allowed: /whole number of seconds from 0 to 31536000/,
    wrong: [-1, 1.5, '600', null],
    right: [0, 600, 31_536_000],
  },
  cache: {
    allowed: /"ahead", "behind" or false, or true for the same as unset/,
    wrong: ['true', 'front', '', 1, null],
    right: ['ahead', 'behind', false, true],
  },
  cacheBytes: {
    allowed: /whole number of bytes from 0/,
    wrong: [-1, 1.5, '64 MB', null],
    right: [0, 67_108_864],
  },
  push: {
    allowed: /an object such as \{ webhooks/,
    wrong: [null, true, 'https://hub.example.com/', []],
    right: [{}, { indexNow: true }],
  },
  content: {
    allowed: /"summary" or "full"/,
    wrong: ['', 'all', 'Full', true, null],
    right: ['summary', 'full'],
  },
  republishing: {
    allowed: /"tell", "quietly" or "ask"/,
    wrong: ['', 'silently', 'Tell', true, null],
    right: ['tell', 'quietly', 'ask'],
  },
  itemDetails: {
    allowed: /true or false/,
    wrong: ['true', 0, null],
    right: [true, false],
  },
  copyright: {
    allowed: /text of at most 1000 characters/,
    wrong: ['x'.repeat(1001), 2026, null],
    right: ['', '© 2026 Field Notes & co'],
  },
  ttl: {
    allowed: /whole number of minutes from 0 \(none\) to 525600/,
    wrong: [-1, 0.5, '60', 525_601, null],
    right: [0, 60, 525_600],
  },
  imageUrl: {
    allowed: /absolute http or https address, or an empty text/,
    wrong: ['/logo.png', 'logo.png', 'data:image/png;base64,AA', 'javascript:alert(1)', null],
    right: ['', 'https://www.example.com/logo.png?size=2'],
  },
  previewHours: {
    allowed: /whole number of hours from 0 \(no previews\) to 8760/,
    wrong: [-1, 1.5, 8_761, '72', null],
    right: [0, 24, 8_760],
  },
  feedStylesheet: {
    allowed: /true or false/,
    wrong: ['true', 1, null],
    right: [true, false],
  },
};

const cases = (kind: 'wrong' | 'right') =>
  Object.entries(OPTIONS).flatMap(([name, option]) =>
    option[kind].map((value) => [name as Name, value] as const),
  );

describe('the options', () => {
  it.each(cases('wrong'))('%s may not be %j, and the error says so', (name, value) => {
    const said = message(withDefaults({ [name]: value }));
    // What may hold a secret is not shown, and what is long is cut.
    const mayHoldPassword = String(value).includes('@');
    const isHidden =
      mayHoldPassword || (name === 'push' && (typeof value === 'string' || Array.isArray(value)));
    const shown = isHidden ? 'a ' : JSON.stringify(value).slice(0, 200);
    expect(said).toContain(`The option "${name}" was ${shown}`);
    if (isHidden) expect(said).not.toContain('https://hub');
    expect(said).toMatch(OPTIONS[name].allowed);
  });

  it.each(['baseUrl', 'feedsUrl', 'imageUrl'])('show no password in "%s"', (name) => {
    for (const address of [
      'ftp://editor:s3cret@example.com',
      'https://editor:s3/cret@example.com',
      'editor:s3 cret@example.com',
    ]) {
      const said = message(withDefaults({ [name]: address }));
      expect(said).toContain(`The option "${name}" was a text. Allowed: an absolute http or https`);
      expect(said).not.toContain('cret');
    }
  });

  it.each(cases('right'))('%s may be %j', (name, value) => {
    expect(() => validateOptions(withDefaults({ [name]: value }))).not.toThrow();
  });

  it.each([NaN, Infinity, -Infinity])('show %s as it was', (value) => {
    expect(message(withDefaults({ itemsPerFeed: value }))).toContain(
      `The option "itemsPerFeed" was ${value}.`,
    );
  });

  it('pass with their defaults', () => {
    expect(() => validateOptions(config.default)).not.toThrow();
  });

  it('get no defaults from Strapi, so that it stays known which of them were given', () => {
    expect(config.default).toEqual({});
  });

  it('have details of items where types of the site are published, unless it says otherwise', () => {
    const sources = { 'plugin::syndication.article': {}, 'api::essay.essay': {} };
    expect(mergeOptions({ sources }).itemDetails).toBe(true);
    expect(mergeOptions({ sources, itemDetails: false }).itemDetails).toBe(false);
    expect(mergeOptions({ sources: { 'plugin::syndication.article': {} } }).itemDetails).toBe(
      false,
    );
    expect(mergeOptions({}).itemDetails).toBe(false);
  });

  it('have the defaults that are documented', () => {
    expect(DEFAULT_OPTIONS).toEqual({
      home: '/',
      feedFiles: { rss: 'index.xml', atom: 'atom.xml', json: 'feed.json' },
      redirects: {},
      push: {},
      archive: true,
      sitemap: true,
      newsSitemap: false,
      llmsTxt: true,
      robotsTxt: true,
      description: '',
      language: 'en',
      texts: {},
      timeZone: 'UTC',
      itemsPerFeed: 20,
      entriesPerPage: 10,
      summaryWords: 70,
      excerptCharacters: 200,
      htmlPages: true,
      appearance: {
        logo: null,
        logoDark: null,
        favicon: '',
        accent: '',
        font: 'sans',
        width: 'normal',
        theme: 'auto',
        headerLinks: [],
        footerLinks: [],
        footer: '',
        listing: ['summary', 'date'],
      },
      templates: { model: 1 },
      maxAge: 300,
      staleWhileRevalidate: 60,
      staleIfError: 600,
      cache: true,
      cacheBytes: 67_108_864,
      content: 'summary',
      republishing: 'tell',
      itemDetails: false,
      copyright: '',
      ttl: 0,
      imageUrl: '',
      feedStylesheet: true,
      previewHours: 72,
    });
  });

  it.each([
    ['timezone', 'timeZone'],
    ['baseURL', 'baseUrl'],
    ['itemPerFeed', 'itemsPerFeed'],
    ['entriesPerpages', 'entriesPerPage'],
  ])('do not include "%s", and the error asks whether "%s" was meant', (name, meant) => {
    expect(message({ [name]: 1 })).toBe(
      `Error regarding syndication config: There is no option "${name}". Did you mean "${meant}"?`,
    );
  });

  it('are all listed when one is given that is like none of them', () => {
    const said = message({ colour: 'red' });
    expect(said).toContain('There is no option "colour". Allowed: ');
    for (const name of Object.keys(OPTIONS)) expect(said).toContain(name);
  });

  it.each([
    ['timeZone', 'Asia/Jakrta', 'Asia/Jakarta'],
    ['content', 'Full', 'full'],
    ['content', 'summmary', 'summary'],
  ])('%s may not be "%s", and the error asks whether "%s" was meant', (name, value, meant) => {
    expect(message({ [name]: value })).toMatch(new RegExp(`\\. Did you mean "${meant}"\\?$`));
  });

  it.each([
    [
      { german: { tags: 'Themen' } },
      'There is no language "german". Allowed: BCP 47 language tags.',
    ],
    [{ de: 'Themen' }, 'The texts for "de" were "Themen". Allowed: an object, by name.'],
    [
      { de: { olderArticle: 'Früher' } },
      'There is no text "olderArticle". Did you mean "olderArticles"?',
    ],
    [
      { de: { colour: 'rot' } },
      'There is no text "colour". node_modules/strapi-plugin-syndication/docs/languages.md names them all.',
    ],
    [{ de: { tags: ' ' } }, 'The text "de.tags" was " ". Allowed: a text of 1 to 1000 characters.'],
    [
      { de: { tags: { other: 'Themen' } } },
      'The text "de.tags" was {"other":"Themen"}. Allowed: a text of 1 to 1000 characters.',
    ],
    [
      { de: { page: 'Seite {pgae}' } },
      'The text "de.page" has no value "{pgae}". Did you mean "{page}"?',
    ],
    [
      { de: { tags: '{count} Themen' } },
      'The text "de.tags" has no value "{count}". Allowed: a text without braces.',
    ],
    [
      { de: { articleCount: { one: 'ein Artikel' } } },
      'The text "de.articleCount" lacks the form "other" for all else.',
    ],
  ])('texts may not be %j', (texts, said) => {
    expect(message({ texts })).toBe(
      `Error regarding syndication config: The option "texts": ${said}`,
    );
  });

  it.each([
    ['timeZone', 'Mars'],
    ['language', 'xx'],
    ['content', 'everything'],
    ['siteName', ''],
  ])('%s may not be "%s", and nobody guesses what was meant', (name, value) => {
    expect(message({ [name]: value })).not.toContain('Did you mean');
  });

  it('that are wrong are all named at once, one a line, without places in the code', () => {
    const wrong = { timeZone: 'Mars', itemsPerFeed: -1, timezone: 'UTC', colour: 'red' };
    const lines = message(withDefaults(wrong)).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('Error regarding syndication config:');
    expect(lines.slice(1).map((line) => line.replace(/[.:] .*/, ''))).toEqual([
      '- The option "timeZone" was "Mars"',
      '- The option "itemsPerFeed" was -1',
      '- There is no option "timezone"',
      '- There is no option "colour"',
    ]);
    const stack = expect.not.stringMatching(/^\s+at /m) as string;
    expect(() => validateOptions(wrong)).toThrow(expect.objectContaining({ stack }));
  });

  it('are taken or explained, whatever they are: a line for each, none of them long', () => {
    const names = fc.constantFrom(...Object.keys(OPTIONS), 'timezone', '__proto__', '');
    fc.assert(
      fc.property(fc.dictionary(names, fc.anything()), (options) => {
        let said: string;
        try {
          validateOptions(options);
          return;
        } catch (error) {
          said = (error as Error).message;
        }
        expect(said).toMatch(/^Error regarding syndication config:/);
        for (const line of said.split('\n')) expect(line.length).toBeLessThan(1_000);
      }),
    );
  });

  it('are shown in part, and quickly, when they are endless', () => {
    const endless = 'a'.repeat(1_000_000);
    const said = message({ timeZone: endless, language: endless, content: endless, [endless]: 1 });
    expect(said.length).toBeLessThan(3_000);
  });

  it.each([null, 'text', 7])('are an object, not %j', (value) => {
    expect(message(value)).toContain('Allowed: an object.');
  });

  it('say no more than that of a function or a bigint', () => {
    expect(message(withDefaults({ itemsPerFeed: () => 1 }))).toContain('was a function.');
    expect(message(withDefaults({ itemsPerFeed: 5n }))).toContain('was a bigint.');
  });
});
