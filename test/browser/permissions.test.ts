import type { Browser, Page } from 'playwright-core';

import { DEMO_ADMIN, type Login, openBrowser, openPage, signIn, step } from './browser';
import { type Demo, startDemo } from './demo';

const ARTICLE = 'plugin::syndication.article';
const EXPLORER = 'plugin::content-manager.explorer';

let demo: Demo;
let browser: Browser;
let asAdmin: (path: string, init?: { method: string; body: unknown }) => Promise<Response>;

const login = async ({ email, password }: Login): Promise<typeof asAdmin> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${demo.origin}/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return (path, { method, body } = { method: 'GET', body: undefined }) =>
    fetch(`${demo.origin}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${data.token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
};

const createUser = async (name: string, roles: number[]): Promise<Login> => {
  const user = { email: `${name}@example.com`, password: 'FieldNotes2' };
  const created = await asAdmin('/admin/users', {
    method: 'POST',
    body: { email: user.email, firstname: name, roles },
  });
  const { data } = (await created.json()) as { data: { id: number } };
  await asAdmin(`/admin/users/${data.id}`, {
    method: 'PUT',
    body: { password: user.password, isActive: true },
  });
  return user;
};

const roleId = async (code: string): Promise<number> => {
  const { data } = (await (await asAdmin('/admin/roles')).json()) as {
    data: { id: number; code: string }[];
  };
  return data.find((role) => role.code === code)!.id;
};

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
  asAdmin = await login(DEMO_ADMIN);
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

const openAs = async (user: Login): Promise<Page> => {
  const page = await openPage(browser);
  await signIn(page, demo.origin, user);
  return page;
};

test('a role without permissions sees neither menu entry nor panel nor data', async () => {
  const { data: role } = (await (
    await asAdmin('/admin/roles', {
      method: 'POST',
      body: { name: 'Reader', description: 'Reads articles' },
    })
  ).json()) as { data: { id: number } };
  await asAdmin(`/admin/roles/${role.id}/permissions`, {
    method: 'PUT',
    body: {
      permissions: ['read', 'create', 'update'].map((action) => ({
        action: `${EXPLORER}.${action}`,
        subject: ARTICLE,
        conditions: [],
        properties: { fields: ['title', 'slug', 'body'] },
      })),
    },
  });
  const page = await openAs(await createUser('reader', [role.id]));
  await step(page, 'open the Content Manager without permissions', async () => {
    await page.goto(`${demo.origin}/admin/content-manager/collection-types/${ARTICLE}/create`);
    await page.getByLabel(/^Title/).waitFor();
    expect(await page.getByRole('link', { name: 'Feeds', exact: true }).count()).toBe(0);
    expect(await page.getByTestId('syndication-panel').count()).toBe(0);
  });
  await step(page, 'open the Feeds page without permissions', async () => {
    await page.goto(`${demo.origin}/admin/plugins/syndication`);
    await page.getByText("You don't have the permissions to access that content").waitFor();
  });
  const asReader = await login({ email: 'reader@example.com', password: 'FieldNotes2' });
  expect((await asReader('/syndication/feeds')).status).toBe(403);
});

test('an editor sees the feeds and no settings', async () => {
  const page = await openAs(await createUser('editor', [await roleId('strapi-editor')]));
  await step(page, 'open the Feeds page as an editor', async () => {
    await page.getByRole('link', { name: 'Feeds', exact: true }).click();
    await page
      .getByRole('row', { name: /Debugging/ })
      .getByText('Good')
      .waitFor();
    expect(await page.locator('main').getByRole('link', { name: 'Settings' }).count()).toBe(0);
  });
  await step(page, 'open the settings as an editor', async () => {
    await page.goto(`${demo.origin}/admin/settings/syndication`);
    await page.getByText("You don't have the permissions to access that content").waitFor();
  });
});
