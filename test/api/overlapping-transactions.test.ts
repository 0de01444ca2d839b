/** @runs-on postgres mysql: SQLite has one transaction at a time. */
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { LOCK_LIMITS, SCOPE_TABLE } from '../../src/changes/versions';
import { queryTable } from '../../src/lib/transactions';
import { partsOf } from '../../src/compose';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { articleTagLinks } from '../../src/own-types/article-tags';
import { type App, startApp } from '../helpers/app';
import { shortenTimers } from '../helpers/clock';
import { createEditor, type Editor } from '../helpers/content';
import { defaultDatabase, serverAddress } from '../helpers/database';
import { atOnce } from '../helpers/held-transactions';
import { quickDocuments } from '../helpers/indexed';
import { isAway, isUnresponsive, lookWhile } from '../helpers/memory';
import { throughQueries } from '../helpers/faults';
import { idsOf, isIndexed, mergeTags, rebuild, settled, untilIndexed } from '../helpers/state';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

let proxy: TcpProxy;
let app: App;
let editor: Editor;
let made = 0;

beforeAll(async () => {
  proxy = await startTcpProxy(serverAddress(defaultDatabase as 'postgres' | 'mysql'));
  app = await startApp({ config, databaseAt: proxy });
  editor = createEditor(app);
});
afterAll(async () => {
  await proxy.resume();
  proxy.cut();
  await app.stop();
  await proxy.close();
});
afterEach(() => jest.restoreAllMocks());

/**
 * Does something in a transaction that has read the database before something else was committed: it
 * goes on seeing what it saw, where the database repeats reads.
 */
