/**
 * @runs-on sqlite: Which addresses pages have is decided by options alone, when the app starts; entries without an
 * address are asked for on every database by without-address.test.ts.
 */
import { parseRssFeed } from 'feedsmith';

import { PERMISSIONS } from '../../src/lib/constants';
import type { SyndicationOptions } from '../../src/options/options';
import type { ArticlePreview, Attention } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const BASE = 'https://www.example.com';
const STORY = 'api::story.story';
const NOTE = 'api::note.note';
const ABOUT = 'api::about.about';
const CATEGORY = 'api::category.category';

const TEXT = { type: 'string' };
const SLUG = { type: 'uid' };
const BODY = 'A sentence that is long enough to be the summary of what is written here, at least.';

const files = siteTypes({
  category: { pluralName: 'categories', attributes: { name: TEXT, slug: SLUG } },
  story: {
    pluralName: 'stories',
    draftAndPublish: true,
    attributes: {
      title: TEXT,
      slug: SLUG,
      body: { type: 'richtext' },
      category: { type: 'relation', relation: 'manyToOne', target: CATEGORY },
    },
  },
  note: {
    draftAndPublish: true,
    attributes: { title: TEXT, slug: SLUG, body: { type: 'richtext' } },
  },
  about: { isSingle: true, draftAndPublish: true, attributes: { title: TEXT } },
});

// The usual layout of a blog: its topics and a page are below the directory of its articles.
const config: SyndicationOptions = {
  baseUrl: BASE,
  home: '/blog',
  sources: {
    [STORY]: { address: '/blog/{slug}' },
    [NOTE]: { address: '/blog/category/notes/{slug}' },
  },
  topics: { [CATEGORY]: { address: '/blog/category/{slug}' } },
  pages: { [ABOUT]: { address: '/blog/about' } },
};

/** Slugs of stories whose addresses pages have. */
const TAKEN = ['category', 'about', 'archive', 'subscribe'];

let app: App;
let ask: AdminFetch;
const ids: Record<string, string> = {};

const documents = (type: string) =>
  app.strapi.documents(type as never) as unknown as Record<
    'create' | 'update' | 'publish',
    (parameters: object) => Promise<{ documentId: string }>
  >;

const publish = async (type: string, data: object): Promise<string> =>
  (await documents(type).create({ data, status: 'published' })).documentId;

const read = async (path: string): Promise<string> => {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

const headingAt = async (path: string): Promise<string> =>
  /<h1[^>]*>(.*?)<\/h1>/s.exec(await read(path))![1]!.replace(/<[^>]*>/g, '');

const linksOfFeed = async (path: string): Promise<(string | undefined)[]> =>
  (parseRssFeed(await read(path)).items ?? []).map(({ link }) => link?.replace(BASE, ''));

const sitemap = async (): Promise<string[]> =>
  [...(await read('/sitemap.xml')).matchAll(/<loc>([^<]*)</g)].map(([, at]) =>
    at!.replace(BASE, ''),
  );

const attention = async (): Promise<Attention['results']> =>
  ((await (await ask('/syndication/attention?pageSize=50')).json()) as Attention).results;

beforeAll(async () => {
  app = await startApp({ files, config, fromNothing: true });
  ask = await signIn(app, {
    actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
    permissions: [STORY, NOTE, ABOUT, CATEGORY].map((subject) => ({
      action: 'plugin::content-manager.explorer.read',
      subject,
    })),
  });
  const category = await publish(CATEGORY, { name: 'Tech', slug: 'tech' });
  for (const slug of [...TAKEN, 'categories']) {
    ids[slug] = await publish(STORY, { title: `Story ${slug}`, slug, body: BODY, category });
  }
  await settled(app);
});

afterAll(() => app?.stop());

test('a page goes before an entry, be it published yet or not', async () => {
  expect(await headingAt('/blog/category')).not.toContain('Story');
  expect(await headingAt('/blog/category/tech')).toBe('Tech');
  expect(await headingAt('/blog/archive')).not.toContain('Story');
  expect(await headingAt('/blog/subscribe')).not.toContain('Story');
  expect(await headingAt('/blog/categories')).toBe('Story categories');
  expect((await app.get('/blog/about')).status).toBe(404);
  await publish(ABOUT, { title: 'About us' });
  await settled(app);
  expect(await headingAt('/blog/about')).toBe('About us');
});

test('the list of categories is called so where its address says "category"', async () => {
  expect(await headingAt('/blog/category')).toBe('Categories');
});

test('no list has the entry, so that each address has one owner', async () => {
  for (const feed of ['/blog/index.xml', '/blog/category/tech/index.xml']) {
    expect(await linksOfFeed(feed)).toEqual(['/blog/categories']);
  }
  const listed = await sitemap();
  expect(listed).toEqual(expect.arrayContaining(['/blog/category', '/blog/archive']));
  expect(listed.filter((path, place) => listed.indexOf(path) !== place)).toEqual([]);
});

test('"Needs attention" and the form say why, with the field to change', async () => {
  const problems = (await attention()).map(({ title, problems: found }) => [title, found]);
  for (const slug of TAKEN) {
    const address = `${BASE}/blog/${slug}`;
    expect(problems).toContainEqual([
      `Story ${slug}`,
      [{ code: 'address-reserved', severity: 'error', params: { address }, field: 'slug' }],
    ]);
  }
  expect(problems.map(([title]) => title)).not.toContain('Story categories');
  const response = await ask('/syndication/previews', {
    method: 'POST',
    body: {
      contentType: STORY,
      documentId: ids.category,
      values: { title: 'Story category', slug: 'category', body: BODY },
    },
  });
  const { data: preview } = (await response.json()) as { data: ArticlePreview };
  expect(preview.problems?.map(({ code }) => code)).toContain('address-reserved');
  expect([preview.publicLink, preview.item.link, preview.effects]).toEqual([null, null, []]);
});

test('the listing of a source goes before that of a topic, which is told', async () => {
  const category = await publish(CATEGORY, { name: 'Notes', slug: 'notes' });
  await publish(STORY, { title: 'A story', slug: 'a-story', body: BODY, category });
  await publish(NOTE, { title: 'A note', slug: 'a-note', body: BODY });
  await settled(app);
  expect(await read('/blog/category/notes')).toContain('A note');
  expect(await linksOfFeed('/blog/category/notes/index.xml')).toEqual([
    '/blog/category/notes/a-note',
  ]);
  expect(await read('/blog/a-story')).not.toContain('href="/blog/category/notes"');
  const [told] = (await attention()).filter(({ title }) => title === 'Notes');
  expect(told?.problems).toMatchObject([{ code: 'address-reserved', field: 'slug' }]);
});

test('with another slug it is an entry like any other', async () => {
  const asked = { documentId: ids.category, data: { slug: 'about-categories' } };
  await documents(STORY).update({ ...asked, status: 'published' });
  await settled(app);
  expect(await headingAt('/blog/about-categories')).toBe('Story category');
  expect(await linksOfFeed('/blog/index.xml')).toContain('/blog/about-categories');
  expect((await attention()).map(({ title }) => title)).not.toContain('Story category');
});
