import { CATALOGUE_TABLE, SITE_LIST, topicList } from '../../src/catalogue/catalogue-table';
import { partsOf } from '../../src/compose';
import { TAG_UID } from '../../src/constants';
import { WHOLE_SITE } from '../../src/content/selection';
import { RSS_FORMAT } from '../../src/feed/formats';
import { type App, startApp, STRAPI_MIDDLEWARES } from '../helpers/app';
import { createEditor, type Editor, tagsOf } from '../helpers/content';
import { dateOf } from '../helpers/dated';
import { settled } from '../helpers/settled';

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
    const { feeds, counts } = partsOf(app.strapi);
    const now = new Date();
    const { items } = await feeds.findFirst(WHOLE_SITE, RSS_FORMAT, now);
    const numbers = await counts.due([SITE_LIST], now);
    return { titles: items.map(({ title }) => title).sort(), articles: numbers.get(SITE_LIST) };
  };

  it('the feeds show what it wrote, and nothing of it once it is taken back', async () => {
    const before = await look();
    let within: unknown;
    await app.strapi.db
      .transaction(async () => {
        await editor.published({ title: 'Never committed' });
        within = await look();
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(within).toEqual({
      titles: [...before.titles, 'Never committed'].sort(),
      articles: before.articles! + 1,
    });
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
      const tag = await tagsOf(app).create({ data: { name: 'Later', slug: 'later' } });
      await tagsOf(app).update({ documentId: tag.documentId, data: { articles: [article] } });
    });
    expect(await (await app.get('/tags/later/index.xml')).text()).toContain('Tagged later');
  });

  it('saving the draft of a published article tells nobody of anything', async () => {
    const id = await editor.published({ title: 'Published' });
    const announce = jest.spyOn(partsOf(app.strapi).log, 'announce');
    await editor.change(id, { title: 'Not yet' });
    expect(announce).not.toHaveBeenCalled();
    announce.mockRestore();
    expect((await look()).titles).toContain('Published');
  });
});

it('a feed is given, and kept, where a site answers each request within a transaction', async () => {
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
