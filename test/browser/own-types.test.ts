import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { AdminApi } from './admin-api';
import { findViolations, openPage, type Session, step, visit } from './browser';
import type { Demo } from './demo';
import { startPanel, stopPanel } from './panel';
import { unfold } from './side-panel';

const NEWS = 'api::news.article';
const EVENT = 'api::event.event';
const CATEGORY = 'api::category.category';
const ARTICLE = 'plugin::syndication.article';
const COLLECTIONS = '/admin/content-manager/collection-types';
const API = '/content-manager/collection-types';
const SENTENCE =
  'A subscriber reads this text in an app, far away from the site, and finds it clear.';

const string = { type: 'string' };

const type = (
  uid: string,
  displayName: string,
  draftAndPublish: boolean,
  attributes: object,
): Record<string, string> => {
  const [api = '', name = ''] = uid.replace('api::', '').split('.');
  const info = { singularName: name, pluralName: name === 'category' ? 'categories' : `${name}s` };
  return {
    [`src/api/${api}/content-types/${name}/schema.json`]: JSON.stringify({
      kind: 'collectionType',
      collectionName: `site_${api}_${name}`,
      info: { ...info, displayName },
      options: { draftAndPublish },
      attributes,
    }),
  };
};

/** A site with an article type of its own beside the plugin's, and a type without drafts. */
const FILES = {
  ...type(NEWS, 'Article', true, {
    title: string,
    slug: { type: 'uid', targetField: 'title' },
    publishDate: { type: 'datetime' },
    blocks: { type: 'blocks' },
    category: { type: 'relation', relation: 'manyToOne', target: CATEGORY },
  }),
  ...type(EVENT, 'Event', false, {
    name: string,
    slug: { type: 'uid', targetField: 'name' },
    text: { type: 'text' },
  }),
  ...type(CATEGORY, 'Category', true, { name: string, slug: { type: 'uid', targetField: 'name' } }),
  'config/plugins.js': `module.exports = {
    syndication: {
      enabled: true,
      resolve: ${JSON.stringify(path.resolve(__dirname, '../..'))},
      config: {
        baseUrl: 'http://localhost:' + process.env.PORT,
        siteName: 'Field Notes',
        timeZone: 'Asia/Jakarta',
        sources: {
          '${NEWS}': { address: '/news/{category.slug}/{slug}/', date: 'publishDate' },
          '${EVENT}': {},
          'plugin::syndication.article': { topics: ['tags', { field: 'author', address: '/authors/{value}/' }] },
        },
      },
    },
    'users-permissions': { config: { jwtSecret: 'demo-jwt-secret' } },
  };`,
};

let demo: Demo;
let browser: Browser;
let page: Page;
let api: AdminApi;

const create = async (uid: string, data: object, action = '/actions/publish'): Promise<string> => {
  const response = await api<{ data: { documentId: string } }>(`${API}/${uid}${action}`, data);
  expect([200, 201]).toContain(response.status);
  return response.data.data.documentId;
};

let tech: string;

beforeAll(async () => {
  let session: Session;
  ({ demo, browser, session, api } = await startPanel({}, FILES));
  page = await openPage(browser, { session, width: 1440 });
  tech = await create(CATEGORY, { name: 'Tech', slug: 'tech' });
  await create(CATEGORY, { name: 'Upcoming', slug: 'upcoming' }, '');
});

afterAll(() => stopPanel({ demo, browser }));

const panel = (on = page) => on.getByTestId('syndication-panel');

const choose = async (name: string): Promise<void> => {
  await page.getByRole('combobox', { name: /^category/ }).click();
  await page.getByRole('option', { name: new RegExp(name) }).click();
};

test('the side panel of an own type follows what is typed, and leads to what is missing', async () => {
  await step(page, 'open a form', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}/${NEWS}/create`);
    await page.getByTestId('syndication-status').getByText('Draft', { exact: true }).waitFor();
    await unfold(page);
  });
  await step(page, 'type', async () => {
    await page.getByLabel(/^title/).fill('Fibre for villages');
    await page.getByLabel(/^slug/).fill('fibre');
    await page.locator('[data-slate-editor]').click();
    await page.keyboard.insertText(SENTENCE);
    await panel().getByText(SENTENCE).first().waitFor();
    await panel().getByText('No address yet. It needs: category').waitFor();
    await unfold(page);
    await panel().getByText('No address yet: fill in “category”').waitFor();
  });
  await step(page, 'go to the field', async () => {
    await panel().getByRole('button', { name: 'Go to “category”' }).click();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    expect(await focused()).toBe('category');
  });
  await step(page, 'choose what is not published', async () => {
    await choose('Upcoming');
    await panel().getByText('What “category” leads to is not published').waitFor();
  });
  await step(page, 'choose what is', async () => {
    await choose('Tech');
    await panel().getByText(`${demo.origin}/news/tech/fibre/`).waitFor();
    await panel().getByRole('link', { name: 'Tech' }).waitFor();
    await panel().getByRole('link', { name: 'News' }).waitFor();
    await panel().getByText('No problems').waitFor();
  });
  expect(await findViolations(page, '[data-testid=syndication-panel]')).toEqual([]);
  await step(page, 'publish', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published document').waitFor();
    await page.getByTestId('syndication-status').getByText('Live', { exact: true }).waitFor();
  });
  const served = await fetch(`${demo.origin}/news/tech/fibre/`);
  expect([served.status, await served.text()]).toEqual([200, expect.stringContaining(SENTENCE)]);
});

test('a type without drafts is said to be public as soon as it is saved', async () => {
  await step(page, 'open a form', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}/${EVENT}/create`);
    await page.getByLabel(/^name/).fill('Harvest fair');
    await page.getByLabel(/^slug/).fill('harvest-fair');
    await panel().getByText('When you save').waitFor();
    await page.getByTestId('syndication-status').getByText('Not saved yet').waitFor();
    await unfold(page);
    await panel().getByText('The moment you save').waitFor();
  });
});

