import { type App, startApp } from '../helpers/app';
import { articlesOf, createEditor, type Editor } from '../helpers/content';
import { reach } from '../helpers/clock';
import { inTime } from '../helpers/due';
import { sendRaw } from '../helpers/request';
import { BY_THE_CLOCK, scansOf, type Statement } from '../helpers/statements';
import { isCached, settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', home: '/home/' };
const SHARED = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=600';

let app: App;
let editor: Editor;

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
  await editor.tag({ slug: 'other' });
});
afterAll(() => app.stop());

const statements = async (ask: () => Promise<unknown>): Promise<Statement[]> => {
  const { connection } = app.strapi.db;
  const seen: Statement[] = [];
  const note = ({ sql, bindings = [] }: Statement): void => {
    // What changed is looked for, and given its version, beside requests.
    const isLog = BY_THE_CLOCK.test(sql) || /^(?:BEGIN|COMMIT);$/.test(sql);
    if (!isLog) seen.push({ sql: sql.replace(/\$\d+/g, '?'), bindings });
  };
  connection.on('query', note);
  await ask();
  connection.off('query', note);
  return seen;
};

const ask = (path: string) => sendRaw(app.origin, path);

/** Status of an address, and where it leads below the base address. */
const at = async (path: string): Promise<(number | string)[]> => {
  const { status, headers } = await ask(path);
  const to = headers.location?.replace('https://www.example.com', '');
  return to === undefined ? [status] : [status, to];
};

const isInMemory = (path: string): boolean => isCached(app, path);

describe('an unknown address costs one statement, which an index answers', () => {
  it.each([
    '/posts/nobody/',
    '/posts/nobody',
    '/tags/nobody/',
    '/tags/nobody/index.xml',
    '/tags/nobody/page/3/feed.json',
    '/tags/nobody+nothing+nowhere/',
    '/tags/other,nobody/atom.xml',
  ])('%s', async (path) => {
    await settled(app);
    // The settings are read again after a node's first look.
    await ask('/tags/other/');
    // The page with the newest articles is made once for all unknown addresses.
    await ask('/posts/none/');
    const [statement, ...others] = await statements(async () => {
      expect((await ask(path)).status).toBe(404);
    });
    expect(others).toEqual([]);
    expect(statement!.sql).toMatch(/^select/);
    const { connection, dialect } = app.strapi.db;
    const scans = await connection.transaction(async (trx) => {
      // A few rows are read faster without an index: what is asked is whether there is one.
      if (dialect.client === 'postgres') await trx.raw('set local enable_seqscan = off');
      return scansOf(app, statement!, trx);
    });
    expect(scans).toEqual([]);
  });
});

describe('a redirect', () => {
  it('is cached, with its headers as ever', async () => {
    const article = await editor.published({ slug: 'kept-before' });
    await editor.republish(article, { slug: 'kept-after' });
    await settled(app);
    const first = await ask('/posts/kept-before/');
    expect([first.status, first.headers['cache-control']]).toEqual([301, SHARED]);
    expect(isInMemory('/posts/kept-before/')).toBe(true);
    const seen = await statements(async () => {
      const second = await ask('/posts/kept-before/');
      expect([second.status, second.headers.location, second.headers['cache-control']]).toEqual([
        301,
        'https://www.example.com/posts/kept-after/',
        SHARED,
      ]);
    });
    expect(seen).toEqual([]);
  });

  it('follows the article, and stays in memory when another changes', async () => {
    const article = await editor.published({ slug: 'moves-1' });
    await editor.republish(article, { slug: 'moves-2' });
    await settled(app);
    expect(await at('/posts/moves-1/')).toEqual([301, '/posts/moves-2/']);
    const other = await editor.published({ slug: 'other-article' });
    await editor.republish(other, { title: 'Another', slug: 'other-address' });
    expect(isInMemory('/posts/moves-1/')).toBe(true);
    await editor.republish(article, { slug: 'moves-3' });
    expect(await at('/posts/moves-1/')).toEqual([301, '/posts/moves-3/']);
    await editor.unpublish(article);
    expect(await at('/posts/moves-1/')).toEqual([410]);
    await editor.publish(article);
    expect(await at('/posts/moves-1/')).toEqual([301, '/posts/moves-3/']);
    await editor.republish(article, { slug: 'moves-1' });
    expect(await at('/posts/moves-1/')).toEqual([200]);
    await editor.delete(article);
    expect(await at('/posts/moves-1/')).toEqual([410]);
    expect(await at('/posts/moves-2/')).toEqual([410]);
  });

  it('gives way to an article that takes over the address', async () => {
    const article = await editor.published({ slug: 'taken' });
    await editor.republish(article, { slug: 'left' });
    expect(await at('/posts/taken/')).toEqual([301, '/posts/left/']);
    const heir = await editor.published({ slug: 'taken' });
    expect(await at('/posts/taken/')).toEqual([200]);
    await editor.delete(heir);
    expect(await at('/posts/taken/')).toEqual([301, '/posts/left/']);
  });

  it('gives way to a scheduled article on its date, and no cache shows it any longer', async () => {
    const article = await editor.published({ slug: 'soon' });
    await editor.republish(article, { slug: 'not-soon' });
    expect(await at('/posts/soon/')).toEqual([301, '/posts/not-soon/']);
    let scheduled: string | undefined;
    const moment = await inTime(async (due) => {
      if (scheduled) await editor.delete(scheduled);
      scheduled = await editor.published({ slug: 'soon', date: due });
      const left = Math.ceil((due.getTime() - Date.now()) / 1_000);
      const response = await ask('/posts/soon/');
      expect([response.status, response.headers.location]).toEqual([
        301,
        'https://www.example.com/posts/not-soon/',
      ]);
      const [, age] = /^public, max-age=(\d+)$/.exec(response.headers['cache-control']!) ?? [];
      expect(Number(age)).toBeLessThanOrEqual(left);
    });
    reach(moment);
    expect(await at('/posts/soon/')).toEqual([200]);
  });

  it('of a tag follows it, and gives way to a tag that takes over the address', async () => {
    const tag = await editor.tag({ slug: 'tag-1' });
    await editor.changeTag(tag, { slug: 'tag-2' });
    await settled(app);
    expect(await at('/tags/tag-1/')).toEqual([301, '/tags/tag-2/']);
    expect(await at('/tags/other+tag-1/index.xml')).toEqual([301, '/tags/other+tag-2/index.xml']);
    expect([isInMemory('/tags/tag-1/'), isInMemory('/tags/other+tag-1/index.xml')]).toEqual([
      true,
      true,
    ]);
    await editor.tag({ slug: 'unrelated' });
    expect(isInMemory('/tags/tag-1/')).toBe(true);
    await editor.changeTag(tag, { slug: 'tag-3' });
    expect(await at('/tags/tag-1/')).toEqual([301, '/tags/tag-3/']);
    const heir = await editor.tag({ slug: 'tag-1' });
    expect(await at('/tags/tag-1/')).toEqual([200]);
    await editor.deleteTag(heir);
    expect(await at('/tags/tag-1/')).toEqual([301, '/tags/tag-3/']);
    await editor.changeTag(tag, { hidden: true });
    expect(await at('/tags/tag-1/')).toEqual([404]);
    await editor.changeTag(tag, { hidden: false });
    await editor.deleteTag(tag);
    await settled(app);
    expect(await at('/tags/tag-1/')).toEqual([410]);
    expect(isInMemory('/tags/tag-1/')).toBe(true);
    await editor.tag({ slug: 'tag-1' });
    expect(await at('/tags/tag-1/')).toEqual([200]);
  });
});

