/** @runs-on sqlite: the words of a language come from no database. */
import { parseAtomFeed, parseOpml, parseRssFeed } from 'feedsmith';

import { directionOf } from '../../src/lib/text';
import { LANGUAGES, createTexts } from '../../src/texts/texts';
import { readFeed, text as textOf } from '../helpers/feed';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';
import { saveSettings } from '../helpers/state';

const ENGLISH = createTexts('en');

let site: Site;

beforeAll(async () => {
  site = await startSite({
    feedStylesheet: true,
    entriesPerPage: 1,
    texts: {
      sv: {
        tags: 'Ämnen',
        articleCount: { one: 'en artikel', other: '{count} artiklar' },
        noArticles: '<b>Inga</b> artiklar',
        thisIsAFeed: 'Ett "flöde"\\.',
      },
    },
  });
  const api = await site.tag('api');
  await site.tag('empty');
  await site.published('one', { tags: [api] });
  await site.published('two', { tags: [api] });
  await site.published('three', { tags: [api] });
});

afterAll(() => site?.stop());

const speak = (language: string) => saveSettings(site, { language });

/** An element's text, with references as characters. */
const decode = (html: string): string =>
  html.replace(
    /&(lt|gt|amp|quot);/g,
    (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name]!,
  );

describe.each(Object.keys(LANGUAGES))('a site in %s', (language) => {
  const { say } = createTexts(language);

  beforeAll(() => speak(language));

  it('has pages in its language and direction, valid, with its words', async () => {
    const direction = directionOf(language);
    const root =
      direction === 'rtl' ? `<html lang="${language}" dir="rtl">` : `<html lang="${language}">`;
    for (const [address, ...words] of [
      ['/tags/', say('tags'), say('articleCount', { count: 3 }), say('allFeedsLink')],
      [
        '/tags/api/page/2/',
        say('pageOf', { page: 2, pages: 3 }),
        say('newerArticles'),
        say('olderArticles'),
        say('subscribe'),
        `title="${say('tagFeedTitle', { tag: 'Api', site: 'Field Notes' })}"`,
      ],
      ['/tags/empty/', say('noArticles')],
      ['/posts/one/', say('skipToContent')],
      ['/subscribe/', say('whatIsAFeed'), say('everyFeed'), say('readerOnDevice')],
    ] as const) {
      const html = await site.read(address);
      expect(html).toContain(root);
      for (const word of words) expect(decode(html)).toContain(word);
      expect([address, await htmlProblems(html)]).toEqual([address, []]);
    }
  });

  it('writes dates in its language and time zone', async () => {
    const written = new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeZone: 'Asia/Jakarta',
    }).format(new Date('2026-01-15T02:00:00.000Z'));
    expect(await site.read('/posts/one/')).toContain(
      `<time datetime="2026-01-15T09:00:00+07:00">${written}</time>`,
    );
  });

  it('says in its language what there is not', async () => {
    const page = await site.get('/posts/none/');
    expect(page.status).toBe(404);
    const html = await page.text();
    expect(html).toContain(`lang="${language}"`);
    expect(decode(html)).toContain(`>${say('notFound')}<`);
    expect(decode(html)).toContain(`>${say('notFoundMessage')}<`);
    expect(await htmlProblems(html)).toEqual([]);
    const feed = await site.get('/tags/none/index.xml');
    expect(feed.headers.get('content-language')).toBe(language);
    expect(await feed.text()).toBe(
      `${say('plainError', { title: say('notFound'), message: say('notFoundMessage') })}\n`,
    );
    const moved = await site.get('/tags/api');
    expect(moved.headers.get('content-language')).toBe(language);
    expect(await moved.text()).toBe(
      `${say('movedPermanently', { address: `${BASE}/tags/api/` })}\n`,
    );
  });

  it('has valid feeds with the same words in each format', async () => {
    const title = say('tagFeedTitle', { tag: 'Api', site: 'Field Notes' });
    const description = say('tagFeedDescription', { tag: 'Api', site: 'Field Notes' });
    const rss = await site.read('/tags/api/index.xml');
    expect(parseRssFeed(rss)).toMatchObject({ title, description, language });
    expect(textOf(readFeed(rss).channel, 'title')).toBe(title);
    const atom = await site.read('/tags/api/atom.xml');
    expect(parseAtomFeed(atom)).toMatchObject({
      title: { value: title },
      subtitle: { value: description },
    });
    expect(await atomErrors(atom)).toEqual([]);
    const json = await site.read('/tags/api/feed.json');
    expect(JSON.parse(json)).toMatchObject({ title, description, language });
    expect(jsonFeedErrors(json)).toEqual([]);
    const opml = parseOpml(await site.read('/feeds.opml'));
    expect(opml.body?.outlines?.map((outline) => outline.text)).toEqual([
      'Field Notes',
      say('tagFeedTitle', { tag: 'Posts', site: 'Field Notes' }),
      title,
    ]);
    expect(parseRssFeed(await site.read('/index.xml')).description).toBe(
      say('siteFeedDescription', { site: 'Field Notes' }),
    );
  });
});

