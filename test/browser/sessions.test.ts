import type { Browser, Page, Route } from 'playwright-core';

import type { AdminApi } from './admin-api';
import {
  findViolationsInThemes,
  isInSight,
  keepPictures,
  type Login,
  openPage,
  type Session,
  signIn,
  step,
} from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { unfold } from './side-panel';

const ARTICLE = 'plugin::syndication.article';
const API = `/content-manager/collection-types/${ARTICLE}`;
const ZONE = 'America/New_York';
const NOTICE = '[data-testid="syndication-later-save"]';

let demo: Demo;
let browser: Browser;
let session: Session;
let api: AdminApi;
let ed: Login;

beforeAll(async () => {
  ({ demo, browser, session, api } = await startPanel());
  const roles = await api<{ data: { id: number; code: string }[] }>('/admin/roles');
  const { id } = roles.data.data.find(({ code }) => code === 'strapi-editor')!;
  ed = { email: 'ed@example.com', password: 'FieldNotes2' };
  const names = { email: ed.email, firstname: 'Ed', lastname: 'Itor', roles: [id] };
  const user = await api<{ data: { id: number } }>('/admin/users', names);
  const rest = { password: ed.password, isActive: true };
  await api(`/admin/users/${user.data.data.id}`, rest, 'PUT');
});

afterAll(() => stopPanel({ demo, browser }));

interface Saved {
  data: { documentId: string; title: string; updatedAt: string };
}

const write = async (title: string): Promise<string> => {
  const { data } = await api<Saved>(API, { title, body: 'Two people write this.' });
  return data.data.documentId;
};

const read = async (documentId: string): Promise<Saved['data']> =>
  (await api<Saved>(`${API}/${documentId}`)).data.data;

const panel = (page: Page) => page.getByTestId('syndication-panel');
const titleOf = (page: Page) => page.getByLabel(/^Title/);

const open = async (page: Page, documentId: string): Promise<void> => {
  await page.goto(`${demo.origin}/admin${API}/${documentId}`);
  await panel(page).waitFor();
};

/** Types a title, and waits until the panel shows it. */
const type = async (page: Page, title: string): Promise<void> => {
  await titleOf(page).fill(title);
  await unfold(page);
  await panel(page).getByText(title, { exact: true }).first().waitFor();
  await page.locator('[data-testid="syndication-panel"][aria-busy="false"]').waitFor();
};

const press = async (page: Page, button: 'Save' | 'Publish', done: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByText(done).first().waitFor();
};

/** Tells, when asked, whether the page has shown something since, be it for a moment. */
const watch = async (page: Page, selector: string): Promise<() => Promise<boolean>> => {
  await page.evaluate((sought) => {
    const seen = { it: document.querySelector(sought) !== null };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.it ||= document.querySelector(sought) !== null;
    }).observe(document.body, { childList: true, subtree: true });
  }, selector);
  return () => page.evaluate(() => (window as unknown as { seen: { it: boolean } }).seen.it);
};

const timeOf = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: ZONE,
  }).format(new Date(iso));

test('who has an entry open is told that somebody else saved it, who saved it is not', async () => {
  const documentId = await write('How we share');
  const mine = await openPage(browser, { session, timezoneId: ZONE });
  const theirs = await openPage(browser);
  await step(theirs, 'sign in as the other editor', () => signIn(theirs, demo.origin, ed));
  await step(mine, 'open it', () => open(mine, documentId));
  await step(theirs, 'open it, too', () => open(theirs, documentId));
  const seen = await watch(theirs, NOTICE);
  await step(theirs, 'save as the other editor', async () => {
    await type(theirs, 'How Ed shares');
    await press(theirs, 'Save', 'Saved document');
  });
  const { updatedAt } = await read(documentId);
  await step(mine, 'be told at the next pause, even if there is no preview', async () => {
    const previews = '**/syndication/previews';
    await mine.route(previews, (route) => route.fulfill({ status: 500 }));
    await titleOf(mine).fill('How I share');
    await mine
      .locator(NOTICE)
      .getByText(`Ed Itor saved this at ${timeOf(updatedAt)}.`)
      .waitFor();
    await mine.unroute(previews);
  });
  await step(theirs, 'not be told of what one saved', async () => {
    await type(theirs, 'How Ed shares again');
    expect(await seen()).toBe(false);
  });
  const notice = mine.locator(NOTICE);
  /** Reloads, and answers the browser's question. */
  const reload = async (answer: 'accept' | 'dismiss'): Promise<void> => {
    const asked = mine.waitForEvent('dialog');
    const isClicked = notice.getByRole('button', { name: 'Reload' }).click({ noWaitAfter: true });
    await (await asked)[answer]();
    await isClicked;
  };
  await step(mine, 'keep on typing', async () => {
    await notice.getByText('You have changes that are not saved.').waitFor();
    await reload('dismiss');
    expect(await titleOf(mine).inputValue()).toBe('How I share');
  });
  await step(mine, 'reload', async () => {
    await reload('accept');
    await mine.getByRole('heading', { name: 'How Ed shares', level: 1 }).waitFor();
    await type(mine, 'How we both share');
    expect(await mine.locator(NOTICE).count()).toBe(0);
  });
  await theirs.context().close();
});

