/**
 * @runs-on sqlite: Statements wait for nothing there, so that a document would be made in one turn of the
 * event loop; what the documents show is tested on every database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { SCOPE_TABLE } from '../../src/changes/versions';
import { SITEMAP_SIZE } from '../../src/pages/sitemap';
import { seedArticles } from '../bench/seed';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { forgetCounts, forgetResponses } from '../helpers/state';
import { countsOf, mostNamedInATurn, mostRowsInATurn, statementsOn } from '../helpers/statements';

const BASE = 'https://www.example.com';
const config = { baseUrl: BASE, siteName: 'Notes' };

const TAGS = 600;
const ARTICLES = 2 * SITEMAP_SIZE + 100;

/** Rows of entries and topics that are read in one turn of the event loop at most. */
const AT_MOST = 300;

/** Parts of the sitemap: two that articles fill, one of the newest, and one of listings. */
const PARTS = [1, 2, 3, 4].map((number) => `/sitemap/${number}.xml`);

let folder: string;
let app: App;
let editor: Editor;
let articleTable: string;
let tagTable: string;

const read = async (address: string, accept = '*/*'): Promise<string> => {
  const response = await app.get(address, { headers: { accept } });
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'syndication-'));
  const empty = await startApp({ config, folder });
  const tags = Object.fromEntries(
    Array.from({ length: TAGS }, (_, tag) => [`t${tag}`, (index: number) => index % TAGS === tag]),
  );
  await seedArticles(empty.strapi, ARTICLES, tags);
  await empty.close();
  app = await startApp({ config, folder });
  editor = createEditor(app);
  articleTable = app.strapi.db.metadata.get(ARTICLE_UID).tableName;
  tagTable = app.strapi.db.metadata.get(TAG_UID).tableName;
});

afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('what shows all topics, or many entries', () => {
  const DOCUMENTS = ['/', '/tags/', '/subscribe/', '/feeds.opml', '/llms.txt', '/sitemap.xml'];

  it.each([...DOCUMENTS, ...PARTS])('is made in turns of the event loop: %s', async (address) => {
    forgetResponses(app);
    for (const accept of ['text/html', 'text/markdown']) {
      const most = await mostRowsInATurn(app, [articleTable, tagTable], () =>
        read(address, accept),
      );
      expect(most).toBeLessThanOrEqual(AT_MOST);
    }
  });

  it('asks when some hundreds of things were changed at once', async () => {
    forgetResponses(app);
    const named = await mostNamedInATurn(app, SCOPE_TABLE, () => read('/tags/'));
    expect(named).toBeGreaterThan(AT_MOST / 2);
    // A look at what other nodes changed may come in the same turn.
    expect(named).toBeLessThanOrEqual(AT_MOST + 10);
  });

  it('counts what topics have of some hundreds at once', async () => {
    forgetResponses(app);
    forgetCounts(app);
    const statements = await statementsOn(app, CATALOGUE_TABLE, () => read('/tags/'));
    const named = countsOf(statements).map(
      (sql) => /`list` in \(([^)]*)\)/.exec(sql)?.[1]?.split(',').length ?? Infinity,
    );
    expect(named).not.toEqual([]);
    named.forEach((number) => expect(number).toBeLessThanOrEqual(AT_MOST));
  });

  it('has all of them all the same', async () => {
    const names = (text: string, pattern: RegExp): Set<string> =>
      new Set([...text.matchAll(pattern)].map(([, name]) => name!));
    const opml = await read('/feeds.opml');
    expect(names(opml, /xmlUrl="[^"]*\/tags\/(t\d+)\/index.xml"/g).size).toBe(TAGS);
    for (const accept of ['text/html', 'text/markdown']) {
      expect(names(await read('/tags/', accept), /\/tags\/(t\d+)\//g).size).toBe(TAGS);
      expect(names(await read('/subscribe/', accept), /\/tags\/(t\d+)\//g).size).toBe(TAGS);
    }
    const found: string[] = [];
    const index = await read('/sitemap.xml');
    expect([...index.matchAll(/<loc>([^<]*)/g)].map(([, part]) => part)).toEqual(
      PARTS.map((part) => BASE + part),
    );
    for (const part of PARTS) {
      for (const [, address] of (await read(part)).matchAll(/<loc>([^<]*)/g)) found.push(address!);
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((address) => address.startsWith(`${BASE}/posts/how-`))).toHaveLength(
      ARTICLES,
    );
    expect(found.filter((address) => /\/tags\/t\d+\/$/.test(address))).toHaveLength(TAGS);
  });
});

describe('parts of the sitemap', () => {
  const oldest = (place: number): string =>
    `document${String(ARTICLES - 1 - place).padStart(16, '0')}`;

  const readAll = (): Promise<string[]> => Promise.all(PARTS.map((part) => read(part)));

  it('are as they were when something is published, but for those it is in', async () => {
    const before = await readAll();
    const id = await editor.published({ slug: 'newest', date: new Date() });
    const after = await readAll();
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).toContain('/posts/newest/');
    await editor.delete(id);
    expect((await readAll()).slice(0, 3)).toEqual(before.slice(0, 3));
  });

  it('say when an old article was changed', async () => {
    const before = await read(PARTS[1]!);
    await editor.republish(oldest(SITEMAP_SIZE), { summary: 'Another one.' });
    const after = await read(PARTS[1]!);
    expect(after).not.toBe(before);
    expect(after.replace(/<lastmod>[^<]*/g, '')).toBe(before.replace(/<lastmod>[^<]*/g, ''));
  });

  it('say where an old article moved', async () => {
    await editor.republish(oldest(1), { slug: 'moved-away' });
    expect(await read(PARTS[0]!)).toContain('/posts/moved-away/');
    expect(await read(PARTS[1]!)).not.toContain('/posts/moved-away/');
  });

  it('move on when an older article comes', async () => {
    const id = await editor.published({ slug: 'oldest', date: '2001-01-01T00:00:00.000Z' });
    expect(await read(PARTS[0]!)).toContain('/posts/oldest/');
    await editor.delete(id);
    expect(await read(PARTS[0]!)).not.toContain('/posts/oldest/');
  });
});
