import type { Browser, Page } from 'playwright-core';

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

const TAGS = '/admin/content-manager/collection-types/plugin::syndication.tag';
const MERGE = /\/syndication\/tags\/\w+\/merge$/;
const LIST = /\/content-manager\/collection-types\/plugin::syndication\.tag\?.*pageSize=100/;

let demo: Demo;
let browser: Browser;
let session: Session;

beforeAll(async () => {
  ({ demo, browser, session } = await startPanel());
});

afterEach(() => closeOlderPages(browser));

afterAll(() => stopPanel({ demo, browser }));

const get = async (path: string) => fetch(`${demo.origin}${path}`, { redirect: 'manual' });

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Merge “/ });
const picker = (page: Page) => dialog(page).getByLabel('The tag that stays');

const showList = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Tag', exact: true }).click();
  await page.getByRole('gridcell', { name: 'testing', exact: true }).first().waitFor();
};

const openList = async (page: Page): Promise<void> => {
  await page.goto(demo.origin + TAGS);
  await showList(page);
};

const openTag = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('gridcell', { name, exact: true }).first().click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

const openDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another tag…' }).click();
  await dialog(page).waitFor();
};

const choose = async (page: Page, name: string): Promise<void> => {
  await picker(page).click();
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true }).click();
};

const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Merge', exact: true });

test('only a tag that exists can be merged, and only into another', async () => {
  const page = await openPage(browser, { session });
  await step(page, 'no action for a new tag', async () => {
    await page.goto(`${demo.origin}${TAGS}/create`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete entry/ }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^Merge/ }).count()).toBe(0);
  });
  await step(page, 'the tag itself is not offered', async () => {
    await openList(page);
    await openTag(page, 'http');
    await openDialog(page);
    expect(await confirm(page).isDisabled()).toBe(true);
    await picker(page).click();
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

test('what goes wrong is said, and can be tried again', async () => {
  const page = await openPage(browser, { session });
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }));
  await step(page, 'tags cannot be loaded', async () => {
    await openList(page);
    await openTag(page, 'graphql');
    await openDialog(page);
    await dialog(page).getByText('This could not be loaded.').waitFor();
    await page.unroute(LIST);
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await choose(page, 'http');
  });
  for (const [status, text] of [
    [500, 'The tags could not be merged. Please try again.'],
    [404, 'One of the two tags does not exist any more. Reload the page.'],
  ] as const) {
    await step(page, `merging answers ${status}`, async () => {
      await page.route(MERGE, (route) => route.fulfill({ status, json: { error: { status } } }));
      await confirm(page).click();
      await dialog(page).getByText(text).waitFor();
      await page.unroute(MERGE);
    });
  }
});

/** Has the page read a merge's answer from the test, line by line, instead of from the server. */
const answerMerges = async (page: Page) => {
  await page.addInitScript(() => {
    const original = window.fetch;
    window.fetch = async (input, init) => {
      if (!/\/merge$/.test(String(input))) return original(input, init);
      const { readable, writable } = new TransformStream();
      Object.assign(window, { answer: writable.getWriter() });
      return new Response(readable);
    };
  });
  return (line: object): Promise<void> =>
    page.evaluate(async (text) => {
      const { answer } = window as unknown as { answer: WritableStreamDefaultWriter };
      await answer.write(new TextEncoder().encode(`${text}\n`));
    }, JSON.stringify(line));
};

