import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ARTICLE_UID, PERMALINK_UID } from '../../src/lib/constants';
import { type App, preparedDatabase, startApp } from '../helpers/app';
import { articlesOf, tagsOf } from '../helpers/content';
import { cutOffAt } from '../helpers/cut-off-database';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { quickDocuments } from '../helpers/indexed';
import { type GivenResponse, lastingResponses } from '../helpers/lasting-responses';
import { type Node, startNode } from '../helpers/node';
import type { Phase, Place, StatementCounts } from '../helpers/publish-until';
import { runTask, type Task } from '../helpers/tasks';
import { settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 0 };

/** Only one node writes to SQLite: the one that comes after finds what the killed one left. */
const hasOneNode = defaultDatabase === 'sqlite';

/** Beside PostgreSQL, where a process is killed at each place: that the other server takes it back. */
const isSample = defaultDatabase === 'mysql';

/**
 * Where nodes are killed: everywhere with `TEST_KILLS=all`, otherwise where the least is in place, all
 * but the commit, and after it nothing, or all but the commit of its version.
 */
const placesIn = ({ publication, afterwards }: StatementCounts): Place[] => {
  const ofPhase = (phase: Phase, statements: number[]): Place[] =>
    statements.map((statement) => ({ phase, statement }));
  const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  return process.env.TEST_KILLS === 'all'
    ? // One more: when all is over.
      [...ofPhase('publication', all(publication)), ...ofPhase('afterwards', all(afterwards + 1))]
    : [
        ...ofPhase('publication', [...(isSample ? [] : [Math.ceil(publication / 2)]), publication]),
        ...ofPhase('afterwards', hasOneNode || isSample ? [1] : [1, afterwards]),
      ];
};

/** All of them take minutes. */
const TIME_FOR_ALL = 3_600_000;

/** More statements that write than a publication has. */
const MANY = 500;

/** How many statements lie between the places at which one is cut off: on servers, a sample of those of SQLite. */
const APART = hasOneNode || process.env.TEST_KILLS === 'all' ? 1 : 3;

/** Everything that shows an article, or is kept of it: all of it or nothing. */
const tracesOf = async (app: App, slugs: string[]) => {
  const lists = ['/index.xml', '/tags/api/index.xml', '/sitemap.xml'];
  const texts = await Promise.all(
    lists.map(async (list) => {
      const response = await app.get(list);
      const text = await response.text();
      // The text of a refusal would look like a list without articles.
      expect([list, response.status, text]).toEqual([list, 200, text]);
      return text;
    }),
  );
  const traces = [];
  for (const slug of slugs) {
    const address = `/posts/${slug}/`;
    const [site, feed, sitemap] = texts.map((text) => text.includes(address));
    const permalinks = await app.strapi.db.query(PERMALINK_UID).count({ where: { slug } });
    const page = (await app.get(address)).status === 200;
    traces.push({ page, site, feed, sitemap, permalink: permalinks > 0 });
  }
  return traces;
};

const publishAgain = async (app: App, slugs: string[], tag: string): Promise<void> => {
  for (const slug of slugs) {
    const there = await articlesOf(app).findFirst({
      filters: { slug, publishedAt: { $notNull: true } },
    });
    if (there) continue;
    const draft = await articlesOf(app).findFirst({ filters: { slug } });
    if (draft) await articlesOf(app).publish({ documentId: draft.documentId });
    else {
      const data = { title: slug, slug, tags: [tag] };
      await articlesOf(app).create({ data, status: 'published' });
    }
  }
};

