import { parseAtomFeed } from 'feedsmith';

import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/constants';
import { FEED_FORMATS } from '../../src/feed/formats';
import { type AdminFetch, signIn } from '../helpers/admin';
import { BASE, type Site, startSite } from '../helpers/site';

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

beforeAll(async () => {
  site = await startSite();
  asMerger = await signIn(site.app, { actions: [PERMISSIONS.mergeTags] });
});

afterAll(() => site.stop());

describe('merging a tag into another', () => {
  it('moves its articles, drafts as well, and touches none of their dates', async () => {
    const from = await site.createTag('apis');
    const into = await site.createTag('api');
    await site.publish('in-both', { tags: [from, into] });
    const moved = await site.publish('moved', { tags: [from] });
    await site.publish('there-already', { tags: [into] });
    await site.strapi.documents(ARTICLE_UID).create({
      data: { title: 'draft', slug: 'draft', tags: [from] } as object,
    });
    const before = await articleRows();

    const { status, body } = await merge(from, into);

    expect({ status, body }).toEqual({
      status: 200,
      // The published row of "moved", its draft, and the draft.
      body: { data: { documentId: into, name: 'api', slug: 'api', movedArticles: 3 } },
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
    const from = await site.createTag('again-from');
    const into = await site.createTag('again-into');
    const article = await site.publish('again', { tags: [from] });
    await merge(from, into);
    await site.strapi.documents(ARTICLE_UID).publish({ documentId: article });
    expect(await titles('again-into')).toEqual(['again']);
  });

  it('leads from every address it ever had to the tag that stays, through any chain', async () => {
    const first = await site.createTag('chain-1');
    const second = await site.createTag('chain-2');
    const third = await site.createTag('chain-3');
    await site.updateTag(first, { slug: 'chain-1b' });
    await merge(first, second);
    await merge(second, third);
    await site.updateTag(third, { slug: 'chain-end' });
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
    const tag = await site.createTag('alone');
    const other = await site.createTag('alone-too');
    expect((await merge(tag, tag)).status).toBe(400);
    expect((await merge(tag, undefined)).status).toBe(400);
    expect((await merge(tag, 'unknown')).body).toMatchObject({
      error: { status: 404, message: 'There is no tag with the id "unknown".' },
    });
    expect((await merge('unknown', other)).status).toBe(404);
    expect(await site.status('/tags/alone/')).toEqual([200]);
  });

  it('does all of it or nothing', async () => {
    const from = await site.createTag('half-from');
    const into = await site.createTag('half-into');
    await site.publish('half', { tags: [from] });
    const fail = site.strapi.db.lifecycles.subscribe({
      models: [TAG_UID],
      beforeDelete() {
        throw new Error('The disk is full');
      },
    });
    expect((await merge(from, into)).status).toBe(500);
    fail();
    expect(await titles('half-from')).toEqual(['half']);
    expect(await titles('half-into')).toEqual([]);
    expect(await site.status('/tags/half-from/atom.xml')).toEqual([200]);
  });

  it('is for those with the permission', async () => {
    const from = await site.createTag('guarded');
    const into = await site.createTag('guard');
    const other = await signIn(site.app, { actions: [] });
    expect((await merge(from, into, other)).status).toBe(403);
    const response = await fetch(`${site.origin}/syndication/tags/${from}/merge`, {
      method: 'POST',
    });
    expect(response.status).toBe(401);
    expect(await site.status('/tags/guarded/')).toEqual([200]);
  });
});
