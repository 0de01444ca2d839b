import type { Browser, Page } from 'playwright-core';

import { findViolationsInThemes, keepPictures, openPage, type Session, step } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

let demo: Demo;
let browser: Browser;
let session: Session;
let page: Page;

beforeAll(async () => {
  ({ demo, browser, session } = await startPanel());
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

interface Feed {
  items: { id: string; url: string; title: string }[];
}

const feed = async (): Promise<Feed> =>
  (await (await fetch(`${demo.origin}/feed.json`)).json()) as Feed;

const ids = async (): Promise<string[]> => (await feed()).items.map(({ id }) => id);

test('the ids that subscribers of another system know are taken over, but for what is left out, and given back', async () => {
  const before = await feed();
  const [first, second] = before.items;
  // As another system had them, with one that never moved here.
  const items = before.items.map(({ url, title }, place) => ({
    id: `tag:old.example.org,2019:${place}`,
    url: url.replace(demo.origin, 'https://old.example.org').replace('/posts/', '/blog/'),
    title,
    content_text: 'Text',
  }));
  const lost = {
    id: 'lost',
    url: 'https://old.example.org/lost',
    title: 'Lost',
    content_text: 'x',
  };
  const buffer = Buffer.from(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Old',
      items: [...items, lost],
    }),
  );

  await step(page, 'compare a feed', async () => {
    await page.goto(`${demo.origin}/admin/settings/syndication-take-over`);
    await page
      .getByLabel('Or files of it')
      .setInputFiles({ name: 'feed.json', mimeType: 'application/json', buffer });
    await page.getByRole('button', { name: 'Compare' }).click();
    await page
      .getByRole('heading', {
        name: `${items.length} of ${items.length + 1} items are articles here`,
      })
      .waitFor();
  });
  // The button below it would have the colours that Strapi gives one under the pointer.
  await page.mouse.move(0, 0);
  await keepPictures(page, 'take-over');
  expect(await findViolationsInThemes(page, 'main')).toEqual([]);
  expect(await page.getByRole('checkbox', { name: 'Lost' }).isDisabled()).toBe(true);
  await step(page, 'read on a phone by what they were found', async () => {
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    const { pathname } = new URL(first!.url);
    await page.getByRole('listitem').getByText(`${pathname} · Same slug`).waitFor();
    await page.setViewportSize(size);
  });
  expect(await ids()).toEqual(before.items.map(({ id }) => id));

  await step(page, 'take them over', async () => {
    await page.getByRole('checkbox', { name: second!.title }).click();
    const name = `Take over ${items.length - 1} ids`;
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByText(`${items.length - 1} articles have the ids`)
      .first()
      .waitFor();
  });
  const taken = await ids();
  expect(taken[0]).toBe(items[0]!.id);
  expect(taken[1]).toBe(second!.id);
  expect(taken).not.toContain(first!.id);

  await step(page, 'undo it', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The ids are as they were before.').first().waitFor();
  });
  expect(await ids()).toEqual(before.items.map(({ id }) => id));
});

test('an address that is no feed is told beside the field', async () => {
  await step(page, 'give the address of a page', async () => {
    await page.goto(`${demo.origin}/admin/settings/syndication-take-over`);
    await page.getByLabel('Address of the feed').fill(`${demo.origin}/tags/`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('is no feed. Give a document of RSS').waitFor();
  });
});
