import type { Browser, Page } from 'playwright-core';

import { renderBody } from '../../src/content/body';
import { bodySourceOf } from '../../src/content/body-source';
import { renderPageBody } from '../../src/content/page/page-body';
import { renderArticle } from '../../src/pages/article';
import { renderListing } from '../../src/pages/listing';
import { samplePage } from '../helpers/pages';
import { closeBrowser, openBrowser, openPage } from './browser';

const LINK = 'https://notes.example.com/posts/a/';
const DATE = { iso: '2026-01-15T09:00:00+07:00', text: 'January 15, 2026' };
const ARABIC = 'كيف أقرأ الطلبات.';
const BODY = `${ARABIC}\n\nAn English paragraph.\n\n- ${ARABIC}\n\n> ${ARABIC}\n\n| Code | Number |\n|:--|--:|\n| 200 | 12 |`;

/** A picture of this size that needs no server. */
const picture = (width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/><circle cx="50%" cy="50%" r="30%" fill="gold"/></svg>`,
  )}`;

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => closeBrowser(browser));

const article = (): string =>
  renderArticle({
    ...samplePage({ title: ARABIC, canonical: LINK }),
    draftUntil: { iso: '2026-11-27T09:00:00+07:00', text: 'November 27, 2026' },
    date: DATE,
    author: 'محمد',
    modified: DATE.iso,
    minutes: 3,
    tags: [{ title: 'طلبات', href: 'https://notes.example.com/tags/x/' }],
    cover: { src: picture(1000, 1600), alt: '', width: 1000, height: 1600 },
    older: { title: ARABIC, href: LINK, date: DATE },
    bodyHtml: renderPageBody(renderBody(bodySourceOf(BODY), LINK).html, {
      link: LINK,
      pictures: {},
      shownAt: '40rem',
      hasCover: true,
    }).html,
    headings: [],
  });

/** How a browser sets the first element that a selector finds. */
const set = (selector: string): Promise<{ direction: string; align: string }> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { direction, textAlign } = getComputedStyle(element);
      return { direction, align: textAlign };
    });

describe.each([
  ['desk', 1280],
  ['phone', 390],
])('at the width of a %s', (_name, width) => {
  beforeAll(async () => {
    page = await openPage(browser, { width });
    await page.setContent(article());
  });

  test('Arabic title, paragraph, list, tag and link are written from the right', async () => {
    const arabic = ['h1', '.body > p', '.body li', 'blockquote p', '.tags a', '.beside bdi'];
    for (const selector of [...arabic, '.meta bdi']) {
      expect([selector, await set(selector)]).toMatchObject([selector, { direction: 'rtl' }]);
    }
    expect(await set('table')).toMatchObject({ direction: 'ltr' });
    expect(await set('.body > p:nth-of-type(2)')).toMatchObject({ direction: 'ltr' });
    expect(await set('.meta time')).toMatchObject({ direction: 'ltr' });
  });

  test('cells are aligned as the article has it', async () => {
    expect(await set('td:nth-child(1)')).toMatchObject({ align: 'left' });
    expect(await set('td:nth-child(2)')).toMatchObject({ align: 'right' });
  });

  test('a portrait cover takes seven tenths of the window at most, and its own shape', async () => {
    const cover = (await page.locator('.cover img').boundingBox())!;
    expect(cover.height).toBeLessThanOrEqual(0.7 * 900 + 1);
    const fit = await page
      .locator('.cover img')
      .evaluate((element) => getComputedStyle(element).objectFit);
    expect(fit).toBe('contain');
  });

  test('a draft says so above all else', async () => {
    const bar = (await page.locator('.draft').boundingBox())!;
    expect(bar).toMatchObject({ x: 0, y: 0, width });
    expect(await page.locator('.draft').innerText()).toBe(
      'Draft, not published. This link ends on November 27, 2026.',
    );
    expect(await page.title()).toBe(`[Draft] ${ARABIC} · Field Notes`);
  });

  test('Arabic entries of a listing are written from the right, others are not', async () => {
    const entry = { href: LINK, date: DATE };
    await page.setContent(
      renderListing({
        ...samplePage(),
        pageNumber: 1,
        pageCount: 1,
        entries: [
          { ...entry, title: ARABIC, excerpt: ARABIC },
          { ...entry, title: 'How I read', excerpt: 'Requests.' },
        ],
      }),
    );
    for (const selector of ['li:nth-child(1) h2', 'li:nth-child(1) p']) {
      expect([selector, await set(selector)]).toMatchObject([selector, { direction: 'rtl' }]);
    }
    expect(await set('li:nth-child(2) h2')).toMatchObject({ direction: 'ltr' });
  });
});
