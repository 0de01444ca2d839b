/**
 * @runs-on sqlite: What an editor is told of a slug; who has it is asked of every database by
 * slugs.test.ts and large-archive.test.ts.
 */
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import type { ArticlePreview, SlugPreview } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { articleForm } from '../helpers/article-form';
import { articlesOf, tagsOf } from '../helpers/content';
import { BASE, type Site, startSite } from '../helpers/site';

const SLUGS = '/syndication/slugs';

let site: Site;
let admin: AdminFetch;

beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.app, 'strapi-super-admin');
});

afterAll(() => site?.stop());

const ask = async (form: object, as = admin): Promise<SlugPreview> => {
  const response = await as(SLUGS, { method: 'POST', body: { contentType: ARTICLE_UID, ...form } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: SlugPreview }).data;
};

const published = async (title: string): Promise<string> =>
  (await articlesOf(site).create({ data: { title }, status: 'published' })).documentId;

test('a title is told the whole address it makes', async () => {
  expect(await ask({ heading: 'How I Ask' })).toEqual({
    slug: 'how-i-ask',
    origin: 'heading',
    address: `${BASE}/posts/how-i-ask/`,
    isFree: true,
    isFormer: false,
    suggestion: 'how-i-ask',
    isKnown: false,
    former: null,
  });
});

test('an empty form has no address, and what is no slug neither', async () => {
  expect(await ask({})).toMatchObject({ slug: '', address: null, suggestion: '' });
  expect(await ask({ heading: null, slug: 'a/b' })).toMatchObject({ address: null, isFree: true });
});

test('what the panel shows is what saving does', async () => {
  const { documentId } = await articlesOf(site).create({ data: { title: 'Shown before' } });
  const form = { heading: 'Shown after', slug: 'shown-before', documentId };
  expect(await ask(form)).toMatchObject({ slug: 'shown-after', origin: 'heading' });
  await articlesOf(site).update({ documentId, data: { title: 'Shown after' } });
  const after = await articlesOf(site).findOne({ documentId });
  expect(after?.slug).toBe('shown-after');
});

test('a slug is taken by another article, and not by the article itself', async () => {
  const documentId = await published('Taken by me');
  const form = { heading: 'Taken by me', slug: 'taken-by-me', documentId };
  expect(await ask(form)).toMatchObject({ isFree: true, isKnown: true });
  expect(await ask({ heading: 'Another', slug: 'taken-by-me' })).toMatchObject({ isFree: false });
});

test('once readers know the address, a title does not move it, and moving it leaves a way', async () => {
  const documentId = await published('Known address');
  const form = { heading: 'New title', documentId };
  expect(await ask({ ...form, slug: 'known-address' })).toMatchObject({
    slug: 'known-address',
    origin: 'publication',
    suggestion: 'new-title',
    former: null,
  });
  expect(await ask({ ...form, slug: 'new-title' })).toMatchObject({
    slug: 'new-title',
    address: `${BASE}/posts/new-title/`,
    former: `${BASE}/posts/known-address/`,
  });
  expect(await ask({ ...form, slug: '' })).toMatchObject({ slug: 'known-address' });
});

test('an old address of another article is said to be one', async () => {
  const documentId = await published('Old address');
  await articlesOf(site).update({ documentId, data: { slug: 'moved-on' }, status: 'published' });
  expect(await ask({ heading: 'Mine', slug: 'old-address' })).toMatchObject({
    isFree: true,
    isFormer: true,
  });
});

test('a slug that another article has now is taken, and no old address', async () => {
  await published('Has it now');
  expect(await ask({ heading: 'Mine', slug: 'has-it-now' })).toMatchObject({
    isFree: false,
    isFormer: false,
  });
});

test('a tag has the address of its listing', async () => {
  const { documentId } = await tagsOf(site).create({ data: { name: 'Testing' } });
  const tag = { contentType: TAG_UID, heading: 'Trying', slug: 'testing', documentId };
  expect(await ask(tag)).toMatchObject({
    slug: 'testing',
    origin: 'publication',
    address: `${BASE}/tags/testing/`,
    isKnown: true,
  });
});

test('asking writes nothing', async () => {
  const count = () => site.strapi.db.query(ARTICLE_UID).count();
  const before = await count();
  await ask({ heading: 'Never saved' });
  expect(await count()).toBe(before);
});

test.each([
  ['another content type', { contentType: 'admin::user', heading: 'x' }],
  ['a heading that is no text', { contentType: ARTICLE_UID, heading: 1 }],
  ['a text of a megabyte', { contentType: ARTICLE_UID, heading: 'x'.repeat(1_000_000) }],
])('%s is refused', async (_, body) => {
  expect((await admin(SLUGS, { method: 'POST', body })).status).toBe(400);
});

test('nobody hears of addresses who may not write entries', async () => {
  const body = { contentType: ARTICLE_UID, heading: 'x' };
  const reader = await signIn(site.app, { actions: ['plugin::syndication.feeds.read'] });
  expect((await reader(SLUGS, { method: 'POST', body })).status).toBe(403);
  const anonymous = await site.app.get(SLUGS, { method: 'POST' });
  expect(anonymous.status).toBe(401);
});

