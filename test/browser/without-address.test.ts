import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import {
  findViolationsInThemes,
  isInSight,
  keepPictures,
  openPage,
  type Session,
  step,
  visit,
  writeBody,
} from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';

const LEAFLET = 'api::leaflet.leaflet';
const COLLECTIONS = '/admin/content-manager/collection-types';
const NOWHERE = 'Published, but no reader can find it: it has no address of its own.';

/** A site's type whose `uid` field is made from nothing, so that an editor has to fill it. */
const FILES = {
  'src/api/leaflet/content-types/leaflet/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'site_leaflets',
    info: { singularName: 'leaflet', pluralName: 'leaflets', displayName: 'Leaflet' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid' },
      text: { type: 'richtext' },
    },
  }),
  'config/plugins.js': `module.exports = {
    syndication: {
      enabled: true,
      resolve: ${JSON.stringify(path.resolve(__dirname, '../..'))},
      config: {
        baseUrl: 'http://localhost:' + process.env.PORT,
        siteName: 'Field Notes',
        timeZone: 'Asia/Jakarta',
        sources: { '${LEAFLET}': {}, 'plugin::syndication.article': {} },
      },
    },
    'users-permissions': { config: { jwtSecret: 'demo-jwt-secret' } },
  };`,
};

let demo: Demo;
let browser: Browser;
let page: Page;
let api: AdminApi;
let session: Session;

beforeAll(async () => {
  ({ demo, browser, session, api } = await startPanel({}, FILES));
  page = await openPage(browser, { session, width: 1440 });
});

afterAll(() => stopPanel({ demo, browser }));

const panel = () => page.getByTestId('syndication-panel');
const notice = () => page.getByTestId('syndication-nowhere');
const inAttention = () =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Without an address' }) });

test('what is published without an address is told where an editor looks', async () => {
  await step(page, 'publish a leaflet', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}/${LEAFLET}/create`);
    await page.getByLabel(/^title/).fill('Without an address');
    await panel().getByText('No address yet. It needs: slug').waitFor();
    expect(await notice().count()).toBe(0);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish anyway?' });
    await question.getByText('No address yet: fill in “slug”').waitFor();
    await question.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByText('Published document').waitFor();
  });
  await step(page, 'read it at the top of the side panel', async () => {
    await notice().getByText(NOWHERE).waitFor();
    const top = (await panel().boundingBox())!.y;
    expect((await notice().boundingBox())!.y - top).toBeLessThan(40);
    expect(await findViolationsInThemes(page, '[data-testid=syndication-nowhere]')).toEqual([]);
    await notice().getByRole('button', { name: 'Go to “slug”' }).click();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    expect(await focused()).toBe('slug');
  });
  await step(page, 'read it on the home page', async () => {
    await visit(page, `${demo.origin}/admin`);
    const told = page.getByText(
      '“Without an address” is published, but has no address of its own.',
    );
    await told.waitFor();
    expect(await findViolationsInThemes(page, '[data-testid=syndication-widget]')).toEqual([]);
  });
  await step(page, 'read it first of what needs attention', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication`);
    await inAttention().getByText('No address', { exact: true }).waitFor();
    // It is in no feed.
    expect(await inAttention().getByText('Whole site only').count()).toBe(0);
    const headings = await page.locator('main li').getByRole('heading').allTextContents();
    expect(headings[0]).toBe('Without an address');
  });
});

test('on a phone, where the side panel is in a closed drawer, it is in sight', async () => {
  const { data } = await api<{ results: { documentId: string }[] }>(
    `/content-manager/collection-types/${LEAFLET}`,
  );
  const phone = await openPage(browser, { session, width: 390 });
  await step(phone, 'open it on a phone', async () => {
    await visit(phone, `${demo.origin}${COLLECTIONS}/${LEAFLET}/${data.results[0]!.documentId}`);
    const told = phone.getByTestId('syndication-nowhere');
    await told.getByText(NOWHERE).waitFor();
    await keepPictures(phone, 'phone-nowhere');
    expect(await isInSight(told)).toBe(true);
    expect(await isInSight(phone.getByRole('button', { name: 'Publish', exact: true }))).toBe(true);
    expect(await findViolationsInThemes(phone, '[data-testid=syndication-nowhere]')).toEqual([]);
  });
  await step(phone, 'go to the slug on a phone', async () => {
    await phone
      .getByTestId('syndication-nowhere')
      .getByRole('button', { name: 'Go to “slug”' })
      .click();
    await phone.waitForFunction(() => document.activeElement?.getAttribute('name') === 'slug');
    expect(await isInSight(phone.getByLabel(/^slug/))).toBe(true);
  });
  await phone.close();
});

test('given an address, it is told of no more', async () => {
  await step(page, 'fill the slug', async () => {
    await inAttention().getByRole('link', { name: /slug/ }).click();
    await page.getByLabel(/^slug/).fill('found');
    await writeBody(page, 'What a reader of this leaflet is told, in enough words for all.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published document').waitFor();
    await notice().waitFor({ state: 'detached' });
  });
  expect((await fetch(`${demo.origin}/leaflets/found/`)).status).toBe(200);
  const { data } = await api<{ results: { status: string }[] }>('/syndication/attention');
  expect(data.results.filter(({ status }) => status === 'nowhere')).toEqual([]);
});
