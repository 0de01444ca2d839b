/** @runs-on sqlite: how what is kept looks; that settings are kept is tested on every database. */
import { createHash } from 'node:crypto';

import type { AppearancePreview, AppearanceResponse } from '../../src/panel/admin-api';
import { FILE_UID } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';

let site: Site;
let admin: AdminFetch;

const PAGES = ['/', '/tags/', '/tags/api/', '/posts/one/', '/subscribe/'];
const FEEDS = ['/index.xml', '/atom.xml', '/feed.json', '/tags/api/index.xml'];

const data = async <Data>(response: Response): Promise<Data> =>
  ((await response.json()) as { data: Data }).data;

const appearance = async () => data<AppearanceResponse>(await admin('/syndication/appearance'));

const save = (body: object, query = '') =>
  admin(`/syndication/appearance${query}`, { method: 'PUT', body });

const preview = (body: object, query = '') =>
  admin(`/syndication/appearance/preview${query}`, { method: 'POST', body });

/** Paths of what the API refuses, with why. */
const refusals = async (response: Response): Promise<[string, string][]> => {
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as {
    error: { details: { errors: { path: unknown[]; code: string }[] } };
  };
  return error.details.errors.map(({ path, code }) => [path.join('.'), code]);
};

const createPicture = (hash: string) =>
  site.strapi.db.query(FILE_UID).create({
    data: {
      name: `${hash}.png`,
      hash,
      ext: '.png',
      mime: 'image/png',
      size: 1,
      url: `/uploads/${hash}.png`,
      provider: 'local',
      width: 1_200,
      height: 800,
      formats: {
        small: { url: `/uploads/small_${hash}.png`, width: 500, height: 333 },
        medium: { url: `/uploads/medium_${hash}.png`, width: 750, height: 500 },
      },
    },
  });

beforeAll(async () => {
  site = await startSite({ appearance: { footer: 'Made in Jakarta' } });
  admin = await signIn(site.app, 'strapi-super-admin');
});

afterAll(() => site?.stop());

test('a site that has published nothing sees its empty listing, and no article', async () => {
  const { listing, article } = await data<AppearancePreview>(await preview({ font: 'serif' }));
  expect(listing).toContain('Charter');
  expect(listing).toContain('No articles yet.');
  expect(article).toBeNull();
});