describe('word that an article is gone', () => {
  it('is cached until another takes its address', async () => {
    await editor.delete(await editor.published({ slug: 'gone' }));
    await settled(app);
    expect(await at('/posts/gone/')).toEqual([410]);
    const seen = await statements(async () => {
      const gone = await ask('/posts/gone/');
      expect([gone.status, gone.headers['cache-control']]).toEqual([410, 'no-store']);
    });
    expect(seen).toEqual([]);
    await editor.published({ slug: 'gone' });
    expect(await at('/posts/gone/')).toEqual([200]);
  });

  it('is taken back when the article is published again', async () => {
    const article = await editor.published({ slug: 'withdrawn' });
    await editor.unpublish(article);
    expect(await at('/posts/withdrawn/')).toEqual([410]);
    await articlesOf(app).publish({ documentId: article });
    expect(await at('/posts/withdrawn/')).toEqual([200]);
  });
});

describe('word that tags have no article in common', () => {
  const paths = (name: string): string[] => [
    `/tags/${name}/`,
    `/tags/${name}/atom.xml`,
    `/tags/${name}/page/7/`,
  ];
  /** Asks for each, which is nowhere. */
  const askAll = async (asked: string[]): Promise<void> => {
    for (const path of asked) expect(await at(path)).toEqual([404]);
  };
  let tags: string[];
  const pair = async (...slugs: string[]): Promise<void> => {
    tags = await Promise.all(slugs.map((slug) => editor.tag({ slug })));
    for (const tag of tags) await editor.published({ tags: [tag] });
    await settled(app);
  };

  it('is cached until they have one, for all of them and for none any longer', async () => {
    await pair('one', 'two');
    const asked = [...paths('one+two'), '/tags/one,two/page/7/'];
    await askAll(asked);
    expect(await statements(() => askAll(asked))).toEqual([]);
    const article = await editor.published({ tags });
    expect(await at('/tags/one+two/')).toEqual([200]);
    expect(await at('/tags/one+two/atom.xml')).toEqual([200]);
    await editor.unpublish(article);
    await askAll(asked);
  });

  it('stays in memory when others get one', async () => {
    await pair('three', 'four');
    await askAll(['/tags/four+three/']);
    await editor.published({ tags: [await editor.tag({ slug: 'another' })] });
    expect(isInMemory('/tags/four+three/')).toBe(true);
  });

  it('ends when one is due', async () => {
    await pair('five', 'six');
    let scheduled: string | undefined;
    const moment = await inTime(async (due) => {
      if (scheduled) await editor.delete(scheduled);
      scheduled = await editor.published({ tags, date: due });
      await askAll(paths('five+six'));
    });
    reach(moment);
    expect(await at('/tags/five+six/')).toEqual([200]);
  });
});

describe('a part that the sitemap has not', () => {
  const PARTS = ['/sitemap/1.xml', '/sitemap/99999.xml'];

  it('costs what a count does, however many tags there are', async () => {
    await settled(app);
    for (const part of PARTS) expect(await at(part)).toEqual([404]);
    for (const part of PARTS) {
      const seen = await statements(async () => expect(await at(part)).toEqual([404]));
      // Which articles are due, and those before and after that moment.
      expect(seen.length).toBeLessThanOrEqual(3);
    }
    // Any change may bring a listing.
    await editor.published({ tags: [await editor.tag({ slug: 'of-the-sitemap' })] });
    await settled(app);
    expect(await at(PARTS[0]!)).toEqual([404]);
    expect(await at('/sitemap.xml')).toEqual([200]);
  });
});
