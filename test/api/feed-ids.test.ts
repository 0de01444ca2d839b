/**
 * @runs-on sqlite: Which ids feeds get; how databases keep and compare them is tested by lasting-ids.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed } from 'feedsmith';

import { type App, startApp } from '../helpers/app';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const LOCAL = 'http://localhost:1337';
const BASE = 'https://www.example.com';
const NOTE = 'api::note.note';
const REPORT = 'api::report.report';

const attributes = { title: { type: 'string' }, slug: { type: 'string' } } as const;
const files = siteTypes({ note: { attributes }, report: { attributes } });

let folder: string;
let app: App;

/** Starts the app with addresses by content type. */
const startWith = async (baseUrl: string, addresses: Record<string, string>): Promise<void> => {
  await app?.close();
  const sources = Object.fromEntries(
    Object.entries(addresses).map(([uid, address]) => [uid, { address }]),
  );
  app = await startApp({ folder, files, config: { baseUrl, sources } });
  await settled(app);
};

const create = async (uid: string, slug: string): Promise<void> => {
  const data = { title: 'First', slug };
  await app.strapi.documents(uid as never).create({ data: data as never });
  await settled(app);
};

const idOf = async (address: string): Promise<string | undefined> =>
  parseAtomFeed(await (await app.get(address)).text()).id;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'syndication-test-'));
});

afterEach(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the feed of a type that is tried at the root never has the id of the site', async () => {
  const atRoot = { [NOTE]: '/notes/{slug}/', [REPORT]: '/{slug}/' };
  await startWith(LOCAL, atRoot);
  await create(NOTE, 'note');
  await create(REPORT, 'report');
  await startWith(BASE, atRoot);
  await startWith(BASE, { ...atRoot, [REPORT]: '/reports/{slug}/' });
  const ids = await Promise.all(['/atom.xml', '/notes/atom.xml', '/reports/atom.xml'].map(idOf));
  expect(ids.slice(0, 2)).toEqual([`${BASE}/`, `${BASE}/notes/`]);
  expect(ids[2]).toMatch(/^https:\/\/www\.example\.com\/#./);
});

test('the feed of a type that leaves the root before the site is public has its own address as its id', async () => {
  await startWith(LOCAL, { [NOTE]: '/{slug}/' });
  await create(NOTE, 'note');
  await startWith(LOCAL, { [NOTE]: '/blog/{slug}/' });
  await startWith(BASE, { [NOTE]: '/blog/{slug}/' });
  expect(await idOf('/atom.xml')).toBe(`${BASE}/`);
  expect(await idOf('/blog/atom.xml')).toBe(`${BASE}/blog/`);
});