test('an author hears nothing of drafts that only others may read', async () => {
  const author = await signIn(site.app, 'strapi-author');
  const documentId = await published('Of an editor');
  const form = { heading: 'Mine', slug: 'mine', documentId };
  expect(await ask(form, author)).toMatchObject({ isKnown: false, former: null });
  expect(await ask(form)).toMatchObject({ isKnown: true });
});

test('who may write articles and not read their slugs hears nothing of those there are', async () => {
  const writerWho = (read: string[]) =>
    signIn(site.app, {
      permissions: [
        ['create', ['title', 'slug']] as const,
        ...(read.length > 0 ? [['read', read] as const] : []),
      ].map(([action, fields]) => ({
        action: `plugin::content-manager.explorer.${action}`,
        subject: ARTICLE_UID,
        properties: { fields },
      })),
    });
  const documentId = await published('Of somebody else');
  const form = { heading: 'x', slug: 'x', documentId };
  for (const read of [[], ['title'], ['slug']]) {
    expect(await ask(form, await writerWho(read))).toMatchObject({ isKnown: false, former: null });
  }
  const reader = await writerWho(['title', 'slug']);
  expect(await ask(form, reader)).toMatchObject({ isKnown: true });
});

describe('the side panel', () => {
  const preview = async (form: Parameters<typeof articleForm>[0]): Promise<ArticlePreview> => {
    const body = articleForm(form);
    const response = await admin('/syndication/previews', { method: 'POST', body });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: ArticlePreview }).data;
  };
  const codes = ({ problems }: ArticlePreview) => (problems ?? []).map(({ code }) => code);
  const body = 'Enough words for a summary that says what the article is about, and some more.';

  test('shows the address a title makes before there is a slug', async () => {
    const { item } = await preview({ title: 'Not saved yet', body });
    expect(item.link).toBe(`${BASE}/posts/not-saved-yet/`);
  });

  test('says when an address tells nothing, or belonged to another article', async () => {
    expect(codes(await preview({ title: 'Fine', slug: 'untitled', body }))).toEqual([
      'slug-generic',
    ]);
    const documentId = await published('Was here first');
    await articlesOf(site).update({ documentId, data: { slug: 'is-there' }, status: 'published' });
    expect(codes(await preview({ title: 'Fine', slug: 'was-here-first', body }))).toEqual([
      'slug-former',
    ]);
    expect(codes(await preview({ title: 'Fine', slug: 'is-there-too', body }))).toEqual([]);
  });

  test('says what the field says of a slug that another has, or that is none, and promises nothing', async () => {
    await articlesOf(site).create({ data: { title: 'Held by a draft' } });
    await published('Held by all');
    const documentId = await published('To be moved');
    const ofSlug = async (slug: string) => {
      const form = { documentId, title: 'To be moved', body, slug };
      const { effects, item, ...rest } = await preview(form);
      return [codes({ effects, item, ...rest }), effects.map(({ code }) => code), item.link];
    };
    expect(await ofSlug('held-by-a-draft')).toEqual([['slug-taken'], [], null]);
    expect(await ofSlug('held-by-all')).toEqual([['slug-taken'], [], null]);
    expect(await ofSlug('Not a slug')).toEqual([['slug-invalid'], [], null]);
    expect(await ofSlug('moved')).toEqual([[], ['change', 'moves'], `${BASE}/posts/moved/`]);
  });

  test('names the address beside a date that is not complete, and promises nothing', async () => {
    const documentId = await published('Being dated');
    const form = { documentId, title: 'Being dated', slug: 'being-dated', body };
    const { item, effects } = await preview({ ...form, date: '?2027-01T' });
    expect(item.link).toBe(`${BASE}/posts/being-dated/`);
    expect(effects).toEqual([]);
  });

  test('tells nobody who may write no article that a draft has a slug', async () => {
    await articlesOf(site).create({ data: { title: 'Secret merger' } });
    const linkFor = async (as: AdminFetch, title: string): Promise<string | null> => {
      const form = articleForm({ title, body });
      const response = await as('/syndication/previews', { method: 'POST', body: form });
      expect(response.status).toBe(200);
      return ((await response.json()) as { data: ArticlePreview }).data.item.link;
    };
    const actions = ['plugin::syndication.feeds.read'];
    const reader = await signIn(site.app, { actions });
    expect(await linkFor(reader, 'Secret merger')).toBe(await linkFor(reader, 'Nobody’s title'));
    const action = 'plugin::content-manager.explorer.create';
    const properties = { fields: ['title', 'slug'] };
    const permissions = [{ action, subject: ARTICLE_UID, properties }];
    const writer = await signIn(site.app, { actions, permissions });
    expect(await linkFor(writer, 'Secret merger')).toBe(`${BASE}/posts/secret-merger-1/`);
  });

  test('of a copy speaks of the copy, with the tags of the original', async () => {
    const tag = await site.tag('copied');
    const copyOf = await site.published('copied-original', { tags: [tag], body });
    const { feeds, item, reasons, ...rest } = await preview({
      copyOf,
      title: 'A copy',
      body,
    });
    expect(item).toMatchObject({ link: `${BASE}/posts/a-copy/`, date: null });
    expect(reasons).toEqual([{ code: 'draft' }]);
    expect(feeds.map(({ now, next }) => [now, next])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(codes({ feeds, item, reasons, ...rest })).toEqual([]);
  });
});
