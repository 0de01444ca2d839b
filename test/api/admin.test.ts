import type { ArticlePreview, ChannelPreview, SettingsResponse } from '../../src/panel/admin-api';
import { ARTICLE_UID, PERMISSIONS } from '../../src/lib/constants';
import { signIn } from '../helpers/admin';
import { articleForm } from '../helpers/article-form';
import { defaultDatabase } from '../helpers/database';
import { dataOf, type PanelSite, startPanelSite } from '../helpers/panel-site';

let app: PanelSite['app'];
let editor: PanelSite['editor'];
let admin: PanelSite['admin'];
let tags: PanelSite['tags'];

beforeAll(async () => {
  ({ app, editor, admin, tags } = await startPanelSite());
});

afterAll(() => app?.stop());

const ROUTES: [method: string, path: string, permission: string][] = [
  ['GET', '/syndication/feeds', PERMISSIONS.readFeeds],
  ['GET', '/syndication/feeds/site', PERMISSIONS.readFeeds],
  ['GET', '/syndication/feeds/site/problems', PERMISSIONS.readProblems],
  ['GET', '/syndication/health?feeds=site', PERMISSIONS.readProblems],
  ['GET', '/syndication/attention', PERMISSIONS.readProblems],
  ['GET', '/syndication/entries', PERMISSIONS.readFeeds],
  ['GET', '/syndication/entries/calendar', PERMISSIONS.readFeeds],
  ['POST', '/syndication/previews', PERMISSIONS.readFeeds],
  ['GET', '/syndication/appearance', PERMISSIONS.updateSettings],
  ['PUT', '/syndication/appearance', PERMISSIONS.updateSettings],
  ['POST', '/syndication/appearance/preview', PERMISSIONS.updateSettings],
  ['GET', '/syndication/settings', PERMISSIONS.updateSettings],
  ['PUT', '/syndication/settings', PERMISSIONS.updateSettings],
  ['POST', '/syndication/settings/preview', PERMISSIONS.updateSettings],
];

/** Rights are asked for alike wherever they are kept. */
const TRIED = defaultDatabase === 'sqlite' ? ROUTES : ROUTES.slice(0, 1);

describe('permissions of the admin API', () => {
  test.each(TRIED)('%s %s is refused to whoever is not signed in', async (method, path) => {
    expect((await app.get(path, { method })).status).toBe(401);
  });

  test.each(TRIED)('%s %s needs its own permission', async (method, path, permission) => {
    const others = Object.values(PERMISSIONS).filter((action) => action !== permission);
    const without = await signIn(app, { actions: others });
    const withIt = await signIn(app, { actions: [permission] });
    const body = method === 'GET' ? undefined : {};
    expect((await without(path, { method, body })).status).toBe(403);
    expect((await withIt(path, { method, body })).status).toBe(200);
  });

  test('an editor sees feeds and problems and changes no settings', async () => {
    expect((await editor('/syndication/feeds')).status).toBe(200);
    expect((await editor('/syndication/feeds/site/problems')).status).toBe(200);
    expect((await editor('/syndication/settings')).status).toBe(403);
    expect((await admin('/syndication/settings')).status).toBe(200);
  });

  test('a preview keeps problems from users who may not see them', async () => {
    const user = await signIn(app, { actions: [PERMISSIONS.readFeeds] });
    const response = await user('/syndication/previews', {
      method: 'POST',
      body: articleForm({ title: '<b>' }),
    });
    expect(await dataOf<ArticlePreview>(response)).not.toHaveProperty('problems');
  });
});

describe('what no entry is called', () => {
  const NAMES = ['a\0b', 'a\u0007b', 'a\u0085b'];

  test.each(NAMES)(
    'is refused with the reason, not with an error of the database: %j',
    async (name) => {
      const given = encodeURIComponent(name);
      const values = { title: 'A', slug: 'a' };
      const contentType = ARTICLE_UID;
      const requests: [string, object?][] = [
        [`/syndication/feeds/${given}`],
        [`/syndication/feeds/${given}/problems`],
        [`/syndication/entries?feed=${given}`],
        [`/syndication/health?feeds=site,${given}`],
        [`/syndication/schedule?articles=${given}`],
        [`/syndication/schedule?articles=a&locale=${given}`],
        [`/syndication/previews/address?contentType=${contentType}&documentId=${given}`],
        [`/syndication/previews/address?contentType=${contentType}&documentId=a&locale=${given}`],
        ['/syndication/previews', { contentType, values, documentId: name }],
        ['/syndication/previews', { contentType, values, copyOf: name }],
        ['/syndication/previews', { contentType, values, documentId: 'a', locale: name }],
        ['/syndication/slugs', { contentType, heading: 'A', slug: 'a', locale: name }],
        [`/syndication/tags/${given}/merge`, { into: tags.api }],
        [`/syndication/tags/${tags.api}/merge`, { into: name }],
      ];
      for (const [address, body] of requests) {
        const { status } = await admin(address, { method: body ? 'POST' : 'GET', body });
        expect([address, status]).toEqual([address, 400]);
      }
    },
  );

  test('is left out of what is being typed', async () => {
    const values = { title: 'A\0 title', slug: 'a\0b', summary: '\0', body: 'Text\0.' };
    const body = { contentType: ARTICLE_UID, values };
    expect((await admin('/syndication/previews', { method: 'POST', body })).status).toBe(200);
    const saved = { heading: 'A\0', slug: 'a\0b' };
    const form = { contentType: ARTICLE_UID, ...saved, saved };
    expect((await admin('/syndication/slugs', { method: 'POST', body: form })).status).toBe(200);
  });
});

