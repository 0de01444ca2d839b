/**
 * @runs-on sqlite postgres: PostgreSQL alone is given many rows in another way; that two
 * transactions leave both right is tested on servers by overlapping-transactions.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { parseAtomFeed } from 'feedsmith';

import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import { FEED_FORMATS } from '../../src/feed/formats';
import { type AdminFetch, signIn } from '../helpers/admin';
import { articleTagLinks } from '../../src/own-types/article-tags';
import { startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { BASE, type Site, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { mergeTags, settled } from '../helpers/state';

let site: Site;
let asMerger: AdminFetch;

const merge = async (from: string, into: unknown, as = asMerger) => {
  const response = await as(`/syndication/tags/${from}/merge`, { method: 'POST', body: { into } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const entries = async (slug: string) =>
  parseAtomFeed(await site.read(`/tags/${slug}/atom.xml`)).entries ?? [];

const titles = async (slug: string) => (await entries(slug)).map(({ title }) => title?.value);

/** All rows of articles, for comparison before and after. */
const articleRows = () =>
  site.strapi.db.query(ARTICLE_UID).findMany({ orderBy: { id: 'asc' } }) as Promise<unknown>;

/** Does something when all of a tag was moved, right before it is deleted. */
const beforeTheEnd = (action: () => Promise<void> | never): (() => void) =>
  site.strapi.db.lifecycles.subscribe({ models: [TAG_UID], beforeDelete: action });

/** Creates drafts with a tag, more than are moved at once; returns how many. */
const createDrafts = async (slug: string, tag: string): Promise<number> => {
  const count = 310;
  const { strapi } = site;
  const data = Array.from({ length: count }, (_, number) => ({
    documentId: `${slug}${number}`,
    title: `${slug} ${number}`,
    slug: `${slug}-${number}`,
  }));
  await strapi.db.transaction(async ({ trx }) => {
    await strapi.db.query(ARTICLE_UID).createMany({ data });
    // Not as `createMany` gives them: MySQL knows of the first one only.
    const documentId = { $in: data.map((article) => article.documentId) };
    const articles: { id: number }[] = await strapi.db
      .query(ARTICLE_UID)
      .findMany({ where: { documentId }, select: ['id'] });
    const { id } = await strapi.db.query(TAG_UID).findOne({ where: { documentId: tag } });
    const links = articleTagLinks(strapi);
    await trx(links.table).insert(
      articles.map((row) => ({ [links.from]: row.id, [links.to]: id })),
    );
  });
  return count;
};

beforeAll(async () => {
  site = await startSite({});
  asMerger = await signIn(site.app, { actions: [PERMISSIONS.mergeTags] });
});

afterAll(() => site.stop());

describe('merging a tag into another', () => {
  it('moves its articles, drafts as well, and touches none of their dates', async () => {
    const from = await site.tag('apis');
    const into = await site.tag('api');
    await site.published('in-both', { tags: [from, into] });
    const moved = await site.published('moved', { tags: [from] });
    await site.published('there-already', { tags: [into] });
    await site.draft('draft', { tags: [from] });
    const before = await articleRows();

    const { status, body } = await merge(from, into);

    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { documentId: into, name: 'api', slug: 'api' } },
    });
    expect(await titles('api')).toEqual(['in-both', 'moved', 'there-already']);
    expect(await articleRows()).toEqual(before);
    for (const status of ['draft', 'published'] as const) {
      const article = await site.strapi
        .documents(ARTICLE_UID)
        .findOne({ documentId: moved, status, populate: ['tags'] as never });
      expect(article).toMatchObject({ tags: [{ documentId: into }] });
    }
    const draft = await site.strapi
      .documents(ARTICLE_UID)
      .findFirst({ filters: { slug: 'draft' } as object, populate: ['tags'] as never });
    expect(draft).toMatchObject({ tags: [{ documentId: into }] });
    expect(await site.strapi.documents(TAG_UID).findOne({ documentId: from })).toBeNull();
  });

  it('keeps the merged articles tagged when they are published again', async () => {
    const from = await site.tag('again-from');
    const into = await site.tag('again-into');
    const article = await site.published('again', { tags: [from] });
    await merge(from, into);
    await site.publish(article);
    expect(await titles('again-into')).toEqual(['again']);
  });

  it('leads from every address it ever had to the tag that stays, through any chain', async () => {
    const first = await site.tag('chain-1');
    const second = await site.tag('chain-2');
    const third = await site.tag('chain-3');
    await site.changeTag(first, { slug: 'chain-1b' });
    await merge(first, second);
    await merge(second, third);
    await site.changeTag(third, { slug: 'chain-end' });
    for (const slug of ['chain-1', 'chain-1b', 'chain-2', 'chain-3']) {
      for (const file of ['', ...FEED_FORMATS.map(({ fileName }) => fileName)]) {
        expect(await site.status(`/tags/${slug}/${file}`)).toEqual([
          301,
          `/tags/chain-end/${file}`,
        ]);
      }
    }
    expect(parseAtomFeed(await site.read('/tags/chain-end/atom.xml')).id).toBe(
      `${BASE}/tags/chain-3/`,
    );
  });

  it('refuses what cannot be merged, says why and changes nothing', async () => {
    const tag = await site.tag('alone');
    const other = await site.tag('alone-too');
    expect((await merge(tag, tag)).status).toBe(400);
    expect((await merge(tag, undefined)).status).toBe(400);
    expect((await merge(tag, 'unknown')).body).toMatchObject({
      error: { status: 404, message: 'There is no tag with the id "unknown".' },
    });
    expect((await merge('unknown', other)).status).toBe(404);
    expect(await site.status('/tags/alone/')).toEqual([200]);
  });

  it('does all of it or nothing', async () => {
    const from = await site.tag('half-from');
    const into = await site.tag('half-into');
    await site.published('half', { tags: [from] });
    const stop = beforeTheEnd(() => {
      throw new Error('The disk is full');
    });
    expect((await merge(from, into)).status).toBe(500);
    stop();
    expect(await titles('half-from')).toEqual(['half']);
    expect(await titles('half-into')).toEqual([]);
    expect(await site.status('/tags/half-from/atom.xml')).toEqual([200]);
  });

  it('is for those with the permission', async () => {
    const from = await site.tag('guarded');
    const into = await site.tag('guard');
    const other = await signIn(site.app, { actions: [] });
    expect((await merge(from, into, other)).status).toBe(403);
    const response = await fetch(`${site.origin}/syndication/tags/${from}/merge`, {
      method: 'POST',
    });
    expect(response.status).toBe(401);
    expect(await site.status('/tags/guarded/')).toEqual([200]);
  });

  it('is done once when it is asked for twice at once', async () => {
    const from = await site.tag('twice');
    const others = [await site.tag('twice-a'), await site.tag('twice-b')];
    await site.published('once', { tags: [from] });
    const responses = await Promise.all(others.map((into) => merge(from, into)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    const winner = responses[0]!.status === 200 ? ['once'] : [];
    expect(await titles('twice-a')).toEqual(winner);
    expect(await site.status('/tags/twice/')).toEqual([
      301,
      winner.length ? '/tags/twice-a/' : '/tags/twice-b/',
    ]);
  });
});

