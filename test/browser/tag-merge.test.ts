import type { Browser, Page } from 'playwright-core';

import { findViolationsInThemes, openPage, type Session, step, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const TAGS = '/admin/content-manager/collection-types/plugin::syndication.tag';
const MERGE = /\/syndication\/tags\/\w+\/merge$/;
const LIST = /\/content-manager\/collection-types\/plugin::syndication\.tag\?.*pageSize=100/;

let demo: Demo;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session } = await startPanel());
  page = await openPage(browser, { session });
});

afterAll(() => stopPanel({ demo, browser }));

const get = async (path: string) => fetch(`${demo.origin}${path}`, { redirect: 'manual' });

const dialog = () => page.getByRole('dialog', { name: /^Merge “/ });
const picker = () => dialog().getByLabel('The tag that stays');

const showList = async (): Promise<void> => {
  await page.getByRole('link', { name: 'Tag', exact: true }).click();
  await page.getByRole('gridcell', { name: 'testing', exact: true }).first().waitFor();
};

const openList = async (): Promise<void> => {
  await visit(page, demo.origin + TAGS);
  await showList();
};

const openTag = async (name: string): Promise<void> => {
  await page.getByRole('gridcell', { name, exact: true }).first().click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

const openDialog = async (): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another tag…' }).click();
  await dialog().waitFor();
};

const choose = async (name: string): Promise<void> => {
  await picker().click();
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true }).click();
  // The dialog grows by what it says then: a click on its way to a button would miss it.
  await dialog()
    .getByText(/will lead there\.$/)
    .waitFor();
};

const confirm = () => dialog().getByRole('button', { name: 'Merge', exact: true });

test('only a tag that exists can be merged, and only into another', async () => {
  await step(page, 'no action for a new tag', async () => {
    await visit(page, `${demo.origin}${TAGS}/create`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete entry/ }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^Merge/ }).count()).toBe(0);
  });
  await step(page, 'the tag itself is not offered', async () => {
    await openList();
    await openTag('http');
    await openDialog();
    expect(await confirm().isDisabled()).toBe(true);
    await picker().click();
    await page.getByRole('option', { name: 'graphql', exact: true }).waitFor();
    expect(await page.getByRole('option').allTextContents()).not.toContain('http');
  });
  await step(page, 'a search that finds some says nothing else', async () => {
    await page.keyboard.type('deb');
    const debugging = page.getByRole('option', { name: 'debugging', exact: true });
    await page.getByRole('option', { name: 'graphql', exact: true }).waitFor({ state: 'detached' });
    await debugging.waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('No tag matches your search.').count()).toBe(0);
  });
  await step(page, 'a search nothing matches says so', async () => {
    await page.keyboard.type('nothing');
    await page.getByText('No tag matches your search.').waitFor();
  });
});

test('a tag that was erased can be chosen again', async () => {
  await step(page, 'choose, and erase', async () => {
    await openList();
    await openTag('graphql');
    await openDialog();
    await choose('http');
    await picker().fill('');
    await page.keyboard.press('Tab');
    await page.locator('button:disabled', { hasText: /^Merge$/ }).waitFor();
  });
  await step(page, 'choose the same again', async () => {
    await choose('http');
    expect(await confirm().isEnabled()).toBe(true);
  });
});

test('what goes wrong is said, and can be tried again', async () => {
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }));
  await step(page, 'tags cannot be loaded', async () => {
    await openList();
    await openTag('graphql');
    await openDialog();
    await dialog().getByText('This could not be loaded.').waitFor();
    await page.unroute(LIST);
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await choose('http');
  });
  for (const [status, text] of [
    [500, 'The tags could not be merged. Please try again.'],
    [404, 'One of the two tags does not exist any more. Reload the page.'],
  ] as const) {
    await step(page, `merging answers ${status}`, async () => {
      await page.route(MERGE, (route) => route.fulfill({ status, json: { error: { status } } }));
      await confirm().click();
      await dialog().getByText(text).waitFor();
      await page.unroute(MERGE);
    });
  }
});

/** Keeps the next merge waiting until it is given a response. */
const holdMerge = async () => {
  let answer: (status: number, json: object) => void = () => undefined;
  const response = new Promise<{ status: number; json: object }>((resolve) => {
    answer = (status, json) => resolve({ status, json });
  });
  await page.route(MERGE, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fulfill(await response);
    await page.unroute(MERGE);
  });
  return answer;
};

test('a merge that takes time says that it goes on, in both themes', async () => {
  const notice = dialog().getByText('Moving articles… This goes on if you leave the page.');
  let answer: Awaited<ReturnType<typeof holdMerge>>;
  await step(page, 'merge in progress', async () => {
    await openList();
    answer = await holdMerge();
    await openTag('graphql');
    await openDialog();
    await choose('http');
    expect(await notice.count()).toBe(0);
    await confirm().click();
    await notice.waitFor();
    expect(await findViolationsInThemes(page, '[role=dialog]')).toEqual([]);
  });
  await step(page, 'merge that fails', async () => {
    answer(500, { error: { status: 500, name: 'InternalServerError', message: 'Failed' } });
    await dialog().getByText('The tags could not be merged. Please try again.').waitFor();
    expect(await notice.count()).toBe(0);
  });
});

test('who leaves while tags are merged is told, and stays where they went', async () => {
  let answer: Awaited<ReturnType<typeof holdMerge>>;
  await step(page, 'leave while merging', async () => {
    await openList();
    answer = await holdMerge();
    await openTag('graphql');
    await openDialog();
    await choose('http');
    await confirm().click();
    await dialog()
      .getByText(/^Moving articles…/)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await showList();
  });
  await step(page, 'be told of the end', async () => {
    answer(200, { data: { documentId: 'x', name: 'http', slug: 'http' } });
    await page.getByText('“graphql” is now part of “http”.').waitFor();
    expect(new URL(page.url()).pathname).toBe(TAGS);
    await page.getByText('“graphql” is now part of “http”.').waitFor({ state: 'detached' });
  });
});

test('the dialog has no violation of accessibility in either theme', async () => {
  await step(page, 'merge dialog', async () => {
    await openList();
    await openTag('graphql');
    await openDialog();
    await choose('http');
    expect(await findViolationsInThemes(page, '[role=dialog]')).toEqual([]);
  });
});

test('a merged tag is gone, and its articles and subscribers are with the other', async () => {
  const title = 'How I Debug CORS';
  expect(await (await get('/tags/testing/index.xml')).text()).not.toContain(title);
  await step(page, 'merge a tag, unsaved changes and all', async () => {
    await openList();
    await openTag('debugging');
    await page.getByLabel('Description').fill('Not saved');
    await openDialog();
    await choose('testing');
    await confirm().click();
    await page.getByText('“debugging” is now part of “testing”.').waitFor();
  });
  await step(page, 'see the tag that stays', async () => {
    await page.getByRole('heading', { name: 'testing', level: 1 }).waitFor();
    await page.getByRole('button', { name: title }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
  await step(page, 'see a list without the merged tag', async () => {
    await showList();
    expect(await page.getByRole('gridcell', { name: 'debugging', exact: true }).count()).toBe(0);
  });
  const old = await get('/tags/debugging/index.xml');
  expect(old.status).toBe(301);
  const address = `${demo.origin}/tags/testing/index.xml`;
  expect(old.headers.get('location')).toBe(address);
  expect(await (await fetch(address)).text()).toContain(`<title>${title}</title>`);
});
