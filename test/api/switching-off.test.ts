/**
 * @runs-on sqlite postgres: Strapi drops, creates and imports; PostgreSQL reads rows in another
 * order than they were made in.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startApp } from '../helpers/app';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { type Site, startSite } from '../helpers/site';
import { runStrapi } from '../helpers/strapi-command';

const TABLES = ['articles', 'tags', 'articles_tags_lnk', 'permalinks', 'catalogue'].map(
  (name) => `syndication_${name}`,
);

/** What readers and subscribers may rely on. */
const DOCUMENTS = [
  ...['/', '/tags/tools/'].flatMap((directory) =>
    ['index.xml', 'atom.xml', 'feed.json'].map((file) => directory + file),
  ),
  ...['/tags/', '/tags/tools/', '/posts/mallet/', '/posts/chisel/', '/sitemap.xml', '/feeds.opml'],
];
const OTHERS = ['hammer', 'gavel', 'saw', 'never', 'unfinished'].map((slug) => `/posts/${slug}/`);

const observe = async (site: Site): Promise<Map<string, unknown>> => {
  const seen = new Map<string, unknown>();
  for (const address of DOCUMENTS) seen.set(address, await site.read(address));
  for (const address of OTHERS) seen.set(address, await site.status(address));
  return seen;
};

const hasTables = async ({ db }: Pick<Site['strapi'], 'db'>): Promise<boolean[]> => {
  const tables: boolean[] = [];
  for (const name of TABLES) tables.push(await db.getSchemaConnection().hasTable(name));
  return tables;
};

describe('the plugin switched off', () => {
  let folder: string;
  let before: Map<string, unknown>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'syndication-off-'));
    const site = await startSite({}, folder);
    const tag = await site.tag('tools', { title: 'Tools' });
    const hammer = await site.published('hammer', { tags: [tag] });
    const saw = await site.published('saw', { tags: [tag] });
    // Dated by its first publication.
    await site.published('chisel', { tags: [tag], date: null });
    await site.republish(hammer, { slug: 'gavel' });
    await site.republish(hammer, { slug: 'mallet', title: 'A mallet' });
    await site.unpublish(saw);
    await site.draft('unfinished', { title: 'Unfinished' });
    // PostgreSQL writes an updated row anew, behind the others.
    const permalinks = () => site.strapi.db.connection('syndication_permalinks');
    await permalinks().where({ slug: 'hammer' }).update({ slug: 'hammer' });
    before = await observe(site);
    await site.stop();
    await runStrapi(folder, 'export', '--no-encrypt', '--file', 'before');
  }, 900_000);

  afterAll(async () => {
    await testDatabase(defaultDatabase, folder).drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const TYPES = ['article', 'tag', 'permalink'].map((name) => `plugin::syndication.${name}`);

  // What is imported is chosen before any of it is written.
  const SELECTIONS: [name: string, options: string[]][] = [
    ['', []],
    [' of its types alone', ['--only', 'content', '--only-content-types', TYPES.join(',')]],
  ];

  it.each(defaultDatabase === 'sqlite' ? SELECTIONS : SELECTIONS.slice(0, 1))(
    'loses its tables, and an import%s brings back every address, id, date and redirect',
    async (_, options) => {
      expect(before.get('/posts/hammer/')).toEqual([301, '/posts/mallet/']);
      expect(before.get('/posts/gavel/')).toEqual([301, '/posts/mallet/']);
      expect(before.get('/posts/saw/')).toEqual([410]);
      expect(before.get('/index.xml')).toContain('/posts/hammer/</guid>');

      const off = await startApp({ folder, enabled: false });
      expect(await hasTables(off.strapi)).toEqual(TABLES.map(() => false));
      await off.stop();

      const empty = await startSite({}, folder);
      expect(await hasTables(empty.strapi)).toEqual(TABLES.map(() => true));
      expect(await empty.status('/posts/mallet/')).toEqual([404]);
      await empty.stop();

      await runStrapi(folder, 'import', '--force', '--file', 'before.tar.gz', ...options);
      const after = await startSite({}, folder);
      try {
        expect(await observe(after)).toEqual(before);
      } finally {
        await after.stop();
      }
    },
    300_000,
  );
});
