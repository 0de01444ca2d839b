import { setTimeout as sleep } from 'node:timers/promises';

import { CATALOGUE_TABLE, SITE_LIST, topicList } from '../../src/catalogue/catalogue-table';
import { partsOf } from '../../src/compose';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { WHOLE_SITE } from '../../src/content/selection';
import { RSS_FORMAT } from '../../src/feed/formats';
import { siteNow } from '../../src/public/editions';
import { findFirstFeed } from '../../src/public/feeds';
import { type App, startApp, STRAPI_MIDDLEWARES } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { dateOf } from '../helpers/dated';
import { idsOf, isCached, settled, spyOnAnnouncements, startIdsOver } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

describe('within a transaction', () => {
  let app: App;
  let editor: Editor;

  beforeAll(async () => {
    app = await startApp({ config });
    editor = createEditor(app);
    await editor.published({ title: 'From before' });
  });
  afterAll(() => app.stop());

  /** Titles of the site's feed, and the number of its articles, as the plugin's own functions say. */
  const look = async () => {
    if (!app.strapi.db.inTransaction()) await settled(app);
    const { counts, editions } = partsOf(app.strapi);
    const site = await siteNow(editions[0]);
    const now = new Date();
    const { items } = await findFirstFeed(site, WHOLE_SITE, RSS_FORMAT, now);
    const numbers = await counts.countDue([SITE_LIST], now);
    return { titles: items.map(({ title }) => title).sort(), articles: numbers.get(SITE_LIST) };
  };

  it('the feeds show what is committed, and nothing of what is taken back', async () => {
    const before = await look();
    let within: unknown;
    await app.strapi.db
      .transaction(async () => {
        await editor.published({ title: 'Never committed' });
        within = await look();
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(within).toEqual(before);
    expect(await look()).toEqual(before);
    expect(await (await app.get('/index.xml')).text()).not.toContain('Never committed');
  });

  it('several writes are indexed once, as they are in the end', async () => {
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => {
      if (sql.includes(CATALOGUE_TABLE) && /^(?:insert|update|delete)/i.test(sql)) {
        statements.push(sql);
      }
    };
    const tag = await editor.tag();
    app.strapi.db.connection.on('query', note);
    let id = '';
    await app.strapi.db.transaction(async () => {
      id = await editor.published({ title: 'One' });
      await editor.republish(id, { title: 'Two' });
      await editor.unpublish(id);
      await editor.republish(id, { title: 'Three', tags: [tag] });
    });
    await settled(app);
    app.strapi.db.connection.off('query', note);
    expect(statements).toHaveLength(1);
    const rows = await app.strapi.db
      .connection(CATALOGUE_TABLE)
      .where({ document_id: id })
      .orderBy('list')
      .select('list', 'state', 'title');
    expect(rows).toEqual(
      [topicList(TAG_UID, tag), SITE_LIST]
        .sort()
        .map((list) => ({ list, state: 'listed', title: 'Three' })),
    );
  });

  it('all can be read anew', async () => {
    const { rebuild } = app.strapi.plugin('syndication').service('rebuild') as {
      rebuild: () => Promise<void>;
    };
    const before = await look();
    await app.strapi.db.transaction(async () => {
      await editor.published({ title: 'Read anew' });
      await rebuild();
    });
    const { titles, articles } = await look();
    expect(titles).toEqual([...before.titles, 'Read anew'].sort());
    expect(articles).toBe(before.articles! + 1);
  });

  it('ids can be started over', async () => {
    const id = await editor.published({ slug: 'started-over' });
    await editor.republish(id, { slug: 'started-anew' });
    await app.strapi.db.transaction(async () => {
      expect(await startIdsOver(app)).toBe(1);
    });
    const guids = await idsOf(app, ARTICLE_UID, [id]);
    expect(guids.get(id)).toBe('https://www.example.com/posts/started-anew/');
  });

  it('what is committed by hand is indexed', async () => {
    await app.strapi.db.transaction(async ({ commit }) => {
      await editor.published({ title: 'By hand' });
      await commit();
    });
    expect((await look()).titles).toContain('By hand');
  });

  it('an article tagged from the side of its tag is listed with it', async () => {
    const article = await editor.published({ title: 'Tagged later' });
    await app.strapi.db.transaction(async () => {
      const tag = await editor.tag({ name: 'Later', slug: 'later' });
      await editor.changeTag(tag, { articles: [article] });
    });
    expect(await (await app.get('/tags/later/index.xml')).text()).toContain('Tagged later');
  });

  it('saving the draft of a published article tells nobody of anything', async () => {
    const id = await editor.published({ title: 'Published' });
    await settled(app);
    const announce = spyOnAnnouncements(app);
    await editor.change(id, { title: 'Not yet' });
    await settled(app);
    expect(announce).not.toHaveBeenCalled();
    announce.mockRestore();
    expect((await look()).titles).toContain('Published');
  });
});

describe('where a site answers some requests within a transaction', () => {
  /** What a middleware awaits within the transaction, and what it says when it has begun. */
  const site = globalThis as { transactionBegun?: () => void; transactionMayGoOn?: Promise<void> };
  const WITHIN = [['x-transaction', 'reads']] satisfies [string, string][];
  const WRITING = [['x-transaction', 'writes']] satisfies [string, string][];
  let app: App;

  beforeAll(async () => {
    app = await startApp({
      config,
      files: {
        'src/middlewares/transaction.js': `
          module.exports = (_, { strapi }) => async (ctx, next) => {
            const kind = ctx.get('x-transaction');
            if (!kind) return next();
            const act = async () => {
              await strapi.db.query('${TAG_UID}').findMany({ limit: 1 });
              globalThis.transactionBegun?.();
              await globalThis.transactionMayGoOn;
              if (kind === 'writes') {
                await strapi.documents('${ARTICLE_UID}').create({
                  data: { title: 'Taken back', slug: 'taken-back' },
                  status: 'published',
                });
              }
              await next();
              if (kind === 'writes') throw new Error('taken back');
            };
            await strapi.db.transaction(act).catch(() => undefined);
          };`,
        'config/middlewares.js': `module.exports = ${JSON.stringify([
          ...STRAPI_MIDDLEWARES,
          'global::transaction',
        ])};`,
      },
    });
  });
  afterEach(() => {
    delete site.transactionBegun;
    delete site.transactionMayGoOn;
  });
  afterAll(() => app.stop());

  /** A response, asked for in time: nobody waits for somebody who waits for them. */
  const ask = (address: string, headers: [string, string][] = []) =>
    app.get(address, { headers, signal: AbortSignal.timeout(10_000) });

  it('what such a request published first of all and took back takes no address from the site', async () => {
    expect((await ask('/index.xml', WRITING)).status).toBe(200);
    expect((await ask('/index.xml')).status).toBe(404);
    expect(await partsOf(app.strapi).presence.exists()).toBe(false);
  });

  it('nobody else is given, or told of, what such a request wrote and took back', async () => {
    await createEditor(app).published({ title: 'Committed' });
    await settled(app);
    const own = await ask('/posts/taken-back/', WRITING);
    expect(own.status).toBe(404);
    expect(own.headers.get('cache-control')).toBe('no-store');
    const feed = await (await ask('/index.xml')).text();
    expect(feed).toContain('Committed');
    expect(feed).not.toContain('Taken back');
    expect((await ask('/posts/taken-back/')).status).toBe(404);
  });

  it('those within one and those without ask for the same at once', async () => {
    const begun = new Promise<void>((done) => (site.transactionBegun = done));
    let goOn = (): void => undefined;
    site.transactionMayGoOn = new Promise<void>((done) => (goOn = done));
    const within = ask('/atom.xml', WITHIN);
    await begun;
    const without = ask('/atom.xml');
    const { pool } = app.strapi.db.connection.client as {
      pool: { numPendingAcquires: () => number };
    };
    // It waits for the connection that the transaction has; elsewhere it has one of its own.
    while (pool.numPendingAcquires() === 0 && !isCached(app, '/atom.xml')) await sleep(5);
    goOn();
    const texts = await Promise.all([within, without].map(async (given) => (await given).text()));
    expect(texts[0]).toContain('Committed');
    expect(texts[1]).toBe(texts[0]);
  });

  it('as many ask for what is not in memory as there are connections', async () => {
    const { pool } = app.strapi.db.connection.client as { pool: { max: number } };
    let begun = 0;
    site.transactionMayGoOn = new Promise<void>((done) => {
      site.transactionBegun = () => {
        begun += 1;
        if (begun === pool.max) done();
      };
    });
    const addresses = Array.from({ length: pool.max }, (_, index) => `/posts/unknown-${index}/`);
    const asked = ['/feed.json', '/', ...addresses].slice(0, Math.max(2, pool.max));
    const statuses = asked.map(async (address) => (await ask(address, WITHIN)).status);
    expect(new Set(await Promise.all(statuses))).toEqual(
      new Set(pool.max > 2 ? [200, 404] : [200]),
    );
    // And for those who come next they are made outside.
    while (!isCached(app, '/feed.json')) await sleep(5);
  });
});

it('a feed is given, and cached, where a site answers each request within a transaction', async () => {
  const app = await startApp({
    config,
    files: {
      'src/middlewares/transaction.js':
        'module.exports = (_, { strapi }) => (ctx, next) => strapi.db.transaction(() => next());',
      'config/middlewares.js': `module.exports = ${JSON.stringify([
        ...STRAPI_MIDDLEWARES,
        'global::transaction',
      ])};`,
    },
  });
  try {
    await createEditor(app).published({ title: 'Within' });
    await settled(app);
    const response = await app.get('/index.xml', { signal: AbortSignal.timeout(10_000) });
    expect(await response.text()).toContain('Within');
    await dateOf(app, '/index.xml');
  } finally {
    await app.stop();
  }
});
