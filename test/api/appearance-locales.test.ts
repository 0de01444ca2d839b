/** @runs-on sqlite: how a locale looks; that settings are kept is tested on every database. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ARTICLE_UID } from '../../src/lib/constants';
import type { SharedPreview } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { htmlProblems } from '../helpers/html';
import { DATE, type Site, startSite } from '../helpers/site';

const EXAMPLE = path.resolve(__dirname, '../../examples/languages/strapi-server.js');
const files = { 'src/extensions/syndication/strapi-server.js': readFileSync(EXAMPLE, 'utf8') };

const PAGES = ['/', '/tags/', '/posts/one/', '/subscribe/', '/archive/'];

let site: Site;
let admin: AdminFetch;

const save = async (body: object): Promise<void> => {
  expect((await admin('/syndication/appearance', { method: 'PUT', body })).status).toBe(200);
};

const inGerman = (address: string): string => `/de${address}`;

const readAll = (addresses: string[]) => Promise.all(addresses.map(site.read));

beforeAll(async () => {
  site = await startSite(
    {
      feedStylesheet: true,
      appearance: { width: 'wide' },
      locales: {
        en: {},
        de: {
          siteName: 'Feldnotizen',
          appearance: {
            footer: 'Aus dem Feld',
            logo: { src: '/uploads/logo-de.svg', width: 320, height: 64 },
            favicon: '/uploads/icon-de.png',
            font: 'serif',
            theme: 'dark',
            headerLinks: [{ label: 'Über uns', address: '/de/about/' }],
            footerLinks: [{ label: 'Impressum', address: '/de/impressum/' }],
            listing: ['date'],
          },
        },
        ar: {},
      },
    },
    undefined,
    { files },
  );
  const locales = site.strapi.plugin('i18n').service('locales');
  for (const [code, name] of [
    ['de', 'German'],
    ['ar', 'Arabic'],
  ]) {
    await locales.create({ code, name });
  }
  const documentId = await site.published('one', { tags: [await site.tag('api')] });
  await site.strapi.documents(ARTICLE_UID).update({
    documentId,
    locale: 'de',
    data: { title: 'Eins', slug: 'one', date: DATE, body: 'Über eins.' },
    status: 'published',
  } as never);
  admin = await signIn(site.app, 'strapi-super-admin');
});

afterAll(() => site?.stop());

test('a locale that says nothing looks as the site does, and what it is given is on its pages', async () => {
  await save({ footer: 'From the field', accent: '#a3197e' });
  for (const html of await readAll(PAGES)) {
    expect(html).toContain('<p class="line"><bdi>From the field</bdi></p>');
  }
  for (const html of await readAll(PAGES.map(inGerman))) {
    expect(html).toContain('<p class="line"><bdi>Aus dem Feld</bdi></p>');
    expect(html).toContain('--link:#a3197e');
  }
});

test('a look of its own is on everything of the locale, and on nothing else', async () => {
  for (const html of await readAll(PAGES.map(inGerman))) {
    expect(html).toContain('src="/uploads/logo-de.svg" alt="Feldnotizen"');
    expect(html).toContain('<link rel="icon" href="/uploads/icon-de.png"/>');
    expect(html).toContain('<a href="/de/about/">Über uns</a>');
    expect(html).toContain('<a href="/de/impressum/">Impressum</a>');
    expect(html).toContain('Charter');
    expect(await htmlProblems(html)).toEqual([]);
  }
  for (const html of await readAll([...PAGES, '/ar/subscribe/'])) {
    expect(html).not.toMatch(/logo-de|icon-de|Impressum|Charter/);
  }
  const [style, german, error] = await Promise.all([
    site.read('/feed.css'),
    site.read('/de/feed.css'),
    site.get('/de/posts/none/'),
  ]);
  expect(german).not.toBe(style);
  expect(german).toContain('Charter');
  expect(error.status).toBe(404);
  expect(await error.text()).toContain('<a href="/de/impressum/">Impressum</a>');
});

test('each page of the locale allows its own style sheet', async () => {
  const policies = await Promise.all(
    ['/', '/de/'].map(async (address) =>
      (await site.get(address)).headers.get('content-security-policy'),
    ),
  );
  expect(policies[0]).toMatch(/style-src 'sha256-/);
  expect(policies[1]).toMatch(/style-src 'sha256-/);
  expect(policies[0]).not.toBe(policies[1]);
});

test('what the site is given is in a locale that has nothing of its own, and not in one that has', async () => {
  await save({ font: 'rounded', headerLinks: [{ label: 'About', address: '/about/' }] });
  expect(await site.read('/ar/subscribe/')).toContain('<a href="/about/">About</a>');
  const german = await site.read('/de/');
  expect(german).toContain('Charter');
  expect(german).not.toContain('<a href="/about/">');
});

test('what editors once saved for a locale is on no page, and stays in the database', async () => {
  const store = site.strapi.store({ type: 'plugin', name: 'syndication', key: 'settings' });
  const kept = (await store.get({})) as { appearance: object };
  const old = { font: 'mono', footer: 'Aus alten Tagen' };
  await store.set({ value: { ...kept, appearance: { ...kept.appearance, ar: old } } });
  await save({ accent: '#00695c' });
  const page = await site.read('/ar/subscribe/');
  expect(page).toContain('--link:#00695c');
  expect(page).not.toContain('Aus alten Tagen');
  expect(await store.get({})).toMatchObject({ appearance: { ar: old } });
});

test('a preview looks as its locale does, and so does what is said once it has ended', async () => {
  const data = { title: 'Entwurf', slug: 'entwurf', body: 'Noch nicht fertig.' };
  const documents = site.strapi.documents(ARTICLE_UID);
  const { documentId } = await documents.create({ data, locale: 'de' } as never);
  const query = new URLSearchParams({ contentType: ARTICLE_UID, documentId, locale: 'de' });
  const response = await admin(`/syndication/previews/address?${query.toString()}`);
  const { page } = ((await response.json()) as { data: SharedPreview }).data;
  const see = () => site.app.get(new URL(page!).pathname);
  expect(await (await see()).text()).toContain('<a href="/de/impressum/">Impressum</a>');
  await documents.delete({ documentId, locale: 'de' } as never);
  const ended = await see();
  expect(ended.status).toBe(410);
  const html = await ended.text();
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('<a href="/de/impressum/">Impressum</a>');
});
