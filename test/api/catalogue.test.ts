import fc from 'fast-check';

import { CACHE_TAGS } from '../../src/lib/cache-tags';
import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { partsOf } from '../../src/compose';
import { createRebuild } from '../../src/changes/rebuild';
import { ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { defaultDatabase } from '../helpers/database';
import { articlesOf, createEditor, type Editor, tagsOf } from '../helpers/content';
import { failIndexing } from '../helpers/faults';
import { PROPERTY_TIME } from '../helpers/property-time';
import {
  announce,
  isIndexed,
  mergeTags,
  rebuild,
  settled,
  spyOnAnnouncements,
} from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 4 };

describe('the catalogue', () => {
  let app: App;
  let editor: Editor;

  beforeAll(async () => {
    app = await startApp({ config });
    editor = createEditor(app);
  });
  afterAll(() => app.stop());

  const read = async (address: string): Promise<string> => (await app.get(address)).text();

  /** Whether it says of each document what it should. */
  const isRight = async (): Promise<boolean> => {
    const { connection, metadata } = app.strapi.db;
    const { tableName } = metadata.get(ARTICLE_UID);
    const documents: string[] = await connection(tableName).pluck('document_id');
    const listed: string[] = await connection(CATALOGUE_TABLE).pluck('document_id');
    const all = [...new Set([...documents, ...listed])];
    return await isIndexed(app, ARTICLE_UID, all);
  };

  /** Row of the published article, or else of the draft. */
  const rowOf = async (documentId: string): Promise<number> => {
    const rows: { id: number; publishedAt: unknown }[] = await app.strapi.db
      .query(ARTICLE_UID)
      .findMany({ where: { documentId } });
    return (rows.find(({ publishedAt }) => publishedAt) ?? rows[0]!).id;
  };

  const tagRow = async (documentId: string): Promise<number> =>
    (await app.strapi.db.query(TAG_UID).findOne({ where: { documentId } })).id;

  // Skipped elsewhere: the other databases take no title of more than 255 characters.
  const onSqlite = defaultDatabase === 'sqlite' ? it : it.skip;
  onSqlite('knows a title that is cut within a character', async () => {
    // An editor's titles are shorter; those of an import to SQLite need not be.
    await app.strapi.db.query(ARTICLE_UID).create({
      data: { documentId: 'long', title: `${'x'.repeat(499)}😀`, slug: 'long' },
    });
    expect(await isRight()).toBe(true);
    await editor.delete('long');
  });

  it.each([
    ['a list of texts', (id: string) => [id]],
    ['a text that is connected', (id: string) => ({ connect: [{ id }] })],
  ])('lists an article that a query gives to a tag by %s', async (_how, relation) => {
    const article = await editor.published();
    const tag = await editor.tag();
    await app.strapi.db.query(TAG_UID).update({
      where: { documentId: tag },
      data: { articles: relation(String(await rowOf(article))) },
    });
    expect(await isRight()).toBe(true);
  });

  it('a query that asks for one column of the tag it changes changes its feed', async () => {
    const slug = 'one-column';
    const tag = await editor.tag({ slug });
    await editor.published({ tags: [tag] });
    await read(`/tags/${slug}/index.xml`);
    await app.strapi.db.query(TAG_UID).update({
      where: { id: await tagRow(tag) },
      data: { title: 'Another title' },
      select: ['title'],
    });
    expect(await read(`/tags/${slug}/index.xml`)).toContain('Another title');
  });

  it('an address that led to another tag is that of a new one', async () => {
    const moved = await editor.tag({ slug: 'taken' });
    await editor.changeTag(moved, { slug: 'elsewhere' });
    const deleted = await editor.tag({ slug: 'taken-too' });
    await editor.deleteTag(deleted);
    const statuses = () =>
      Promise.all(
        ['taken', 'taken-too', 'elsewhere+taken-too'].map(
          async (name) => (await app.get(`/tags/${name}/index.xml`)).status,
        ),
      );
    expect(await statuses()).toEqual([301, 410, 410]);
    const tags = [await editor.tag({ slug: 'taken' }), await editor.tag({ slug: 'taken-too' })];
    expect((await statuses()).slice(0, 2)).toEqual([200, 200]);
    await editor.published({ tags: [moved, ...tags] });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('the sitemap has the address of an article that moved, in its place in the list', async () => {
    const id = await editor.published({ slug: 'from-here' });
    expect(await read('/sitemap.xml')).toContain('/posts/from-here/');
    await editor.republish(id, { slug: 'to-there' });
    expect(await read('/sitemap.xml')).toContain('/posts/to-there/');
  });

  it('is kept within a transaction that was begun past the plugin', async () => {
    const { db } = app.strapi;
    const begin = Object.getPrototypeOf(db).transaction as typeof db.transaction;
    let id = '';
    await begin.call(db, async () => {
      id = await editor.published({ title: 'Past the plugin', date: new Date() });
    });
    expect(id).not.toBe('');
    expect(await isRight()).toBe(true);
    expect(await read('/index.xml')).toContain('Past the plugin');
  });

  it('tells nobody that drafts were changed, however many', async () => {
    const { tableName } = app.strapi.db.metadata.get(ARTICLE_UID);
    const before: string[] = await app.strapi.db.connection(tableName).pluck('document_id');
    await settled(app);
    const announce = spyOnAnnouncements(app);
    await app.strapi.db.query(ARTICLE_UID).createMany({
      data: Array.from({ length: 600 }, (_, index) => ({
        documentId: `many-${index}`,
        title: `Draft ${index}`,
        slug: `many-${index}`,
        publishedAt: null,
      })),
    });
    await app.strapi.db
      .query(ARTICLE_UID)
      .updateMany({ where: { documentId: { $notIn: before } }, data: { author: 'Somebody' } });
    expect(await isRight()).toBe(true);
    await app.strapi.db
      .query(ARTICLE_UID)
      .deleteMany({ where: { documentId: { $notIn: before } } });
    expect(await isRight()).toBe(true);
    expect(announce).not.toHaveBeenCalled();
    announce.mockRestore();
  });

  it('is read anew beside who saves and who reads, and none of them fails', async () => {
    const { tableName } = app.strapi.db.metadata.get(ARTICLE_UID);
    const before: string[] = await app.strapi.db.connection(tableName).pluck('document_id');
    await app.strapi.db.query(ARTICLE_UID).createMany({
      data: Array.from({ length: 600 }, (_, index) => ({
        documentId: `beside-${index}`,
        title: `Draft ${index}`,
        slug: `beside-${index}`,
        publishedAt: null,
      })),
    });
    let isRead = false;
    const reading = rebuild(app).finally(() => (isRead = true));
    const saved: string[] = [];
    do {
      const title = `Saved meanwhile ${saved.length}`;
      saved.push(await editor.published({ title, date: new Date() }));
      expect(await read('/index.xml')).toContain(title);
    } while (!isRead);
    await reading;
    await settled(app);
    expect(await isRight()).toBe(true);
    await app.strapi.db
      .query(ARTICLE_UID)
      .deleteMany({ where: { documentId: { $notIn: before } } });
    expect(await isRight()).toBe(true);
  });

  it('shows what was published and is read anew before it is indexed', async () => {
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    // By the rebuild alone, not by the indexer beside it, so that the order of the two is known.
    const { changeLog } = partsOf(app.strapi);
    const documentId = await editor.draft({ title: 'Read anew first', date: new Date() });
    await read('/index.xml');
    let mayIndex = false;
    failIndexing(app, (id) => !mayIndex && id === documentId);
    const { announce, runExclusively } = changeLog;
    jest.spyOn(changeLog, 'runExclusively').mockImplementation((work) =>
      runExclusively(async (...held) => {
        mayIndex = true;
        return work(...held).finally(() => (mayIndex = false));
      }),
    );
    await editor.publish(documentId);
    expect(await read('/index.xml')).not.toContain('Read anew first');
    // Before all responses are made anew at the end.
    let shown = '';
    jest.spyOn(changeLog, 'announce').mockImplementation(async (scopes) => {
      if (!mayIndex) {
        mayIndex = true;
        shown = await read('/index.xml');
      }
      return announce(scopes);
    });
    await rebuild(app);
    jest.restoreAllMocks();
    expect(shown).toContain('Read anew first');
  });

  it('connects articles of a tag in a place among those that are there', async () => {
    const tag = await editor.tag({ slug: 'placed' });
    const there = await editor.published({ tags: [tag] });
    for (const position of [{ before: there }, { after: there }, { start: true }, { end: true }]) {
      const documentId = await editor.published();
      await editor.changeTag(tag, { articles: { connect: [{ documentId, position }] } });
    }
    expect(await isRight()).toBe(true);
    expect((await read('/tags/placed/index.xml')).match(/<item>/g)).toHaveLength(4);
  });

  describe('a reading that was interrupted', () => {
    const store = () => app.strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'catalogue' });
    let refreshed: string[] = [];

    /** Reads articles as a start does that keeps them in some way; one that is killed reads none. */
    const start = async (fingerprint?: string, { isKilled = false } = {}): Promise<void> => {
      refreshed = [];
      const articles = {
        name: 'articles',
        contentType: ARTICLE_UID,
        isCatalogued: true,
        prepare: async () => {},
        index: async (documentIds: string[]) => {
          if (isKilled) throw new Error('killed');
          refreshed.push(...documentIds);
        },
      };
      const types = fingerprint === undefined ? [] : [{ ...articles, fingerprint }];
      const prepared = createRebuild(app.strapi, { ...partsOf(app.strapi), types }).prepare();
      await prepared.catch((error: Error) => expect(error.message).toBe('killed'));
    };

    const documents = async (): Promise<string[]> => {
      const found: { documentId: string }[] = await app.strapi.db
        .query(ARTICLE_UID)
        .findMany({ select: ['documentId'] });
      return [...new Set(found.map(({ documentId }) => documentId))].sort();
    };

    /** A start that read all but the last document, and was killed. */
    const interrupt = async (fingerprint: string, before: object = {}): Promise<string> => {
      await store().set({ value: before });
      await start(fingerprint, { isKilled: true });
      const [last = '', next = ''] = (await documents()).slice(-2);
      const state = (await store().get({})) as object;
      await store().set({ value: { ...state, progress: { fingerprint, last } } });
      return next;
    };

    beforeAll(async () => {
      for (let index = 0; index < 3; index += 1) await editor.published();
    });
    afterAll(() => rebuild(app));

    it('goes on where it was', async () => {
      const next = await interrupt('one');
      await start('one');
      expect(refreshed).toEqual([next]);
    });

    /** What a start knows after an import: the permalinks have other row ids. */
    const imported = async (): Promise<object> => ({
      ...((await store().get({})) as object),
      firstPermalink: -1,
    });

    it('goes on where it was after an import', async () => {
      await start('one');
      const next = await interrupt('one', await imported());
      await start('one');
      expect(refreshed).toEqual([next]);
    });

    it('begins anew once something was imported in between', async () => {
      await interrupt('one');
      await store().set({ value: await imported() });
      await start('one');
      expect([...refreshed].sort()).toEqual(await documents());
    });

    it('begins anew once another was begun in between', async () => {
      await interrupt('one');
      await start('other', { isKilled: true });
      await start('one');
      expect([...refreshed].sort()).toEqual(await documents());
    });

    it('begins anew once the type was mapped no more, and nothing is left of it till then', async () => {
      await interrupt('one');
      await start();
      expect(await app.strapi.db.connection(CATALOGUE_TABLE).first()).toBeUndefined();
      await start('one');
      expect([...refreshed].sort()).toEqual(await documents());
    });
  });

  describe('after any writes', () => {
    const TAGS = ['tag-a', 'tag-b', 'tag-c'];
    const FEEDS = [
      ...['/index.xml', '/feed.json', '/tags/', '/sitemap.xml'],
      ...TAGS.flatMap((slug) => [`/tags/${slug}/atom.xml`, `/tags/${slug}/`]),
      ...[
        '/tags/tag-a+tag-b/index.xml',
        '/tags/tag-a,tag-c/index.xml',
        '/archive/',
        '/archive/2024/',
      ],
    ];
    /** What tells one state of the site from another, without the moment it was looked at. */
    const look = async (): Promise<Record<string, string>> => {
      const found: Record<string, string> = {};
      for (const address of FEEDS) {
        const response = await app.get(address);
        found[address] = `${response.status} ${await response.text()}`;
      }
      return found;
    };

    const pick = <Item>(items: Item[], by: number): Item | undefined =>
      items.length === 0 ? undefined : items[by % items.length];

    const DATES = [
      '2024-01-15T02:00:00.000Z',
      '2024-01-16T02:00:00.000Z',
      new Date(Date.now() - 5 * 86_400_000).toISOString(),
      '2999-01-01T00:00:00.000Z',
    ];
    let made = 0;

    /** Everything a step may choose from. */
    interface Step {
      kind: number;
      article: number;
      tag: number;
      value: number;
      flag: boolean;
    }

    const findDocuments = async (uid: typeof ARTICLE_UID | typeof TAG_UID): Promise<string[]> => {
      const rows: { documentId: string }[] = await app.strapi.db
        .query(uid)
        .findMany({ select: ['id', 'documentId'], orderBy: { id: 'asc' } });
      return [...new Set(rows.map(({ documentId }) => documentId))];
    };

    type Act = (context: {
      step: Step;
      article: string;
      tag: string;
      data: Record<string, unknown>;
    }) => Promise<unknown>;

    const rows = () => app.strapi.db.query(ARTICLE_UID);
    const tagRows = () => app.strapi.db.query(TAG_UID);

    const newTag = async (): Promise<void> => {
      const present: { slug: string }[] = await tagRows().findMany({});
      const slug = TAGS.find((name) => !present.some((row) => row.slug === name));
      if (slug) await tagsOf(app).create({ data: { name: slug, slug } });
    };

    const ACTS: [string, Act][] = [
      ['create', ({ data }) => articlesOf(app).create({ data })],
      ['create published', ({ data }) => articlesOf(app).create({ data, status: 'published' })],
      [
        'update',
        ({ article, data: { slug: _slug, ...data }, step }) =>
          articlesOf(app).update({
            documentId: article,
            data,
            status: step.flag ? 'published' : 'draft',
          }),
      ],
      ['publish', ({ article }) => articlesOf(app).publish({ documentId: article })],
      ['unpublish', ({ article }) => articlesOf(app).unpublish({ documentId: article })],
      ['discard', ({ article }) => articlesOf(app).discardDraft({ documentId: article })],
      ['clone', ({ article }) => articlesOf(app).clone({ documentId: article, data: {} })],
      ['delete', ({ article }) => articlesOf(app).delete({ documentId: article })],
      [
        'query create',
        ({ data, step }) =>
          rows().create({
            data: {
              ...data,
              documentId: `query${made}`,
              tags: [],
              publishedAt: step.flag ? new Date() : null,
            },
          }),
      ],
      [
        'query createMany',
        ({ data: { tags: _tags, ...data }, step }) =>
          rows().createMany({
            data: [0, 1].map((index) => ({
              ...data,
              slug: `many-${made}-${index}`,
              documentId: `many${made}x${index}`,
              publishedAt: step.flag ? new Date() : null,
            })),
          }),
      ],
      [
        'query update',
        async ({ article, data: { tags: _tags, slug: _slug, ...data }, step }) =>
          rows().update({
            where: { id: await rowOf(article) },
            data: { ...data, ...(step.flag && { publishedAt: null }) },
            select: step.value % 2 ? ['title'] : undefined,
          }),
      ],
      [
        'query publishes',
        async ({ article }) =>
          rows().update({
            where: { id: await rowOf(article) },
            data: { publishedAt: new Date() },
          }),
      ],
      [
        'query updateMany',
        ({ data: { keepOutOfFeeds, date }, step }) =>
          rows().updateMany({
            where: { title: `Title ${step.article % 4}` },
            data: step.flag ? { keepOutOfFeeds } : { date },
          }),
      ],
      [
        'query moves a slug where nothing is served',
        async ({ article, step }) =>
          rows().update({
            where: { id: await rowOf(article) },
            data: { slug: step.flag ? `Un_served~${made}` : `served-${made}` },
          }),
      ],
      ['query delete', async ({ article }) => rows().delete({ where: { documentId: article } })],
      [
        'query deleteMany',
        ({ step }) =>
          rows().deleteMany({ where: { title: `Title ${step.article % 4}`, author: 'A' } }),
      ],
      ['tag create', () => newTag()],
      [
        'tag sets',
        ({ tag, article, step }) =>
          tagsOf(app).update({
            documentId: tag,
            data: {
              articles: [{ set: [article] }, { connect: [article] }, { disconnect: [article] }, []][
                step.value % 4
              ],
            },
          }),
      ],
      [
        'tag query sets',
        async ({ tag, article, step }) => {
          const id = await rowOf(article);
          return tagRows().update({
            where: { documentId: tag },
            data: {
              articles: [{ set: [{ id }] }, { connect: [id] }, { disconnect: [{ id }] }, null][
                step.value % 4
              ],
            },
          });
        },
      ],
      [
        'tag renamed',
        ({ tag, step }) =>
          step.flag
            ? tagsOf(app).update({ documentId: tag, data: { title: `Tag ${made}` } })
            : tagRows().updateMany({
                where: { documentId: tag },
                data: { title: `Tag ${made}`, hidden: step.value % 2 === 0 },
              }),
      ],
      ['tag delete', ({ tag }) => tagsOf(app).delete({ documentId: tag })],
      ['tag query delete', ({ tag }) => tagRows().deleteMany({ where: { documentId: tag } })],
      [
        'tag merge',
        async ({ tag }) => {
          const other = (await findDocuments(TAG_UID)).find((id) => id !== tag);
          if (other) await mergeTags(app, tag, other);
        },
      ],
    ];

    const done: string[] = [];

    const take = async (step: Step): Promise<void> => {
      made += 1;
      const article = pick(await findDocuments(ARTICLE_UID), step.article);
      if ((await findDocuments(TAG_UID)).length < 2) await newTag();
      const tags = await findDocuments(TAG_UID);
      const tag = pick(tags, step.tag)!;
      const [name, act] = ACTS[article ? step.kind % ACTS.length : 1]!;
      done.push(name);
      await act({
        step,
        article: article ?? '',
        tag,
        data: {
          title: `Title ${step.value % 4}`,
          slug: `slug-${made}`,
          date: DATES[step.value % DATES.length],
          author: step.flag ? 'A' : 'B',
          keepOutOfFeeds: step.value % 5 === 0,
          tags: step.flag ? [tag] : tags.slice(0, step.value % 3),
        },
      });
    };

    const step: fc.Arbitrary<Step> = fc.record({
      kind: fc.nat(1_000),
      article: fc.nat(1_000),
      tag: fc.nat(1_000),
      value: fc.nat(1_000),
      flag: fc.boolean(),
    });

    it('is right, and every response is as if nothing had been cached', async () => {
      const began = Date.now();
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 5 }),
          fc.constantFrom('alone', 'alone', 'together', 'taken back'),
          async (steps, how) => {
            if (Date.now() - began > PROPERTY_TIME) return;
            done.push(how);
            const all = async () => {
              for (const one of steps) {
                await take(one);
                if (how === 'alone') expect(await look()).toBeDefined();
              }
            };
            if (how === 'alone') await all();
            else {
              await app.strapi.db
                .transaction(async () => {
                  await all();
                  if (how === 'taken back') throw new Error('taken back');
                })
                .catch((error: Error) => {
                  if (error.message !== 'taken back') throw error;
                });
            }
            const before = await look();
            expect({ right: await isRight(), done: done.slice(-12) }).toMatchObject({
              right: true,
            });
            // Whatever keeps something is told by the log: responses and numbers.
            await announce(app, [CACHE_TAGS.everything]);
            expect({ ...(await look()), done }).toEqual({ ...before, done });
          },
        ),
        { numRuns: 200, endOnFailure: true },
      );
    });
  });
});
