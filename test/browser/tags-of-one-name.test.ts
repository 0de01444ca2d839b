import type { Browser, Page } from 'playwright-core';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import type { AdminApi } from './admin-api';
import {
  findViolationsInThemes,
  type Login,
  openPage,
  type Session,
  signIn,
  step,
  visit,
} from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const LISTS = '/admin/content-manager/collection-types';
const API = '/content-manager/collection-types';
const UNREADABLE = 'Your role may not see what can be chosen in “Tags”. Ask an administrator.';

let demo: Demo;
let browser: Browser;
let api: AdminApi;
let page: Page;
/** The second tag that is called "testing". */
let second: string;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel());
  page = await openPage(browser, { session, width: 1440 });
  const { data } = await api<{ data: { documentId: string; slug: string } }>(`${API}/${TAG_UID}`, {
    name: 'testing',
    slug: 'testing-2',
  });
  second = data.data.documentId;
});

afterAll(() => stopPanel({ demo, browser }));

const name = () => page.getByLabel('Name', { exact: true }).or(page.getByLabel(/^Name ?\*/));
const namesake = () => page.getByTestId('syndication-namesake');
const dialog = (on = page) => on.getByRole('dialog');

const openBulk = async (on: Page, title: string): Promise<void> => {
  await visit(on, `${demo.origin}${LISTS}/${ARTICLE_UID}?pageSize=50&sort=title:ASC`);
  await on.getByRole('row').filter({ hasText: title }).getByRole('checkbox').click();
  await on.getByRole('button', { name: 'Change Tags…' }).click();
  await dialog(on).waitFor();
};

test('who types the name of another tag is told of it, and may save nevertheless', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/syndication/tags/namesake')) asked.push(request.url());
  });
  await step(page, 'type the name of a tag', async () => {
    await visit(page, `${demo.origin}${LISTS}/${TAG_UID}/create`);
    await name().click();
    await page.keyboard.type('TESTING ', { delay: 20 });
    await namesake().getByText('There is already a tag “testing” (testing).').waitFor();
    // At a pause, and not at each key.
    expect(asked.length).toBeLessThanOrEqual(2);
    const link = namesake().getByRole('link', { name: 'Open it' });
    const { data } = await api<{ results: { documentId: string; slug: string }[] }>(
      `${API}/${TAG_UID}?filters[slug][$eq]=testing`,
    );
    expect(await link.getAttribute('href')).toBe(
      `${LISTS}/${TAG_UID}/${data.results[0]!.documentId}`,
    );
    expect(await findViolationsInThemes(page, '[data-testid=syndication-namesake]')).toEqual([]);
  });
  await step(page, 'type a name that no tag has', async () => {
    await name().fill('testing by hand');
    await namesake().waitFor({ state: 'detached' });
    await name().fill('Testing');
    await namesake().waitFor();
  });
  await step(page, 'save', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').waitFor();
    expect(await namesake().innerText()).toContain('“testing” (testing)');
  });
});

test('a tag that was saved is told of the other one, and not of itself', async () => {
  await step(page, 'open the second', async () => {
    await visit(page, `${demo.origin}${LISTS}/${TAG_UID}/${second}`);
    await namesake().getByText('There is already a tag “testing” (testing).').waitFor();
    await name().fill('graphql');
    await namesake().getByText('There is already a tag “graphql” (graphql).').waitFor();
  });
  await step(page, 'open one whose name is its own', async () => {
    const found = page.waitForResponse((response) =>
      response.url().includes('/syndication/tags/namesake?name=http&'),
    );
    await visit(page, `${demo.origin}${LISTS}/${TAG_UID}`);
    await page.getByRole('gridcell', { name: 'http', exact: true }).first().click();
    await found;
    await page.getByRole('heading', { name: 'http', level: 1 }).waitFor();
    expect(await namesake().count()).toBe(0);
  });
});

