import { parseFeed } from 'feedsmith';
import fc from 'fast-check';

import {
  type EarlierItem,
  type MatchableEntry,
  matchItems,
  toEarlierItems,
} from '../../../src/addresses/earlier-feed';

const BASE = 'https://www.example.com';

const entry = (slug: string, more: Partial<MatchableEntry> = {}): MatchableEntry => ({
  documentId: `id-${slug}`,
  path: `/posts/${slug}/`,
  formerPaths: [],
  slug,
  title: `About ${slug}`,
  date: new Date('2026-01-15T10:00:00Z'),
  ...more,
});

const item = (id: string, more: Partial<EarlierItem> = {}): EarlierItem => ({ id, ...more });

/** What items were found to be, and by what. */
const found = (items: EarlierItem[], entries: MatchableEntry[]) =>
  matchItems(items, entries).map(({ item: { id }, entry: one, by }) => [id, one?.slug, by]);

describe('an item of an earlier feed', () => {
  test.each([
    ['/posts/one/', 'the same address'],
    ['/posts/one', 'no final slash'],
    ['/posts/one/?utm_source=rss#top', 'a query of who reads'],
    ['/Posts/One.html', 'the ending of a file'],
    ['/posts/one/index.php', 'an index'],
  ])('is the entry at the path of its link: %s (%s)', (path) => {
    expect(found([item('x', { link: BASE + path })], [entry('two'), entry('one')])).toEqual([
      ['x', 'one', 'link'],
    ]);
    // Another host: the feed was another system's.
    expect(found([item('x', { link: `http://old.example.org${path}` })], [entry('one')])).toEqual([
      ['x', 'one', 'link'],
    ]);
  });

  test('is no entry that another item is at the link of', () => {
    const items = [
      item('a', { link: `${BASE}/posts/one/` }),
      item('b', { link: `${BASE}/x/one/` }),
    ];
    expect(found(items, [entry('one')])).toEqual([
      ['a', 'one', 'link'],
      ['b', undefined, undefined],
    ]);
  });

  test('is the entry that was at its link', () => {
    const moved = entry('one', { formerPaths: ['/2019/05/uno/'] });
    expect(found([item('x', { link: `${BASE}/2019/05/uno` })], [moved])).toEqual([
      ['x', 'one', 'former'],
    ]);
  });

  test('is the entry whose slug ends its link, where that is one alone', () => {
    const link = `${BASE}/2019/05/gr%C3%B6%C3%9Fe/`;
    const entries = [entry('größe'), entry('klein')];
    expect(found([item('x', { link })], entries)).toEqual([['x', 'größe', 'slug']]);
    const namesake = entry('größe', { documentId: 'other', path: '/news/größe/' });
    expect(found([item('x', { link })], [...entries, namesake])).toEqual([
      ['x', undefined, undefined],
    ]);
  });

  test('is the entry of its title and day, however its quotes are written', () => {
    const told = { title: 'It&#8217;s “done” – at last', date: new Date('2026-01-14T23:30:00Z') };
    const done = entry('done-2', { title: `It's "done" - at last` });
    expect(found([item('x', { link: `${BASE}/?p=7`, ...told })], [done, entry('one')])).toEqual([
      ['x', 'done-2', 'title'],
    ]);
    const later = { ...told, date: new Date('2026-02-01T00:00:00Z') };
    expect(found([item('x', later)], [done])).toEqual([['x', undefined, undefined]]);
    expect(found([item('x', { title: told.title })], [done])).toEqual([
      ['x', undefined, undefined],
    ]);
  });

  test('is the entry by the surest way, and leaves others to the rest', () => {
    const entries = [entry('one'), entry('two', { formerPaths: ['/posts/one/'] })];
    expect(
      found(
        [item('a', { link: `${BASE}/blog/two/` }), item('b', { link: `${BASE}/posts/one/` })],
        entries,
      ),
    ).toEqual([
      ['a', 'two', 'slug'],
      ['b', 'one', 'link'],
    ]);
  });

  test('is none where two items could be the entry', () => {
    const link = `${BASE}/posts/one/`;
    expect(
      found([item('a', { link }), item('b', { link: `${link}?v=2` })], [entry('one')]),
    ).toEqual([
      ['a', undefined, undefined],
      ['b', undefined, undefined],
    ]);
  });

  test('is told whatever it says, once, and no entry is two', () => {
    const text = fc.oneof(fc.constantFrom('one', 'two', 'a/b', '%', ''), fc.string());
    const items = fc.uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1 }),
        link: fc.option(
          fc.oneof(
            text,
            text.map((path) => `${BASE}/${path}`),
          ),
          { nil: undefined },
        ),
        title: fc.option(text, { nil: undefined }),
        date: fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }), {
          nil: undefined,
        }),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(items, (given) => {
        const matches = matchItems(given, [entry('one'), entry('two'), entry('a')]);
        expect(matches.map(({ item: { id } }) => id)).toEqual(given.map(({ id }) => id));
        const entries = matches.flatMap(({ entry: one }) => one ?? []);
        expect(new Set(entries).size).toBe(entries.length);
        expect(
          matches.every(({ entry: one, by }) => (one === undefined) === (by === undefined)),
        ).toBe(true);
      }),
    );
  });
});

