/**
 * @runs-on sqlite: How formats are written; what is in them is tested on every database by freshness
 * and catalogue.
 */
import { extractFromJson } from '@extractus/feed-extractor';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';

import { FEED_FORMATS, servedAs } from '../../src/feed/formats';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';

const BASE = 'https://www.example.com/notes';
const DATE = '2026-01-15T02:00:00.000Z';

let app: App;

const read = async (address: string): Promise<string> => {
  const response = await app.get(`/notes${address}`);
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
};

/** A feed in all formats, as feedsmith reads it, in one shape. */
const readAll = async (directory: string) => {
  const rss = parseRssFeed(await read(`${directory}index.xml`));
  const atom = parseAtomFeed(await read(`${directory}atom.xml`));
  const json = parseJsonFeed(await read(`${directory}feed.json`));
  return {
    rss: rss.items?.map((one) => [one.guid?.value, one.title, one.link]) ?? [],
    atom: atom.entries?.map((one) => [one.id, one.title?.value, one.links?.[0]?.href]) ?? [],
    json: json.items?.map((one) => [one.id, one.title, one.url]) ?? [],
  };
};

beforeAll(async () => {
  app = await startApp({
    config: { baseUrl: BASE, siteName: 'Field Notes', timeZone: 'Asia/Jakarta' },
  });
  const { tag, published } = createEditor(app, () => ({ date: DATE }));
  const api = await tag({ slug: 'api', description: 'All about APIs.' });
  const secret = await tag({ slug: 'secret', hidden: true });
  await published({
    title: 'How I <b>Test</b> & "Quote"',
    slug: 'test',
    author: 'Ana <Lima>',
    summary: 'Summary with <b>markup</b> & more.',
    body: 'The *body*.',
    tags: [api, secret],
  });
  await published({ title: 'How I Read', slug: 'read', body: 'Reading.', tags: [api] });
  await published({ title: 'Elsewhere', slug: 'elsewhere', body: 'Not tagged.' });
});

afterAll(() => app.stop());

describe('feeds in every format', () => {
  it.each(FEED_FORMATS.map((format) => [format.fileName, servedAs(format, true)]))(
    'serves %s as %s, for a tag and for the site',
    async (fileName, mediaType) => {
      for (const directory of ['/', '/tags/api/']) {
        const response = await app.get(`/notes${directory}${fileName}`);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe(`${mediaType}; charset=utf-8`);
      }
    },
  );

  it('is the feed for a browser as well: the address promises it', async () => {
    for (const format of FEED_FORMATS) {
      const response = await app.get(`/notes/tags/api/${format.fileName}`, {
        headers: { accept: 'text/html,application/xhtml+xml;q=0.9' },
      });
      expect(response.headers.get('content-type')).toBe(`${servedAs(format, true)}; charset=utf-8`);
    }
  });

  it('is valid Atom and valid JSON Feed', async () => {
    for (const directory of ['/', '/tags/api/']) {
      expect(await atomErrors(await read(`${directory}atom.xml`))).toEqual([]);
      expect(jsonFeedErrors(await read(`${directory}feed.json`))).toEqual([]);
    }
  });

  it('shows the same articles in the same order, under the same ids', async () => {
    const { rss, atom, json } = await readAll('/tags/api/');
    expect(rss).toEqual([
      [`${BASE}/posts/test/`, 'How I <b>Test</b> & "Quote"', `${BASE}/posts/test/`],
      [`${BASE}/posts/read/`, 'How I Read', `${BASE}/posts/read/`],
    ]);
    expect(atom).toEqual(rss);
    expect(json).toEqual(rss);
    expect((await readAll('/')).atom).toHaveLength(3);
  });

  it('says the same to another reader', async () => {
    const parser = new Parser();
    const rss = await parser.parseString(await read('/tags/api/index.xml'));
    const atom = await parser.parseString(await read('/tags/api/atom.xml'));
    expect(atom.title).toBe('Api on Field Notes');
    expect(atom.items.map(({ title, link, isoDate }) => ({ title, link, isoDate }))).toEqual(
      rss.items.map(({ title, link, isoDate }) => ({ title, link, isoDate })),
    );
    expect(atom.items[0]?.isoDate).toBe(DATE);
  });

  it('says the same to another reader of JSON Feed', async () => {
    const { rss } = await readAll('/tags/api/');
    const feed = extractFromJson(await read('/tags/api/feed.json'));
    expect(feed.title).toBe('Api on Field Notes');
    expect(feed.entries?.map(({ id, title, link }) => [id, title, link])).toEqual(rss);
    expect(feed.entries?.map(({ published }) => published)).toEqual([DATE, DATE]);
  });

  it('names authors and tags in Atom and JSON Feed, and none that is hidden', async () => {
    const atom = parseAtomFeed(await read('/tags/api/atom.xml'));
    const entry = atom.entries?.find(({ id }) => id === `${BASE}/posts/test/`);
    expect(entry?.authors).toEqual([{ name: 'Ana <Lima>' }]);
    expect(entry?.categories).toEqual([{ term: 'api', scheme: `${BASE}/tags/`, label: 'Api' }]);
    const json = parseJsonFeed(await read('/tags/api/feed.json'));
    const item = json.items?.find(({ id }) => id === `${BASE}/posts/test/`);
    expect(item).toMatchObject({ authors: [{ name: 'Ana <Lima>' }], tags: ['Api'] });
    expect(json.description).toBe('All about APIs.');
  });

  it('leaves RSS as the contract has it', async () => {
    const document = await read('/tags/api/index.xml');
    expect([...document.matchAll(/<([a-z:A-Z]+)[ >]/g)].map(([, name]) => name)).toEqual([
      'rss',
      ...['channel', 'title', 'link', 'description', 'generator', 'language', 'lastBuildDate'],
      'atom:link',
      ...['item', 'title', 'link', 'pubDate', 'guid', 'description'],
      ...['item', 'title', 'link', 'pubDate', 'guid', 'description'],
    ]);
    expect(document.match(/xmlns:\w+/g)).toEqual(['xmlns:atom']);
  });

  it('keeps the summary as text: markup in it is shown, not obeyed', async () => {
    const atom = parseAtomFeed(await read('/tags/api/atom.xml'));
    expect(atom.entries?.map(({ summary }) => summary?.value)).toContain(
      'Summary with <b>markup</b> & more.',
    );
  });
});
