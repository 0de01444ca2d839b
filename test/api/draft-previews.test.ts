/**
 * @runs-on sqlite: Whether a draft is shown is decided by its signed address and by roles; how pages are
 * read is tested on every database.
 */
import type { SharedPreview } from '../../src/panel/admin-api';
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { articlesOf, createEditor, type Editor } from '../helpers/content';
import { type Site, startSite } from '../helpers/site';
import { isCached, previewsOf } from '../helpers/state';

const SEE_ALL = {
  action: 'plugin::content-manager.explorer.read',
  subject: ARTICLE_UID,
  properties: {
    fields: [
      ...['title', 'slug', 'date', 'tags', 'summary', 'body', 'cover'],
      ...['attachment', 'author', 'keepOutOfFeeds'],
    ],
  },
};

const HOUR = 3_600_000;

let site: Site;
let editor: Editor;
let admin: AdminFetch;

beforeAll(async () => {
  site = await startSite({ content: 'full' });
  editor = createEditor(site.app);
  admin = await signIn(site.app, 'strapi-super-admin');
});

afterAll(() => site?.stop());

const users = () => site.app.strapi.db.query('admin::user');
const path = (address: string): string => new URL(address).pathname;
const see = (address: string, init?: RequestInit) => site.app.get(path(address), init);

/** Addresses that the panel offers for a draft. */
const share = async (documentId: string, user = admin): Promise<SharedPreview> => {
  const query = new URLSearchParams({ contentType: ARTICLE_UID, documentId }).toString();
  const response = await user(`/syndication/previews/address?${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: SharedPreview }).data;
};

/** Address that Strapi's own Preview shows in its frame. */
const framed = async (
  documentId: string,
  { status = 'draft', user = admin } = {},
): Promise<string | undefined> => {
  const query = new URLSearchParams({ documentId, status }).toString();
  const response = await user(`/content-manager/preview/url/${ARTICLE_UID}?${query}`);
  if (response.status === 204) return undefined;
  return ((await response.json()) as { data: { url?: string } }).data.url;
};

describe('a draft', () => {
  test('is shown as the page it will be, to whoever has the address', async () => {
    const tag = await editor.tag({ name: 'api', slug: 'api' });
    const documentId = await editor.draft({
      slug: 'exact',
      title: 'How I <see> it',
      body: '## Before\n\nA text [with a link](/posts/other/).',
      tags: [tag],
    });
    const { page } = await share(documentId);
    const draft = await see(page!);
    expect(draft.status).toBe(200);
    expect(draft.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await draft.text();
    await editor.publish(documentId);
    const published = await (await site.get('/posts/exact/')).text();
    expect(html).toContain('<title>[Draft] How I &lt;see> it · Field Notes</title>');
    const [bar = ''] = /<aside class="draft"[^]*?<\/aside>/.exec(html) ?? [];
    const ends = new Date(Date.now() + 72 * 3_600_000).toLocaleDateString('en', {
      dateStyle: 'long',
      timeZone: 'Asia/Jakarta',
    });
    expect(bar.replace(/<[^>]+>/g, '')).toBe(`Draft, not published. This link ends on ${ends}.`);
    // A publication is a change of its own, which structured data tells.
    const withoutMoment = (text: string) =>
      text
        .replace(/"dateModified":"[^"]*"/, '')
        .replace(/(article:modified_time" content=")[^"]*/, '$1');
    const asPublished = html
      .replace(bar, '')
      .replaceAll('[Draft] ', '')
      .replace(/\n\.draft\{[^]*?(?=<\/style>)/, '');
    expect(withoutMoment(asPublished)).toBe(withoutMoment(published));
  });

  test('is shown without a notice in the panel, which says itself which version it shows', async () => {
    const documentId = await editor.draft({ slug: 'in-a-frame' });
    const address = (await framed(documentId))!;
    const inFrame = await (await see(address, { headers: { 'Sec-Fetch-Dest': 'iframe' } })).text();
    expect(inFrame).toContain('/posts/in-a-frame/');
    expect(inFrame).not.toMatch(/\[Draft\]|class="draft"|not published/);
    const alone = await see(address, { headers: { 'Sec-Fetch-Dest': 'document' } });
    expect(await alone.text()).toContain('class="draft"');
  });

  test('that changes is shown as it is then, and readers go on seeing what is published', async () => {
    const documentId = await editor.published({ slug: 'two-versions', body: 'As readers see it.' });
    const address = (await framed(documentId))!;
    await editor.change(documentId, { body: 'As it will be.' });
    expect(await (await see(address)).text()).toContain('As it will be.');
    expect(await (await site.get('/posts/two-versions/')).text()).toContain('As readers see it.');
    const asPublished = await framed(documentId, { status: 'published' });
    expect(await (await see(asPublished!)).text()).toContain('As readers see it.');
  });

  test('that has been published as it is, is marked as a draft no more, until it changes', async () => {
    const documentId = await editor.draft({ slug: 'out-now' });
    const { page, feed } = await share(documentId);
    const readMarks = async () => [
      (await (await see(page!)).text()).includes('<aside class="draft"'),
      (await (await see(feed)).text()).includes('[Draft]'),
    ];
    expect(await readMarks()).toEqual([true, true]);
    await editor.publish(documentId);
    expect(await readMarks()).toEqual([false, false]);
    await editor.change(documentId, { body: 'As it will be.' });
    expect(await readMarks()).toEqual([true, true]);
    await editor.publish(documentId);
    await editor.unpublish(documentId);
    expect(await readMarks()).toEqual([true, true]);
  });

  test('that is published for a later date is marked as a draft until then', async () => {
    const documentId = await editor.draft({ slug: 'out-soon', date: new Date(Date.now() + HOUR) });
    const { page } = await share(documentId);
    await editor.publish(documentId);
    expect(await (await see(page!)).text()).toContain('<aside class="draft"');
  });

  test('without a slug and a date has those it would get', async () => {
    const { documentId } = await articlesOf(site.app).create({ data: { title: 'Ready soon' } });
    const { page } = await share(documentId);
    expect(await (await see(page!)).text()).toContain('/posts/ready-soon/');
  });

  test.each(['index.xml', 'atom.xml', 'feed.json'])(
    'is the only item of the site’s feed in %s',
    async (file) => {
      const documentId = await editor.draft({
        slug: `as-item-${file[0]}`,
        body: '**Bold** words.',
      });
      const { feed } = await share(documentId);
      const address = feed.replace('index.xml', file);
      const response = await see(address);
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(text).toContain(address);
      expect(text.match(/https:\/\/www\.example\.com\/notes\/posts\/[\w-]+\//g)).toEqual(
        expect.arrayContaining([`https://www.example.com/notes/posts/as-item-${file[0]}/`]),
      );
      expect(new Set(text.match(/\/posts\/[\w-]+\//g)).size).toBe(1);
      expect(text).toContain('Bold');
      expect(text).toContain('[Draft] ');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    },
  );

  test('that is kept out of feeds is no item', async () => {
    const documentId = await editor.draft({ slug: 'not-an-item', keepOutOfFeeds: true });
    const { feed } = await share(documentId);
    expect(await (await see(feed)).text()).not.toContain('not-an-item');
  });

  test('is in no listing, feed or count, whoever has seen it', async () => {
    const documentId = await editor.draft({ slug: 'still-secret' });
    await see((await share(documentId)).page!);
    for (const address of ['/', '/index.xml', '/sitemap/1.xml', '/feeds.opml']) {
      expect(await (await site.get(address)).text()).not.toContain('still-secret');
    }
    expect((await site.get('/posts/still-secret/')).status).toBe(404);
  });
});