test('one’s own saves and publications are no news, however late Strapi reads them anew', async () => {
  const documentId = await write('How I save');
  const page = await openPage(browser, { session, timezoneId: ZONE });
  await step(page, 'open it', () => open(page, documentId));
  // The side panel would be answered twice before the form knows what was saved.
  await page.route(`**${API}/${documentId}?*`, async (route) => {
    if (route.request().method() === 'GET') await new Promise((end) => setTimeout(end, 2_000));
    await route.continue();
  });
  await page.route(`**${API}/${documentId}`, async (route) => {
    if (route.request().method() === 'GET') await new Promise((end) => setTimeout(end, 2_000));
    await route.continue();
  });
  const seen = await watch(page, NOTICE);
  const reread = () =>
    page.waitForResponse(
      (response) =>
        response.request().method() === 'GET' && response.url().includes(`${API}/${documentId}`),
    );
  for (const [button, done] of [
    ['Save', 'Saved document'],
    ['Publish', 'Published document'],
  ] as const) {
    await step(page, button, async () => {
      await type(page, `How I ${button}`);
      const again = reread();
      await press(page, button, done);
      await again;
      await type(page, `How I ${button} more`);
      expect(await seen()).toBe(false);
    });
  }
});

test('who has a tag open is told that somebody else saved it, who saved it is not', async () => {
  const tags = '/content-manager/collection-types/plugin::syndication.tag';
  const { documentId } = (await api<Saved>(tags, { name: 'shared', slug: 'shared' })).data.data;
  const page = await openPage(browser, { session, timezoneId: ZONE });
  await page.goto(`${demo.origin}/admin${tags}/${documentId}`);
  const title = page.getByLabel(/^Title/);
  const seen = await watch(page, NOTICE);
  await step(page, 'save', async () => {
    await title.fill('Shared');
    await press(page, 'Save', 'Saved document');
    await page.waitForTimeout(1_000);
    expect(await seen()).toBe(false);
  });
  await step(page, 'be told at the next pause', async () => {
    await api(`${tags}/${documentId}`, { title: 'As Ed has it' }, 'PUT');
    await title.fill('As I have it');
    await page.locator(NOTICE).getByText('Reload before you save').waitFor();
    await keepPictures(page, 'tag-later-save');
    expect(await findViolationsInThemes(page, NOTICE)).toEqual([]);
  });
});

test('who saved it in another tab is told so', async () => {
  const documentId = await write('How I open tabs');
  const first = await openPage(browser, { session, timezoneId: ZONE });
  const second = await openPage(browser, { session, timezoneId: ZONE });
  await step(first, 'open it', () => open(first, documentId));
  await step(second, 'save it in another tab', async () => {
    await open(second, documentId);
    await type(second, 'How I save in one tab');
    await press(second, 'Save', 'Saved document');
  });
  const { updatedAt } = await read(documentId);
  await step(first, 'be told', async () => {
    await titleOf(first).fill('How I save in both');
    await first
      .locator(NOTICE)
      .getByText(`You saved this in another tab at ${timeOf(updatedAt)}.`)
      .waitFor();
  });
});

