import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { findViolations, openPage, type Session, step } from './browser';
import { findCutOff } from './cut-off';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

let demo: Demo;
let browser: Browser;
let page: Page;
/** Somebody else who is signed in. */
let other: AdminApi;
/** What the console complained of, where it is ours. */
const complaints: string[] = [];

beforeAll(async () => {
  let session: Session;
  // The whole demo, which is in two languages.
  ({ demo, browser, session, api: other } = await startPanel({ DEMO_CONTENT: 'all' }));
  page = await openPage(browser, { session });
  page.on('console', (message) => {
    const isOurs = /syndication|appearance/i.test(message.text());
    if (message.type() === 'error' && isOurs) complaints.push(message.text());
  });
});

afterAll(() => stopPanel({ demo, browser }));

const get = async (path: string) => (await fetch(demo.origin + path)).text();
const language = () => page.getByRole('combobox', { name: 'Language' });
const choose = async (name: string): Promise<void> => {
  await language().click();
  await page.getByRole('option', { name, exact: true }).click();
};
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const line = () => page.getByRole('textbox', { name: 'Line at the end of each page' });
const origin = (name: string) => page.getByTestId(`origin-${name}`);
const listing = () => page.frameLocator('iframe[title=Listing]');
const isSaved = () =>
  page
    .getByText(/^Saved\. The next request of every page/)
    .first()
    .waitFor();

test('a language shows what it has of the site and what is its own, in its own preview', async () => {
  await step(page, 'the whole site', async () => {
    await page.goto(`${demo.origin}/admin/settings/syndication-appearance`);
    await line().waitFor();
    expect(await language().innerText()).toBe('All languages');
    expect(await origin('footer').count()).toBe(0);
    await listing().getByRole('link', { name: 'Subscribe' }).first().waitFor();
  });
  await step(page, 'choose German', async () => {
    await choose('German');
    await origin('footer').getByText('Only in this language').waitFor();
    await origin('accent').getByText('As the whole site').waitFor();
    expect(await language().evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await line().inputValue()).toMatch(/^Feldnotizen/);
    await listing().getByRole('link', { name: 'Impressum' }).waitFor();
    expect(await listing().locator('html').getAttribute('lang')).toBe('de');
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await step(page, `a language at ${width} px`, async () => {
      expect(await findViolations(page, 'main form')).toEqual([]);
      expect(await findCutOff(page, ['main form'])).toEqual([]);
    });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('switching languages with unsaved changes asks, and a save changes one language alone', async () => {
  const english = await get('/');
  await step(page, 'change it, and stay', async () => {
    await line().fill('Aus Jakarta');
    await listing().getByText('Aus Jakarta', { exact: true }).waitFor();
    await choose('All languages');
    await page.getByText('You have changes that are not saved.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await line().inputValue()).toBe('Aus Jakarta');
    expect(await get('/de/')).not.toContain('Aus Jakarta');
  });
  await step(page, 'give links back, and save', async () => {
    await origin('headerLinks')
      .getByRole('button', { name: /^Use the site’s/ })
      .click();
    await origin('headerLinks').getByText('As the whole site').waitFor();
    await listing().getByRole('link', { name: 'Guides' }).waitFor();
    await save();
    await isSaved();
  });
  const german = await get('/de/');
  expect(german).toContain('<p class="line">Aus Jakarta</p>');
  expect(german).toContain('<a href="/guides/">Guides</a>');
  expect(german).toContain('Impressum</a>');
  expect(await get('/')).toBe(english);
});

test('what somebody else saves for the whole site is told, and nothing is lost', async () => {
  await step(page, 'save after somebody else', async () => {
    await line().fill('Mine');
    await other('/syndication/appearance', { font: { value: 'mono' } }, 'PUT');
    await save();
    const notice = page.getByRole('alert').filter({ hasText: 'Somebody else saved' });
    await notice.waitFor();
    expect(await line().inputValue()).toBe('Mine');
    await page.getByText('All letters as wide').waitFor();
    await origin('font').getByText('As the whole site').waitFor();
    await save();
    await notice.waitFor({ state: 'detached' });
  });
  expect(await get('/de/')).toContain('<p class="line">Mine</p>');
  await step(page, 'leave what is saved without being asked', async () => {
    await choose('All languages');
    await origin('footer').waitFor({ state: 'detached' });
    await line().waitFor();
    expect(await line().inputValue()).toMatch(/^Field Notes is the demo/);
  });
  expect(complaints).toEqual([]);
});
