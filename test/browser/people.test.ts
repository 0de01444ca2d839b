import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { DEMO_ADMIN, openPage, type Session, step } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const COLLECTIONS = '/admin/content-manager/collection-types/plugin::syndication';
const API = '/content-manager/collection-types/plugin::syndication';

let demo: Demo;
let browser: Browser;
let session: Session;
let api: AdminApi;

beforeAll(async () => {
  ({ demo, browser, session, api } = await startPanel());
});

afterAll(() => stopPanel({ demo, browser }));

const get = (path: string) => fetch(`${demo.origin}${path}`, { redirect: 'manual' });
const panel = (page: Page) => page.getByTestId('syndication-panel');

interface Focused {
  name: string;
  text: string;
}

/** What has the focus: what it is called, and what is written on it, if that is what it is called by. */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const labels = Array.from(
      (element as HTMLInputElement).labels ?? [],
      (label) => label.innerText,
    );
    const named = element.getAttribute('aria-label') ?? labels.join(' ');
    return {
      name: named || element.getAttribute('name') || '',
      text: element.matches('a, button') ? element.innerText : '',
    };
  });

/** Presses a key until something that is called so has the focus. */
const pressTo = async (page: Page, key: string, name: RegExp): Promise<void> => {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const found = await focused(page);
    if (name.test(found.name) || name.test(found.text)) return;
    passed.push(found.name || found.text.slice(0, 30));
  }
  throw new Error(`${key} never reaches ${name}, only ${passed.join(' | ')}`);
};

/** Presses the arrow down until an option of the list that is open is the one for Enter. */
const arrowTo = async (page: Page, option: RegExp): Promise<void> => {
  const active = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant');
      return (id ? document.getElementById(id) : null)?.innerText ?? '';
    });
  for (let presses = 0; presses < 20; presses += 1) {
    const before = await active();
    if (option.test(before)) return;
    await page.keyboard.press('ArrowDown');
    // The list is drawn a moment later; at its end, nothing changes.
    for (let looks = 0; looks < 20 && (await active()) === before; looks += 1) {
      await page.waitForTimeout(50);
    }
  }
  throw new Error(`No option is called ${option}`);
};