describe('a node that is killed while it publishes', () => {
  const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'syndication-killed-')));
  const [folder, otherFolder] = folders as [string, string];
  const database = testDatabase(defaultDatabase, folder);
  const running = new Set<Node>();
  let tag: string;

  const start = async (ownFolder: string): Promise<Node> => {
    const node = await startNode({ config, folder: ownFolder, databaseOf: folder });
    running.add(node);
    return node;
  };

  const addressesOf = (slug: string): string[] => [
    `/posts/${slug}/`,
    ...['/', '/tags/api/'].flatMap((listing) =>
      ['', 'index.xml', 'atom.xml', 'feed.json'].map((file) => `${listing}${file}`),
    ),
    '/tags/',
    '/sitemap.xml',
  ];
  /** What nodes that know everything say alike. */
  const agreed = async (nodes: Node[], slug: string): Promise<GivenResponse[]> => {
    const [one = [], ...others] = await lastingResponses(nodes, addressesOf(slug));
    for (const other of others) expect(other).toEqual(one);
    return one;
  };
  /** Which of all that shows an article shows it. */
  const shownBy = async (node: Node, responses: GivenResponse[], slug: string) => {
    const [page, ...lists] = responses;
    return [
      page!.status === 200,
      (await node.run({ do: 'countPermalinks', slug })) === '1',
      // All but the number of articles.
      ...lists
        .filter(({ address }) => address !== '/tags/')
        .map(({ body }) => body.includes(`/posts/${slug}/`)),
    ];
  };
  /** The ids that a feed has, and how many articles are counted. */
  const idsOf = (responses: GivenResponse[]) => {
    const bodyOf = (wanted: string) => responses.find(({ address }) => address === wanted)!.body;
    const ids = [...bodyOf('/tags/api/index.xml').matchAll(/<guid[^>]*>([^<]*)</g)];
    const [, counted] = /(\d+) articles?/.exec(bodyOf('/tags/')) ?? [];
    return { ids: ids.map(([, id]) => id), counted: Number(counted) };
  };
  /** A reader who has what there was hears that nothing is new exactly where nothing is. */
  const expectRevalidated = async (
    node: Node,
    had: GivenResponse[],
    responses: GivenResponse[],
  ) => {
    for (const [index, { address, status, tag: known, modified, body }] of had.entries()) {
      if (status !== 200) continue;
      const isSame = responses[index]!.body === body;
      const conditions = [
        ['If-None-Match', known!],
        ['If-Modified-Since', modified!],
      ] as const;
      for (const condition of conditions) {
        const { status: given } = await node.get(address, { headers: [[...condition]] });
        expect([address, condition, given]).toEqual([address, condition, isSame ? 304 : 200]);
      }
    }
  };

  /** Kills a node at a place; all others there are, and a new one, find what it left and go on. */
  const killAt = async (
    { phase, statement }: Place,
    { victim, survivors, slug }: { victim: Node; survivors: Node[]; slug: string },
  ): Promise<Node> => {
    const had = await agreed([...survivors, victim], slug);
    const killed = victim.run({
      do: 'publishUntil',
      ...{ slug, tags: [tag], place: { phase, statement } },
    });
    await expect(killed).rejects.toThrow('Killed');
    running.delete(victim);

    const next = await start(otherFolder);
    const nodes = [...survivors, next];
    const found = await agreed(nodes, slug);
    const isPublished = phase === 'afterwards';
    const traces = await shownBy(next, found, slug);
    expect(traces).toEqual(traces.map(() => isPublished));
    const before = idsOf(had);
    const id = `https://www.example.com/posts/${slug}/`;
    const ids = isPublished ? [id, ...before.ids] : before.ids;
    expect(idsOf(found)).toEqual({ ids, counted: ids.length });
    for (const node of nodes) await expectRevalidated(node, had, found);
    expect(await next.run({ do: 'checkIndexes' })).toBe('right');

    const again = isPublished ? `${slug}-next` : slug;
    await next.run({ do: 'publishAgain', slug: again, tags: [tag] });
    const published = await agreed(nodes, again);
    expect(await shownBy(next, published, again)).not.toContain(false);
    expect(idsOf(published).counted).toBe(ids.length + 1);
    return next;
  };

  beforeAll(async () => {
    await database.create(await preparedDatabase({}));
  });

  afterAll(async () => {
    await Promise.all([...running].map((node) => node.kill()));
    await database.drop();
    folders.forEach((each) => rmSync(each, { recursive: true, force: true }));
  });

  it(
    'leaves all of an article or nothing, and nodes that agree on it and go on',
    async () => {
      let victim = await start(otherFolder);
      const survivors = hasOneNode ? [] : [await start(folder)];
      tag = (await victim.run({ do: 'createTag', name: 'api' }))!;
      const publish: Task = { do: 'publishUntil', slug: 'second', tags: [tag] };
      // The first publication of a site records more than all others.
      await victim.run({ ...publish, slug: 'first' });
      const counts: StatementCounts = JSON.parse((await victim.run(publish))!);
      for (const place of placesIn(counts)) {
        const slug = `killed-${place.phase}-${place.statement}`;
        victim = await killAt(place, { victim, survivors, slug });
      }
    },
    TIME_FOR_ALL,
  );
});

describe('a node whose statements end at any of those of a publication', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-cut-off-'));
  const slugs: string[] = [];
  let app: App;
  let tag: string;

  beforeAll(async () => {
    const node = await startApp({ config, folder });
    const { documentId } = await tagsOf(node).create({ data: { name: 'api', slug: 'api' } });
    tag = documentId;
    const publish = async (slug: string, whenCutOff?: Promise<void>) => {
      const data = { title: slug, slug, tags: [tag] };
      // Where it is cut off, nothing is indexed for as long as somebody waits for that.
      await quickDocuments(node.strapi)(ARTICLE_UID).create({ data, status: 'published' });
      // A node numbers its changes when they are committed, without having anybody wait for it.
      await Promise.race([settled(node), whenCutOff].filter(Boolean));
    };
    await publish('the-first');
    for (let isCutOff = true; isCutOff && slugs.length < MANY;) {
      const statement = slugs.length * APART + 1;
      const slug = `until-statement-${statement}`;
      slugs.push(slug);
      isCutOff = await cutOffAt(node, statement, (whenCutOff) => publish(slug, whenCutOff));
    }
    await node.close();
    app = await startApp({ config, folder });
  });

  afterAll(async () => {
    await app.stop();
    await testDatabase(defaultDatabase, folder).drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves all of an article or nothing, wherever they ended', async () => {
    expect(await runTask(app.strapi, { do: 'checkIndexes' })).toBe('right');
    const found = await tracesOf(app, slugs);
    const mixed = found.filter((trace) => new Set(Object.values(trace)).size > 1);
    expect(mixed).toEqual([]);
    const isThere = found.map(({ page }) => page);
    // Nothing before the publication is committed; at last there are fewer statements than asked for.
    expect(isThere[0]).toBe(false);
    expect(isThere.at(-1)).toBe(true);
    expect(isThere.length).toBeLessThan(MANY);
  });

  it('leaves an installation in which everything can be published again', async () => {
    await publishAgain(app, slugs, tag);
    const found = await tracesOf(app, slugs);
    found.forEach((trace) => expect(Object.values(trace)).not.toContain(false));
    expect(await runTask(app.strapi, { do: 'checkIndexes' })).toBe('right');
  });
});