describe('the response', () => {
  test('is cached by nobody, found by nobody, and leads nobody to its address', async () => {
    const documentId = await editor.draft({ slug: 'private' });
    const { page } = await share(documentId);
    for (const method of ['GET', 'HEAD']) {
      const { headers, status } = await see(page!, { method });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-frame-options')).toBeNull();
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self' http");
    }
    expect(isCached(site.app, path(page!))).toBe(false);
  });

  test('to a wrong signature says the same as any page there is not', async () => {
    const documentId = await editor.draft({ slug: 'forged' });
    const { page } = await share(documentId);
    const [, payload, signature] = /previews\/([\w-]+)\.([\w-]+)\//.exec(page!)!;
    const forged = [`${payload}.${'A'.repeat(43)}`, `${payload!.slice(1)}.${signature}`];
    const newest = /<section class="newest"[^]*?<\/section>/;
    const unknown = (await (await site.get('/posts/there-is-none/')).text()).replace(newest, '');
    for (const token of forged) {
      const response = await site.get(`/previews/${token}/`);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe(unknown);
    }
    expect((await site.get('/previews/no-token/')).status).toBe(404);
  });

  test.each(['expired', 'deleted'])(
    'for what is %s is 410, and does not name the article',
    async (reason) => {
      const documentId = await editor.draft({ slug: `over-${reason}`, title: 'Nobody knows' });
      const user = await site.app.strapi.db.query('admin::user').findOne({});
      const offered = new Date(Date.now() - (reason === 'expired' ? 72 : 0) * HOUR);
      const addresses = await previewsOf(site.app, documentId, user.id, offered);
      if (reason === 'deleted') await editor.delete(documentId);
      for (const address of [addresses.page!, addresses.feed]) {
        const response = await see(address);
        expect(response.status).toBe(410);
        expect(await response.text()).not.toMatch(/Nobody|over-/);
        expect(response.headers.get('cache-control')).toBe('private, no-store');
      }
    },
  );
});