const asSeenBefore = async (
  act: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> => {
  let goOn = (): void => undefined;
  const allowed = new Promise<void>((resolve) => (goOn = resolve));
  let tell = (): void => undefined;
  const read = new Promise<void>((resolve) => (tell = resolve));
  const ended = app.strapi.db.transaction(async () => {
    await app.strapi.db.query(ARTICLE_UID).findMany({ limit: 1 });
    tell();
    await allowed;
    await act();
  });
  ended.catch(() => undefined);
  await read;
  await meanwhile();
  goOn();
  await ended;
};

/** Whether the catalogue says of an article what it should, once all is indexed. */
const isRight = (documentId: string): Promise<boolean> => isIndexed(app, ARTICLE_UID, [documentId]);

const slug = (): string => {
  made += 1;
  return `made-${made}`;
};

const newTag = async () => {
  const name = slug();
  return { id: await editor.tag({ name, slug: name }), feed: `/tags/${name}/index.xml` };
};

/** How many items a feed has. */
const items = async (feed: string): Promise<number> =>
  (await (await app.get(feed)).text()).split('<item>').length - 1;

/** What a query changes of an article's published row. */
const changePublished = (documentId: string, data: object) =>
  app.strapi.db
    .query(ARTICLE_UID)
    .updateMany({ where: { documentId, publishedAt: { $notNull: true } }, data });

const tagIt = (tag: string, article: string) =>
  editor.changeTag(tag, { articles: { connect: [article] } });

describe('two transactions at once leave the catalogue right', () => {
  it('where an article is tagged from the side of the tag and published anew as it was before', async () => {
    const tag = await newTag();
    const article = await editor.published({ slug: slug() });
    await asSeenBefore(
      () => editor.publish(article),
      () => tagIt(tag.id, article),
    );
    expect(await isRight(article)).toBe(true);
  });

  it.each(['first', 'last'])(
    'where an article is tagged %s and let into the feeds at once',
    async (order) => {
      const tag = await newTag();
      const article = await editor.published({ slug: slug(), keepOutOfFeeds: true });
      const tags = () => tagIt(tag.id, article);
      const shows = () => changePublished(article, { keepOutOfFeeds: false });
      await (order === 'first' ? atOnce(app, tags, shows) : atOnce(app, shows, tags));
      expect(await isRight(article)).toBe(true);
      expect(await items(tag.feed)).toBe(1);
    },
  );

  it('where a tag is merged that an article is just published with', async () => {
    const [from, into] = [await newTag(), await newTag()];
    const article = await editor.published({ slug: slug(), tags: [from.id] });
    await atOnce(
      app,
      () => editor.publish(article),
      () => mergeTags(app, from.id, into.id),
    );
    expect(await isRight(article)).toBe(true);
    expect(await items(into.feed)).toBe(1);
  });

  it('where a tag is merged into one that an article of it is just given', async () => {
    const [from, into] = [await newTag(), await newTag()];
    const article = await editor.published({ slug: slug(), tags: [from.id] });
    await atOnce(
      app,
      () => editor.republish(article, { tags: [from.id, into.id] }),
      () => mergeTags(app, from.id, into.id),
    );
    expect(await isRight(article)).toBe(true);
    expect(await items(into.feed)).toBe(1);
  });

  it('where an article is published while its tag is merged', async () => {
    const { table } = articleTagLinks(app.strapi);
    const outside = new AsyncResource('an editor');
    let begun = 0;
    // Before each of the merge's statements about links, the last ones of which one database alone has.
    for (const place of [1, 2, 3, 4, 5, 6]) {
      const [from, into] = [await newTag(), await newTag()];
      const article = await editor.published({ slug: slug(), tags: [from.id] });
      let asked = 0;
      let published: Promise<unknown> = Promise.resolve();
      const queries = throughQueries(app, async ({ sql }, go) => {
        if (sql.includes(table) && (asked += 1) === place) {
          begun += 1;
          published = outside.runInAsyncScope(() => editor.publish(article));
          published.catch(() => undefined);
          await sleep(500);
        }
        return go();
      });
      await mergeTags(app, from.id, into.id);
      queries.mockRestore();
      // Neither fails for the other.
      await published;
      expect(await isRight(article)).toBe(true);
    }
    expect(begun).toBeGreaterThan(1);
  });

  it.each(['merged', 'deleted'])(
    'where a tag is %s that has got its first article meanwhile',
    async (end) => {
      const [from, into] = [await newTag(), await newTag()];
      const article = await editor.published({
        slug: slug(),
        tags: [from.id],
        keepOutOfFeeds: true,
      });
      await asSeenBefore(
        () => (end === 'merged' ? mergeTags(app, from.id, into.id) : editor.deleteTag(from.id)),
        () => changePublished(article, { keepOutOfFeeds: false }),
      );
      expect(await isRight(article)).toBe(true);
      expect(await items(into.feed)).toBe(end === 'merged' ? 1 : 0);
    },
  );
});

it('a transaction of the site that says nothing for long goes on, though indexing failed before it', async () => {
  const { idleTimeoutSeconds } = LOCK_LIMITS;
  LOCK_LIMITS.idleTimeoutSeconds = 1;
  try {
    const { changeLog } = partsOf(app.strapi);
    const failing = changeLog.runExclusively(() => Promise.reject(new Error('It fails.')));
    await expect(failing).rejects.toThrow('It fails.');
    const { db } = app.strapi;
    const isThere = () => db.query(ARTICLE_UID).count({ where: { slug: 'nowhere' } });
    const silent = async (): Promise<number> => {
      await isThere();
      await sleep(2_500);
      return isThere();
    };
    const connections = [1, 2, 3];
    expect(await Promise.all(connections.map(() => db.transaction(silent)))).toEqual([0, 0, 0]);
  } finally {
    LOCK_LIMITS.idleTimeoutSeconds = idleTimeoutSeconds;
  }
});

describe('two transactions at once leave the catalogue right where the database goes away at the end', () => {
  const { idleTimeoutSeconds } = LOCK_LIMITS;
  beforeAll(() => {
    LOCK_LIMITS.idleTimeoutSeconds = 6;
  });
  afterAll(() => {
    LOCK_LIMITS.idleTimeoutSeconds = idleTimeoutSeconds;
  });

  /** Connections stay silent that had nothing to say when the others were: whoever is given one waits for ever. */
  const cutSilent = async () => {
    proxy.cut();
    const answers = () =>
      app.strapi.db.connection.raw('select 1').then(
        () => true,
        () => false,
      );
    while (!(await answers()));
  };

  /** Lets an article that is being tagged into the feeds, and breaks the way to the database at the commit. */
  const leavesAtCommit = async (leave: () => unknown) => {
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    jest.spyOn(app.strapi.log, 'warn').mockImplementation();
    const tag = await newTag();
    const article = await editor.published({ slug: slug(), keepOutOfFeeds: true });
    const shows = () =>
      app.strapi.db.transaction(async ({ onCommit }) => {
        onCommit(leave);
        await changePublished(article, { keepOutOfFeeds: false });
      });
    // By queries, since Strapi reads what its services wrote once more after the commit.
    const published = await app.strapi.db
      .query(ARTICLE_UID)
      .findOne({ where: { documentId: article, publishedAt: { $notNull: true } } });
    const tags = () =>
      app.strapi.db.query(TAG_UID).update({
        where: { documentId: tag.id },
        data: { articles: { connect: [published.id] } },
      });
    await atOnce(app, tags, shows);
    return article;
  };

  it('and refuses connections for long', async () => {
    const article = await leavesAtCommit(proxy.refuse);
    await lookWhile(app, () => !isAway(app));
    await proxy.resume();
    while (isUnresponsive(app)) await new Promise((next) => setTimeout(next, 50));
    expect(await isRight(article)).toBe(true);
  });

  /** Breaks the way to the database as soon as somebody holds the counter of versions. */
  const leavesOnceCounterIsHeld = () => {
    const { connection } = app.strapi.db;
    const leave = (_response: unknown, { sql }: { sql: string }): void => {
      if (!sql.includes(SCOPE_TABLE) || !sql.includes('for update')) return;
      connection.off('query-response', leave);
      proxy.swallow();
    };
    connection.on('query-response', leave);
  };

  it.each([
    ['at the commit', () => proxy.swallow()],
    ['once somebody begins to index', leavesOnceCounterIsHeld],
  ])('and answers nothing %s', async (_when, leave) => {
    // What the indexer waits for an answer: longer than the server leaves a silent node the lock.
    shortenTimers(30_000, 7_000);
    const article = await leavesAtCommit(leave);
    await lookWhile(app, () => !isUnresponsive(app));
    await proxy.resume();
    while (isUnresponsive(app)) await new Promise((next) => setTimeout(next, 50));
    // The plugin gets over silent connections by itself; what the test asks does not.
    await untilIndexed(app);
    await cutSilent();
    expect(await isRight(article)).toBe(true);
  });
});

describe('a node that waits to index', () => {
  it('is not in the way of who indexes meanwhile', async () => {
    const { changeLog } = partsOf(app.strapi);
    const errors = jest.spyOn(app.strapi.log, 'error');
    const outside = new AsyncResource('the site');
    await changeLog.runExclusively(async () => {
      await outside.runInAsyncScope(() =>
        quickDocuments(app.strapi)(TAG_UID).create({ data: { name: slug() } }),
      );
      await sleep(300);
      // Right before the row that is waited for.
      await queryTable(app.strapi, SCOPE_TABLE).insert({
        key: 'cn',
        scope: 'none',
        version: 0,
        moment: 0,
      });
    });
    await settled(app);
    expect(errors).not.toHaveBeenCalled();
  });
});

describe('two articles that are published at one address at once', () => {
  /** An article that is about to be published at an address, which Strapi lets several have at once. */
  const draftAt = async (address: string): Promise<string> => {
    const documentId = await editor.draft({ slug: slug() });
    await app.strapi.db
      .query(ARTICLE_UID)
      .updateMany({ where: { documentId }, data: { slug: address } });
    return documentId;
  };
  const publish = (documentId: string) => () => editor.publish(documentId);
  /** Once all is indexed. */
  const idOf = async (documentId: string): Promise<string | undefined> => {
    return (await idsOf(app, ARTICLE_UID, [documentId])).get(documentId);
  };

  it('have an id each, and keep it when one of them moves', async () => {
    const address = slug();
    const [one, other] = [await draftAt(address), await draftAt(address)];
    await atOnce(app, publish(one), publish(other));
    const ids = [
      `https://www.example.com/posts/${address}/`,
      `https://www.example.com/posts/${address}/#${other}`,
    ];
    expect([await idOf(one), await idOf(other)]).toEqual(ids);
    await editor.republish(one, { slug: slug() });
    expect([await idOf(one), await idOf(other)]).toEqual(ids);
  });

  it('are one where it is published twice: its id is its address', async () => {
    const address = slug();
    const one = await draftAt(address);
    await atOnce(app, publish(one), publish(one));
    expect(await idOf(one)).toBe(`https://www.example.com/posts/${address}/`);
  });

  it('leave the address to the second where the first is taken back', async () => {
    const address = slug();
    const [one, other] = [await draftAt(address), await draftAt(address)];
    await atOnce(app, publish(one), publish(other), 'rollBack');
    expect([await idOf(one), await idOf(other)]).toEqual([
      undefined,
      `https://www.example.com/posts/${address}/`,
    ]);
  });
});

describe('a rebuild', () => {
  it('has an article in the feeds that is published right after it was read', async () => {
    // A reading of the rebuild is to end before the publication, which waits for nothing of it.
    const tag = await newTag();
    const article = await editor.draft({ slug: slug(), tags: [tag.id] });
    const elsewhere = new AsyncResource('editor');
    // Within the transaction that has read it, which is yet to read what the catalogue says.
    const { tableName } = app.strapi.db.metadata.get(ARTICLE_UID);
    const read = throughQueries(app, async ({ sql, bindings = [] }, go) => {
      const entries = await go();
      if (!sql.includes(tableName) || !bindings.includes(article)) return entries;
      read.mockRestore();
      // Its index waits until the rebuild is done with this part.
      const quick = createEditor(app, undefined, { isQuick: true });
      await elsewhere.runInAsyncScope(() => quick.publish(article));
      return entries;
    });
    await rebuild(app);
    expect(await isRight(article)).toBe(true);
    expect(await items(tag.feed)).toBe(1);
  });
});
