import type { Browser, Page } from 'playwright-core';

import { openBrowser, openPage, signIn, step } from './browser';
import { type Demo, startDemo } from './demo';

let demo: Demo;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
  page = await openPage(browser);
  await signIn(page, demo.origin);
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

const feed = async () => (await fetch(`${demo.origin}/index.xml`)).text();

test('a changed setting is previewed, saved and in the very next feed', async () => {
  await step(page, 'preview a description', async () => {
    await page.goto(`${demo.origin}/admin/settings/syndication`);
    await page.getByLabel('Description').fill('Notes on feeds & more');
    await page.getByText('Notes on feeds & more', { exact: true }).last().waitFor();
  });
  expect(await feed()).toContain('<description>Recent content on Field Notes</description>');
  await step(page, 'save it', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved\./).waitFor();
  });
  expect(await feed()).toContain('<description>Notes on feeds &amp; more</description>');
});

test('a value that is not allowed says what is, and is not saved', async () => {
  await step(page, 'type a number out of range', async () => {
    await page.getByLabel('Articles in a feed').fill('20000');
    await page.getByLabel('Description').click();
    await page.getByText('Choose a whole number from 0 to 10,000.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved: please look at the marked fields.').waitFor();
  });
});

test('a setting fixed in config/plugins.ts can be read and not changed', async () => {
  await step(page, 'look at the site title', async () => {
    const field = page.getByLabel('Site title');
    expect(await field.inputValue()).toBe('Field Notes');
    expect(await field.isDisabled()).toBe(true);
    expect(await page.getByText('Fixed in config/plugins.ts by a developer.').count()).toBe(4);
  });
});
