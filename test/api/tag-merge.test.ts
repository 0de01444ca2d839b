/**
 * @runs-on sqlite postgres: PostgreSQL alone is given many rows in another way; that two
 * transactions leave both right is tested on servers by overlapping-transactions.test.ts.
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { parseAtomFeed } from 'feedsmith';

import { partsOf } from '../../src/compose';
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/constants';
import { FEED_FORMATS } from '../../src/feed/formats';
import { JSON_LINES, type MergeLine, type MergeProgress } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { articleTagLinks } from '../../src/own-types/article-tags';
import { STRAPI_MIDDLEWARES } from '../helpers/app';
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

const askForLines = (from: string, into: string, as = asMerger, signal?: AbortSignal) =>
  as(`/syndication/tags/${from}/merge`, {
    method: 'POST',
    body: { into },
    accept: JSON_LINES,
    signal,
  });

/** Lines of a response, each as soon as it comes. */
async function* linesOf(response: Response): AsyncGenerator<MergeLine> {
  let text = '';
  for await (const bytes of Readable.fromWeb(response.body as ReadableStream<Uint8Array>)) {
    const lines = (text + String(bytes)).split('\n');
    text = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as MergeLine;
  }
  expect(text).toBe('');
}

const all = async (lines: AsyncGenerator<MergeLine>): Promise<MergeLine[]> => {
  const read = [];
  for await (const line of lines) read.push(line);
  return read;
};

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
      articles.map((row) => ({ [links.article]: row.id, [links.tag]: id })),
    );
  });
  return count;
};

/** A site that compresses whatever may be. */
const COMPRESSING = `
const compression = { name: 'strapi::compression', config: { threshold: 0, filter: () => true } };
module.exports = [compression, ...${JSON.stringify(STRAPI_MIDDLEWARES)}];`;

beforeAll(async () => {
  site = await startSite({}, undefined, { files: { 'config/middlewares.js': COMPRESSING } });
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
    const { status, body } = await merge(from, into);
    expect(status).toBe(500);
    const lines = await all(linesOf(await askForLines(from, into)));
    expect(lines).toEqual([...lines.slice(0, -1), { error: body.error }]);
    expect(lines).toContainEqual({ moved: 1, total: 1 });
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

describe('the progress of a merge', () => {
  it('is told line by line while articles move, and ends with the tag that stays', async () => {
    const from = await site.tag('many');
    const into = await site.tag('more');
    const total = await createDrafts('many', from);
    await site.published('many-too', { tags: [from, into] });
    // The merge cannot end before the client has read that all is moved.
    let endMerge = (): void => undefined;
    const allRead = new Promise<void>((resolve) => {
      endMerge = resolve;
    });
    const stop = beforeTheEnd(() => allRead);

    const response = await askForLines(from, into);
    const progress: MergeProgress[] = [];
    let end: MergeLine | undefined;
    for await (const line of linesOf(response)) {
      if ('total' in line) progress.push(line);
      else end = line;
      if ('total' in line && line.moved === line.total) endMerge();
    }
    stop();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(JSON_LINES);
    expect(end).toEqual({
      data: { documentId: into, name: 'more', slug: 'more', movedArticles: total },
    });
    const moved = progress.map((line) => line.moved);
    expect(moved).toEqual([...moved].sort((a, b) => a - b));
    expect([moved.at(0), moved.at(-1)]).toEqual([0, total + 1]);
    expect(new Set(moved).size).toBeGreaterThan(3);
    expect(new Set(progress.map((line) => line.total))).toEqual(new Set([total + 1]));
    expect(await site.status('/tags/many/')).toEqual([301, '/tags/more/']);
  });

  it('of a tag without articles is told as well', async () => {
    const from = await site.tag('nothing');
    const into = await site.tag('something');
    expect(await all(linesOf(await askForLines(from, into)))).toEqual([
      { moved: 0, total: 0 },
      { moved: 0, total: 0 },
      { data: { documentId: into, name: 'something', slug: 'something', movedArticles: 0 } },
    ]);
  });

  it('ends with the error that a plain request is answered with', async () => {
    const tag = await site.tag('errors');
    for (const [from, into] of [
      [tag, 'unknown'],
      ['unknown', tag],
      [tag, tag],
    ] as const) {
      const { status, body } = await merge(from, into);
      expect(await all(linesOf(await askForLines(from, into)))).toEqual([
        { error: { ...(body.error as object), status } },
      ]);
    }
  });

  it('is not waited for: the merge goes on when the client leaves', async () => {
    const from = await site.tag('left');
    const into = await site.tag('stays');
    await site.published('alone-with-it', { tags: [from] });
    const merging = jest.spyOn(partsOf(site.strapi).tagMerge, 'merge');
    const left = new Promise<void>((resolve) => {
      site.strapi.server.httpServer.once('request', (_request, response) =>
        response.once('close', resolve),
      );
    });
    const stop = beforeTheEnd(() => left);
    const client = new AbortController();

    const response = await askForLines(from, into, asMerger, client.signal);
    expect((await linesOf(response).next()).value).toEqual({ moved: 0, total: 1 });
    client.abort();

    await merging.mock.results[0]!.value;
    stop();
    merging.mockRestore();
    expect(await titles('stays')).toEqual(['alone-with-it']);
  });

  it('is for those with the permission', async () => {
    const from = await site.tag('guarded-lines');
    const into = await site.tag('guard-lines');
    const other = await signIn(site.app, { actions: [] });
    const response = await askForLines(from, into, other);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { status: 403 } });
    expect(await site.status('/tags/guarded-lines/')).toEqual([200]);
  });
});
