/** @runs-on sqlite: The database that an earlier version has written is a file of SQLite. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed, parseOpml, parseRssFeed } from 'feedsmith';

import { type App, startApp } from '../helpers/app';

const FIXTURE = path.join(__dirname, '../fixtures/upgrade-0.1.0');

const expected = JSON.parse(readFileSync(path.join(FIXTURE, 'expected.json'), 'utf8')) as Record<
  string,
  object
>;

interface JsonItem {
  id: string;
  url: string;
  title: string;
  date_published: string;
}

/** What a document says, as `expected.json` has it, by the last part of its address. */
const READERS: Record<string, (body: string) => object> = {
  'feed.json': (body) => ({
    items: (JSON.parse(body) as { items: JsonItem[] }).items.map((item) => [
      item.id,
      item.url,
      item.title,
      item.date_published,
    ]),
  }),
  'atom.xml': (body) => ({
    items: parseAtomFeed(body).entries?.map(({ id, links, title, published }) => [
      id,
      links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href,
      title?.value,
      published,
    ]),
  }),
  'index.xml': (body) => ({
    items: parseRssFeed(body).items?.map(({ guid, link, title, pubDate }) => [
      guid?.value,
      link,
      title,
      pubDate,
    ]),
  }),
  'sitemap.xml': (body) => ({
    addresses: [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address).sort(),
  }),
  'feeds.opml': (body) => ({
    addresses: parseOpml(body)
      .body?.outlines?.map(({ xmlUrl }) => xmlUrl)
      .sort(),
  }),
};

let folder: string;
let app: App;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'syndication-upgrade-'));
  copyFileSync(path.join(FIXTURE, 'field-notes.db'), path.join(folder, 'data.db'));
  // As the demo was configured that wrote it.
  const config = {
    baseUrl: 'http://localhost:1337',
    siteName: 'Field Notes',
    language: 'en',
    timeZone: 'Asia/Jakarta',
  };
  app = await startApp({ folder, database: 'sqlite', config });
});

afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Listed by 0.1.0 though nothing is published under it; no list has such tags any more. */
const EMPTY_TAG = /\/tags\/graphql\//;

/** What there is since: a page of the site's own, and a listing and feeds of all articles. */
const HOME = 'http://localhost:1337/';
const ADDED: Readonly<Record<string, string[] | undefined>> = {
  '/sitemap.xml': [HOME, ...['posts/', 'archive/', 'archive/2026/'].map((path) => HOME + path)],
  '/feeds.opml': [`${HOME}posts/index.xml`],
};

const asOfNow = ({ addresses, ...response }: Record<string, unknown> = {}, address: string) => ({
  ...response,
  ...(Array.isArray(addresses) && {
    addresses: [
      ...(ADDED[address] ?? []),
      ...addresses.filter((listed: string) => !EMPTY_TAG.test(listed)),
    ].sort(),
  }),
});

test.each(Object.keys(expected))('%s answers as with version 0.1.0', async (address) => {
  const response = await app.get(address);
  const body = await response.text();
  const location = response.headers.get('location');
  const read = response.status === 200 ? READERS[address.split('/').pop() ?? ''] : undefined;
  expect({
    status: response.status,
    ...(location !== null && { location }),
    ...read?.(body),
  }).toEqual(asOfNow(expected[address] as Record<string, unknown>, address));
});
