import { parseXml, XmlElement, type XmlNode } from '@rgrove/parse-xml';
import fc from 'fast-check';
import { parseAtomFeed } from 'feedsmith';
import Parser from 'rss-parser';

import { renderAtom } from '../../../src/feed/atom';
import { toXmlCharacters } from '../../../src/lib/escape';
import type { Channel, Feed, Item } from '../../../src/feed/model';
import { atomErrors } from '../../helpers/formats';

const channel: Channel = {
  id: 'https://www.example.com/tags/api/',
  title: 'Api on Field Notes',
  link: 'https://www.example.com/tags/apis/',
  description: 'Recent content in Api on Field Notes',
  siteName: 'Field Notes',
  feedUrl: 'https://www.example.com/tags/apis/atom.xml',
  language: 'en',
  timeZone: 'Asia/Jakarta',
  updated: new Date('2026-11-20T02:00:00.999Z'),
  generator: 'a generator',
};

const item: Item = {
  title: 'How I Debug CORS',
  link: 'https://www.example.com/posts/cors/',
  guid: 'https://www.example.com/posts/debug-cors/',
  date: new Date('2026-01-15T02:00:00Z'),
  updated: new Date('2026-02-01T02:00:00Z'),
  summary: 'Read the <b>headers</b>.',
};

const full: Item = {
  ...item,
  contentHtml: '<p>Read the <em>headers</em> &amp; more.</p>',
  author: 'Tom Becker',
  categories: [{ label: 'Api', term: 'api', scheme: 'https://www.example.com/tags/' }],
  image: {
    url: 'https://www.example.com/a.png',
    alt: 'A plug',
    type: 'image/png',
    width: 640,
    height: 360,
  },
  enclosure: { url: 'https://www.example.com/a.mp3', length: 12345, type: 'audio/mpeg' },
};

const render = (items: Item[], more: Partial<Channel> = {}): string =>
  renderAtom({ channel: { ...channel, ...more }, items } satisfies Feed);

const isElement = (node: XmlNode): node is XmlElement => node instanceof XmlElement;

/** Elements of the document's entries with a name, as text. */
const texts = (document: string, name: string): string[] =>
  parseXml(document)
    .root!.children.filter(isElement)
    .filter((element) => element.name === 'entry')
    .flatMap((entry) => entry.children.filter(isElement))
    .filter((element) => element.name === name)
    .map((element) => element.text);

describe('Atom', () => {
  it('writes documents that the schema of RFC 4287 takes', async () => {
    const history = {
      archive: true,
      links: [{ rel: 'current' as const, href: 'https://www.example.com/atom.xml' }],
    };
    const extras = {
      history,
      imageUrl: 'https://www.example.com/logo.png',
      copyright: '© Example',
      subtitle: 'All about APIs',
      stylesheetUrl: 'https://www.example.com/feed.css',
    };
    expect(await atomErrors(render([]))).toEqual([]);
    expect(await atomErrors(render([item]))).toEqual([]);
    expect(await atomErrors(render([item, full], extras))).toEqual([]);
  });

  it('names the hubs that tell of it, as the schema takes it', async () => {
    const hubs = ['https://hub.example.com/', 'https://other.example.com/hub?a=1&b=2'];
    const document = render([item], { hubs });
    const links = parseAtomFeed(document).links?.filter(({ rel }) => rel === 'hub');
    expect(links).toEqual(hubs.map((href) => ({ rel: 'hub', href })));
    expect(await atomErrors(document)).toEqual([]);
    expect(render([item])).not.toContain('hub');
  });

  it('is held to the schema: a document without an id would not be taken', async () => {
    const broken = render([item]).replace(/<id>.*<\/id>/, '');
    expect(await atomErrors(broken)).not.toEqual([]);
  });

  it('keeps permanent ids apart from present addresses', () => {
    const feed = parseAtomFeed(render([item]));
    expect(feed.id).toBe(channel.id);
    expect(feed.links).toEqual([
      { rel: 'alternate', type: 'text/html', href: channel.link },
      { rel: 'self', type: 'application/atom+xml', href: channel.feedUrl },
    ]);
    expect(feed.entries?.[0]?.id).toBe(item.guid);
    expect(feed.entries?.[0]?.links).toEqual([
      { rel: 'alternate', type: 'text/html', href: item.link },
    ]);
  });

  it('writes dates in the time zone of the site', () => {
    const [entry] = parseAtomFeed(render([item])).entries ?? [];
    expect(entry?.published).toBe('2026-01-15T09:00:00+07:00');
    expect(entry?.updated).toBe('2026-02-01T09:00:00+07:00');
  });

  it('lets the site answer for what has no author', () => {
    const feed = parseAtomFeed(render([item, full]));
    expect(feed.authors).toEqual([{ name: 'Field Notes' }]);
    expect(feed.entries?.map(({ authors }) => authors)).toEqual([
      undefined,
      [{ name: 'Tom Becker' }],
    ]);
  });

  it('names each author of an item, with the address of the page of who has one', async () => {
    const authors = [
      { name: 'Ada <Byron>', url: 'https://www.example.com/authors/ada/' },
      { name: 'Grace Guest' },
    ];
    const document = render([{ ...full, author: 'Ada <Byron>, Grace Guest', authors }]);
    expect(await atomErrors(document)).toEqual([]);
    expect(parseAtomFeed(document).entries?.[0]?.authors).toEqual([
      { name: 'Ada <Byron>', uri: 'https://www.example.com/authors/ada/' },
      { name: 'Grace Guest' },
    ]);
  });

  it('gives the full text as HTML and the summary as text', async () => {
    const document = render([full]);
    expect(document).toContain('<summary type="text">');
    expect(document).toContain('<content type="html">');
    expect(texts(document, 'content')).toEqual([full.contentHtml]);
    expect(texts(document, 'summary')).toEqual([full.summary]);
    const [read] = (await new Parser().parseString(document)).items;
    expect(read?.content).toBe(full.contentHtml);
    expect(read?.summary).toBe(full.summary);
  });

  it('names picture, sound and tags', () => {
    const [entry] = parseAtomFeed(render([full])).entries ?? [];
    expect(entry?.categories).toEqual([
      { term: 'api', scheme: 'https://www.example.com/tags/', label: 'Api' },
    ]);
    expect(entry?.links).toContainEqual({
      rel: 'enclosure',
      type: 'audio/mpeg',
      length: 12345,
      href: 'https://www.example.com/a.mp3',
    });
    expect(entry?.media?.contents).toEqual([
      expect.objectContaining({
        url: 'https://www.example.com/a.png',
        medium: 'image',
        width: 640,
      }),
    ]);
  });

  it('declares only the namespaces it uses', () => {
    expect(render([item])).not.toMatch(/xmlns:/);
    expect(render([full]).match(/xmlns:\w+/g)).toEqual(['xmlns:media']);
  });

  it('gives back whatever an editor types', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, text, (title, summary, author, contentHtml) => {
        const document = render([{ ...item, title, summary: `.${summary}`, author, contentHtml }]);
        expect(texts(document, 'title')).toEqual([toXmlCharacters(title)]);
        expect(texts(document, 'summary')).toEqual([`.${toXmlCharacters(summary)}`]);
        expect(texts(document, 'author').map((one) => one.replace(/^\n\s+|\n\s+$/g, ''))).toEqual([
          expect.stringContaining(toXmlCharacters(author).trim()),
        ]);
        expect(texts(document, 'content')).toEqual([toXmlCharacters(contentHtml)]);
      }),
      { numRuns: 100 },
    );
  });
});