test('tags of one name are told apart by their slugs where one is chosen', async () => {
  await step(page, 'in the bulk dialog', async () => {
    await openBulk(page, 'How I Debug CORS');
    await dialog().getByLabel('Tags').click();
    await page.keyboard.type('testing');
    await page.getByRole('option', { name: 'testing (testing-2)', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Nothing matches your search.').count()).toBe(0);
    await page.getByRole('option', { name: 'testing (testing)', exact: true }).click();
    expect(await dialog().getByLabel('Tags').inputValue()).toBe('testing (testing)');
    await page.keyboard.press('Escape');
  });
  await step(page, 'in the dialog of a merge', async () => {
    await visit(page, `${demo.origin}${LISTS}/${TAG_UID}`);
    await page.getByRole('gridcell', { name: 'http', exact: true }).first().click();
    await page.getByRole('heading', { name: 'http', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another tag…' }).click();
    await dialog().getByLabel('The tag that stays').click();
    await page.keyboard.type('testing');
    await page.getByRole('option', { name: 'testing (testing-2)', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
  await step(page, 'in the filter of the entries', async () => {
    for (const slug of ['testing', 'testing-2']) {
      const { data } = await api<{ results: { documentId: string }[] }>(
        `${API}/${TAG_UID}?filters[slug][$eq]=${slug}`,
      );
      await api(`${API}/${ARTICLE_UID}/actions/publish`, {
        title: `Of ${slug}`,
        body: 'A text for whoever reads of tests.',
        keepOutOfFeeds: false,
        tags: { connect: [{ documentId: data.results[0]!.documentId }], disconnect: [] },
      });
    }
    await visit(page, `${demo.origin}/admin/plugins/syndication?view=entries`);
    await page.getByRole('combobox', { name: 'Feed' }).pressSequentially('Testing');
    await page.getByRole('option', { name: /^Testing · .*\(testing-2\)$/ }).waitFor();
    await page.getByRole('option', { name: /^Testing · .*\(testing\)$/ }).waitFor();
  });
});

const createSorter = async (): Promise<Login> => {
  const role = await api<{ data: { id: number } }>('/admin/roles', {
    name: 'Sorter',
    description: 'Sorts articles, and may not read tags',
  });
  const fields = ['title', 'slug', 'body', 'tags'];
  const permissions = [
    ...['read', 'create', 'update'].map((action) => ({
      action: `plugin::content-manager.explorer.${action}`,
      subject: ARTICLE_UID,
      conditions: [],
      properties: { fields },
    })),
    { action: 'plugin::syndication.feeds.read', conditions: [], properties: {} },
  ];
  const set = await api(`/admin/roles/${role.data.data.id}/permissions`, { permissions }, 'PUT');
  expect(set.status).toBe(200);
  const user = { email: 'sorter@example.com', password: 'FieldNotes2' };
  const created = await api<{ data: { id: number } }>('/admin/users', {
    email: user.email,
    firstname: 'Sorter',
    roles: [role.data.data.id],
  });
  const path = `/admin/users/${created.data.data.id}`;
  await api(path, { password: user.password, isActive: true }, 'PUT');
  return user;
};

test('a role that may not read tags is told so', async () => {
  const sorter = await openPage(browser, { width: 1440 });
  await signIn(sorter, demo.origin, await createSorter());
  await step(sorter, 'in the bulk dialog', async () => {
    await openBulk(sorter, 'How I Debug CORS');
    await dialog(sorter).getByText(UNREADABLE).waitFor();
    expect(await dialog(sorter).getByRole('combobox', { name: 'Tags' }).count()).toBe(0);
    expect(await findViolationsInThemes(sorter, '[role=dialog]')).toEqual([]);
  });
  await step(sorter, 'in the side panel', async () => {
    await visit(sorter, `${demo.origin}${LISTS}/${ARTICLE_UID}/create`);
    await sorter.getByLabel(/^Title/).fill('How I sort');
    const panel = sorter.getByTestId('syndication-panel');
    await panel.getByText(/^In which feeds/).click();
    await panel.getByText(UNREADABLE).waitFor();
    expect(await panel.getByText(/Nothing chosen in/).count()).toBe(0);
    // While it is made anew, it is faint.
    await sorter.locator('[data-testid=syndication-panel][aria-busy=false]').waitFor();
    expect(await findViolationsInThemes(sorter, '[data-testid=syndication-panel]')).toEqual([]);
  });
  await sorter.close();
});
