/** @runs-on sqlite: Strapi writes what it imports in the same way to every database, with new row ids. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { defaultDatabase, testDatabase } from '../helpers/database';
import { saveSettings } from '../helpers/state';
import { runStrapi } from '../helpers/strapi-command';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

/** More than a start looks at of the newest rows: each has one as a draft and one that is published. */
const ARTICLES = 60;

const folder = mkdtempSync(path.join(tmpdir(), 'syndication-import-'));
let app: App;

afterAll(async () => {
  await app.close();
  await testDatabase(defaultDatabase, folder).drop();
  rmSync(folder, { recursive: true, force: true });
});

const sitemap = async (): Promise<string> => (await app.get('/sitemap.xml')).text();

const modified = async (address: string): Promise<number> =>
  Date.parse((await app.get(address)).headers.get('last-modified') ?? '');

test('an old article that an import brings back is listed again, and what shows it has a new date', async () => {
  app = await startApp({ folder, config });
  const editor = createEditor(app);
  const tag = await editor.tag({ slug: 'api' });
  const articles: string[] = [];
  for (let index = 0; index < ARTICLES; index += 1) {
    articles.push(await editor.published({ slug: `article-${index}`, tags: [tag] }));
  }
  await app.close();
  await runStrapi(folder, 'export', '--no-encrypt', '--file', 'before');

  app = await startApp({ folder, config });
  await createEditor(app).delete(articles[1]!);
  expect(await sitemap()).not.toContain('/posts/article-1/');
  const before = await modified('/tags/api/');
  await app.close();
  await runStrapi(
    folder,
    ...['import', '--force', '--only', 'content,files', '--file', 'before.tar.gz'],
  );

  app = await startApp({ folder, config });
  expect(await sitemap()).toContain('<loc>https://www.example.com/posts/article-1/</loc>');
  expect(await (await app.get('/tags/api/')).text()).toContain('/posts/article-1/');
  expect(await modified('/tags/api/')).toBeGreaterThan(before);
});

describe('a node beside which Strapi imports', () => {
  let article: string;

  const comesToShow = async (part: string): Promise<void> => {
    for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
      if ((await (await app.get('/index.xml')).text()).includes(part)) return;
    }
    throw new Error(`The feed does not come to show ${part}.`);
  };
  const describeSite = (description: string): Promise<unknown> =>
    saveSettings(app, { description });

  beforeAll(async () => {
    await describeSite('Of the export');
    const editor = createEditor(app);
    article = await editor.published({ slug: 'exported', title: 'Exported' });
    await runStrapi(folder, 'export', '--no-encrypt', '--file', 'beside');
  });

  // An import of settings takes the options of the last start away, and whoever starts next purges everything.
  beforeEach(async () => {
    await app.close();
    app = await startApp({ folder, config });
  });

  test.each([
    ['config', 'Of the export'],
    ['content', '<title>Exported</title>'],
  ])('shows what the import of %s alone has brought', async (only, part) => {
    await describeSite('Of today');
    await createEditor(app).republish(article, { title: 'Changed' });
    await comesToShow('<title>Changed</title>');
    await comesToShow('Of today');
    let isOver = false;
    const imported = runStrapi(
      folder,
      ...['import', '--force', '--only', only, '--file', 'beside.tar.gz'],
    ).finally(() => {
      isOver = true;
    });
    // What is cached meanwhile is from before.
    for (; !isOver; await sleep(100)) await app.get('/index.xml');
    await imported;
    await comesToShow(part);
  });
});
