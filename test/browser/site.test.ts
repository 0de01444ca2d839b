import type { Browser, Page } from 'playwright-core';

import { openApi } from './admin-api';
import { findViolations, openBrowser, openPage, step, type Theme } from './browser';
import { type Demo, startDemo } from './demo';
import { auditPage } from './lighthouse';
import { freePort } from '../helpers/free-port';

/*
 * The demo as visitors see it, with all it has: guides in two languages, authors, "About", pictures,
 * sound, a look of its own.
 */

let demo: Demo;
let browser: Browser;
let port: number;

beforeAll(async () => {
  port = await freePort();
  [demo, browser] = await Promise.all([
    startDemo({ DEMO_CONTENT: 'all' }),
    openBrowser(`--remote-debugging-port=${port}`),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

/** Each page is looked at on a desk and on a telephone, in the light and in the dark. */
const VISITS: [Theme, number][] = [
  ['light', 1280],
  ['dark', 390],
];

/** The background of pages, and so of feeds. */
const PAPER = { light: 'rgb(255, 255, 255)', dark: 'rgb(21, 24, 28)' };

interface Visited {
  name: string;
  path: string;
  /** Selectors of what it is visited for. */
  shows: string[];
  /** Whether it has no pictures but the site's logo. */
  isPlain?: true;
  /** What the browser says of it, by itself. */
  says?: string[];
}

const PAGES: Visited[] = [
  {
    name: 'home',
    path: '/',
    shows: ['.lead-cover img', '.entries img', 'a[href$="/tags/api/"]', '.follow'],
  },
  { name: 'listing of guides', path: '/guides/', shows: ['.entries img'] },
  {
    name: 'listing without pictures',
    path: '/tags/api/page/2/',
    shows: ['.entries h2', 'a[rel=prev]'],
    isPlain: true,
  },
  { name: 'list of tags', path: '/tags/', shows: ['.cards img'] },
  { name: 'archive', path: '/archive/', shows: ['.months a'], isPlain: true },
  {
    name: 'article of an author who is described',
    path: '/guides/retire-an-api-version/',
    shows: ['.lead', '.authors img', '.subscribe'],
  },
  {
    name: 'article with pictures, code, a table and a footnote',
    path: '/posts/draw-a-request/',
    shows: ['figure img', 'pre code', 'table', '.footnotes'],
  },
  {
    name: 'article without pictures',
    path: '/posts/debug-cors/',
    shows: ['pre code span'],
    isPlain: true,
  },
  { name: 'article with sound', path: '/posts/hear-a-day-of-traffic/', shows: ['audio'] },
  { name: 'page of an author', path: '/authors/ayu-lestari/', shows: ['img.topic', '.entries'] },
  { name: '“About”', path: '/about/', shows: ['h1'], isPlain: true },
  { name: 'German home', path: '/de/', shows: ['html[lang=de] .entries img'] },
  { name: 'page about feeds', path: '/subscribe/', shows: ['main li a'], isPlain: true },
  {
    name: 'page that is not there',
    path: '/posts/none/',
    shows: ['.newest a'],
    isPlain: true,
    says: ['Failed to load resource: the server responded with a status of 404 (Not Found)'],
  },
];

/** Bytes over the wire of a page without pictures, with all that it loads. */
const PLAIN_AT_MOST = 20_000;

/** Opens a page that notes what moves on it after it was drawn: how far, and in what. */
const openWatched = async (theme: Theme, width: number): Promise<Page> => {
  const page = await openPage(browser, { theme, width });
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null }[];
    }
    const shifts: [number, string[]][] = [];
    Object.assign(window, { shifts });
    const note = ({ value, sources }: Shift): void => {
      // The parts of a player are the browser's own, which tells nobody what they are.
      const ours = sources.flatMap(({ node }) => (node ? [node.nodeName] : []));
      if (ours.length > 0) shifts.push([value, ours]);
    };
    const observer = new PerformanceObserver((list) =>
      (list.getEntries() as Shift[]).forEach(note),
    );
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  // Each page is as heavy as for who sees it first.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return page;
};

/** Notes what a page says to developers, and asks of whom. */
const listen = (page: Page) => {
  const heard = {
    messages: [] as string[],
    elsewhere: [] as string[],
    sizes: [] as Promise<number>[],
  };
  page.on('console', (message) => heard.messages.push(message.text()));
  page.on('pageerror', (error) => heard.messages.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Whoever leaves a page needs no more of it.
    if (reason !== 'net::ERR_ABORTED') heard.messages.push(`${request.url()}: ${reason}`);
  });
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== demo.origin && origin !== 'null') heard.elsewhere.push(request.url());
  });
  page.on('requestfinished', (request) => {
    const size = request
      .sizes()
      .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize);
    heard.sizes.push(size);
  });
  return {
    heard,
    forget: (): void => Object.values(heard).forEach((list) => list.splice(0)),
  };
};

/** Whether a page has to be scrolled sideways. */
const isWider = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });

/** Goes down a page, so that what waits to be seen is loaded. */
const seeAll = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const images = Array.from(document.images);
    for (const image of images) {
      image.scrollIntoView();
      await image.decode();
    }
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    window.scrollTo(0, 0);
  });
};