describe('a site in a language that there is no translation into', () => {
  it('is in English, and each part says so', async () => {
    await speak('fi');
    const html = await site.read('/tags/api/page/2/');
    expect(html).toContain('<html lang="fi">');
    expect(html).toContain(`<span lang="en">${ENGLISH.say('skipToContent')}</span>`);
    expect(html).toContain('← <span lang="en">Newer articles</span>');
    expect(html).toContain('<span class="meta" lang="en">Page 2 of 3</span>');
    expect(html).not.toContain('dir="rtl"');
    expect(await htmlProblems(html)).toEqual([]);
    // The date is not the plugin's: every server knows how it is written.
    expect(html).toContain('15. tammikuuta 2026');
    const feed = await site.get('/tags/none/index.xml');
    expect(feed.headers.get('content-language')).toBe('en');
  });

  it('has English parts from left to right on a page from right to left', async () => {
    await speak('he');
    for (const address of ['/tags/', '/tags/api/page/2/', '/tags/empty/']) {
      const html = await site.read(address);
      expect(html).toContain('<html lang="he" dir="rtl">');
      expect(html).toContain('lang="en" dir="ltr"');
      expect([address, await htmlProblems(html)]).toEqual([address, []]);
    }
    const html = await (await site.get('/posts/none/')).text();
    expect(html).toContain('<h1 lang="en" dir="ltr">Page not found</h1>');
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('has the words that the site gives, which are in its language', async () => {
    await speak('sv');
    const html = await site.read('/tags/');
    expect(html).toContain('<h1>Ämnen</h1>');
    expect(html).toContain('<p class="meta">3 artiklar</p>');
    expect(html).toContain('<span lang="en">Skip to content</span>');
  });
});

describe('words that the site gives', () => {
  it('are text, whatever is in them', async () => {
    await speak('sv');
    expect(await site.read('/tags/empty/')).toContain('&lt;b>Inga&lt;/b> artiklar');
    expect(await site.read('/feed.css')).toContain(String.raw`content:"Ett \22 flöde\22 \5c .";`);
  });
});

describe('a change of the language', () => {
  it('changes every response that was cached', async () => {
    const addresses = [
      '/tags/',
      '/tags/api/',
      '/index.xml',
      '/feeds.opml',
      '/feed.css',
      '/tags/api',
    ];
    const readAll = (): Promise<string[]> =>
      Promise.all(addresses.map(async (address) => (await site.get(address)).text()));
    await speak('en');
    const english = await readAll();
    await speak('fr');
    const french = await readAll();
    french.forEach((body, place) => expect(body).not.toBe(english[place]));
    await speak('en');
    expect(await readAll()).toEqual(english);
  });
});