test('an article is written and published with the keyboard alone, from the log-in on', async () => {
  const page = await openPage(browser, { width: 1440 });
  const tabTo = (name: RegExp) => pressTo(page, 'Tab', name);
  const type = (text: string) => page.keyboard.type(text);
  await step(page, 'log in with the keyboard', async () => {
    await page.goto(`${demo.origin}/admin/auth/login`);
    await page.locator('input[name=email]').waitFor();
    if (!/^Email/.test((await focused(page)).name)) await tabTo(/^Email/);
    await type(DEMO_ADMIN.email);
    await tabTo(/^Password/);
    await type(DEMO_ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.includes('/auth/'));
    await page.getByRole('link', { name: 'Content Manager' }).waitFor();
  });
  await step(page, 'go to a new article with the keyboard', async () => {
    await tabTo(/^Content Manager$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Article', exact: true }).waitFor();
    await tabTo(/^Article$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Create new entry' }).first().waitFor();
    await tabTo(/^Create new entry$/);
    await page.keyboard.press('Enter');
    await page.getByLabel(/^Title/).waitFor();
    await panel(page).waitFor();
  });
  await step(page, 'write with the keyboard', async () => {
    await tabTo(/^Title/);
    await type('How I leave the mouse alone');
    await panel(page).getByText('/posts/how-i-leave-the-mouse-alone/').waitFor();
    await tabTo(/^Tags/);
    await type('Debug');
    await page.getByRole('option', { name: /debugging/i }).waitFor();
    await arrowTo(page, /debugging/i);
    await page.keyboard.press('Enter');
    await panel(page).getByText('In which feeds (2)').waitFor();
    await tabTo(/^Summary/);
    await type('With every key but those of a mouse.');
    await panel(page).getByText('No problems').waitFor();
  });
  await step(page, 'publish with the keyboard', async () => {
    await tabTo(/^Publish$/);
    await page.keyboard.press('Enter');
    await page.getByText('Published document').waitFor();
    await panel(page).getByText('Live', { exact: true }).waitFor();
  });
  expect(await (await get('/tags/debugging/index.xml')).text()).toContain(
    '<title>How I leave the mouse alone</title>',
  );
  await page.context().close();
});

interface Item {
  title: string;
  url: string;
  summary: string;
}

const itemOf = async (title: string): Promise<Item | undefined> => {
  const { items } = (await (await get('/feed.json')).json()) as { items: Item[] };
  return items.find((item) => item.title === title);
};

const createTag = async (name: string): Promise<string> => {
  const { data } = await api<{ data: { documentId: string } }>(`${API}.tag`, { name, slug: name });
  return data.data.documentId;
};

const publish = async (title: string, tag: string): Promise<string> => {
  const { data } = await api<{ data: { documentId: string } }>(`${API}.article/actions/publish`, {
    title,
    body: 'This opening sentence has quite enough words in it to be a decent summary.',
    keepOutOfFeeds: false,
    tags: { connect: [{ documentId: tag }], disconnect: [] },
  });
  return data.data.documentId;
};

test('of two who edit an article, each is told what readers have by then', async () => {
  const title = 'How we both edit';
  const documentId = await publish(title, await createTag('both'));
  const page = await openPage(browser, { session, width: 1440 });
  await step(page, 'open what somebody else then moves', async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.article/${documentId}`);
    await panel(page).getByText('Live', { exact: true }).waitFor();
    const moved = await api(`${API}.article/${documentId}/actions/publish`, {
      slug: 'how-they-edit',
      summary: 'Their summary.',
    });
    expect(moved.status).toBe(200);
  });
  await step(page, 'type, and see what they did', async () => {
    await page.getByLabel(/^Summary/).fill('My summary.');
    await panel(page)
      .locator('[data-effect=moves]')
      .getByText(
        `Its address becomes ${demo.origin}/posts/how-we-both-edit/. The old one, ${demo.origin}/posts/how-they-edit/, leads there, and nobody gets the item twice.`,
      )
      .waitFor();
    await panel(page).getByText(`${demo.origin}/posts/how-they-edit/`, { exact: true }).waitFor();
  });
  await step(page, 'publish over it', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published document').waitFor();
    await panel(page).getByText('No problems').waitFor();
  });
  const url = `${demo.origin}/posts/how-we-both-edit/`;
  expect(await itemOf(title)).toMatchObject({ url, summary: 'My summary.' });
  const theirs = await get('/posts/how-they-edit/');
  expect([theirs.status, theirs.headers.get('location')]).toEqual([301, url]);
  await page.close();
});

test('an article whose tag is merged while it is open can still be saved, and has the tag that stays', async () => {
  const title = 'How my tag is merged';
  const [from, into] = [await createTag('leaving'), await createTag('staying')];
  const documentId = await publish(title, from);
  const page = await openPage(browser, { session, width: 1440 });
  await step(page, 'open an article whose tag is merged then', async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.article/${documentId}`);
    await panel(page)
      .getByText(/^In which feeds/)
      .click();
    await panel(page).getByRole('link', { name: 'Leaving' }).waitFor();
    const merged = await api(`/syndication/tags/${from}/merge`, { into });
    expect(merged.status).toBe(200);
  });
  await step(page, 'type on', async () => {
    await page.getByLabel(/^Summary/).fill('Written on.');
    await panel(page).getByRole('link', { name: 'Staying' }).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published document').waitFor();
  });
  expect(await (await get('/tags/staying/feed.json')).text()).toContain('Written on.');
  await page.close();
});

test('a tag that somebody merges while it is open is not brought back', async () => {
  const [from, into] = [await createTag('going'), await createTag('keeping')];
  const page = await openPage(browser, { session, width: 1440 });
  await step(page, 'save a tag that was merged', async () => {
    await page.goto(`${demo.origin}${COLLECTIONS}.tag/${from}`);
    await page.getByRole('heading', { name: 'going', level: 1 }).waitFor();
    await api(`/syndication/tags/${from}/merge`, { into });
    await page.getByLabel(/^Description/).fill('Never saved');
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await answered).status()).toBe(404);
    await page.getByText('Not Found').first().waitFor();
  });
  const old = await get('/tags/going/');
  expect([old.status, old.headers.get('location')]).toEqual([301, `${demo.origin}/tags/keeping/`]);
  await page.close();
});