describe('settings', () => {
  const put = (body: Record<string, unknown>) =>
    admin('/syndication/settings', { method: 'PUT', body });
  const feed = async () => (await app.get('/notes/index.xml')).text();

  test('show what is in force and what config/plugins.ts fixes', async () => {
    const { values, fixed } = await dataOf<SettingsResponse>(await admin('/syndication/settings'));
    expect(fixed).toEqual(['baseUrl', 'timeZone']);
    expect(values).toMatchObject({ siteName: 'example.com', timeZone: 'Asia/Jakarta' });
  });

  test('changed in the panel show in the very next feed', async () => {
    const response = await put({ siteName: 'Field Notes', description: 'Notes & more' });
    expect(response.status).toBe(200);
    expect(await feed()).toContain('<title>Field Notes</title>');
    expect(await feed()).toContain('<description>Notes &amp;amp; more</description>');
    await put({ description: '' });
    expect(await feed()).toContain('<description>Recent content on Field Notes</description>');
  });

  test('decide whether an item holds the full text', async () => {
    await put({ content: 'full' });
    expect(await feed()).toContain('<content:encoded>');
    await put({ content: 'summary' });
    expect(await feed()).not.toContain('<content:encoded>');
  });

  test('that are not allowed are refused field by field, and nothing is saved', async () => {
    const before = await feed();
    const response = await put({ siteName: 'Other', itemsPerFeed: -1, language: 'not a language' });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as {
      error: { details: { errors: { path: string[]; code: string }[] } };
    };
    expect(error.details.errors.map(({ path, code }) => [path[0], code])).toEqual([
      ['itemsPerFeed', 'invalid'],
      ['language', 'invalid'],
    ]);
    expect(await feed()).toBe(before);
  });

  describe('that somebody else saved in the meantime', () => {
    const read = async () => dataOf<SettingsResponse>(await admin('/syndication/settings'));
    const save = (version: string, body: Record<string, unknown>) =>
      admin(`/syndication/settings?version=${version}`, { method: 'PUT', body });

    test('are not saved over, and can be once they were read', async () => {
      const seen = await read();
      const others = await save(seen.version, { description: 'Theirs' });
      expect(others.status).toBe(200);
      expect((await save(seen.version, { description: 'Mine' })).status).toBe(409);
      const now = await read();
      expect(now.values.description).toBe('Theirs');
      expect(now.version).toBe((await dataOf<SettingsResponse>(others)).version);
      expect((await save(now.version, { description: 'Mine' })).status).toBe(200);
      expect((await read()).values.description).toBe('Mine');
    });

    test('at the very same moment are saved once', async () => {
      const { version } = await read();
      const responses = await Promise.all(
        ['One', 'Two', 'Three'].map((description) => save(version, { description })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const saved = responses.find(({ status }) => status === 200)!;
      const { description } = (await dataOf<SettingsResponse>(saved)).values;
      expect((await read()).values.description).toBe(description);
      await put({ description: '' });
    });
  });

  test('that config/plugins.ts fixes cannot be changed, nor those only a developer sets', async () => {
    expect(await (await put({ timeZone: 'UTC' })).text()).toContain('config/plugins.ts');
    expect((await put({ htmlPages: false })).status).toBe(400);
  });

  test('are previewed as the channel would read, without being saved', async () => {
    const response = await admin('/syndication/settings/preview', {
      method: 'POST',
      body: { siteName: 'Preview', language: 'de' },
    });
    expect(await dataOf<ChannelPreview>(response)).toMatchObject({
      site: { title: 'Preview', description: 'Neues auf Preview' },
      tag: { title: 'Api auf Preview', description: 'Neues zu Api auf Preview' },
    });
    expect(await feed()).not.toContain('Preview');
  });
});
