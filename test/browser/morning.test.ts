import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { drawIn, findViolations, openPage, type Session, step, type Theme, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const API = '/content-manager/collection-types/plugin::syndication';
const FEEDS = '/admin/plugins/syndication';
const BODY = 'A feed reader asks again and again whether there is something new to be read here.';

let demo: Demo;
let browser: Browser;
let page: Page;
let api: AdminApi;
let tag: string;

const write = (title: string, more: object, action = '/actions/publish') =>
  api(`${API}.article${action}`, {
    title,
    body: BODY,
    keepOutOfFeeds: false,
    tags: { connect: [{ documentId: tag }], disconnect: [] },
    ...more,
  });

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel());
  page = await openPage(browser, { session, width: 1440 });
  const created = await api<{ data: { documentId: string } }>(`${API}.tag`, {
    name: 'seasons',
    slug: 'seasons',
  });
  tag = created.data.data.documentId;
  // By the clock of the site, on the fifth day of the month.
  for (const hour of [1, 2, 3, 4, 5]) {
    await write(`At ${hour} in spring`, { date: `2025-04-05T0${hour}:30:00.000Z` });
  }
  await write('In winter', { date: '2097-12-25T02:00:00.000Z' });
  await write('With a broken picture', {
    date: '2025-04-07T02:00:00.000Z',
    body: `${BODY}\n\n![Chart](file:///home/chart.png)`,
  });
  await write('Not done yet', {}, '');
});

afterAll(() => stopPanel({ demo, browser }));

const open = (query: string): Promise<void> => visit(page, `${demo.origin}${FEEDS}${query}`);

const viewLink = (name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

/** The number that a view has beside its name. */
const numberOf = async (name: string): Promise<number> =>
  Number(/\d+/.exec((await viewLink(name).textContent()) ?? '')?.[0]);

const chooseStatus = async (name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
};

const rows = () => page.locator('tbody').getByRole('row');

test('an editor sees in the morning what readers have, what comes, and what to mend', async () => {
  await open('');
  await step(page, 'what needs attention and what comes, on one screen', async () => {
    await page.getByRole('heading', { name: 'With a broken picture' }).waitFor();
    await page.getByRole('heading', { name: /^\w+ 20\d\d$/ }).waitFor();
  });
  await step(page, 'to what is live', async () => {
    const { data } = await api<{ results: { published: number; waiting: number }[] }>(
      '/syndication/feeds',
    );
    await viewLink('Entries').click();
    await page.getByRole('row', { name: /How I Debug CORS/ }).waitFor();
    await page.getByText(`Live (${data.results[0]!.published})`).waitFor();
  });
  await step(page, 'the entries of one feed', async () => {
    await page.getByRole('combobox', { name: 'Feed' }).pressSequentially('Seas');
    await page.getByRole('option', { name: /^Seasons/ }).click();
    await page.getByRole('row', { name: /With a broken picture/ }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 6);
    await page.getByText('Live (6)').waitFor();
    await page.getByRole('columnheader', { name: 'Date (Asia/Jakarta)' }).waitFor();
    expect(await rows().first().textContent()).toContain('7 Apr 2025, 09:00');
  });
  await step(page, 'reload, the other views, and back', async () => {
    await page.reload();
    await page.getByRole('row', { name: /With a broken picture/ }).waitFor();
    // Its name comes with the entries.
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll<HTMLInputElement>('input[role="combobox"]')).some(
        ({ value }) => value.startsWith('Seasons'),
      ),
    );
    await chooseStatus('Scheduled');
    await page.getByRole('row', { name: /In winter.*25 Dec 2097, 09:00/ }).waitFor();
    expect(await rows().count()).toBe(1);
    await chooseStatus('Draft');
    await page.getByRole('row', { name: /Not done yet/ }).waitFor();
    await page.goBack();
    await page.getByRole('row', { name: /In winter/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('feed')).toBe(tag);
  });
  await step(page, 'what needs attention, and its field', async () => {
    await viewLink('Needs attention').click();
    const item = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: 'With a broken picture' }),
    });
    await item.getByRole('link', { name: /Body/ }).click();
    await page.getByRole('heading', { name: 'With a broken picture', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('field')).toBe('body');
  });
  await step(page, 'the home page of Strapi says the same number', async () => {
    await open('');
    await viewLink('Needs attention').getByText(/\d/).waitFor();
    const number = await numberOf('Needs attention');
    await visit(page, `${demo.origin}/admin`);
    await page.getByRole('link', { name: new RegExp(`^${number} article`) }).click();
    await page.getByText('With a broken picture').waitFor();
  });
});

test('a warning that stands on the page is read where it stands, and interrupts nobody', async () => {
  await step(page, 'what readers have is behind', async () => {
    await page.route(/\/syndication\/attention\?/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      return route.fulfill({ json: { ...answer, isBehind: true } });
    });
    await open('');
    await page.getByTestId('syndication-behind').waitFor();
    expect(await page.getByTestId('syndication-behind').getAttribute('role')).toBe('note');
    await page.unroute(/\/syndication\/attention\?/);
  });
});

test('a month shows what came and what comes, by the clock of the site', async () => {
  await open('?month=2025-04');
  await step(page, 'a month with its days', async () => {
    const table = page.getByRole('table', {
      name: 'April 2025 (Asia/Jakarta)',
    });
    const fifth = table
      .getByRole('cell')
      .filter({ has: page.locator('time[datetime="2025-04-05"]') });
    await fifth.waitFor();
    expect(await fifth.getByRole('link', { name: /in spring/ }).count()).toBe(3);
    const [first] = await table.getByRole('columnheader').allTextContents();
    expect(first).toMatch(/^Mon/);
  });
  await step(page, 'all of a day, by keyboard', async () => {
    const entries = page.getByRole('table').getByRole('link', { name: /in spring/ });
    expect(await entries.count()).toBe(3);
    await page.getByText('2 more', { exact: true }).press('Enter');
    await entries.nth(4).waitFor();
    expect(await entries.count()).toBe(5);
  });
  await step(page, 'the months beside it, and back', async () => {
    await page.getByRole('link', { name: 'Next month' }).press('Enter');
    await page.getByRole('heading', { name: 'May 2025' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'April 2025' }).waitFor();
    await open('?month=2097-12');
    await page.getByRole('img', { name: 'Scheduled' }).waitFor();
    await page.getByRole('table').getByRole('link', { name: 'In winter' }).waitFor();
    await page.getByRole('link', { name: 'This month' }).click();
    await page.locator('[aria-current="date"]').waitFor();
  });
  await step(page, 'the present month, where an address names none', async () => {
    await open('?month=2026-13');
    await page.locator('[aria-current="date"]').waitFor();
  });
});

test.each<[number, Theme]>([
  [1440, 'light'],
  [390, 'dark'],
])('the views can be used by everybody, at %i pixels in the %s theme', async (width, theme) => {
  await page.setViewportSize({ width, height: 900 });
  await drawIn(page, theme);
  for (const [query, shown] of [
    ['?view=entries', 'How I Debug CORS'],
    ['?view=entries&status=scheduled', 'In winter'],
    ['?view=entries&status=draft', 'Not done yet'],
    ['?month=2025-04', 'With a broken picture'],
  ] as const) {
    await open(query);
    await step(page, `look at ${query} at ${width}`, async () => {
      await page.getByText(shown).first().waitFor();
      await viewLink('Needs attention').getByText(/\d/).waitFor();
      expect(await findViolations(page, 'main')).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
});
