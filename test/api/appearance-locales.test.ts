/** @runs-on sqlite: how a locale looks; that settings are kept is tested on every database. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ARTICLE_UID } from '../../src/constants';
import type {
  AppearancePreview,
  AppearanceResponse,
  SharedPreview,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { toChanges } from '../helpers/appearance';
import { htmlProblems } from '../helpers/html';
import { DATE, type Site, startSite } from '../helpers/site';

const EXAMPLE = path.resolve(__dirname, '../../examples/languages/strapi-server.js');
const files = { 'src/extensions/syndication/strapi-server.js': readFileSync(EXAMPLE, 'utf8') };

const GERMAN = '?locale=de';
const PAGES = ['/', '/tags/', '/posts/one/', '/subscribe/', '/archive/'];

let site: Site;
let admin: AdminFetch;

const data = async <Data>(response: Response): Promise<Data> =>
  ((await response.json()) as { data: Data }).data;

const appearance = async (query = '') =>
  data<AppearanceResponse>(await admin(`/syndication/appearance${query}`));

const change = (body: unknown, query = '') =>
  admin(`/syndication/appearance${query}`, { method: 'PUT', body });

const save = async (values: object, query = ''): Promise<void> => {
  expect((await change(toChanges(values), query)).status).toBe(200);
};

const preview = async (values: object, query: string) =>
  data<AppearancePreview>(
    await admin(`/syndication/appearance/preview${query}`, {
      method: 'POST',
      body: toChanges(values),
    }),
  );

const inGerman = (address: string): string => `/de${address}`;

const readAll = (addresses: string[]) => Promise.all(addresses.map(site.read));

beforeAll(async () => {
  site = await startSite(
    {
      feedStylesheet: true,
      appearance: { width: 'wide' },
      locales: {
        en: {},
        de: { siteName: 'Feldnotizen', appearance: { footer: 'Aus dem Feld' } },
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
    expect(html).toContain('<p class="line">From the field</p>');
  }
  for (const html of await readAll(PAGES.map(inGerman))) {
    expect(html).toContain('<p class="line">Aus dem Feld</p>');
    expect(html).toContain('--link:#a3197e');
  }
});

test('the panel is told which locales may look otherwise, and what each of them has', async () => {
  const { locales, fixed, values } = await appearance();
  expect(locales).toEqual([
    { code: 'de', language: 'de' },
    { code: 'ar', language: 'ar' },
  ]);
  expect(fixed).toEqual(['width']);
  expect(values.footer).toEqual({ value: 'From the field' });
  const german = await appearance(GERMAN);
  expect(german.fixed).toEqual(['width', 'footer']);
  expect(Object.values(german.values).every((value) => value === null)).toBe(true);
  expect(german.otherwise).toMatchObject({
    accent: '#a3197e',
    footer: 'Aus dem Feld',
    width: 'wide',
  });
});

test('a look of its own is on everything of the locale at once, and on nothing else', async () => {
  const others = [...PAGES, '/feed.css', '/ar/subscribe/'];
  const before = await readAll(others);
  const feeds = await readAll(['/index.xml', '/de/index.xml', '/de/feed.json']);
  const [style] = await readAll(['/de/feed.css']);
  await save(
    {
      logo: { src: '/uploads/logo-de.svg', width: 320, height: 64 },
      favicon: '/uploads/icon-de.png',
      accent: '#00695c',
      font: 'serif',
      theme: 'dark',
      headerLinks: [{ label: 'Über uns', address: '/de/about/' }],
      footerLinks: [{ label: 'Impressum', address: '/de/impressum/' }],
      listing: ['date'],
    },
    GERMAN,
  );
  for (const html of await readAll(PAGES.map(inGerman))) {
    expect(html).toContain('src="/uploads/logo-de.svg" alt="Feldnotizen"');
    expect(html).toContain('<link rel="icon" href="/uploads/icon-de.png"/>');
    expect(html).toContain('<a href="/de/about/">Über uns</a>');
    expect(html).toContain('<a href="/de/impressum/">Impressum</a>');
    expect(html).toContain('<p class="line">Aus dem Feld</p>');
    expect(html).toContain('Charter');
    expect(await htmlProblems(html)).toEqual([]);
  }
  const [css, , error] = await Promise.all([
    site.read('/de/feed.css'),
    site.get('/posts/none/'),
    site.get('/de/posts/none/'),
  ]);
  expect(css).not.toBe(style);
  expect(css).toContain('Charter');
  expect(error.status).toBe(404);
  expect(await error.text()).toContain('<a href="/de/impressum/">Impressum</a>');
  expect(await readAll(others)).toEqual(before);
  expect(await readAll(['/index.xml', '/de/index.xml', '/de/feed.json'])).toEqual(feeds);
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

test('a value is given back to the site’s, and may be none where the site has one', async () => {
  expect((await change({ headerLinks: null, accent: { value: '' } }, GERMAN)).status).toBe(200);
  const german = await site.read('/de/');
  expect(german).toContain('<a href="/about/">About</a>');
  expect(german).not.toContain('Über uns');
  expect(german).not.toContain('--link:#a3197e');
  const { values } = await appearance(GERMAN);
  expect(values.headerLinks).toBeNull();
  expect(values.accent).toEqual({ value: '' });
});

test('what is fixed, wrong or of no such locale is refused, and nothing is saved', async () => {
  const before = await appearance(GERMAN);
  const refused = await change(
    { footer: null, width: { value: 'narrow' }, font: { value: 'serf' } },
    GERMAN,
  );
  expect(refused.status).toBe(400);
  const { error } = (await refused.json()) as {
    error: { details: { errors: { path: string[]; code: string }[] } };
  };
  expect(error.details.errors.map(({ path: at, code }) => [...at, code])).toEqual([
    ['footer', 'fixed'],
    ['width', 'fixed'],
    ['font', 'invalid'],
  ]);
  for (const locale of ['en', 'fr', 'default', '', 'constructor', 'de&locale=ar']) {
    const query = `?locale=${locale}`;
    expect((await change({ font: { value: 'mono' } }, query)).status).toBe(400);
    expect((await admin(`/syndication/appearance${query}`)).status).toBe(400);
  }
  expect((await change({ font: 'mono' }, GERMAN)).status).toBe(400);
  expect(await appearance(GERMAN)).toEqual(before);
});

test('who edits a locale is told of what was saved for it or for the site, and of nothing else', async () => {
  const [english, german, arabic] = await Promise.all([
    appearance(),
    appearance(GERMAN),
    appearance('?locale=ar'),
  ]);
  const font = toChanges({ font: 'mono' });
  expect((await change(font, `${GERMAN}&version=${german.version}`)).status).toBe(200);
  expect((await change(font, `${GERMAN}&version=${german.version}`)).status).toBe(409);
  expect((await change(font, `?locale=ar&version=${arabic.version}`)).status).toBe(200);
  const { version } = await appearance(GERMAN);
  expect((await change(font, `?version=${english.version}`)).status).toBe(200);
  expect((await change({ font: null }, `${GERMAN}&version=${version}`)).status).toBe(409);
});

test('the preview is in the language of the locale, with its articles where there are any', async () => {
  const german = await preview({ footerLinks: [] }, GERMAN);
  expect(german.isExample).toBe(false);
  expect(german.listing).toContain('<html lang="de"');
  expect(german.listing).toContain('Eins');
  expect(german.listing).toContain('Feldnotizen');
  expect(german.listing).not.toContain('Impressum');
  expect(await site.read('/de/')).toContain('Impressum');
  const arabic = await preview({}, '?locale=ar&theme=dark');
  expect(arabic.isExample).toBe(true);
  expect(arabic.article).toContain('dir="rtl"');
  expect(arabic.article).not.toContain('January');
  expect(arabic.listing).toContain('<a href="/about/">About</a>');
  expect((await preview({}, '')).listing).toContain('<html lang="en"');
});

test('other settings are saved without a word to the looks, and a locale that left keeps its own', async () => {
  const store = site.strapi.store({ type: 'plugin', name: 'syndication', key: 'settings' });
  const kept = (await store.get({})) as { appearance: object };
  await store.set({ value: { ...kept, appearance: { ...kept.appearance, fr: { font: 'mono' } } } });
  const response = await admin('/syndication/settings', {
    method: 'PUT',
    body: { description: 'Notes' },
  });
  expect(response.status).toBe(200);
  await save({ footerLinks: [{ label: 'Recht', address: '/de/recht/' }] }, GERMAN);
  const { appearance: saved } = (await store.get({})) as {
    appearance: Record<string, Record<string, unknown>>;
  };
  expect(saved.fr).toEqual({ font: 'mono' });
  expect(saved.default).toEqual((kept.appearance as typeof saved).default);
  expect(await site.read('/de/')).toContain('<a href="/de/recht/">Recht</a>');
});

test('a preview looks as its locale does, and so does what is said once it has ended', async () => {
  const data = { title: 'Entwurf', slug: 'entwurf', body: 'Noch nicht fertig.' };
  const documents = site.strapi.documents(ARTICLE_UID);
  const { documentId } = await documents.create({ data, locale: 'de' } as never);
  const query = new URLSearchParams({ contentType: ARTICLE_UID, documentId, locale: 'de' });
  const response = await admin(`/syndication/previews/address?${query.toString()}`);
  const { page } = ((await response.json()) as { data: SharedPreview }).data;
  const see = () => site.app.get(new URL(page!).pathname);
  expect(await (await see()).text()).toContain('<a href="/de/recht/">Recht</a>');
  await documents.delete({ documentId, locale: 'de' } as never);
  const ended = await see();
  expect(ended.status).toBe(410);
  const html = await ended.text();
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('<a href="/de/recht/">Recht</a>');
});
