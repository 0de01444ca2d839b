import type { Browser, Page } from 'playwright-core';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import type { AdminApi } from './admin-api';
import {
  findViolations,
  findViolationsInThemes,
  openPage,
  type Session,
  step,
  visit,
} from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const LISTS = '/admin/content-manager/collection-types';

let demo: Demo;
let browser: Browser;
let api: AdminApi;
let page: Page;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel());
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

const panel = () => page.getByTestId('syndication-topic');
const dialog = () => page.getByRole('dialog');
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true }).first();

const openTag = async (name: string): Promise<void> => {
  await visit(page, `${demo.origin}${LISTS}/${TAG_UID}`);
  await cell(name).click();
  await panel().getByRole('heading', { name: 'Page' }).waitFor();
};

/** Opens the dialog for the entries of some rows. */
const openBulk = async (rows: string[]): Promise<void> => {
  await visit(page, `${demo.origin}${LISTS}/${ARTICLE_UID}?pageSize=50&sort=title:ASC`);
  for (const title of rows) {
    await page.getByRole('row').filter({ hasText: title }).getByRole('checkbox').click();
  }
  await page.getByRole('button', { name: 'Change Tags…' }).click();
  await dialog().waitFor();
};

test.each([390, 1440])(
  'the side panel of a tag says what its readers have (%i pixels)',
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await step(page, `panel of a tag ${width}`, async () => {
      await openTag('http');
      const [feed] = (
        await api<{ results: { title: string; published: number; waiting: number }[] }>(
          '/syndication/feeds?_q=http',
        )
      ).data.results.filter(({ title }) => title === 'HTTP');
      const counts = panel().getByTestId('syndication-topic-counts');
      expect(await counts.innerText()).toMatch(
        new RegExp(`^${feed!.published} published\\s+${feed!.waiting} waiting$`),
      );
      const text = await panel().innerText();
      expect(text).toContain(`${demo.origin}/tags/http/`);
      expect(text).toContain(`${demo.origin}/tags/http/index.xml`);
      await panel().getByText('Good', { exact: true }).waitFor();
      expect(await findViolationsInThemes(page, '[data-testid=syndication-topic]')).toEqual([]);
    });
  },
);

test('a tag that readers do not have says what it needs', async () => {
  await step(page, 'one that is not saved', async () => {
    await visit(page, `${demo.origin}${LISTS}/${TAG_UID}/create`);
    await page.getByText('Not saved yet: it gets its page').waitFor();
  });
  await step(page, 'one that is hidden', async () => {
    const path = `/content-manager/collection-types/${TAG_UID}`;
    const data = { name: 'secret', slug: 'secret', hidden: true };
    const { data: made } = await api<{ data: { documentId: string } }>(path, data);
    await visit(page, `${demo.origin}${LISTS}/${TAG_UID}/${made.data.documentId}`);
    await page.getByText('Readers have no page and no feed of it').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Another');
    await page.getByText('Your last changes are not saved yet.').waitFor();
  });
});

test('a merge in the list says what it does, and leaves the list as it is', async () => {
  const path = `/content-manager/collection-types/${TAG_UID}`;
  await api(path, { name: 'obsolete', slug: 'obsolete' });
  await step(page, 'merge from the list', async () => {
    // The panel knows the list as it was.
    await page.goto(`${demo.origin}${LISTS}/${TAG_UID}`);
    const row = page.getByRole('row').filter({ has: cell('obsolete') });
    await row.getByRole('button', { name: 'Row actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another tag…' }).click();
    await dialog().getByLabel('The tag that stays').click();
    await page.getByRole('option', { name: 'graphql', exact: true }).click();
    await dialog().getByText('No article moves. 1 address will lead there.').waitFor();
    await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('“obsolete” is now part of “graphql”.').waitFor();
    await cell('obsolete').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`${LISTS}/${TAG_UID}`);
  });
});

test('deleting a tag says what its subscribers lose', async () => {
  await step(page, 'delete a tag', async () => {
    await openTag('http');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete entry/ }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/\d published articles lose it\. Its page and its feed end/).waitFor();
    expect(await findViolations(page, '[role=alertdialog]')).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
  });
});

test('a tag is added to several articles; what is live is published again', async () => {
  const title = 'Many at once';
  await api(`/content-manager/collection-types/${ARTICLE_UID}`, { title, slug: 'many-at-once' });
  await api(`/content-manager/collection-types/${TAG_UID}`, { name: 'bulk', slug: 'bulk' });
  await step(page, 'add a tag', async () => {
    await openBulk([title, 'How I Debug CORS']);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Change Tags…');
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Tags').click();
    await page.keyboard.type('bulk');
    await page.getByRole('option', { name: 'bulk', exact: true }).click();
    expect(await findViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await dialog().getByRole('button', { name: 'Change 2 entries' }).click();
    await page.getByText('2 entries were changed, 1 of them published again.').waitFor();
    const feed = await (await fetch(`${demo.origin}/tags/bulk/feed.json`)).json();
    const { items } = feed as { items: { title: string }[] };
    expect(items.map((item) => item.title)).toEqual(['How I Debug CORS']);
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('entries selected').waitFor({ state: 'detached' });
  });
});

test('the bulk actions fit the width of a phone', async () => {
  await page.setViewportSize({ width: 390, height: 900 });
  await step(page, 'bulk actions on a phone', async () => {
    await openBulk(['How I Format JSON']);
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: 'Change Tags…' });
    await button.waitFor();
    const { x, width } = (await button.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('what fails for one article is said, and the others are changed', async () => {
  await step(page, 'one that fails', async () => {
    await openBulk(['How I Format JSON', 'How I Read HTTP Headers']);
    await dialog().getByLabel('What to change').click();
    await page.getByRole('option', { name: 'Add', exact: true }).click();
    await dialog().getByLabel('Tags').click();
    await page.keyboard.type('bulk');
    await page.getByRole('option', { name: 'bulk', exact: true }).click();
    let refused = false;
    await page.route(/\/actions\/publish/, (route) => {
      if (refused) return route.continue();
      refused = true;
      const error = { status: 400, name: 'ValidationError', message: 'Not this one.' };
      return route.fulfill({ status: 400, json: { error } });
    });
    await dialog().getByRole('button', { name: 'Change 2 entries' }).click();
    await page.getByText('2 entries were changed, 1 of them published again.').waitFor();
    await dialog()
      .getByText(/^“How I (Format JSON|Read HTTP Headers)”: .*: Not this one\.$/)
      .waitFor();
    // Under the mouse, Strapi's own button is too light for its text.
    await page.mouse.move(0, 0);
    expect(await findViolationsInThemes(page, '[role=dialog]')).toEqual([]);
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('1 entry selected').waitFor();
    // The reason stays beside the list, and the selected row has the status that it has now.
    await page
      .locator('[data-sonner-toast]')
      .getByText(/1 entry stays selected: “How I .*”: .*: Not this one\.$/)
      .waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog().getByText('Modified', { exact: true }).waitFor();
  });
});