test('the list of an own type says what waits for its date', async () => {
  await create(NEWS, {
    title: 'Winter fair',
    slug: 'winter-fair',
    publishDate: '2097-12-25T02:00:00.000Z',
    category: { connect: [{ documentId: tech }], disconnect: [] },
  });
  await step(page, 'open the list', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}/${NEWS}`);
    const row = page.getByRole('row', { name: /Winter fair/ });
    const badge = row.getByText('Scheduled 25 Dec 2097, 09:00');
    await badge.waitFor();
    // Beside the title, and not behind all columns that Strapi shows at first.
    const { x, width } = (await badge.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(1440);
  });
  await step(page, 'open its form', async () => {
    await page
      .getByRole('link', { name: /Winter fair/ })
      .or(page.getByText('Winter fair'))
      .first()
      .click();
    const field = page.getByTestId('syndication-date');
    await field.getByText('On the site: 25 Dec 2097, 09:00 (Asia/Jakarta)').waitFor();
    expect(await field.getByLabel('Time').inputValue()).toBe('09:00');
  });
  await step(page, 'open a list of what is not published', async () => {
    await visit(page, `${demo.origin}${COLLECTIONS}/${CATEGORY}`);
    await page.getByRole('row', { name: /Upcoming/ }).waitFor();
    expect(await page.getByRole('columnheader', { name: /Scheduled/ }).count()).toBe(0);
  });
});

test('types of one name are told apart, and problems lead to the field', async () => {
  const documentId = await create(NEWS, {
    title: 'A <b>bold</b> title',
    slug: 'bold',
    category: { connect: [{ documentId: tech }], disconnect: [] },
  });
  await step(page, 'look at the sources', async () => {
    await visit(page, `${demo.origin}/admin/settings/syndication-sources`);
    await page.getByText('Article (news)').waitFor();
    await page.getByText('Article (syndication)').waitFor();
  });
  await step(page, 'go from a problem to its field', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication/${NEWS}`);
    await page.getByRole('tab', { name: /^Problems/ }).click();
    await page.getByRole('link', { name: 'Go to “title”' }).click();
    await page.waitForURL((url) => url.pathname.endsWith(documentId));
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title');
  });
});

test('who is known by name alone has a page, which their articles and the panel lead to', async () => {
  const author = 'Łukasz Ünlü';
  await create(ARTICLE, { title: 'By a name', slug: 'by-a-name', body: SENTENCE, author });
  const reader = await openPage(browser, { width: 390 });
  await step(reader, 'from the article to its author', async () => {
    await reader.goto(`${demo.origin}/posts/by-a-name/`);
    await reader.getByRole('link', { name: author }).click();
    await reader.waitForURL(`${demo.origin}/authors/lukasz-uenlue/`);
    await reader.getByRole('heading', { level: 1, name: author }).waitFor();
    await reader.getByRole('link', { name: 'By a name' }).waitFor();
    expect(await findViolations(reader)).toEqual([]);
  });
  await reader.close();
  await step(page, 'find the feed in the panel', async () => {
    await visit(page, `${demo.origin}/admin/plugins/syndication?view=feeds`);
    await page.getByRole('link', { name: author }).first().waitFor();
  });
});

test('a name without an end makes no page wider than a telephone', async () => {
  const author = 'N'.repeat(200);
  await create(ARTICLE, { title: 'W'.repeat(200), slug: 'wide', body: SENTENCE, author });
  const reader = await openPage(browser, { width: 390 });
  await step(reader, 'look at pages that show it', async () => {
    for (const path of ['/', '/authors/', '/posts/wide/']) {
      await reader.goto(demo.origin + path);
      await reader.getByText(author).first().waitFor();
      const [content, width] = await reader.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      expect([path, content]).toEqual([path, width]);
    }
  });
  await reader.close();
});
