import type { Browser, Page } from 'playwright-core';

import { ARTICLE_UID, TAG_UID } from '../../src/constants';
import type { AdminApi } from './admin-api';
import {
  closeOlderPages,
  findViolations,
  openPage,
  type Session,
  step,
  type Theme,
} from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const LISTS = '/admin/content-manager/collection-types';

let demo: Demo;
let browser: Browser;
let api: AdminApi;
let session: Session;

beforeAll(async () => {
  ({ demo, browser, session, api } = await startPanel());
});

afterEach(() => closeOlderPages(browser));

afterAll(() => stopPanel({ demo, browser }));

const panel = (page: Page) => page.getByTestId('syndication-topic');
const dialog = (page: Page) => page.getByRole('dialog');
const cell = (page: Page, name: string) =>
  page.getByRole('gridcell', { name, exact: true }).first();

const openTag = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${demo.origin}${LISTS}/${TAG_UID}`);
  await cell(page, name).click();
  await panel(page).getByRole('heading', { name: 'Page' }).waitFor();
};

/** Opens the dialog for the entries of some rows. */
const openBulk = async (page: Page, rows: string[]): Promise<void> => {
  await page.goto(`${demo.origin}${LISTS}/${ARTICLE_UID}?pageSize=50&sort=title:ASC`);
  for (const title of rows) {
    await page.getByRole('row').filter({ hasText: title }).getByRole('checkbox').click();
  }
  await page.getByRole('button', { name: 'Topics and feeds…' }).click();
  await dialog(page).waitFor();
};

test.each<[Theme, number]>([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
])('the side panel of a tag says what its readers have (%s, %i pixels)', async (theme, width) => {
  const page = await openPage(browser, { session, theme, width });
  await step(page, `panel of a tag ${theme} ${width}`, async () => {
    await openTag(page, 'http');
    const [feed] = (
      await api<{ results: { title: string; published: number; waiting: number }[] }>(
        '/syndication/feeds?_q=http',
      )
    ).data.results.filter(({ title }) => title === 'HTTP');
    const counts = panel(page).getByTestId('syndication-topic-counts');
    expect(await counts.innerText()).toMatch(
      new RegExp(`^${feed!.published} published\\s+${feed!.waiting} waiting$`),
    );
    const text = await panel(page).innerText();
    expect(text).toContain(`${demo.origin}/tags/http/`);
    expect(text).toContain(`${demo.origin}/tags/http/index.xml`);
    await panel(page).getByText('Good', { exact: true }).waitFor();
    expect(await findViolations(page, '[data-testid=syndication-topic]')).toEqual([]);
  });
});

test('a tag that readers do not have says why', async () => {
  const page = await openPage(browser, { session });
  await step(page, 'one that is not saved', async () => {
    await page.goto(`${demo.origin}${LISTS}/${TAG_UID}/create`);
    await page.getByText('Not saved yet: it gets its page').waitFor();
  });
  await step(page, 'one that is hidden', async () => {
    const path = `/content-manager/collection-types/${TAG_UID}`;
    const data = { name: 'secret', slug: 'secret', hidden: true };
    const { data: made } = await api<{ data: { documentId: string } }>(path, data);
    await page.goto(`${demo.origin}${LISTS}/${TAG_UID}/${made.data.documentId}`);
    await page.getByText('Hidden: it has no page and no feed').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Another');
    await page.getByText('Your last changes are not saved yet.').waitFor();
  });
});

test('a merge in the list says what it does, and leaves the list as it is', async () => {
  const page = await openPage(browser, { session });
  const path = `/content-manager/collection-types/${TAG_UID}`;
  await api(path, { name: 'obsolete', slug: 'obsolete' });
  await step(page, 'merge from the list', async () => {
    await page.goto(`${demo.origin}${LISTS}/${TAG_UID}`);
    const row = page.getByRole('row').filter({ has: cell(page, 'obsolete') });
    await row.getByRole('button', { name: 'Row actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another tag…' }).click();
    await dialog(page).getByLabel('The tag that stays').click();
    await page.getByRole('option', { name: 'graphql', exact: true }).click();
    await dialog(page).getByText('No article moves. 1 address will lead there.').waitFor();
    await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('“obsolete” is now part of “graphql”.').waitFor();
    await cell(page, 'obsolete').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`${LISTS}/${TAG_UID}`);
  });
});

test('deleting a tag says what its subscribers lose', async () => {
  const page = await openPage(browser, { session });
  await step(page, 'delete a tag', async () => {
    await openTag(page, 'http');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete entry/ }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/\d published articles lose it\..*This cannot be undone\./).waitFor();
    expect(await findViolations(page, '[role=alertdialog]')).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
  });
});

test.each<Theme>(['light', 'dark'])(
  'a topic is added to several articles, which is said before (%s)',
  async (theme) => {
    const page = await openPage(browser, { session, theme });
    const title = `Many at once, ${theme}`;
    const path = `/content-manager/collection-types/${ARTICLE_UID}`;
    const slug = `many-at-once-${theme}`;
    await api(path, { title, slug });
    const tag = `bulk-${theme}`;
    await api(`/content-manager/collection-types/${TAG_UID}`, { name: tag, slug: tag });
    await step(page, `add a topic ${theme}`, async () => {
      await openBulk(page, [title, 'How I Debug CORS']);
      await dialog(page).getByLabel('Tags').click();
      await page.keyboard.type(tag);
      await page.getByRole('option', { name: tag, exact: true }).click();
      const plan = page.getByTestId('syndication-plan');
      await plan.getByText('1 published entry is changed and published again, quietly').waitFor();
      await plan.getByText('1 draft is changed and stays a draft.').waitFor();
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
      await dialog(page).getByRole('button', { name: 'Change 2 entries' }).click();
      await page.getByText('2 entries were changed, 1 of them published again.').waitFor();
      const feed = await (await fetch(`${demo.origin}/tags/${tag}/feed.json`)).json();
      const { items } = feed as { items: { title: string }[] };
      expect(items.map((item) => item.title)).toEqual(['How I Debug CORS']);
      await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByText('entries selected').waitFor({ state: 'detached' });
    });
  },
);

test('what fails for one article is said, and the others are changed', async () => {
  const page = await openPage(browser, { session });
  await step(page, 'one that fails', async () => {
    await openBulk(page, ['How I Format JSON', 'How I Read HTTP Headers']);
    await dialog(page).getByLabel('What to change').click();
    await page.getByRole('option', { name: 'Keep out of feeds' }).click();
    let refused = false;
    await page.route(/\/actions\/publish/, (route) => {
      if (refused) return route.continue();
      refused = true;
      const error = { status: 400, name: 'ValidationError', message: 'Not this one.' };
      return route.fulfill({ status: 400, json: { error } });
    });
    await dialog(page).getByRole('button', { name: 'Change 2 entries' }).click();
    await page.getByText('1 entry was changed, 1 of them published again.').waitFor();
    await dialog(page)
      .getByText(/: Not this one\.$/)
      .waitFor();
    expect(await findViolations(page, '[role=dialog]')).toEqual([]);
  });
});