describe('permission', () => {
  test('to preview is needed for every address', async () => {
    const documentId = await editor.draft({ slug: 'guarded' });
    const query = `contentType=${ARTICLE_UID}&documentId=${documentId}`;
    const without = await signIn(site.app, {
      actions: Object.values(PERMISSIONS).filter((action) => action !== PERMISSIONS.sharePreviews),
      permissions: [SEE_ALL],
    });
    expect((await without(`/syndication/previews/address?${query}`)).status).toBe(403);
    expect(await framed(documentId, { user: without })).toBeUndefined();
    // Who may not read the article, may not show it.
    const blind = await signIn(site.app, { actions: [PERMISSIONS.sharePreviews] });
    expect((await blind(`/syndication/previews/address?${query}`)).status).toBe(404);
    expect(await framed(documentId, { user: blind })).toBeUndefined();
    expect((await site.app.get(`/syndication/previews/address?${query}`)).status).toBe(401);
  });

  test('taken away from who made an address ends it, and given back lets it go on', async () => {
    const documentId = await editor.draft({ slug: 'revoked' });
    const user = await signIn(site.app, {
      actions: [PERMISSIONS.sharePreviews],
      permissions: [SEE_ALL],
    });
    const { page } = await share(documentId, user);
    expect((await see(page!)).status).toBe(200);
    const permissions = site.app.strapi.db.query('admin::permission');
    const where = { action: PERMISSIONS.sharePreviews };
    const rows = await permissions.findMany({ where, populate: ['role'] });
    const { id, role } = rows.at(-1)!;
    await permissions.delete({ where: { id } });
    expect((await see(page!)).status).toBe(410);
    await site.app.strapi
      .service('admin::role')
      .addPermissions(role.id, [{ action: PERMISSIONS.sharePreviews }]);
    expect((await see(page!)).status).toBe(200);
  });

  test.each<[string, (userId: number, roleId: number) => Promise<unknown>]>([
    ['is blocked', (id) => users().update({ where: { id }, data: { blocked: true } })],
    ['is no longer active', (id) => users().update({ where: { id }, data: { isActive: false } })],
    ['is deleted', (id) => users().delete({ where: { id } })],
    [
      'may no longer read the article',
      (_id, role) =>
        site.app.strapi.db
          .query('admin::permission')
          .delete({ where: { action: SEE_ALL.action, role } }),
    ],
  ])('ends with who made an address: who %s', async (_what, revoke) => {
    const documentId = await editor.draft({ title: 'Nobody knows' });
    const user = await signIn(site.app, {
      actions: [PERMISSIONS.sharePreviews],
      permissions: [SEE_ALL],
    });
    const { page, feed } = await share(documentId, user);
    const addresses = [page!, feed];
    const statuses = () => Promise.all(addresses.map(async (one) => (await see(one)).status));
    expect(await statuses()).toEqual([200, 200]);
    const [maker] = await users().findMany({ orderBy: { id: 'desc' }, populate: ['roles'] });
    await revoke(maker.id, maker.roles[0].id);
    expect(await statuses()).toEqual([410, 410]);
    for (const address of addresses) {
      expect(await (await see(address)).text()).not.toContain('Nobody knows');
    }
  });

  test('to read is needed of what an entry leads to, as in the panel', async () => {
    const tag = await editor.tag({ name: 'Quiet project', slug: 'quiet-project' });
    const documentId = await editor.draft({ title: 'Grouped', tags: [tag] });
    const maker = (more: object[]) =>
      signIn(site.app, {
        actions: [PERMISSIONS.sharePreviews],
        permissions: [SEE_ALL, ...more],
      });
    const fields = ['name', 'slug', 'title', 'hidden'];
    const withTags = await maker([{ ...SEE_ALL, subject: TAG_UID, properties: { fields } }]);
    const { page } = await share(documentId, withTags);
    expect(await (await see(page!)).text()).toContain('Quiet project');
    const query = new URLSearchParams({ contentType: ARTICLE_UID, documentId }).toString();
    const response = await (await maker([]))(`/syndication/previews/address?${query}`);
    expect(response.status).toBe(404);
  });

  test('is an author’s own by default', async () => {
    const author = await signIn(site.app, 'strapi-author');
    const response = await author('/syndication/previews/address?contentType=x&documentId=y');
    expect(response.status).toBe(404);
  });
});

test('a type that is not published has no preview of ours', async () => {
  const { documentId } = { documentId: await editor.tag() };
  const response = await admin(
    `/content-manager/preview/url/plugin::syndication.tag?documentId=${documentId}`,
  );
  expect(response.status).toBe(204);
});

test('the panel alone may frame pages of a site at another origin', async () => {
  const policyOf = async (address: string) =>
    (await site.app.get(address)).headers.get('content-security-policy');
  expect(await policyOf('/admin/content-manager')).toMatch(
    /frame-src 'self' https:\/\/www\.example\.com(?:;|$)/,
  );
  expect(await policyOf('/nothing')).not.toContain('www.example.com');
});
