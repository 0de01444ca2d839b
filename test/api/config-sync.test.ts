/**
 * @runs-on sqlite: What another plugin is told to leave out; how rows of settings are written is Strapi's.
 */
import { rmSync } from 'node:fs';

import type { TakeOver } from '../../src/addresses/take-over';
import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const STORY = 'api::story.story';
const PUBLIC = 'https://www.example.com';

/** What strapi-plugin-config-sync 3.2.0 does with rows of settings, by its option and as it starts. */
const CONFIG_SYNC = `
const { existsSync, readFileSync } = require('node:fs');
const rows = () => strapi.db.query('strapi::core-store');
const isLeftOut = (key) =>
  strapi.config.get('plugin::config-sync.excludedConfig')
    .some((option) => ('core-store.' + key).startsWith(option));
const exportAll = async () => (await rows().findMany()).filter(({ key }) => !isLeftOut(key));
module.exports = () => ({
  config: { default: { excludedConfig: ['core-store.strapi_content_types_schema'] } },
  services: { main: () => ({ exportAll }) },
  async bootstrap() {
    const file = strapi.dirs.app.root + '/exported.json';
    if (!existsSync(file)) return;
    const exported = JSON.parse(readFileSync(file, 'utf8'));
    for (const { key } of await exportAll()) {
      if (!exported.some((row) => row.key === key)) await rows().delete({ where: { key } });
    }
    for (const { id, ...data } of exported.filter(({ key }) => !isLeftOut(key))) {
      const where = { key: data.key };
      if (await rows().findOne({ where })) await rows().update({ where, data });
      else await rows().create({ data });
    }
  },
});`;

const files = {
  ...siteTypes({
    story: {
      draftAndPublish: true,
      attributes: { title: { type: 'string' }, slug: { type: 'uid' } },
    },
  }),
  'config/plugins.js': `
const path = require('node:path');
const { readFileSync } = require('node:fs');
const folder = path.dirname(__dirname);
module.exports = () => ({
  'config-sync': { enabled: true, resolve: folder + '/plugins/config-sync' },
  ...JSON.parse(readFileSync(folder + '/plugins.json', 'utf8')),
});`,
  'plugins/config-sync/package.json': JSON.stringify({
    name: 'strapi-plugin-config-sync',
    version: '3.2.0',
    strapi: { kind: 'plugin', name: 'config-sync', displayName: 'Config Sync' },
  }),
  'plugins/config-sync/strapi-server.js': CONFIG_SYNC,
};

interface StoreRow {
  key: string;
  value: string;
}

const findOwn = async ({ strapi }: App): Promise<StoreRow[]> =>
  (await strapi.db.query('strapi::core-store').findMany({ orderBy: 'key' })).filter(
    ({ key }: StoreRow) => /^[a-z]+_syndication_/.test(key),
  );

const configOf = (baseUrl: string, address: string) => ({
  baseUrl,
  push: { indexNow: true },
  sources: { [STORY]: { address } },
});

let production: (App & { folder: string }) | undefined;

afterAll(async () => {
  await production?.close();
  if (production) rmSync(production.folder, { recursive: true, force: true });
});

test('an import of the configuration of development by config-sync keeps the former addresses of production', async () => {
  production = await startApp({ files, config: configOf(PUBLIC, '/stories/{slug}/') });
  const { folder } = production;
  await production.strapi.documents(STORY as never).create({
    data: { title: 'Hello', slug: 'hello' } as never,
    status: 'published',
  });
  await settled(production);
  const takeOver = production.strapi.plugin('syndication').service('takeOver') as TakeOver;
  const text = `<rss version="2.0"><channel><item><title>Hello</title><link>${PUBLIC}/hello</link><guid>${PUBLIC}/hello</guid></item></channel></rss>`;
  const [item] = await takeOver.propose([{ name: 'feed.xml', text }]);
  const { contentType, documentId, locale } = item!.entry!;
  expect(await takeOver.apply([{ id: item!.id, contentType, documentId, locale }])).toBe(1);
  await production.close();

  const local = configOf('http://localhost:1337', '/news/{slug}/');
  const development = await startApp({ files, config: local });
  let exported: StoreRow[];
  try {
    await development.strapi
      .store({ type: 'plugin', name: 'syndication', key: 'settings' })
      .set({ value: { siteName: 'Field Notes' } });
    exported = await development.strapi.plugin('config-sync').service('main').exportAll();
  } finally {
    await development.stop();
  }
  // Of what the plugin keeps, editors wrote the settings alone.
  expect(exported.map(({ key }) => key).filter((key) => /^[a-z]+_syndication_/.test(key))).toEqual([
    'plugin_syndication_settings',
  ]);

  const deployed = { ...files, 'exported.json': JSON.stringify(exported) };
  production = await startApp({
    folder,
    files: deployed,
    config: configOf(PUBLIC, '/news/{slug}/'),
  });
  const get = (address: string) => production!.get(address, { redirect: 'manual' });
  for (const [from, to] of [
    ['/stories/hello/', '/news/hello/'],
    ['/stories/index.xml', '/news/index.xml'],
  ] as const) {
    const response = await get(from);
    expect([response.status, response.headers.get('location')]).toEqual([301, PUBLIC + to]);
  }
  expect(await (await get('/news/index.xml')).text()).toContain('Field Notes');
  expect((await findOwn(production)).map(({ key }) => key)).toContain(
    'plugin_syndication_takenOver',
  );
});
