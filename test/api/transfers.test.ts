/**
 * @runs-on sqlite postgres: Strapi writes what is pushed; that many rows written past documents are
 * found is tested on every database by freshness.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { strapi as transferred } from '@strapi/data-transfer';
import { parseRssFeed } from 'feedsmith';

import { COUNTER, SCOPE_TABLE } from '../../src/changes/versions';
import { ARTICLE_UID } from '../../src/lib/constants';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { runStrapi } from '../helpers/strapi-command';
import { isIndexed, settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const moved = {
  ...config,
  baseUrl: 'https://new.example.org',
  sources: { [ARTICLE_UID]: { address: '/notes/{slug}/' } },
};
const FEED = '/index.xml';

/** As an administrator makes one in Settings > Transfer Tokens. */
const createToken = async ({ strapi }: App): Promise<string> => {
  const { token } = strapi.service('admin::transfer') as {
    token: { create: (data: object) => Promise<{ accessKey: string }> };
  };
  const made = await token.create({
    name: 'Transfers',
    description: '',
    lifespan: null,
    permissions: ['push', 'pull'],
  });
  return made.accessKey;
};

/** Of another site, from which content is brought. */
const elsewhere = mkdtempSync(path.join(tmpdir(), 'syndication-transfers-'));
const folder = mkdtempSync(path.join(tmpdir(), 'syndication-transfers-'));
/** Of a site that has nothing yet. */
const fresh = mkdtempSync(path.join(tmpdir(), 'syndication-transfers-'));
let app: App;
let editor: Editor;
let remote: { url: URL; auth: { type: 'token'; token: string } };

const feed = async (): Promise<string> => (await app.get(FEED)).text();

/** Waits for what is read anew after a transfer. */
const comesToShow = async (title: string): Promise<void> => {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(50)) {
    if ((await feed()).includes(`<title>${title}</title>`)) return;
  }
  throw new Error(`The feed does not show ${title}`);
};

/** Begins to pull content from the site, as `strapi transfer` does elsewhere; gives what ends it. */
const pull = async (): Promise<() => Promise<void>> => {
  const source = transferred.providers.createRemoteStrapiSourceProvider({
    ...remote,
    getStrapi: () => undefined,
  } as never);
  await source.bootstrap!({ report: () => undefined } as never);
  return async () => {
    await source.close!();
    // Strapi leaves it to the end of its process.
    (source as unknown as { ws: { terminate: () => void } }).ws.terminate();
  };
};

const revision = async (): Promise<number> => {
  await settled(app);
  const { connection } = app.strapi.db;
  return (await connection(SCOPE_TABLE).where({ key: COUNTER }).first('version')).version;
};

beforeAll(async () => {
  const development = await startApp({
    folder: elsewhere,
    config: { ...config, baseUrl: 'http://localhost:1337' },
  });
  const author = createEditor(development);
  await author.published({ title: 'Brought', slug: 'brought' });
  await author.published({ title: 'Brought too', slug: 'brought-too' });
  await development.strapi
    .store({ type: 'plugin', name: 'syndication', key: 'settings' })
    .set({ value: { description: 'Set elsewhere' } });
  await development.close();
  app = await startApp({ folder, config });
  editor = createEditor(app);
  const token = await createToken(app);
  remote = { url: new URL('/admin', app.origin), auth: { type: 'token', token } };
});

afterAll(async () => {
  await app.close();
  for (const place of [elsewhere, folder, fresh]) {
    await testDatabase(defaultDatabase, place).drop();
    rmSync(place, { recursive: true, force: true });
  }
});

