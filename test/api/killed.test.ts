import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PERMALINK_UID } from '../../src/constants';
import { type App, preparedDatabase, startApp } from '../helpers/app';
import { articlesOf, tagsOf } from '../helpers/content';
import { cutOffAt } from '../helpers/cut-off';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { startNode } from '../helpers/node';
import { numbered } from '../helpers/settled';
import { runTask, type Task } from '../helpers/tasks';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 0 };

/**
 * Where in a publication the process ends, as shares of its statements. A server notices of it what it notices
 * of a connection that breaks, which is tried below at every statement.
 */
const MOMENTS = defaultDatabase === 'sqlite' ? [0.1, 0.5, 0.9] : [0.5];

/** More statements that write than a publication has. */
const MANY = 500;

/** Everything that shows an article, or is kept of it: all of it or nothing. */
const tracesOf = async (app: App, slugs: string[]) => {
  const lists = ['/index.xml', '/tags/api/index.xml', '/sitemap.xml'];
  const texts = await Promise.all(lists.map(async (list) => (await app.get(list)).text()));
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

describe('a node that is killed in the middle of a publication', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-killed-'));
  const database = testDatabase(defaultDatabase, folder);
  const slugs = MOMENTS.map((_, index) => `killed-${index + 1}`);
  let app: App;
  let tag: string;

  beforeAll(async () => {
    await database.create(await preparedDatabase({}));
    const node = await startNode({ config, folder });
    tag = (await node.run({ do: 'createTag', name: 'api' }))!;
    const publish = (slug: string, statement: number): Task => ({
      do: 'publishUntil',
      slug,
      tags: [tag],
      statement,
    });
    // The first publication of a site records more than all others.
    await node.run(publish('first', 0));
    const statements = Number(await node.run(publish('second', 0)));
    await node.kill();
    for (const [index, moment] of MOMENTS.entries()) {
      const victim = await startNode({ config, folder });
      const killed = victim.run(publish(slugs[index]!, Math.ceil(statements * moment)));
      await expect(killed).rejects.toThrow('The node ended');
    }
    app = await startApp({ config, folder });
  });

  afterAll(async () => {
    await app.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves all of an article or nothing', async () => {
    expect(await runTask(app.strapi, { do: 'checkIndexes' })).toBe('right');
    const found = await tracesOf(app, slugs);
    found.forEach((trace) => expect(new Set(Object.values(trace)).size).toBe(1));
    // At the first of the moments nothing can have been committed.
    expect(found[0]!.page).toBe(false);
  });

  it('leaves an installation in which everything can be published again', async () => {
    await publishAgain(app, slugs, tag);
    const found = await tracesOf(app, slugs);
    found.forEach((trace) => expect(Object.values(trace)).not.toContain(false));
    expect(await runTask(app.strapi, { do: 'checkIndexes' })).toBe('right');
  });
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
      await articlesOf(node).create({ data, status: 'published' });
      // A node numbers its changes when they are committed, without having anybody wait for it.
      await Promise.race([numbered(node), whenCutOff].filter(Boolean));
    };
    await publish('the-first');
    for (let isCutOff = true; isCutOff && slugs.length < MANY;) {
      const slug = `until-statement-${slugs.length + 1}`;
      slugs.push(slug);
      isCutOff = await cutOffAt(node, slugs.length, (whenCutOff) => publish(slug, whenCutOff));
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
    found.forEach((trace) => expect(new Set(Object.values(trace)).size).toBe(1));
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
