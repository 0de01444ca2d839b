import type { Browser, Locator, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { openPage, type Session, step, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { unfold } from './side-panel';

let demo: Demo;
let browser: Browser;
let page: Page;
let api: AdminApi;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel());
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

test('the Feeds page can be used with the keyboard alone', async () => {
  const press = async (key: string, name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press(key);
      const focused = String(await page.evaluate('document.activeElement.textContent'));
      if (name.test(focused)) return;
    }
    throw new Error(`${key} never reaches ${name}`);
  };
  await step(page, 'keyboard only', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication?view=feeds`);
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

test('the reader and the form show an Arabic article from right to left, as apps of readers do', async () => {
  const path = '/content-manager/collection-types/plugin::syndication.article/actions/publish';
  const title = 'كيف أختبر HTTP/2';
  const saved = await api<{ data: { documentId: string } }>(path, {
    title,
    slug: 'http-in-arabic',
    summary: 'هذا ملخص.',
    keepOutOfFeeds: false,
  });
  expect(saved.status).toBe(200);
  const directionsIn = (part: Locator): Promise<string[]> =>
    Promise.all(
      [title, 'هذا ملخص.'].map((text) =>
        part.getByText(text, { exact: true }).evaluate((one) => getComputedStyle(one).direction),
      ),
    );
  await step(page, 'Arabic in the reader', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication/site`);
    expect(await directionsIn(page.getByTestId('syndication-reader'))).toEqual(['rtl', 'rtl']);
  });
  await step(page, 'Arabic in the form', async () => {
    const form = '/admin/content-manager/collection-types/plugin::syndication.article';
    await visit(page, `${demo.origin}${form}/${saved.data.data.documentId}`);
    await page.getByTestId('syndication-panel').waitFor();
    await unfold(page);
    expect(await directionsIn(page.getByTestId('syndication-item'))).toEqual(['rtl', 'rtl']);
  });
});

describe('when things are not as usual', () => {
  const LIST = /\/syndication\/feeds(\?.*)?$/;
  test('a new site is told what to do next', async () => {
    await page.route(LIST, async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = (await response.json()) as Record<string, unknown>;
      await route.fulfill({
        response,
        json: { ...body, exists: { tags: false, articles: false, published: false } },
      });
    });
    await step(page, 'first run', async () => {
      await visit(page, `${demo.origin}/admin/plugins/syndication`);
      await page.getByText('Your first feed in 3 steps').waitFor();
      await page.getByRole('link', { name: 'Create: Tag' }).click();
      await page.getByLabel(/^Name/).waitFor();
    });
    await page.unroute(LIST);
  });

  test('an address of no feed says so, however deep it is', async () => {
    await step(page, 'open a feed that is none', async () => {
      await visit(page, `${demo.origin}/admin/plugins/syndication/feeds/site`);
      await page.getByText('This feed does not exist any more.').waitFor();
    });
  });

  test('a list that cannot be loaded says so and can be asked for again', async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }));
    await step(page, 'list fails', async () => {
      await visit(page, `${demo.origin}/admin/plugins/syndication?view=feeds`);
      await page.getByText('This could not be loaded.').waitFor();
      await page.unroute(LIST);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('row', { name: /Debugging/ }).waitFor();
    });
  });
});
