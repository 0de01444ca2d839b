import type { Browser, Page } from 'playwright-core';

import { type AdminApi, openApi } from './admin-api';
import { closeBrowser, type Login, openBrowser, openPage, signIn, step } from './browser';
import { type Demo, startDemo } from './demo';

const ARTICLE = 'plugin::syndication.article';
const TAG = 'plugin::syndication.tag';
const EXPLORER = 'plugin::content-manager.explorer';

let demo: Demo;
let browser: Browser;
let asAdmin: AdminApi;

const createUser = async (name: string, roles: number[]): Promise<Login> => {
  const user = { email: `${name}@example.com`, password: 'FieldNotes2' };
  const created = await asAdmin<{ data: { id: number } }>('/admin/users', {
    email: user.email,
    firstname: name,
    roles,
  });
  await asAdmin(
    `/admin/users/${created.data.data.id}`,
    { password: user.password, isActive: true },
    'PUT',
  );
  return user;
};

const roleId = async (code: string): Promise<number> => {
  const { data } = await asAdmin<{ data: { id: number; code: string }[] }>('/admin/roles');
  return data.data.find((role) => role.code === code)!.id;
};

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), openBrowser()]);
  asAdmin = await openApi(demo);
});

afterAll(async () => {
  await closeBrowser(browser);
  await demo?.stop();
});

const openAs = async (user: Login): Promise<Page> => {
  const page = await openPage(browser);
  await signIn(page, demo.origin, user);
  return page;
};

test('a role without permissions sees neither menu entry nor panel nor data', async () => {
  const created = await asAdmin<{ data: { id: number } }>('/admin/roles', {
    name: 'Reader',
    description: 'Reads articles',
  });
  const role = created.data.data.id;
  const permissions = ['read', 'create', 'update'].map((action) => ({
    action: `${EXPLORER}.${action}`,
    subject: ARTICLE,
    conditions: [],
    properties: { fields: ['title', 'slug', 'body'] },
  }));
  await asAdmin(`/admin/roles/${role}/permissions`, { permissions }, 'PUT');
  const user = await createUser('reader', [role]);
  const page = await openAs(user);
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
  const asReader = await openApi(demo, user);
  expect((await asReader('/syndication/feeds')).status).toBe(403);
});

test('an author, who may not publish, reads what happens when somebody else does', async () => {
  const page = await openAs(await createUser('author', [await roleId('strapi-author')]));
  await step(page, 'write as an author', async () => {
    await page.goto(`${demo.origin}/admin/content-manager/collection-types/${ARTICLE}/create`);
    await page.getByLabel(/^Title/).fill('How I hand it over');
    await page.getByRole('heading', { name: 'When somebody else publishes it' }).waitFor();
    expect(await page.getByText('When you publish').count()).toBe(0);
  });
});

test('a role that may read a part of what is published is told so, not that it is a draft', async () => {
  const created = await asAdmin<{ data: { id: number } }>('/admin/roles', { name: 'Corrector' });
  const role = created.data.data.id;
  const permissions = [
    { action: 'plugin::syndication.feeds.read', conditions: [], properties: {} },
    { action: 'plugin::syndication.problems.read', conditions: [], properties: {} },
    ...['read', 'update'].map((action) => ({
      action: `${EXPLORER}.${action}`,
      subject: ARTICLE,
      conditions: [],
      // Strapi publishes with all required fields alone.
      properties: { fields: ['title', 'slug', 'body', 'keepOutOfFeeds'] },
    })),
    { action: `${EXPLORER}.publish`, subject: ARTICLE, conditions: [], properties: {} },
  ];
  await asAdmin(`/admin/roles/${role}/permissions`, { permissions }, 'PUT');
  const path = `/content-manager/collection-types/${ARTICLE}`;
  const values = { title: 'How I correct', body: 'A text with a tyop in it.' };
  const article = await asAdmin<{ data: { documentId: string } }>(path, values);
  const { documentId } = article.data.data;
  await asAdmin(`${path}/${documentId}/actions/publish`, {});
  const page = await openAs(await createUser('corrector', [role]));
  await step(page, 'open a published article of which a part may be read', async () => {
    await page.goto(`${demo.origin}/admin${path}/${documentId}`);
    const sentence = 'Your role may not read all that readers see of this.';
    await page.getByText(`${sentence} Ask an administrator for the right to read: `).waitFor();
    expect(await page.getByTestId('syndication-status').count()).toBe(0);
    expect(await page.getByText('Where it will be').count()).toBe(0);
  });
  await step(page, 'correct it', async () => {
    await page.getByLabel(/^Title/).fill('How I correct mistakes');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published document').first().waitFor();
  });
});

test('who may write no articles is offered none where a feed is empty', async () => {
  const created = await asAdmin<{ data: { id: number } }>('/admin/roles', { name: 'Watcher' });
  const role = created.data.data.id;
  const permissions = [
    { action: 'plugin::syndication.feeds.read', conditions: [], properties: {} },
    ...[ARTICLE, TAG].map((subject) => ({
      action: `${EXPLORER}.read`,
      subject,
      conditions: [],
      properties: { fields: ['title', 'name', 'slug', 'date', 'tags'] },
    })),
  ];
  await asAdmin(`/admin/roles/${role}/permissions`, { permissions }, 'PUT');
  const tag = await asAdmin<{ data: { documentId: string } }>(
    `/content-manager/collection-types/${TAG}`,
    { name: 'Unwritten', slug: 'unwritten' },
  );
  const write = async (page: Page): Promise<number> => {
    await page.goto(`${demo.origin}/admin/plugins/syndication/${tag.data.data.documentId}`);
    await page.getByText('Nothing is in this feed yet.').waitFor();
    return page.getByRole('link', { name: 'Write an article' }).count();
  };
  const page = await openAs(await createUser('watcher', [role]));
  await step(page, 'open an empty feed without writing', async () =>
    expect(await write(page)).toBe(0),
  );
  const author = await openAs(await createUser('writer', [await roleId('strapi-author')]));
  await step(author, 'open an empty feed to write for', async () =>
    expect(await write(author)).toBe(1),
  );
});

test('an editor sees the feeds, no settings and no way to merge tags', async () => {
  const page = await openAs(await createUser('editor', [await roleId('strapi-editor')]));
  await step(page, 'open the Feeds page as an editor', async () => {
    await page.getByRole('link', { name: 'Feeds', exact: true }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Feeds' }).click();
    await page
      .getByRole('row', { name: /Debugging/ })
      .getByText('Good')
      .waitFor();
    expect(await page.locator('main').getByRole('link', { name: 'Settings' }).count()).toBe(0);
  });
  await step(page, 'open the settings as an editor', async () => {
    for (const name of ['syndication', 'syndication-sources']) {
      await page.goto(`${demo.origin}/admin/settings/${name}`);
      await page.getByText("You don't have the permissions to access that content").waitFor();
    }
  });
  await step(page, 'open a tag as an editor', async () => {
    await page.goto(`${demo.origin}/admin/content-manager/collection-types/${TAG}`);
    await page.getByRole('gridcell', { name: 'graphql', exact: true }).first().click();
    await page.getByRole('heading', { name: 'graphql', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    // Strapi's own action, which can be used once the tag and the permissions are known.
    await page.locator('[role=menuitem]:not([aria-disabled])', { hasText: 'Delete' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^Merge/ }).count()).toBe(0);
  });
});