describe.each(VISITS)('in the %s, %d pixels wide', (theme, width) => {
  let page: Page;
  let heard: ReturnType<typeof listen>['heard'];
  let forget: () => void;

  beforeAll(async () => {
    page = await openWatched(theme, width);
    ({ heard, forget } = listen(page));
  });

  // What the page before has still to say is not of the next.
  beforeEach(async () => {
    await page.goto('about:blank');
    forget();
  });

  afterAll(() => page?.close());

  test.each(PAGES.map((visited) => [visited.name, visited] as const))(
    'the %s is accessible, fits, stands still and asks nobody else',
    async (name, { path, shows, isPlain, says = [] }) => {
      await step(page, `site ${name} ${theme}`, async () => {
        await page.goto(demo.origin + path);
        for (const part of shows)
          expect([part, await page.locator(part).count()]).not.toEqual([part, 0]);
        await seeAll(page);
        expect(await page.evaluate('window.shifts')).toEqual([]);
        expect(await isWider(page)).toBe(false);
        expect(await findViolations(page)).toEqual([]);
        expect(heard).toMatchObject({ messages: says, elsewhere: [] });
        if (isPlain) {
          const sizes = await Promise.all(heard.sizes);
          expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(PLAIN_AT_MOST);
        }
      });
    },
  );

  test.each(['/index.xml', '/guides/atom.xml'])(
    'the feed %s is a page to read for who opens it',
    async (path) => {
      await step(page, `site feed ${path} ${theme}`, async () => {
        await page.goto(demo.origin + path);
        const looks = await page.evaluate(() => {
          const titles = Array.from(document.querySelectorAll('item > title, entry > title'));
          return {
            titles: Array.from(new Set(titles.map((title) => getComputedStyle(title).display))),
            // A title in Arabic begins on the right, its Latin words where they belong.
            bidi: Array.from(new Set(titles.map((title) => getComputedStyle(title).unicodeBidi))),
            page: getComputedStyle(document.documentElement).backgroundColor,
          };
        });
        expect(looks).toEqual({ titles: ['block'], bidi: ['plaintext'], page: PAPER[theme] });
        expect(await isWider(page)).toBe(false);
        expect(heard).toMatchObject({ messages: [], elsewhere: [] });
      });
    },
  );
});

test('the link to another language leads to the same guide in it, and back', async () => {
  const page = await openPage(browser);
  await step(page, 'site language link', async () => {
    await page.goto(`${demo.origin}/de/guides/wie-man-ein-datum-schreibt/`);
    const german = await page.title();
    await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
    await page.waitForURL(`${demo.origin}/guides/*/`);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/date/i);
    await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForURL(`${demo.origin}/de/guides/wie-man-ein-datum-schreibt/`);
    expect(await page.title()).toBe(german);
  });
  await page.close();
});

/** Publishes an article that is in the archive and not the first on the home. */
const publish = async (values: { title: string; slug: string; body: string }): Promise<void> => {
  const api = await openApi(demo);
  const path = '/content-manager/collection-types/plugin::syndication.article/actions/publish';
  const date = '2026-01-02T02:00:00.000Z';
  expect((await api(path, { ...values, date, keepOutOfFeeds: false })).status).toBe(200);
};

test('a word that is wider than the page is broken, in the archive and in the contents as well', async () => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const text = 'This sentence is one of the many that make an article long. '.repeat(30);
  const body = ['One', `Two ${word}`, 'Three'].map((heading) => `## ${heading}\n\n${text}\n\n`);
  await publish({ title: `On ${word}`, slug: 'long-word', body: body.join('') });
  const page = await openPage(browser, { width: 390 });
  await step(page, 'site long word', async () => {
    for (const [address, shown] of [
      ['/posts/long-word/', '.contents'],
      ['/archive/', '.months'],
    ] as const) {
      await page.goto(demo.origin + address);
      await page.locator(shown).getByText(word).waitFor();
      expect([address, await isWider(page)]).toEqual([address, false]);
    }
  });
  await page.close();
});

test('paper has all of a table that scrolls on the screen, and no player', async () => {
  const cells = Array.from({ length: 14 }, (_, column) => `Documentation ${column}`);
  const row = `| ${cells.join(' | ')} |`;
  const table = `${row}\n|${' --- |'.repeat(cells.length)}\n${row}\n`;
  await publish({ title: 'A wide table', slug: 'wide-table', body: table });
  const page = await openPage(browser, { width: 794 });
  await page.emulateMedia({ media: 'print' });
  await step(page, 'site print', async () => {
    await page.goto(`${demo.origin}/posts/wide-table/`);
    const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth;
    expect(await page.locator('.scroll').evaluate(isCut)).toBe(false);
    await page.goto(`${demo.origin}/posts/hear-a-day-of-traffic/`);
    expect(await page.locator('audio').isVisible()).toBe(false);
  });
  await page.close();
});

test('the player of an article plays, from the keyboard too', async () => {
  const page = await openPage(browser);
  await step(page, 'site player', async () => {
    await page.goto(`${demo.origin}/posts/hear-a-day-of-traffic/`);
    const audio = page.locator('audio');
    await audio.focus();
    await page.keyboard.press('Space');
    await page.waitForFunction(() => document.querySelector('audio')!.currentTime > 0);
    expect(await audio.evaluate(({ error }: HTMLAudioElement) => error)).toBeNull();
  });
  await page.close();
});

test.each([
  ['home', '/'],
  ['listing', '/guides/'],
  ['article', '/posts/draw-a-request/'],
])('Lighthouse finds nothing on the %s', async (_name, path) => {
  expect(await auditPage(demo.origin + path, port)).toEqual([]);
});
