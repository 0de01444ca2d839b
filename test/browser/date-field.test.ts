import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { openPage, type Session, step, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const API = '/content-manager/collection-types/plugin::syndication.article';

/** 9:00 in Jakarta, the site's time zone, on 1 January 2097. */
const NEW_YEAR = '2097-01-01T02:00:00.000Z';
const SHOWN = 'On the site: 1 Jan 2097, 09:00 (Asia/Jakarta)';

let demo: Demo;
let browser: Browser;
let session: Session;
let api: AdminApi;
let page: Page;

beforeAll(async () => {
  ({ demo, browser, session, api } = await startPanel());
  page = await openPage(browser, { session, width: 1440 });
});

afterAll(() => stopPanel({ demo, browser }));

interface Entry {
  documentId: string;
  date: string | null;
}

const savedAs = async (title: string): Promise<Entry | undefined> => {
  const query = `filters[title][$eq]=${encodeURIComponent(title)}`;
  return (await api<{ results: Entry[] }>(`${API}?${query}`)).data.results[0];
};

/** Whether readers have an article: its page answers. */
const isPublic = async (slug: string): Promise<boolean> =>
  (await fetch(`${demo.origin}/posts/${slug}/`)).status === 200;

const field = () => page.getByTestId('syndication-date');
const day = () => field().getByLabel('Choose date');
const time = () => field().getByLabel('Choose time');
/** It says what it does with the date as it is. */
const publish = () => page.getByRole('button', { name: /^(?:Publish|Schedule)$/ });
const PUBLISH_KEYS = 'Control+Shift+Enter';

/** Opens the form of a new article, which is ready for a date. */
const write = async (title: string): Promise<void> => {
  await visit(page, `${demo.origin}${COLLECTIONS}.article/create`);
  await field()
    .getByText(/Asia\/Jakarta/)
    .waitFor();
  await page.getByLabel(/^Title/).fill(title);
  // Nothing is asked where nothing is broken.
  await page.getByLabel(/^Summary/).fill('What it says.');
};

const typeDay = async (text: string): Promise<void> => {
  await day().focus();
  await page.keyboard.type(text);
};

const published = () => page.getByText('Published document').last().waitFor();

/** What brings a typed date to the server at once. */
const AT_ONCE: [name: string, publishNow: () => Promise<void>][] = [
  ['with the keys', () => page.keyboard.press(PUBLISH_KEYS)],
  // As a tap is: nothing comes between press and release.
  ['with a short click', () => publish().click({ delay: 0 })],
];

test.each(AT_ONCE)('a date that was typed is what is published %s', async (name, publishNow) => {
  const title = `Embargoed ${name}`;
  await write(title);
  const sent = page.waitForRequest((request) => request.url().includes('/actions/publish'));
  await step(page, `publish ${name}`, async () => {
    await typeDay('01/01/2097');
    await publishNow();
    expect((await sent).postDataJSON()).toMatchObject({ title, date: NEW_YEAR });
    await published();
  });
  expect((await savedAs(title))?.date).toBe(NEW_YEAR);
  expect(await isPublic(`embargoed-${name.replaceAll(' ', '-')}`)).toBe(false);
});

test('Tab leaves the day with the date that was typed', async () => {
  await write('Left with Tab');
  await step(page, 'leave with Tab', async () => {
    await typeDay('01/01/2097');
    // A browser's button for its calendar may come first.
    for (let presses = 0; presses < 3; presses += 1) {
      const isLeft = await time().evaluate((element) => element === document.activeElement);
      if (isLeft) break;
      await page.keyboard.press('Tab');
    }
    expect(await time().evaluate((element) => element === document.activeElement)).toBe(true);
    await field().getByText(SHOWN).waitFor();
    expect(await time().inputValue()).toBe('09:00');
  });
});

test('a click elsewhere leaves the date that was typed, and a time takes effect as it is typed', async () => {
  await write('Left with a click');
  await step(page, 'click elsewhere', async () => {
    await typeDay('01/01/2097');
    await page.getByLabel(/^Title/).click();
    await field().getByText(SHOWN).waitFor();
    await time().focus();
    await page.keyboard.type('02:30PM');
    await page.keyboard.press(PUBLISH_KEYS);
    await published();
  });
  expect((await savedAs('Left with a click'))?.date).toBe('2097-01-01T07:30:00.000Z');
});

test.each([
  ['a date that is not complete', '01/01'],
  ['a day that does not exist', '02/30/2097'],
  ['a year that is not complete', '01/01/20'],
])('%s is neither published nor saved', async (name, text) => {
  await write(`Refused: ${name}`);
  const refused = () =>
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes(API),
      { timeout: 1_000 },
    );
  await step(page, `refuse ${name}`, async () => {
    await typeDay(text);
    for (const send of [
      () => page.keyboard.press(PUBLISH_KEYS),
      () => publish().click({ delay: 0 }),
      () => page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]) {
      const response = refused().catch(() => undefined);
      await send();
      expect((await response)?.status() ?? 'not sent').not.toBe(200);
      await field().getByText('This date is not complete, or does not exist.').waitFor();
    }
  });
  expect(await savedAs(`Refused: ${name}`)).toBeUndefined();
});

test('part of a date that was saved is no date either, and Clear takes it away', async () => {
  const { data } = await api<{ data: Entry }>(API, {
    title: 'Dated',
    slug: 'dated',
    summary: 'What it says.',
    date: NEW_YEAR,
  });
  const { documentId } = data.data;
  await step(page, 'take the day away', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}.article/${documentId}`);
    await field().getByText(SHOWN).waitFor();
    // The keys publish once the panel says what they do.
    await page.getByTestId('syndication-place').waitFor();
    await day().focus();
    await page.keyboard.press('Delete');
    await page.keyboard.press(PUBLISH_KEYS);
    await field().getByText('This date is not complete, or does not exist.').waitFor();
  });
  expect((await savedAs('Dated'))?.date).toBe(NEW_YEAR);
  await step(page, 'keep what else was typed', async () => {
    await page.getByLabel(/^Summary/).fill('What it says by now.');
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await refused).status()).toBe(400);
    await page.getByText('This is no date').first().waitFor();
    expect(await page.getByLabel(/^Summary/).inputValue()).toBe('What it says by now.');
    const place = page.getByTestId('syndication-place');
    expect(await place.innerText()).toBe(`${demo.origin}/posts/dated/`);
  });
  await step(page, 'see the button beside the time in a narrow form', async () => {
    const clear = field().getByRole('button', { name: 'Clear', exact: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    const [besides, button] = [(await time().boundingBox())!, (await clear.boundingBox())!];
    expect(Math.abs(besides.y - button.y)).toBeLessThan(10);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await step(page, 'clear it', async () => {
    await field().getByRole('button', { name: 'Clear', exact: true }).click();
    await field()
      .getByText(/No time means/)
      .waitFor();
    expect(await day().evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(false);
    expect([await day().inputValue(), await time().inputValue()]).toEqual(['', '']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').waitFor();
  });
  expect((await savedAs('Dated'))?.date).toBeNull();
});