describe('a running site', () => {
  it('shows nothing that an editor takes back while its content is pulled', async () => {
    const article = await editor.published({ title: 'Taken back', slug: 'taken-back' });
    await editor.published({ title: 'Stays', slug: 'stays' });
    expect(await feed()).toContain('<title>Taken back</title>');
    expect((await app.get('/posts/taken-back/')).status).toBe(200);
    const end = await pull();
    await editor.unpublish(article);
    await editor.published({ title: 'Published meanwhile', slug: 'meanwhile' });
    expect(await feed()).not.toContain('Taken back');
    expect((await app.get('/posts/taken-back/')).status).not.toBe(200);
    await end();
    await comesToShow('Published meanwhile');
    expect(await feed()).not.toContain('Taken back');
    expect((await app.get('/posts/taken-back/')).status).toBe(410);
    expect(await isIndexed(app, ARTICLE_UID, [article])).toBe(true);
  });

  it('purges nothing when its content was pulled and nobody wrote meanwhile', async () => {
    await settled(app);
    const before = await revision();
    const end = await pull();
    await (
      await signIn(app, 'strapi-super-admin')
    )('/users/me');
    await end();
    await settled(app);
    expect(await revision()).toBe(before);
  });

  it('shows the content that is pushed to it, and goes on publishing', async () => {
    expect(await feed()).toContain('<title>Stays</title>');
    const { href } = remote.url;
    await runStrapi(
      elsewhere,
      'transfer',
      '--force',
      '--to',
      href,
      '--to-token',
      remote.auth.token,
    );
    await comesToShow('Brought too');
    const shown = await feed();
    expect(shown).toContain('<title>Brought</title>');
    expect(shown).not.toContain('<title>Stays</title>');
    expect((await app.get('/posts/stays/')).status).toBe(404);
    await editor.published({ title: 'Written there', slug: 'written-there' });
    await comesToShow('Written there');
    // Dated again: nothing of the log was lost for good.
    await settled(app);
    for (const until = Date.now() + 10_000; Date.now() < until; await sleep(50)) {
      if ((await app.get(FEED)).headers.has('last-modified')) return;
    }
    throw new Error('The feed is not dated');
  });

  it('keeps the ids of what was pushed, and leads on from its addresses, when these change after it', async () => {
    await settled(app);
    await app.close();
    app = await startApp({ folder, config: moved });
    const former = await app.get('/posts/brought/');
    expect([former.status, former.headers.get('location')]).toEqual([
      301,
      'https://new.example.org/notes/brought/',
    ]);
    const guids = parseRssFeed(await feed()).items?.map(({ guid }) => guid?.value);
    expect(guids).toContain('https://www.example.com/posts/brought/');
  });

  it.each([
    ['a transfer', 'transfer'],
    ['an import', 'import'],
  ])(
    'leads on from former addresses, and shows what editors set elsewhere, after %s of the settings alone',
    async (_what, command) => {
      const only = ['--force', '--only', 'config'];
      if (command === 'transfer') {
        const to = new URL('/admin', app.origin).href;
        await runStrapi(elsewhere, command, ...only, '--to', to, '--to-token', remote.auth.token);
        await settled(app);
        await app.close();
      } else {
        const file = path.join(elsewhere, 'settings');
        await app.close();
        await runStrapi(elsewhere, 'export', '--no-encrypt', '--only', 'config', '--file', file);
        await runStrapi(folder, command, ...only, '--file', `${file}.tar.gz`);
      }
      app = await startApp({ folder, config: moved });
      const former = await app.get('/posts/brought/');
      expect([former.status, former.headers.get('location')]).toEqual([
        301,
        'https://new.example.org/notes/brought/',
      ]);
      const rows: { key: string }[] = await app.strapi.db
        .query('strapi::core-store')
        .findMany({ where: { key: { $startsWith: 'plugin_syndication_' } } });
      const keys = rows.map(({ key }) => key);
      expect(keys).toHaveLength(new Set(keys).size);
      expect(keys).toContain('plugin_syndication_settings');
      expect(await feed()).toContain('<description>Set elsewhere</description>');
    },
  );

  it('leads on from former addresses where all of it was imported into a site that had nothing', async () => {
    const file = path.join(elsewhere, 'everything');
    await app.close();
    app = await startApp({ folder: fresh, config: moved });
    await app.close();
    await runStrapi(folder, 'export', '--no-encrypt', '--file', file);
    await runStrapi(fresh, 'import', '--force', '--file', `${file}.tar.gz`);
    app = await startApp({ folder: fresh, config: moved });
    await settled(app);
    const former = await app.get('/posts/brought/');
    expect([former.status, former.headers.get('location')]).toEqual([
      301,
      'https://new.example.org/notes/brought/',
    ]);
  });
});
