import type { Browser, Page } from 'playwright-core';

import { findViolations, openPage, type Session, step, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

let demo: Demo;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  let session: Session;
  // As with env('PUBLIC_URL') when nobody has set it.
  ({ demo, browser, session } = await startPanel({ PUBLIC_URL: '' }));
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

const feed = async () => (await fetch(`${demo.origin}/index.xml`)).text();
const banner = () => page.getByRole('region', { name: /is not a public address$/ });

test('the Feeds page says that the site has no public address, and leads to where that is set', async () => {
  await step(page, 'read the banner', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication`);
    await banner().getByText('Set the base address to the public address').waitFor();
    expect(await banner().innerText()).toContain(demo.origin);
    expect(await findViolations(page, 'main')).toEqual([]);
  });
  await step(page, 'set a public address', async () => {
    await banner().getByRole('link', { name: 'Set the base address' }).click();
    await page.getByLabel('Base address').fill('https://notes.example.org');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved\./).waitFor();
  });
  expect(await feed()).toMatch(/<guid>https:\/\/notes\.example\.org\/posts\//);
  await step(page, 'find no banner', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication?view=feeds`);
    await page.getByRole('row', { name: /Debugging/ }).waitFor();
    expect(await banner().count()).toBe(0);
  });
});

test('ids are started over once the user has read what that does', async () => {
  const dialog = page.getByRole('alertdialog');
  const open = () => page.getByRole('button', { name: 'Start ids over' }).click();
  await step(page, 'open the dialog and leave it', async () => {
    await visit(page, `${demo.origin}/admin/settings/syndication`);
    await open();
    await dialog.getByText('Feed readers will show every article as new once more.').waitFor();
    expect(await findViolations(page, '[role=alertdialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
  await step(page, 'confirm', async () => {
    await open();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(/^\d+ ids are new\.$/).waitFor();
  });
});
