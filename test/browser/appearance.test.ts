import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { findViolations, openPage, type Session, step, type Theme } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const ARTICLES = '/admin/content-manager/collection-types/plugin::syndication.article';

let demo: Demo;
let browser: Browser;
let session: Session;

/** Two articles with problems, a broken one and one that could be better, to look at their colours. */
const createTroubled = async (api: AdminApi): Promise<void> => {
  const { data } = await api<{ results: { documentId: string; slug: string }[] }>(
    '/content-manager/collection-types/plugin::syndication.tag?pageSize=50',
  );
  const publish = async (slug: string, tag: string, image: string): Promise<void> => {
    const { documentId } = data.results.find((found) => found.slug === tag)!;
    const { status } = await api(
      '/content-manager/collection-types/plugin::syndication.article/actions/publish',
      {
        title: `An article called ${slug}`,
        slug,
        body: `This opening sentence has quite enough words in it to be a decent summary.\n\n${image}`,
        keepOutOfFeeds: false,
        tags: { connect: [{ documentId }], disconnect: [] },
      },
    );
    expect(status).toBe(200);
  };
  await publish('broken', 'graphql', '![Chart](my chart.png)');
  await publish('to-improve', 'http', '![](/uploads/chart.png)');
};

beforeAll(async () => {
  let api: AdminApi;
  ({ demo, browser, session, api } = await startPanel());
  await createTroubled(api);
});

afterAll(() => stopPanel({ demo, browser }));

/** Screens of the panel: where they are, and what shows that they are complete. */
const SCREENS: [name: string, path: string, ready: (page: Page) => Promise<void>, part: string][] =
  [
    [
      'Feeds page',
      '/admin/plugins/syndication',
      async (page) => {
        await page.getByText('Good').first().waitFor();
        await page.getByText('1 article broken').first().waitFor();
        await page.getByText('1 article to improve').first().waitFor();
      },
      'main',
    ],
    [
      'reader tab',
      '/admin/plugins/syndication/site',
      (page) =>
        page
          .getByRole('link', { name: /^Edit “/ })
          .first()
          .waitFor(),
      'main',
    ],
    [
      'XML tab',
      '/admin/plugins/syndication/site?tab=xml',
      (page) => page.getByText('standalone').waitFor(),
      'main',
    ],
    [
      'problems tab',
      '/admin/plugins/syndication/site?tab=problems',
      async (page) => {
        await page.getByText('An image cannot be shown: my chart.png').waitFor();
        await page.getByText('An image has no description').waitFor();
      },
      'main',
    ],
    [
      'settings page',
      '/admin/settings/syndication',
      (page) => page.getByText('Api on Field Notes', { exact: true }).waitFor(),
      'main form',
    ],
    [
      'appearance page',
      '/admin/settings/syndication-appearance',
      (page) =>
        page
          .frameLocator('iframe[title=Listing]')
          .getByRole('heading', { name: 'Field Notes' })
          .waitFor(),
      'main form',
    ],
    [
      'side panel',
      `${ARTICLES}/create`,
      async (page) => {
        await page.getByLabel(/^Title/).fill('<b>Title</b>');
        await page.getByText('The title shows markup: <b>').waitFor();
      },
      '[data-testid=syndication-panel]',
    ],
  ];

describe.each<Theme>(['light', 'dark'])('in the %s theme', (theme) => {
  let page: Page;

  beforeAll(async () => {
    page = await openPage(browser, { theme, session });
  });

  test.each(SCREENS)(
    'the %s has no violation of accessibility',
    async (name, path, ready, part) => {
      await step(page, `${name} ${theme}`, async () => {
        await page.goto(demo.origin + path);
        await ready(page);
        expect(await findViolations(page, part)).toEqual([]);
      });
    },
  );
});

test.each([
  ['/tags/'],
  ['/tags/api/'],
  ['/tags/api/page/2/'],
  ['/posts/debug-cors/'],
  ['/posts/none/'],
])('the public page %s has no violation of accessibility', async (path) => {
  const page = await openPage(browser);
  await step(page, `public page ${path}`, async () => {
    await page.goto(demo.origin + path);
    expect(await findViolations(page)).toEqual([]);
  });
});

test('on a phone no screen is wider than the screen', async () => {
  const page = await openPage(browser, { width: 390, session });
  for (const [name, path, ready] of SCREENS.slice(0, 6)) {
    await step(page, `${name} on a phone`, async () => {
      await page.goto(demo.origin + path);
      await ready(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    });
  }
});

test('the Feeds page can be used with the keyboard alone', async () => {
  const page = await openPage(browser, { session });
  const press = async (key: string, name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press(key);
      const focused = String(await page.evaluate('document.activeElement.textContent'));
      if (name.test(focused)) return;
    }
    throw new Error(`${key} never reaches ${name}`);
  };
  await step(page, 'keyboard only', async () => {
    await page.goto(`${demo.origin}/admin/plugins/syndication`);
    await page.getByText('Good').first().waitFor();
    // Strapi's tables are grids: Tab goes to them, arrow keys move in them.
    await press('Tab', /^Feed$/);
    await press('ArrowRight', /^Published$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=published(:|%3A)ASC/);
    await press('ArrowDown', /^\d+$/);
    await press('ArrowLeft', /^Field Notes$/);
    await press('ArrowDown', /^Debugging$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Debugging on Field Notes', level: 1 }).waitFor();
    await press('Tab', /^Reader$/);
    await page.keyboard.press('ArrowRight');
    await page.getByText('standalone').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^No problems/).waitFor();
  });
});

describe('when things are not as usual', () => {
  const LIST = /\/syndication\/feeds(\?.*)?$/;
  test('a new site is told what to do next', async () => {
    const page = await openPage(browser, { session });
    await page.route(LIST, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as Record<string, unknown>;
      await route.fulfill({
        response,
        json: { ...answer, exists: { tags: false, articles: false, published: false } },
      });
    });
    await step(page, 'first run', async () => {
      await page.goto(`${demo.origin}/admin/plugins/syndication`);
      await page.getByText('Your first feed in 3 steps').waitFor();
      expect(await findViolations(page, 'main')).toEqual([]);
      await page.getByRole('link', { name: 'Create: Tag' }).click();
      await page.getByLabel(/^Name/).waitFor();
    });
  });

  test('a list that cannot be loaded says so and can be asked for again', async () => {
    const page = await openPage(browser, { session });
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }));
    await step(page, 'list fails', async () => {
      await page.goto(`${demo.origin}/admin/plugins/syndication`);
      await page.getByText('This could not be loaded.').waitFor();
      await page.unroute(LIST);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('row', { name: /Debugging/ }).waitFor();
    });
  });
});