test.each<Theme>(['light', 'dark'])(
  'a merge that takes time shows how far it is, in the %s theme',
  async (theme) => {
    const page = await openPage(browser, { session, theme });
    const answer = await answerMerges(page);
    const bar = dialog(page).getByRole('progressbar');
    await step(page, `merge in progress ${theme}`, async () => {
      await openList(page);
      await openTag(page, 'graphql');
      await openDialog(page);
      await choose(page, 'http');
      expect(await bar.count()).toBe(0);
      await confirm(page).click();
      await bar.waitFor();
      expect(await bar.getAttribute('value')).toBeNull();
      await answer({ moved: 0, total: 8000 });
      await dialog(page).getByText('Moving articles: 0 of 8,000').waitFor();
      await answer({ moved: 2400, total: 8000 });
      await dialog(page).getByText('Moving articles: 2,400 of 8,000').waitFor();
      expect(await bar.getAttribute('value')).toBe('2400');
      expect(await dialog(page).getByRole('status').last().innerText()).toBe(
        'This goes on if you leave the page.',
      );
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
    });
    await step(page, `merge that fails ${theme}`, async () => {
      await answer({ error: { status: 500, name: 'InternalServerError', message: 'Failed' } });
      await dialog(page).getByText('The tags could not be merged. Please try again.').waitFor();
      expect(await bar.count()).toBe(0);
    });
  },
);

test('who leaves while tags are merged is told, and stays where they went', async () => {
  const page = await openPage(browser, { session });
  const answer = await answerMerges(page);
  await step(page, 'leave while merging', async () => {
    await openList(page);
    await openTag(page, 'graphql');
    await openDialog(page);
    await choose(page, 'http');
    await confirm(page).click();
    await dialog(page).getByRole('progressbar').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await showList(page);
  });
  await step(page, 'be told of the end', async () => {
    const data = { documentId: 'x', name: 'http', slug: 'http', movedArticles: 1 };
    await answer({ data });
    await page.getByText('“graphql” is now part of “http”.').waitFor();
    expect(new URL(page.url()).pathname).toBe(TAGS);
  });
});

test.each<Theme>(['light', 'dark'])(
  'the dialog has no violation of accessibility in the %s theme',
  async (theme) => {
    const page = await openPage(browser, { session, theme });
    await step(page, `merge dialog ${theme}`, async () => {
      await openList(page);
      await openTag(page, 'graphql');
      await openDialog(page);
      await choose(page, 'http');
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
    });
  },
);

test('a session that has run out is renewed, and the tags are merged', async () => {
  const page = await openPage(browser, { session });
  const accepted: (string | undefined)[] = [];
  await page.route(MERGE, async (route) => {
    const { accept } = route.request().headers();
    accepted.push(accept);
    if (accept === 'application/json') await route.continue();
    else await route.fulfill({ status: 401, json: { data: null, error: { status: 401 } } });
  });
  await step(page, 'merge with an expired token', async () => {
    await openList(page);
    await openTag(page, 'graphql');
    await openDialog(page);
    await choose(page, 'http');
    await confirm(page).click();
    await page.getByText('“graphql” is now part of “http”.').waitFor();
  });
  expect(accepted).toEqual(['application/x-ndjson', 'application/json']);
});

test('a merged tag is gone, and its articles and subscribers are with the other', async () => {
  const page = await openPage(browser, { session });
  const title = 'How I Debug CORS';
  expect(await (await get('/tags/testing/index.xml')).text()).not.toContain(title);
  await step(page, 'merge a tag, unsaved changes and all', async () => {
    await openList(page);
    await openTag(page, 'debugging');
    await page.getByLabel('Description').fill('Not saved');
    await openDialog(page);
    await choose(page, 'testing');
    await confirm(page).click();
    await page.getByText('“debugging” is now part of “testing”.').waitFor();
  });
  await step(page, 'see the tag that stays', async () => {
    await page.getByRole('heading', { name: 'testing', level: 1 }).waitFor();
    await page.getByRole('button', { name: title }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
  await step(page, 'see a list without the merged tag', async () => {
    await showList(page);
    expect(await page.getByRole('gridcell', { name: 'debugging', exact: true }).count()).toBe(0);
  });
  const old = await get('/tags/debugging/index.xml');
  expect(old.status).toBe(301);
  const address = `${demo.origin}/tags/testing/index.xml`;
  expect(old.headers.get('location')).toBe(address);
  expect(await (await fetch(address)).text()).toContain(`<title>${title}</title>`);
});
