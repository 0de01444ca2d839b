import type { FeedPage } from '../../src/panel/admin-api';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { startApp } from '../helpers/app';
import { articlesOf, createEditor, type Editor } from '../helpers/content';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const FUTURE = '2999-01-01T00:00:00.000Z';

type App = Awaited<ReturnType<typeof startApp>>;

/** Waiting articles as the Feeds page shows them: of the whole site, then of some tags. */
const waitingIn = async (admin: AdminFetch, ...tags: string[]): Promise<(number | undefined)[]> => {
  const { results } = (await (await admin('/syndication/feeds')).json()) as FeedPage;
  return ['site', ...tags].map((id) => results.find((feed) => feed.id === id)?.waiting);
};

describe('the number of articles that wait', () => {
  let app: App;
  let editor: Editor;
  let admin: AdminFetch;
  let a: string;
  let b: string;

  const waiting = () => waitingIn(admin, a, b);

  beforeAll(async () => {
    app = await startApp({ config });
    editor = createEditor(app);
    admin = await signIn(app, 'strapi-super-admin');
  });
  beforeEach(async () => {
    a = await editor.tag({ name: 'a', slug: 'a' });
    b = await editor.tag({ name: 'b', slug: 'b' });
  });
  afterEach(async () => {
    await app.strapi.db.query(ARTICLE_UID).deleteMany({});
    await app.strapi.db.query(TAG_UID).deleteMany({});
    expect(await waiting()).toEqual([0, undefined, undefined]);
  });
  afterAll(() => app.stop());

  it('follows a draft to its publication, back, and to its end', async () => {
    expect(await waiting()).toEqual([0, 0, 0]);
    const id = await editor.draft({ tags: [a] });
    expect(await waiting()).toEqual([1, 1, 0]);
    await editor.publish(id);
    expect(await waiting()).toEqual([0, 0, 0]);
    await editor.change(id, { title: 'Changed, not published' });
    expect(await waiting()).toEqual([0, 0, 0]);
    await editor.unpublish(id);
    expect(await waiting()).toEqual([1, 1, 0]);
    await editor.delete(id);
    expect(await waiting()).toEqual([0, 0, 0]);
  });

  it('counts what is dated in the future until its date', async () => {
    const id = await editor.published({ tags: [a, b], date: FUTURE });
    expect(await waiting()).toEqual([1, 1, 1]);
    await articlesOf(app).update({
      documentId: id,
      data: { date: new Date(Date.now() - 1000) },
      status: 'published',
    });
    expect(await waiting()).toEqual([0, 0, 0]);
  });

  it('follows a draft from tag to tag, from either side', async () => {
    const id = await editor.draft({ tags: [a] });
    await editor.change(id, { tags: [b] });
    expect(await waiting()).toEqual([1, 0, 1]);
    const { id: row } = (await app.strapi.db
      .query(ARTICLE_UID)
      .findOne({ where: { documentId: id } })) as { id: number };
    await editor.changeTag(a, { articles: { connect: [{ id: row }] } });
    expect(await waiting()).toEqual([1, 1, 1]);
    await editor.deleteTag(a);
    expect(await waiting()).toEqual([1, undefined, 1]);
  });

  it('leaves out what is kept out of feeds', async () => {
    const id = await editor.draft({ tags: [a], keepOutOfFeeds: true });
    await editor.published({ tags: [a], keepOutOfFeeds: true, date: FUTURE });
    expect(await waiting()).toEqual([0, 0, 0]);
    await editor.change(id, { keepOutOfFeeds: false });
    expect(await waiting()).toEqual([1, 1, 0]);
  });
});

it('counts waiting articles anew at a start, whatever was written by SQL', async () => {
  const before = await startApp({ config });
  const editor = createEditor(before);
  const tag = await editor.tag();
  const documentId = await editor.published({ tags: [tag] });
  const { tableName } = before.strapi.db.metadata.get(ARTICLE_UID);
  await before.strapi.db
    .connection(tableName)
    .where({ document_id: documentId })
    .whereNotNull('published_at')
    .delete();
  await before.close();
  const after = await startApp({ config, folder: before.folder });
  try {
    const admin = await signIn(after, 'strapi-super-admin');
    expect(await waitingIn(admin, tag)).toEqual([1, 1]);
  } finally {
    await after.stop();
    await before.stop();
  }
});
