import type { Browser, Page } from 'playwright-core';

import { renderArticle } from '../../src/pages/article';
import { toPageDate } from '../../src/pages/model';
import { renderError } from '../../src/pages/document';
import { renderListing } from '../../src/pages/listing';
import { renderSubscribe } from '../../src/pages/subscribe';
import { directionOf } from '../../src/lib/text';
import { LANGUAGES, createTexts } from '../../src/texts/texts';
import { samplePage } from '../helpers/pages';
import { closeBrowser, findViolations, openBrowser, openPage, step, type Theme } from './browser';

const WIDTH = 390;

const DATE = new Date('2026-01-15T02:00:00Z');

/** A page of each kind in a language, with what editors of an Arabic or an English site might write. */
const pagesIn = (language: string): [name: string, html: string][] => {
  const texts = createTexts(language);
  const isArabic = directionOf(language) === 'rtl';
  const site = isArabic ? 'ملاحظات ميدانية' : 'Field Notes';
  const title = isArabic ? 'كيف أتحقق من ترويسات HTTP' : 'How I Read HTTP Headers';
  const summary = isArabic
    ? 'أقرأ الترويسات قبل المحتوى: رمز الحالة، ثم Content-Type، ثم Cache-Control.'
    : 'I read the headers first: the status, then Content-Type, then Cache-Control.';
  const feedTitle = texts.say('tagFeedTitle', { tag: 'API', site });
  const feed = (fileName: string, label: string) => ({
    title: feedTitle,
    href: `https://notes.example.com/tags/api/${fileName}`,
    type: 'application/xml',
    label,
  });
  const feeds = [
    feed('index.xml', 'RSS'),
    feed('atom.xml', 'Atom'),
    feed('feed.json', 'JSON Feed'),
  ];
  const page = { ...samplePage({ language }), texts, siteName: site, feeds };
  const date = toPageDate(DATE, language, 'Asia/Jakarta');
  const href = 'https://notes.example.com/posts/read-headers/';
  return [
    [
      'listing',
      renderListing({
        ...page,
        title: 'API',
        entries: [{ title, href, date, excerpt: summary }],
        pageNumber: 2,
        pageCount: 3,
        newer: 'https://notes.example.com/tags/api/',
        older: 'https://notes.example.com/tags/api/page/3/',
      }),
    ],
    [
      'article',
      renderArticle({
        ...page,
        title,
        date,
        modified: date.iso,
        author: 'Ayu Lestari',
        minutes: 5,
        headings: ['a', 'b', 'c'].map((id) => ({ id, text: title, level: 2 })),
        attachment: { src: `${href}talk.mp3`, type: 'audio/mpeg', size: '2 MB' },
        tags: [{ title: 'API', href: 'https://notes.example.com/tags/api/' }],
        bodyHtml: `<h2 id="a">${title}</h2><h2 id="b">${title}</h2><h2 id="c">${title}</h2><p class="short">${isArabic ? 'باختصار.' : 'In short.'}</p><p>${summary} <code>curl -sI https://example.com/?a=(1)</code></p><blockquote><p>${summary}</p></blockquote><pre><code>curl -sI "https://example.com/"\nHTTP/2 200</code></pre><table><tr><th>${title}</th><th>HTTP</th></tr><tr><td>${title}</td><td>200</td></tr></table>`,
      }),
    ],
    [
      'subscribe',
      renderSubscribe({
        ...page,
        title: texts.say('subscribe'),
        opml: 'https://notes.example.com/feeds.opml',
        subscriptions: feeds.slice(0, 1).map((one) => ({ title: one.title, feedUrl: one.href })),
      }),
    ],
    [
      'error',
      renderError({
        ...page,
        canonical: undefined,
        feeds: [],
        title: texts.say('notFound'),
        message: texts.say('notFoundMessage'),
      }),
    ],
  ];
};

let browser: Browser;
/** One for all languages: a page takes another process, and what is in it is replaced as a whole. */
let phone: Page;
let desk: Page;

beforeAll(async () => {
  browser = await openBrowser();
  phone = await openPage(browser, { width: WIDTH });
  desk = await openPage(browser);
});

afterAll(() => closeBrowser(browser));

describe.each(Object.keys(LANGUAGES))('in %s', (language) => {
  test('no page is wider than a phone, not even to the side that text begins at', async () => {
    for (const [name, html] of pagesIn(language)) {
      await step(phone, `${name} in ${language} on a phone`, async () => {
        await phone.setContent(html);
        expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(WIDTH);
        await phone.evaluate('scrollTo(-10_000, 0)');
        expect(await phone.evaluate('scrollX')).toBe(0);
      });
    }
  });
});

describe.each(['ar', 'he', 'de'])('in %s', (language) => {
  test.each<Theme>(['light', 'dark'])(
    'no page has a violation of accessibility in the %s theme',
    async (theme) => {
      await desk.emulateMedia({ colorScheme: theme });
      for (const [name, html] of pagesIn(language)) {
        await step(desk, `${name} in ${language}, ${theme}`, async () => {
          await desk.setContent(html);
          expect(await findViolations(desk)).toEqual([]);
        });
      }
    },
  );
});

test('a page from right to left begins on the right, and its code on the left', async () => {
  const page = desk;
  const [[, listing], [, article]] = pagesIn('ar') as [[string, string], [string, string]];
  const side = async (selector: string): Promise<'left' | 'right'> => {
    const [near, far] = (await page.evaluate(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const box = element.closest('.column, pre').getBoundingClientRect();
      return [text.left - box.left, box.right - text.right];
    })()`)) as [number, number];
    return near < far ? 'left' : 'right';
  };
  await step(page, 'listing from right to left', async () => {
    await page.setContent(listing);
    expect(await side('.site-name')).toBe('right');
    expect(await side('.entries h2 a')).toBe('right');
    expect(await side('.pages [rel=prev]')).toBe('right');
    expect(await side('.pages [rel=next]')).toBe('left');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    expect(await side('h1')).toBe('right');
  });
  await step(page, 'article from right to left', async () => {
    await page.setContent(article);
    expect(await side('h1')).toBe('right');
    expect(await side('.body .short')).toBe('right');
    expect(await side('pre code')).toBe('left');
    expect(await side('th')).toBe('right');
  });
});