describe('a long merge', () => {
  it('moves more articles than a statement names', async () => {
    const from = await site.tag('many');
    const into = await site.tag('more');
    const total = await createDrafts('many', from);
    await site.published('many-too', { tags: [from, into] });
    expect(await merge(from, into)).toEqual({
      status: 200,
      body: { data: { documentId: into, name: 'more', slug: 'more' } },
    });
    const where = { tags: { documentId: into } };
    // "many-too" is a draft, and published.
    expect(await site.strapi.db.query(ARTICLE_UID).count({ where })).toBe(total + 2);
    expect(await site.status('/tags/many/')).toEqual([301, '/tags/more/']);
  });

  it('goes on when the client leaves', async () => {
    const from = await site.tag('left');
    const into = await site.tag('stays');
    await site.published('alone-with-it', { tags: [from] });
    const left = new Promise<void>((resolve) => {
      site.strapi.server.httpServer.once('request', (_request, response) =>
        response.once('close', resolve),
      );
    });
    let isMoved = false;
    const stop = beforeTheEnd(() => {
      isMoved = true;
      return left;
    });
    const client = new AbortController();

    const asked = asMerger(`/syndication/tags/${from}/merge`, {
      method: 'POST',
      body: { into },
      signal: client.signal,
    });
    while (!isMoved) await sleep(20);
    client.abort();

    await expect(asked).rejects.toThrow(/abort/i);
    while ((await site.status('/tags/left/'))[0] !== 301) await sleep(20);
    stop();
    expect(await titles('stays')).toEqual(['alone-with-it']);
  });
});

test('entries of the site’s own types carry the other tag, too, and move where their addresses have it', async () => {
  // One Strapi at a time.
  await site.stop();
  const tag = { type: 'relation', target: TAG_UID };
  const app = await startApp({
    files: siteTypes({
      story: {
        draftAndPublish: true,
        attributes: {
          title: { type: 'string' },
          slug: { type: 'string' },
          tags: { ...tag, relation: 'manyToMany' },
          main: { ...tag, relation: 'manyToOne' },
        },
      },
    }),
    config: {
      baseUrl: 'https://www.example.com',
      siteName: 'Notes',
      sources: {
        [ARTICLE_UID]: {},
        'api::story.story': { address: '/stories/{main.slug}/{slug}/', topics: ['tags'] },
      },
    },
  });
  const editor = createEditor(app);
  const from = await editor.tag({ slug: 'from' });
  const into = await editor.tag({ slug: 'into' });
  const { documentId } = await app.strapi.documents('api::story.story' as never).create({
    data: { title: 'Story', slug: 'story', tags: [from], main: from } as never,
    status: 'published',
  });
  await settled(app);
  expect((await app.get('/stories/from/story/')).status).toBe(200);

  await mergeTags(app, from, into);
  await settled(app);
  for (const status of ['draft', 'published'] as const) {
    const story = await app.strapi
      .documents('api::story.story' as never)
      .findOne({ documentId, status, populate: ['tags', 'main'] as never });
    expect(story).toMatchObject({ tags: [{ documentId: into }], main: { documentId: into } });
  }
  const feed = await (await app.get('/tags/into/index.xml')).text();
  expect(feed).toContain('<link>https://www.example.com/stories/into/story/</link>');
  expect((await app.get('/stories/from/story/')).headers.get('location')).toBe(
    'https://www.example.com/stories/into/story/',
  );
  await app.stop();
});
