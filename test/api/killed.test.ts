import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PERMALINK_UID } from '../../src/constants';
import { type App, startApp } from '../helpers/app';
import { articlesOf } from '../helpers/content';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { startNode } from '../helpers/node';
import { runTask, type Task } from '../helpers/tasks';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 0 };

/** Where in a publication the process ends, as shares of its statements. */
const MOMENTS = [0.1, 0.35, 0.6, 0.75, 0.9];

describe('a node that is killed in the middle of a publication', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-killed-'));
  const database = testDatabase(defaultDatabase, folder);
  const slugs = MOMENTS.map((_, index) => `killed-${index + 1}`);
  let app: App;
  let tag: string;

  beforeAll(async () => {
    await database.create();
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

  /** Everything that shows an article, or is kept of it: all of it or nothing. */
  const traces = async (slug: string) => {
    const has = async (address: string) => (await (await app.get(address)).text()).includes(slug);
    return {
      page: (await app.get(`/posts/${slug}/`)).status === 200,
      site: await has('/index.xml'),
      feed: await has('/tags/api/index.xml'),
      listing: await has('/tags/api/'),
      sitemap: await has('/sitemap.xml'),
      permalink: (await app.strapi.db.query(PERMALINK_UID).count({ where: { slug } })) > 0,
    };
  };

  it('leaves all of an article or nothing', async () => {
    expect(await runTask(app.strapi, { do: 'checkIndexes' })).toBe('right');
    const found = await Promise.all(slugs.map(traces));
    found.forEach((trace) => expect(new Set(Object.values(trace)).size).toBe(1));
    // At the first of the moments nothing can have been committed.
    expect(found[0]!.page).toBe(false);
  });

  it('leaves an installation in which everything can be published again', async () => {
    for (const slug of slugs) {
      const there = await articlesOf(app).findFirst({ filters: { slug } });
      if (there) continue;
      await articlesOf(app).create({
        data: { title: slug, slug, tags: [tag] },
        status: 'published',
      });
    }
    const found = await Promise.all(slugs.map(traces));
    found.forEach((trace) => expect(Object.values(trace)).not.toContain(false));
    expect(await runTask(app.strapi, { do: 'checkIndexes' })).toBe('right');
  });
});
