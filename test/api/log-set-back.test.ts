import { setTimeout as sleep } from 'node:timers/promises';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { ARTICLE_UID } from '../../src/lib/constants';
import { COUNTER, SCOPE_TABLE } from '../../src/changes/versions';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

let app: App;
beforeAll(async () => {
  app = await startApp({ config });
});
afterAll(() => app.stop());

const feed = async (): Promise<string> => (await app.get('/index.xml')).text();

/** What comes in place of the present database: another title, and the last changes are not in its log. */
const setBack = async (title: string, revisions: number): Promise<void> => {
  const { connection } = app.strapi.db;
  const { tableName } = app.strapi.db.metadata.get(ARTICLE_UID);
  await connection(tableName).update({ title });
  await connection(SCOPE_TABLE).where({ key: COUNTER }).decrement('version', revisions);
  const { version } = await connection(SCOPE_TABLE).where({ key: COUNTER }).first('version');
  await connection(SCOPE_TABLE).where('version', '>', version).delete();
};

const comesToShow = async (title: string): Promise<void> => {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(50)) {
    if ((await feed()).includes(`<title>${title}</title>`)) return;
  }
  throw new Error('The feed still shows what was lost.');
};

test('a node shows what the database says that takes over without the latest changes', async () => {
  const editor = createEditor(app);
  const article = await editor.published({ title: 'Zero' });
  for (const title of ['One', 'Two', 'Three', 'Four']) await editor.republish(article, { title });
  await settled(app);
  // So that the next request has the node look: it knows of all then.
  await sleep(600);
  expect(await feed()).toContain('<title>Four</title>');
  await setBack('Two', 2);
  await comesToShow('Two');
});

describe('a node beside which an import emptied the tables of the plugin', () => {
  const emptied = async (slug: string): Promise<void> => {
    await createEditor(app).published({ slug, title: 'Replaced' });
    await settled(app);
    await sleep(600);
    expect(await feed()).toContain('<title>Replaced</title>');
    const { connection, metadata } = app.strapi.db;
    const { tableName } = metadata.get(ARTICLE_UID);
    await connection.transaction(async (trx) => {
      await trx(tableName)
        .where({ slug })
        .update({ title: `Imported ${slug}` });
      for (const table of [CATALOGUE_TABLE, SCOPE_TABLE]) await trx(table).delete();
    });
  };

  test('reads everything anew', async () => {
    await emptied('asked');
    await comesToShow('Imported asked');
  });

  test('does so as well where somebody saves before anybody asks', async () => {
    await emptied('saved');
    await createEditor(app).published({ slug: 'saved-at-once', title: 'Saved at once' });
    await comesToShow('Imported saved');
    expect(await feed()).toContain('<title>Saved at once</title>');
  });
});

test.each([1, 2])(
  'it does so as well where it writes %i changes itself that were lost, before anybody asks',
  async (lost) => {
    const editor = createEditor(app);
    const article = await editor.published({ slug: `restored-${lost}`, title: 'Before' });
    // Of an entry that the feed does not show.
    const aside = await editor.published({ slug: `aside-${lost}`, keepOutOfFeeds: true });
    await editor.republish(article, { title: 'Lost' });
    await settled(app);
    await sleep(600);
    expect(await feed()).toContain('<title>Lost</title>');
    await setBack(`Restored ${lost}`, lost);
    for (let time = 0; time < lost; time += 1)
      await editor.republish(aside, { title: `No. ${time}` });
    await comesToShow(`Restored ${lost}`);
  },
);