describe('a site with articles', () => {
  beforeAll(async () => {
    const api = await site.tag('api');
    const cover = (await createPicture('plug')) as { id: number };
    await site.published('one', { tags: [api], author: 'Ayu Lestari', cover: cover.id });
    await site.published('two', { tags: [api], cover: cover.id });
  });

  test('what config/plugins.ts gives is on the pages, and fixed in the panel alone', async () => {
    expect(await site.read('/')).toContain('<p class="line"><bdi>Made in Jakarta</bdi></p>');
    const { values, fixed } = await appearance();
    expect(fixed).toEqual(['footer']);
    expect(values.footer).toBe('Made in Jakarta');
    expect(values.font).toBe('sans');
    expect(await refusals(await save({ footer: 'Mine', font: 'mono' }))).toEqual([
      ['footer', 'fixed'],
    ]);
    expect(await site.read('/')).not.toContain('font:1.0625rem/1.65 ui-monospace');
  });

  test('a preview shows what is not saved, and saves nothing', async () => {
    const before = await site.read('/posts/one/');
    const edits = { listing: ['author', 'cover'], accent: '#a3197e' };
    const light = await data<AppearancePreview>(await preview(edits));
    expect(light.listing).toContain('Ayu Lestari');
    expect(light.listing).toContain('class="thumb"');
    expect(light.article).toContain('--link:#a3197e');
    expect(light.listing).not.toContain('prefers-color-scheme');
    const dark = await data<AppearancePreview>(await preview(edits, '?theme=dark'));
    expect(dark.listing).toContain('@media screen{:root{color-scheme:dark');
    expect(await site.read('/posts/one/')).toBe(before);
    expect((await preview(edits, '?theme=blue')).status).toBe(400);
  });

  test('what cannot be taken is refused, with where it is, and nothing of it is saved', async () => {
    const before = await appearance();
    const wrong = {
      theme: 'dark',
      accent: 'red',
      logo: { src: 'javascript:alert(1)' },
      headerLinks: [
        { label: 'A', address: '/a/' },
        { label: '', address: '//evil.example' },
      ],
      skin: 'x',
    };
    const expected = [
      ['accent', 'invalid'],
      ['logo.src', 'invalid'],
      ['headerLinks.1.label', 'invalid'],
      ['headerLinks.1.address', 'invalid'],
      ['skin', 'invalid'],
    ];
    expect(await refusals(await save(wrong))).toEqual(expected);
    expect(await refusals(await preview(wrong))).toEqual(expected);
    expect(await appearance()).toEqual(before);
  });

  test('a save is on every page at once, valid, and changes no feed', async () => {
    const feeds = await Promise.all(FEEDS.map(site.read));
    const pages = await Promise.all(PAGES.map(site.read));
    const response = await save({
      logo: { src: '/uploads/logo.svg', width: 320, height: 64 },
      favicon: '/uploads/icon.png',
      accent: '#a3197e',
      font: 'rounded',
      width: 'wide',
      headerLinks: [{ label: 'About & more', address: '/about/' }],
      footerLinks: [{ label: 'Imprint', address: 'https://www.example.com/imprint/' }],
      listing: ['summary', 'date', 'author', 'cover', 'tags'],
    });
    expect(response.status).toBe(200);
    for (const [index, address] of PAGES.entries()) {
      const html = await site.read(address);
      expect(html).not.toBe(pages[index]);
      expect(html).toContain('alt="Field Notes" width="320" height="64"');
      expect(html).toContain('<link rel="icon" href="/uploads/icon.png"/>');
      expect(html).toContain('<a href="/about/">About &amp; more</a>');
      expect(html).toContain('--link:#a3197e');
      expect(await htmlProblems(html)).toEqual([]);
    }
    expect(await Promise.all(FEEDS.map(site.read))).toEqual(feeds);
  });

  test('each page, and each error, allows its own style sheet and no other', async () => {
    for (const address of [...PAGES, '/posts/none/']) {
      const response = await site.get(address);
      const [, style = ''] = /<style>([^]*?)<\/style>/.exec(await response.text()) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain(`style-src 'sha256-${hash}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  test('a listing shows covers in the sizes there are, and follows them', async () => {
    const html = await site.read('/tags/api/');
    expect(html).toContain('src="https://www.example.com/uploads/plug.png"');
    expect(html).toContain('small_plug.png 500w');
    expect(html).toContain(' · <bdi>Ayu Lestari</bdi>');
    expect(html).toContain(`<a href="${BASE}/tags/api/" dir="auto">Api</a>`);
    await site.strapi.db
      .query(FILE_UID)
      .update({ where: { hash: 'plug' }, data: { url: '/uploads/socket.png', hash: 'socket' } });
    expect(await site.read('/tags/api/')).toContain('/uploads/socket.png');
  });

  test('two who save at once do not overwrite each other, and settings are apart', async () => {
    const { version } = await appearance();
    const { data: settings } = (await (await admin('/syndication/settings')).json()) as {
      data: { version: string };
    };
    expect((await save({ theme: 'dark' }, `?version=${version}`)).status).toBe(200);
    expect((await save({ theme: 'light' }, `?version=${version}`)).status).toBe(409);
    const { values } = await appearance();
    expect(values.theme).toBe('dark');
    expect(values.font).toBe('rounded');
    const other = await admin(`/syndication/settings?version=${settings.version}`, {
      method: 'PUT',
      body: { description: 'Notes' },
    });
    expect(other.status).toBe(200);
    expect((await appearance()).values.theme).toBe('dark');
  });

  test('what is fixed stays as it was saved when something else is', async () => {
    const store = site.strapi.store({ type: 'plugin', name: 'syndication', key: 'settings' });
    const before = (await store.get({})) as { appearance: { default: object } };
    const withLine = { ...before.appearance.default, footer: 'Saved before' };
    await store.set({ value: { ...before, appearance: { default: withLine } } });
    expect((await save({ theme: 'auto' })).status).toBe(200);
    expect((await appearance()).values.footer).toBe('Made in Jakarta');
    expect(await store.get({})).toMatchObject({
      appearance: { default: { footer: 'Saved before', theme: 'auto' } },
    });
  });
});
