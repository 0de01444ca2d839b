/**
 * @runs-on sqlite: What is told of waiting articles, and to whom; they are counted on every database
 * by waiting.test.ts.
 */
import type {
  ArticleProblems,
  EntryPage,
  EntryStatus,
  FeedDetail,
  FeedPage,
  Schedule,
} from '../../src/panel/admin-api';
import { ARTICLE_UID } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';

const FUTURE = '2999-01-05T02:00:00.000Z';
const LATER = '2999-02-05T02:00:00.000Z';

let app: App;
let editor: AdminFetch;
let author: AdminFetch;
/** Document ids. */
let tag: string;
const articles: Record<string, string> = {};

const ask = async <Data>(user: AdminFetch, path: string): Promise<Data> =>
  ((await (await user(path)).json()) as { data: Data }).data;

const scheduleOf = (user: AdminFetch, ids: string[]) =>
  ask<Schedule>(user, `/syndication/schedule?articles=${ids.join(',')}`);

beforeAll(async () => {
  app = await startApp({
    // Strapi makes the roles after the plugin has started, as in every new application.
    fromNothing: true,
    config: { baseUrl: 'https://www.example.com', timeZone: 'Asia/Jakarta' },
  });
  const write = createEditor(app);
  tag = await write.tag({ name: 'api', slug: 'api' });
  const article = (title: string, values: object) => ({
    title,
    slug: title,
    tags: [tag],
    ...values,
  });
  articles.public = await write.published(article('public', {}));
  articles.later = await write.published(article('later', { date: LATER }));
  articles.soon = await write.published(article('soon', { date: FUTURE }));
  articles.draft = await write.draft(article('draft', { date: null }));
  articles.hidden = await write.published(
    article('hidden', { date: FUTURE, keepOutOfFeeds: true }),
  );
  // Published for the future, and its date cleared in the draft alone: readers still wait.
  await write.change(articles.later, { date: null });
  editor = await signIn(app, 'strapi-editor');
  author = await signIn(app, 'strapi-author');
});

afterAll(() => app?.stop());

describe('the schedule', () => {
  test('names what is published and waits for its date, whatever its draft says', async () => {
    expect(await scheduleOf(editor, Object.values(articles))).toEqual({
      isSource: true,
      timeZone: 'Asia/Jakarta',
      republishing: 'tell',
      scheduled: {
        [articles.soon!]: FUTURE,
        [articles.later!]: LATER,
        [articles.hidden!]: FUTURE,
      },
    });
  });

  test('tells nobody of articles they may not read, and everybody the time zone', async () => {
    expect(await scheduleOf(author, Object.values(articles))).toEqual({
      isSource: true,
      timeZone: 'Asia/Jakarta',
      republishing: 'tell',
      scheduled: {},
    });
    expect((await app.get('/syndication/schedule')).status).toBe(401);
  });

  test('is asked for a page of articles at once, not for all there are', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `a${index}`).join(',');
    expect((await editor(`/syndication/schedule?articles=${ids}`)).status).toBe(400);
  });
});

describe('what waits in a feed', () => {
  const entriesIn = async (user: AdminFetch, status: EntryStatus, feed: string) =>
    (await (await user(`/syndication/entries?status=${status}&feed=${feed}`)).json()) as EntryPage;

  test.each(['site', 'tag'])('is what its number counts: of the %s', async (name) => {
    const id = name === 'site' ? 'site' : tag;
    const { results } = (await (await editor('/syndication/feeds')).json()) as FeedPage;
    const scheduled = await entriesIn(editor, 'scheduled', id);
    const drafts = await entriesIn(editor, 'draft', id);
    const told = [...scheduled.results, ...drafts.results];
    expect(results.find((feed) => feed.id === id)!.waiting).toBe(told.length);
    expect(told).toMatchObject([
      { documentId: articles.soon, title: 'soon', date: FUTURE, mayEdit: true },
      { documentId: articles.later, title: 'later', date: LATER, mayEdit: true },
      { documentId: articles.draft, title: 'draft', date: null, mayEdit: true },
    ]);
  });

  test('has a next moment on the Feeds page', async () => {
    const { results } = (await (await editor('/syndication/feeds')).json()) as FeedPage;
    expect(results.map(({ next }) => next)).toEqual([FUTURE, FUTURE]);
  });
});

test('only who may change an article is led to its page', async () => {
  const rightsOf = async (user: AdminFetch) => {
    const { results } = (await (await user('/syndication/feeds')).json()) as FeedPage;
    const { items } = await ask<FeedDetail>(user, '/syndication/feeds/site');
    const problems = await ask<ArticleProblems[]>(user, '/syndication/feeds/site/problems');
    return [
      results[0]!.newest!.mayEdit,
      ...items.map(({ mayEdit }) => mayEdit),
      ...problems.map(({ mayEdit }) => mayEdit),
    ];
  };
  expect(await rightsOf(editor)).toEqual([true, true, true]);
  expect(await rightsOf(author)).toEqual([false, false, false]);
});

test('an article that is dated later than its feed knew is in no feed yet', async () => {
  const write = createEditor(app);
  const tags = [await write.tag({ slug: 'x' })];
  await write.published({ title: 'Shown', slug: 'shown', tags });
  const documentId = await write.published({ title: 'Not yet', slug: 'not-yet', tags });
  // As when an editor dates it between the two statements that a feed takes.
  const { tableName } = app.strapi.db.metadata.get(ARTICLE_UID);
  const rows = app.strapi.db.connection(tableName).where({ document_id: documentId });
  const isNumber = typeof (await rows.clone().first('date')).date === 'number';
  await rows.update({ date: isNumber ? Date.parse(FUTURE) : new Date(FUTURE) });
  for (const address of ['/tags/x/index.xml', '/tags/x/', '/tags/x/index.md']) {
    const body = await (await app.get(address)).text();
    expect([address, body.includes('Shown'), body.includes('Not yet')]).toEqual([
      address,
      true,
      false,
    ]);
  }
});
