import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import type { DatabaseKind } from '../helpers/database';
import { withArchive } from './app';
import { startAsker } from './asker';
import { median } from './median';
import { seedArticles, type Share } from './seed';
import { type Watched, watchLoop } from './watch-loop';

const ARTICLES = 30_000;
const TAGS = 2_000;
const RUNS = 5;

/** Three tags for each article; some hundreds of articles have the first few of them. */
const tags = Object.fromEntries(
  Array.from({ length: TAGS }, (_, tag): [string, Share] => [
    `tag-${tag}`,
    (index) => index % TAGS === tag || (index * 7 + 3) % TAGS === tag || (index % 97) * 5 === tag,
  ]),
);

/** As `seedArticles` names it. */
const OLDEST = `document${String(ARTICLES - 1).padStart(16, '0')}`;

export const LARGE_SITE = { articles: ARTICLES, tags };

const MARKDOWN = 'text/markdown';

/** A document that a publication may change. */
interface Asked {
  name: string;
  path: string;
  accept?: string;
}

const DOCUMENTS: Asked[] = [
  { name: 'home', path: '/' },
  { name: 'home in Markdown', path: '/', accept: MARKDOWN },
  { name: 'feed of the site', path: '/index.xml' },
  { name: 'feed of a tag', path: '/tags/tag-0/index.xml' },
  { name: 'listing of a tag', path: '/tags/tag-0/' },
  { name: 'list of years', path: '/archive/' },
  { name: 'listing of a year', path: '/archive/2025/' },
  { name: 'list of tags', path: '/tags/' },
  { name: 'list of tags in Markdown', path: '/tags/', accept: MARKDOWN },
  { name: 'subscribe', path: '/subscribe/' },
  { name: 'subscribe in Markdown', path: '/subscribe/', accept: MARKDOWN },
  { name: 'OPML', path: '/feeds.opml' },
  { name: 'llms.txt', path: '/llms.txt' },
  { name: 'sitemap', path: '/sitemap.xml' },
];

/** What a document costs that is first asked for after a publication: milliseconds of processor time. */
export interface Held {
  /** The longest turn of the event loop when it was first asked for after the start. */
  first: number;
  /** The longest turn of all later runs. */
  longest: number;
  /** The median of the longest turns of each run. */
  usual: number;
  /** All turns together, median. */
  busy: number;
  bytes: number;
}

/** Measures an app that holds the large site. */
export const measureDocuments = async (app: App, runs = RUNS): Promise<Record<string, Held>> => {
  const editor = createEditor(app);
  const { documentId } = (await app.strapi.db
    .query(TAG_UID)
    .findOne({ where: { slug: 'tag-0' } })) as { documentId: string };
  // The first article beyond the parts that are full.
  await editor.published({ slug: `loop-${Date.now()}`, date: new Date() });
  const sitemap = await (await app.get('/sitemap.xml')).text();
  const parts = [...sitemap.matchAll(/<loc>https:\/\/www\.example\.com([^<]+)/g)];
  const documents: Asked[] = [
    ...DOCUMENTS,
    ...parts.map(([, found], place) => ({
      name: `part ${place + 1} of the sitemap`,
      path: found!,
    })),
  ];
  const asker = startAsker();
  const askFor = async ({ path: address, accept = 'text/html' }: Asked): Promise<number> => {
    const headers = { accept, 'accept-encoding': 'identity' };
    const [answer] = await asker.ask([{ url: `${app.origin}${address}`, headers }]);
    if (answer?.status !== 200) throw new Error(`${address} answered ${answer?.status}`);
    return answer.bytes;
  };
  const measured = new Map(documents.map(({ name }) => [name, [] as Watched<number>[]]));
  try {
    for (let run = 0; run <= runs; run += 1) {
      const slug = `loop-${Date.now()}`;
      await editor.published({ slug, date: new Date(), tags: [documentId] });
      // The first part of the sitemap is of the oldest.
      await editor.republish(OLDEST, { summary: slug });
      for (const document of documents) {
        measured.get(document.name)!.push(await watchLoop(() => askFor(document)));
      }
    }
  } finally {
    asker.stop();
  }
  return Object.fromEntries(
    [...measured].map(([name, [first, ...others]]) => {
      // Once through, so that neither code nor database is new to it.
      const longest = others.map((one) => one.longest);
      return [
        name,
        {
          first: first!.longest,
          longest: Math.max(...longest),
          usual: median(longest),
          busy: median(others.map((one) => one.busy)),
          bytes: others.at(-1)!.result,
        },
      ];
    }),
  );
};

/** Localises the plugin's articles, as examples/languages does. */
const LOCALISED = `
const localise = (part) => ({ ...part, pluginOptions: { ...part.pluginOptions, i18n: { localized: true } } });
module.exports = (plugin) => {
  const { schema } = plugin.contentTypes.article;
  for (const field of ['title', 'slug', 'date', 'summary', 'body', 'keepOutOfFeeds']) {
    schema.attributes[field] = localise(schema.attributes[field]);
  }
  Object.assign(schema, localise(schema));
  return plugin;
};`;

/** Gives every article a translation at the same place and date. */
const translateAll = async ({ strapi }: App, locale: string): Promise<void> => {
  const { tableName, attributes } = strapi.db.metadata.get(ARTICLE_UID);
  const { joinTable } = attributes.tags as unknown as { joinTable: { name: string } };
  const { connection } = strapi.db;
  const copy = async (table: string, others: Record<string, string>): Promise<void> => {
    const columns = Object.keys(await connection(table).columnInfo());
    const names = columns.filter((name) => name !== 'id' || 'id' in others);
    const values = names.map((name) => others[name] ?? `"${name}"`).join(', ');
    const into = names.map((name) => `"${name}"`).join(', ');
    await connection.raw(`insert into "${table}" (${into}) select ${values} from "${table}"`);
  };
  await connection(tableName).update({ locale: 'en' });
  await copy(tableName, { id: `id + ${2 * ARTICLES}`, locale: `'${locale}'` });
  await copy(joinTable.name, { article_id: `article_id + ${2 * ARTICLES}` });
};

/** How long documents of a large site in two languages hold the event loop, on SQLite. */
export const measureLocalisedLoop = async (): Promise<Record<string, Held>> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const start = (locales: object) =>
    startApp({
      config: { baseUrl: 'https://www.example.com', siteName: 'Notes', locales },
      files: { 'src/extensions/syndication/strapi-server.js': LOCALISED },
      folder,
      database: 'sqlite',
    });
  try {
    const empty = await start({ en: {} });
    await empty.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    await seedArticles(empty.strapi, ARTICLES, tags);
    await translateAll(empty, 'de');
    await empty.close();
    const app = await start({ en: {}, de: { path: '/de' } });
    try {
      return await measureDocuments(app);
    } finally {
      await app.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** How long each document of a large site holds the event loop after a publication. */
export const measureLoop = (database: DatabaseKind): Promise<Record<string, Held>> =>
  withArchive({ ...LARGE_SITE, database }, async (app) => {
    // What autovacuum would have done minutes after so many rows were written.
    if (database === 'postgres') await app.strapi.db.connection.raw('VACUUM ANALYZE');
    return measureDocuments(app);
  });
