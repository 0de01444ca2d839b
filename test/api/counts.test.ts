import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { ARTICLE_UID } from '../../src/lib/constants';
import type { FeedPage } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { startApp } from '../helpers/app';
import { articlesOf, createEditor, type Editor } from '../helpers/content';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { countsOf, statementsOn } from '../helpers/statements';
import { settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const LONG_AGO = '2011-03-04T05:06:07.089Z';
const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

describe('the number of articles a tag lists', () => {
  let app: Awaited<ReturnType<typeof startApp>>;
  let editor: Editor;
  let admin: AdminFetch;
  let tag: string;
  let other: string;

  /** Published articles as the Feeds page shows them: of the tag, and of another. */
  const published = async (): Promise<(number | undefined)[]> => {
    const { results } = (await (await admin('/syndication/feeds')).json()) as FeedPage;
    return [tag, other].map((id) => results.find((feed) => feed.id === id)?.published);
  };

  beforeAll(async () => {
    app = await startApp({ config });
    editor = createEditor(app);
    admin = await signIn(app, 'strapi-super-admin');
  });
  beforeEach(async () => {
    tag = await editor.tag();
    other = await editor.tag();
    await editor.published({ tags: [tag], date: LONG_AGO });
    await editor.published({ tags: [tag], date: daysAgo(1) });
    expect(await published()).toEqual([2, 0]);
  });
  afterAll(() => app.stop());

  it.each([
    ['of long ago', LONG_AGO],
    ['of this week', daysAgo(3)],
    ['of a month ago, on either side of it', daysAgo(30)],
  ])('follows an article %s', async (_when, date) => {
    const id = await editor.published({ tags: [tag], date });
    expect(await published()).toEqual([3, 0]);
    await articlesOf(app).update({
      documentId: id,
      data: { tags: [tag, other] },
      status: 'published',
    });
    expect(await published()).toEqual([3, 1]);
    await editor.unpublish(id);
    expect(await published()).toEqual([2, 0]);
    await editor.publish(id);
    expect(await published()).toEqual([3, 1]);
    await editor.changeTag(other, { articles: { set: [] } });
    expect(await published()).toEqual([3, 0]);
    await editor.delete(id);
    expect(await published()).toEqual([2, 0]);
  });

  it.each([
    ['from long ago to yesterday', LONG_AGO, daysAgo(1)],
    ['from yesterday to long ago', daysAgo(1), LONG_AGO],
  ])('counts an article once that is dated %s', async (_when, from, to) => {
    const documentId = await editor.published({ tags: [tag, other], date: from });
    expect(await published()).toEqual([3, 1]);
    await articlesOf(app).update({ documentId, data: { date: to }, status: 'published' });
    expect(await published()).toEqual([3, 1]);
    await articlesOf(app).update({ documentId, data: { tags: [other] }, status: 'published' });
    expect(await published()).toEqual([2, 1]);
    await editor.delete(documentId);
    expect(await published()).toEqual([2, 0]);
  });

  it.each([
    ['long ago', LONG_AGO],
    ['this week', daysAgo(3)],
  ])('is not counted anew when an article of %s gets another summary', async (_when, date) => {
    const documentId = await editor.published({ tags: [tag], date });
    await settled(app);
    const ask = async (): Promise<string> => (await app.get('/tags/')).text();
    const before = await ask();
    await editor.republish(documentId, { summary: 'Another summary' });
    const statements = await statementsOn(app, CATALOGUE_TABLE, async () => {
      expect(await ask()).toBe(before);
    });
    expect(countsOf(statements)).toEqual([]);
    expect(await published()).toEqual([3, 0]);
    await editor.delete(documentId);
  });

  it('is counted anew where an article is called something else while another one goes', async () => {
    const [called, gone] = [
      await editor.published({ tags: [tag], date: daysAgo(2) }),
      await editor.published({ tags: [tag], date: LONG_AGO }),
    ];
    expect(await published()).toEqual([4, 0]);
    await app.strapi.db.transaction(async () => {
      await editor.republish(called, { title: 'Called Something Else' });
      await editor.delete(gone);
    });
    expect(await published()).toEqual([3, 0]);
    await editor.delete(called);
  });

  it('is right for every tag, however many are asked for while articles come and go', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        editor.published({ tags: [other], date: index % 2 ? LONG_AGO : daysAgo(2) }),
      ),
    );
    await Promise.all([
      ...ids.map((documentId) => editor.delete(documentId)),
      ...Array.from({ length: 6 }, published),
    ]);
    expect(await published()).toEqual([2, 0]);
  });
});

test('what another plugin deletes as Strapi starts is not counted', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-counts-'));
  const files = {
    // It starts before ours.
    'config/plugins.js': `
module.exports = {
  cleaner: { enabled: true, resolve: './plugins/cleaner' },
  ...require('../plugins.json'),
};`,
    'plugins/cleaner/package.json': JSON.stringify({
      name: 'cleaner',
      version: '0.0.0',
      strapi: { kind: 'plugin', name: 'cleaner', displayName: 'Cleaner' },
    }),
    'plugins/cleaner/strapi-server.js': `
module.exports = {
  async bootstrap({ strapi }) {
    const articles = strapi.documents('${ARTICLE_UID}');
    const found = await articles.findMany({ filters: { slug: { $startsWith: 'temporary' } } });
    for (const { documentId } of found) await articles.delete({ documentId });
  },
};`,
  };
  const counted = async (app: { get: (address: string) => Promise<Response> }) =>
    /\d+ articles?/.exec(await (await app.get('/tags/')).text())?.[0];

  const first = await startApp({ config, files, folder });
  const editor = createEditor(first);
  const tag = await editor.tag();
  await editor.published({ tags: [tag] });
  await editor.published({ slug: 'temporary', tags: [tag] });
  expect(await counted(first)).toBe('2 articles');
  await first.close();

  const again = await startApp({ config, files, folder });
  await settled(again);
  expect(await counted(again)).toBe('1 article');
  expect((await again.get('/posts/temporary/')).status).toBe(410);
  await again.close();
  await testDatabase(defaultDatabase, folder).drop();
  rmSync(folder, { recursive: true, force: true });
});
