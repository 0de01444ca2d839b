import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { openPage, type Session, step, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const ARTICLES = '/admin/content-manager/collection-types/plugin::syndication.article';
const API = '/content-manager/collection-types/plugin::syndication.article';

/** The demo, whose time zone is for editors to choose. */
const FILES = {
  'config/plugins.js': `module.exports = {
    syndication: {
      enabled: true,
      resolve: ${JSON.stringify(path.resolve(__dirname, '../..'))},
      config: { baseUrl: 'http://localhost:' + process.env.PORT, siteName: 'Field Notes' },
    },
    'users-permissions': { config: { jwtSecret: 'demo-jwt-secret' } },
  };`,
};

let demo: Demo;
let browser: Browser;
let page: Page;
let api: AdminApi;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel({}, FILES));
  page = await openPage(browser, { session, width: 1440 });
});

afterAll(() => stopPanel({ demo, browser }));

const zone = () => page.getByRole('combobox', { name: 'Time zone' });
/** What is outside of an open list is hidden from assistive technology. */
const save = () => page.getByRole('button', { name: 'Save', exact: true, includeHidden: true });

/** Clicks where the button is, as a mouse does; a first click may close the list alone. */
const clickSave = async (): Promise<void> => {
  const { x, y, width, height } = (await save().boundingBox())!;
  const clicked = page
    .waitForRequest((request) => request.method() === 'PUT', { timeout: 3_000 })
    .catch(() => undefined);
  await page.mouse.click(x + width / 2, y + height / 2);
  if (!(await clicked)) await page.mouse.click(x + width / 2, y + height / 2);
};

const savedZone = async (): Promise<string> => {
  const { data } = await api<{ data: { values: { timeZone: string } } }>('/syndication/settings');
  return data.data.values.timeZone;
};

/** Types into the field of the time zone, and stays in it. */
const typeZone = async (text: string): Promise<void> => {
  await page.goto(`${demo.origin}/admin/settings/syndication`);
  await zone().click();
  await zone().fill('');
  await page.keyboard.type(text);
};

test.each([
  ['America/New_York', 'with a click', clickSave],
  [
    'Europe/Berlin',
    'with the keyboard',
    async () => {
      // It closes the list.
      await page.keyboard.press('Enter');
      await save().press('Enter');
    },
  ],
])('the time zone %s that was typed is what is saved %s', async (name, how, saveNow) => {
  await step(page, `save a time zone ${how}`, async () => {
    await typeZone(name);
    await saveNow();
    await page.getByText(/^Saved\./).waitFor();
    expect([await zone().inputValue(), await savedZone()]).toEqual([name, name]);
  });
});

test.each(['Europe/Ber', ''])(
  '%p is no time zone, is refused, and stays as it is',
  async (typed) => {
    await step(page, `type the time zone ${typed}`, async () => {
      await typeZone(typed);
      await clickSave();
      await page.getByText('Not saved: please look at the marked fields.').waitFor();
      await page.getByText('Choose a zone from the list, such as “Asia/Jakarta”.').waitFor();
      expect([await zone().inputValue(), await savedZone()]).toEqual([typed, 'Europe/Berlin']);
    });
  },
);

test('a time that clocks leave out is refused, and of one that comes twice it is said which it is', async () => {
  const field = page.getByTestId('syndication-date');
  const day = field.getByLabel('Choose date');
  const time = field.getByLabel('Choose time');
  const title = page.getByLabel(/^Title/);
  const find = async (): Promise<{ date: string | null }[]> => {
    const query = 'filters[title][$eq]=As clocks change';
    return (await api<{ results: { date: string | null }[] }>(`${API}?${query}`)).data.results;
  };
  await step(page, 'refuse the hour that is left out', async () => {
    await visit(page, `${demo.origin}${ARTICLES}/create`);
    await field.getByText(/Europe\/Berlin/).waitFor();
    await title.fill('As clocks change');
    await page.getByLabel(/^Summary/).fill('What it says.');
    await day.focus();
    await page.keyboard.type('03/28/2027');
    await time.focus();
    await page.keyboard.type('02:30AM');
    await title.click();
    const refusal = '02:30 does not exist on this day: the clocks are put forward.';
    await field.getByText(refusal).waitFor();
    const sent = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes(API),
    );
    await page.getByRole('button', { name: /^(?:Publish|Schedule)$/ }).click();
    expect((await sent).status()).toBe(400);
    await field.getByText(refusal).waitFor();
    expect([await day.inputValue(), await time.inputValue()]).toEqual(['2027-03-28', '02:30']);
  });
  expect(await find()).toEqual([]);
  await step(page, 'tell the hour that comes twice', async () => {
    await day.focus();
    await page.keyboard.type('10/31/2027');
    await title.click();
    await field
      .getByText(
        'On the site: 31 Oct 2027, 02:30 (Europe/Berlin) (the first 02:30: the clocks are put back)',
      )
      .waitFor();
    await page.getByRole('button', { name: /^(?:Publish|Schedule)$/ }).click();
    await page.getByText('Published document').waitFor();
  });
  // Central European Summer Time, which comes first.
  expect((await find())[0]?.date).toBe('2027-10-31T00:30:00.000Z');
});
