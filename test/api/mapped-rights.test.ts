/** @runs-on sqlite: who may see and change entries of a mapping is decided by roles, and the same on each database */
import type { EntryPage, FeedDetail, SharedPreview } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';

const LEAF = 'api::leaf.leaf';

/** A type that is dated by when it was made, and whose items lead elsewhere. */
const PLUGINS = `
  const { readFileSync } = require('node:fs');
  module.exports = () => {
    const plugins = JSON.parse(readFileSync(require('node:path').join(__dirname, '../plugins.json')));
    plugins.syndication.config.sources = {
      '${LEAF}': {
        address: '/leaves/{chapter}/{slug}/',
        date: 'createdAt',
        item: (item) => ({ ...item, link: 'https://elsewhere.example/', title: 'Changed' }),
      },
    };
    return plugins;
  };`;

let app: App;
let admin: AdminFetch;

beforeAll(async () => {
  const attributes = {
    title: { type: 'string' },
    slug: { type: 'uid' },
    chapter: { type: 'string' },
    // Keeps entries out of lists, as the panel says.
    hidden: { type: 'boolean' },
  };
  app = await startApp({
    config: { baseUrl: 'https://www.example.com' },
    files: {
      ...siteTypes({ leaf: { draftAndPublish: true, attributes, pluralName: 'leaves' } }),
      'config/plugins.js': PLUGINS,
    },
  });
  admin = await signIn(app, 'strapi-super-admin');
});

afterAll(() => app?.stop());

const create = async (data: Record<string, unknown>, status = 'published'): Promise<string> =>
  (await app.strapi.documents(LEAF as never).create({ data, status } as never)).documentId;

const ask = async <Value>(path: string, as = admin): Promise<Value> => {
  const response = await as(`/syndication/${path}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Value }).data;
};

const previewOf = (documentId: string, as?: AdminFetch) =>
  ask<SharedPreview>(
    `previews/address?${new URLSearchParams({ contentType: LEAF, documentId }).toString()}`,
    as,
  );

const statusOf = async (address: string): Promise<number> =>
  (await app.get(new URL(address).pathname)).status;

describe('what is dated by a field that every entry has', () => {
  test('is previewed by the Super Admin, and told of while it waits', async () => {
    const documentId = await create({ title: 'A leaf', slug: 'a', chapter: 'one' }, 'draft');
    const { page, feed } = await previewOf(documentId);
    expect([await statusOf(page!), await statusOf(feed)]).toEqual([200, 200]);
    const response = await admin('/syndication/entries?status=draft&feed=site');
    const { results } = (await response.json()) as EntryPage;
    expect(results).toMatchObject([{ contentType: LEAF, documentId, title: 'A leaf' }]);
  });

  test('is for who may read all other fields that it is made of, and for nobody else', async () => {
    const documentId = await create({ title: 'Guarded', slug: 'b', chapter: 'one' }, 'draft');
    const reader = (fields: string[]) =>
      signIn(app, {
        permissions: [
          { action: 'plugin::syndication.previews.share' },
          {
            action: 'plugin::content-manager.explorer.read',
            subject: LEAF,
            properties: { fields },
          },
        ],
      });
    const whole = await reader(['title', 'slug', 'chapter', 'hidden']);
    expect(await statusOf((await previewOf(documentId, whole)).page!)).toBe(200);
    const query = new URLSearchParams({ contentType: LEAF, documentId }).toString();
    for (const fields of [
      ['slug', 'chapter', 'hidden'],
      ['title', 'slug', 'chapter'],
    ]) {
      const partly = await reader(fields);
      expect((await partly(`/syndication/previews/address?${query}`)).status).toBe(404);
    }
  });
});

test('items that the site leads elsewhere are the same entries in the panel', async () => {
  const older = await create({ title: 'Led away', slug: 'c', chapter: 'one' });
  const newer = await create({ title: 'Led away, too', slug: 'd', chapter: 'one' });
  const { items } = await ask<FeedDetail>('feeds/site');
  const led = { link: 'https://elsewhere.example/', contentType: LEAF, mayEdit: true };
  expect(items).toMatchObject([
    { ...led, documentId: newer },
    { ...led, documentId: older },
  ]);
});