test('on a phone, where the side panel is in a closed drawer, warnings are in sight', async () => {
  const documentId = await write('How I write on a phone');
  const page = await openPage(browser, { session, timezoneId: ZONE, width: 390 });
  await page.goto(`${demo.origin}/admin${API}/${documentId}`);
  await panel(page).waitFor({ state: 'attached' });
  await step(page, 'be told of a later save', async () => {
    await api(`${API}/${documentId}`, { title: 'How Ed writes' }, 'PUT');
    await titleOf(page).fill('How I go on');
    const notice = page.locator(NOTICE);
    await notice.waitFor();
    await keepPictures(page, 'phone-later-save');
    expect(await isInSight(notice)).toBe(true);
    expect(await isInSight(page.getByRole('button', { name: 'Publish', exact: true }))).toBe(true);
    expect(await findViolationsInThemes(page, NOTICE)).toEqual([]);
  });
  await step(page, 'be told that the session has ended', async () => {
    await page.route('**/syndication/**', (route) =>
      route.fulfill({ status: 401, json: { error: { status: 401, name: 'UnauthorizedError' } } }),
    );
    await titleOf(page).fill('How I go on and on');
    const notice = page.getByTestId('syndication-signed-out');
    await notice.waitFor();
    await keepPictures(page, 'phone-signed-out');
    expect(await isInSight(notice)).toBe(true);
  });
});

/** Ways in which nothing gets to the server. */
const FAILURES: [name: string, told: string, fail: (route: Route) => Promise<void>][] = [
  ['is away', 'Failed to fetch', (route) => route.abort()],
  [
    'fails',
    'It broke.',
    (route) => {
      const error = { status: 500, name: 'InternalServerError', message: 'It broke.' };
      return route.fulfill({ status: 500, json: { data: null, error } });
    },
  ],
];

test.each(FAILURES)(
  'what was typed stays while the server %s, to be saved and published after it',
  async (name, told, fail) => {
    const title = `How I go on when it ${name}`;
    const documentId = await write(title);
    const page = await openPage(browser, { session, timezoneId: ZONE });
    await step(page, 'open it', () => open(page, documentId));
    for (const [button, done] of [
      ['Save', 'Saved document'],
      ['Publish', 'Published document'],
    ] as const) {
      await step(page, `${button} while the server ${name}`, async () => {
        await type(page, `${title}: ${button}`);
        await page.route(`**${API}/**`, fail);
        await press(page, button, told);
        await page.unroute(`**${API}/**`);
        expect(await titleOf(page).inputValue()).toBe(`${title}: ${button}`);
        await press(page, button, done);
      });
      expect((await read(documentId)).title).toBe(`${title}: ${button}`);
    }
  },
);

test('who is signed out is told so, signs in in another tab and saves what was typed', async () => {
  const documentId = await write('How I stay');
  const page = await openPage(browser);
  await step(page, 'sign in', () => signIn(page, demo.origin, ed));
  await step(page, 'open it', () => open(page, documentId));
  const context = page.context();
  const cookies = await context.cookies();
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'jwtToken')!.value);
  // The server ends the session; the browser has not heard of it.
  const ended = await fetch(`${demo.origin}/admin/logout`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  });
  expect(ended.status).toBe(200);
  const notice = page.getByTestId('syndication-signed-out');
  await step(page, 'be told', async () => {
    await titleOf(page).fill('How my text stays');
    await notice.getByText('You are signed out.').waitFor();
  });
  const opened = context.waitForEvent('page');
  await notice.getByRole('link', { name: 'Sign in in a new tab' }).click();
  const tab = await opened;
  await step(tab, 'sign in in another tab', async () => {
    await tab.locator('input[name=email]').fill(ed.email);
    await tab.locator('input[name=password]').fill(ed.password);
    await tab.getByRole('button', { name: 'Login' }).click();
    await tab.waitForURL((url) => !url.pathname.includes('/auth/'));
  });
  await step(page, 'save what was typed', async () => {
    await notice.waitFor({ state: 'detached' });
    expect(await titleOf(page).inputValue()).toBe('How my text stays');
    await press(page, 'Save', 'Saved document');
  });
  expect((await read(documentId)).title).toBe('How my text stays');
  await context.close();
});
