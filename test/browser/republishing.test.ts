import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, Page } from 'playwright-core';

import { waitForNextSecond } from '../helpers/due';
import type { AdminApi } from './admin-api';
import { drawIn, findViolations, openPage, type Session, step, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { unfold } from './side-panel';

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const API = '/content-manager/collection-types/plugin::syndication';

let demo: Demo;
let browser: Browser;
let page: Page;
let api: AdminApi;

interface Item {
  title: string;
  summary: string;
  date_modified: string;
}

/** What subscribers get of an article: its text, and when it says it was last changed. */
type Told = Pick<Item, 'summary' | 'date_modified'>;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel());
  page = await openPage(browser, { session, width: 1440 });
});

afterAll(() => stopPanel({ demo, browser }));

const publish = async (title: string): Promise<string> => {
  const { data } = await api<{ data: { documentId: string } }>(`${API}.article/actions/publish`, {
    title,
    date: '2026-01-15T02:00:00.000Z',
    summary: 'With a tpyo.',
    keepOutOfFeeds: false,
  });
  return data.data.documentId;
};

const itemOf = async (title: string): Promise<Told> => {
  const feed = (await (await fetch(`${demo.origin}/feed.json`)).json()) as { items: Item[] };
  const { summary, date_modified } = feed.items.find((item) => item.title === title)!;
  return { summary, date_modified };
};

/** The panel is loaded anew: as yet it has to ask what the settings say of publishing again. */
const openArticle = async (documentId: string): Promise<void> => {
  await page.goto(`${demo.origin}${COLLECTIONS}.article/${documentId}`);
  await unfold(page);
  await page.getByTestId('syndication-last-told').waitFor();
};

const writeSummary = (text: string) => page.getByLabel(/^Summary/).fill(text);

const lastTold = (): Promise<string> => page.getByTestId('syndication-last-told').innerText();

test('a typo is corrected quietly, by the keyboard alone', async () => {
  const title = 'How I correct a typo';
  const documentId = await publish(title);
  const before = await itemOf(title);
  await waitForNextSecond();
  await openArticle(documentId);
  const told = await lastTold();
  expect(told).toMatch(/^Last announced to subscribers: /);
  await step(page, 'publish quietly', async () => {
    await writeSummary('Without a typo.');
    await page.getByTestId('syndication-panel').getByText('Only a typo?').waitFor();
    await page.getByRole('button', { name: 'Publish quietly' }).focus();
    expect(await findViolations(page, '[data-testid=syndication-panel]')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Published document').waitFor();
    await page
      .locator('[data-sonner-toast]')
      .getByText('Readers see the change at once. Subscribers are not told.')
      .waitFor();
  });
  expect(await itemOf(title)).toEqual({ ...before, summary: 'Without a typo.' });
  expect(await lastTold()).toBe(told);
  await step(page, 'publish', async () => {
    await writeSummary('With more to tell.');
    const answered = page.waitForResponse(/actions\/publish/);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    expect((await answered).status()).toBe(200);
  });
  const after = await itemOf(title);
  expect(after.summary).toBe('With more to tell.');
  expect(after.date_modified > before.date_modified).toBe(true);
});

test('whoever wants to be asked is asked', async () => {
  const title = 'How I am asked';
  const documentId = await publish(title);
  await step(page, 'set it to ask', async () => {
    await visit(page, `${demo.origin}/admin/settings/syndication`);
    await page.getByLabel('When a published entry is published again').click();
    await page.getByRole('option', { name: 'Ask every time' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved\./).waitFor();
  });
  await openArticle(documentId);
  await drawIn(page, 'dark');
  const before = await itemOf(title);
  const ask = async (): Promise<void> => {
    // What is disabled takes no focus: the form enables it once it knows of the change.
    await page.getByRole('button', { name: 'Publish', exact: true, disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Tell subscribers of this change?').waitFor();
  };
  await step(page, 'go back, to the button', async () => {
    await writeSummary('Said quietly.');
    await ask();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Publish');
  });
  await step(page, 'choose to be quiet', async () => {
    await ask();
    expect(await findViolations(page, '[role=dialog]')).toEqual([]);
    await page.getByRole('button', { name: 'No, publish quietly' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Published document').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  expect(await itemOf(title)).toEqual({ ...before, summary: 'Said quietly.' });
  await step(page, 'choose to tell', async () => {
    await writeSummary('Said aloud.');
    await ask();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, tell them' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  // On a busy machine, a feed that is asked for right away may come before it is indexed when subscribers were told.
  let after = await itemOf(title);
  while (after.date_modified <= before.date_modified) {
    await sleep(100);
    after = await itemOf(title);
  }
  expect(after.summary).toBe('Said aloud.');
});