describe('items of the documents of a feed', () => {
  const read = (...documents: string[]) => toEarlierItems(documents.map((one) => parseFeed(one)));
  const rss = (items: string) =>
    `<rss version="2.0"><channel><title>t</title>${items}</channel></rss>`;

  test('are read from RSS, with the ids that subscribers know', () => {
    expect(
      read(
        rss(`<item><title>One</title><link>${BASE}/one/</link><guid isPermaLink="false">${BASE}/?p=7</guid>
          <pubDate>Fri, 20 Nov 2026 09:00:00 +0700</pubDate></item>
          <item><title>Two</title><guid>${BASE}/two/?utm_source=rss&amp;a=1</guid></item>
          <item><title>Three</title><link>${BASE}/three/</link></item>
          <item><title>Four</title><guid isPermaLink="false">4f9d</guid></item>
          <item><title>Known by nothing</title></item>`),
      ),
    ).toEqual([
      {
        id: `${BASE}/?p=7`,
        link: `${BASE}/one/`,
        title: 'One',
        date: new Date('2026-11-20T02:00:00Z'),
      },
      {
        id: `${BASE}/two/?utm_source=rss&a=1`,
        link: `${BASE}/two/?utm_source=rss&a=1`,
        title: 'Two',
      },
      { id: `${BASE}/three/`, link: `${BASE}/three/`, title: 'Three' },
      { id: '4f9d', title: 'Four' },
    ]);
  });

  test('are read from Atom, RDF and JSON Feed', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>i</id><updated>2026-01-01T00:00:00Z</updated>
      <entry><id>tag:example.com,2026:1</id><title>One</title><link rel="self" href="${BASE}/1.xml"/>
      <link href="${BASE}/one/"/><published>2026-01-01T00:00:00Z</published><updated>2026-01-02T00:00:00Z</updated></entry></feed>`;
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="${BASE}/"><title>t</title></channel><item rdf:about="${BASE}/two#1"><title>Two</title>
      <link>${BASE}/two</link><dc:date>2026-01-01T00:00:00Z</dc:date></item></rdf:RDF>`;
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 't',
      items: [{ id: 'three', url: `${BASE}/three/`, title: 'Three', date_published: '2026-01-01' }],
    });
    const date = new Date('2026-01-01T00:00:00Z');
    expect(read(atom, rdf, json)).toEqual([
      { id: 'tag:example.com,2026:1', link: `${BASE}/one/`, title: 'One', date },
      { id: `${BASE}/two#1`, link: `${BASE}/two`, title: 'Two', date },
      { id: 'three', link: `${BASE}/three/`, title: 'Three', date },
    ]);
  });

  test('are known by no id and no date that no system gives', () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 't',
      items: [
        { id: 'a\u0000b', url: `${BASE}/one/` },
        { id: 'a\ud800', url: `${BASE}/one/` },
        { id: 'before', date_published: '1969-12-31T23:59:59Z' },
        { id: 'zero', date_published: '0001-01-01T00:00:00Z' },
        { id: 'beyond', date_published: '+275760-09-13T00:00:00Z' },
        { id: 'after', date_published: '1970-01-02' },
      ],
    });
    expect(read(json).map(({ id, date }) => [id, date?.getUTCFullYear()])).toEqual([
      ['before', undefined],
      ['zero', undefined],
      ['beyond', undefined],
      ['after', 1970],
    ]);
  });

  test('of a host that counts clicks are found by their permalinks', () => {
    const clicks = 'http://feedproxy.example.net/~r/notes/~3/AbC';
    const items = read(
      rss(`<item><link>${clicks}/</link><guid>${BASE}/posts/one/</guid></item>
        <item><link>${clicks}2/</link><guid isPermaLink="false">${BASE}/posts/two/</guid></item>
        <item><link>https://elsewhere.example.net/read-this/</link><guid>${BASE}/posts/three/</guid></item>
        <item><link>${BASE}/posts/four/</link><guid>http://old.example.org/?p=4</guid></item>`),
    );
    const entries = ['one', 'two', 'three', 'four'].map((slug) => entry(slug));
    expect(found(items, entries).map(([, slug, by]) => [slug, by])).toEqual([
      ['one', 'link'],
      // It says that it is no link.
      [undefined, undefined],
      ['three', 'link'],
      ['four', 'link'],
    ]);
  });

  test('are each once, as the newest document has it', () => {
    const one = (title: string) => rss(`<item><title>${title}</title><guid>x</guid></item>`);
    expect(read(one('New'), one('Old')).map(({ title }) => title)).toEqual(['New']);
    expect(read(rss(`<item><guid>${'x'.repeat(2_001)}</guid></item>`))).toEqual([]);
  });
});
