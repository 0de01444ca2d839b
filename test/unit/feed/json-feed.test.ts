import fc from 'fast-check';
import { parseJsonFeed } from 'feedsmith';

import { toXmlCharacters } from '../../../src/lib/escape';
import { renderJsonFeed } from '../../../src/feed/json-feed';
import type { Channel, Item } from '../../../src/feed/model';
import { jsonFeedErrors } from '../../helpers/formats';

const channel: Channel = {
  id: 'https://www.example.com/tags/api/',
  title: 'Api on Field Notes',
  link: 'https://www.example.com/tags/api/',
  description: 'Recent content in Api on Field Notes',
  siteName: 'Field Notes',
  feedUrl: 'https://www.example.com/tags/api/feed.json',
  language: 'pt-BR',
  timeZone: 'UTC',
  updated: new Date('2026-11-20T02:00:00Z'),
  generator: 'a generator',
};

const item: Item = {
  title: 'How I Debug CORS',
  link: 'https://www.example.com/posts/cors/',
  guid: 'https://www.example.com/posts/debug-cors/',
  date: new Date('2026-01-15T02:00:00Z'),
  updated: new Date('2026-02-01T02:00:00Z'),
  summary: 'Read the headers.',
};

const full: Item = {
  ...item,
  contentHtml: '<p>Read the <em>headers</em>.</p>',
  author: 'Tom Becker',
  categories: [{ label: 'Api', term: 'api', scheme: 'https://www.example.com/tags/' }],
  image: { url: 'https://www.example.com/a.png', alt: '' },
  enclosure: { url: 'https://www.example.com/a.mp3', length: 12345, type: 'audio/mpeg' },
};

describe('JSON Feed', () => {
  it('names the hubs that tell of it, as JSON Feed 1.1 has it', () => {
    const hubs = ['https://hub.example.com/', 'https://other.example.com/hub?a=1&b=2'];
    const document = renderJsonFeed({ channel: { ...channel, hubs }, items: [item] });
    expect(parseJsonFeed(document).hubs).toEqual(hubs.map((url) => ({ type: 'WebSub', url })));
    expect(jsonFeedErrors(document)).toEqual([]);
    expect(renderJsonFeed({ channel, items: [item] })).not.toContain('hubs');
  });

  it('writes documents that JSON Feed 1.1 takes', () => {
    const links = [{ rel: 'next' as const, href: 'https://www.example.com/page/2/feed.json' }];
    expect(jsonFeedErrors(renderJsonFeed({ channel, items: [] }))).toEqual([]);
    expect(jsonFeedErrors(renderJsonFeed({ channel, items: [item] }))).toEqual([]);
    const rich = {
      ...channel,
      imageUrl: 'https://www.example.com/i.png',
      history: { links, archive: false },
    };
    const document = renderJsonFeed({ channel: rich, items: [item, full] });
    expect(jsonFeedErrors(document)).toEqual([]);
    expect(parseJsonFeed(document).next_url).toBe(links[0]!.href);
  });

  it('is held to the schema: an item without an id would not be taken', () => {
    const document = renderJsonFeed({ channel, items: [item] }).replace('"id":', '"_id":');
    expect(jsonFeedErrors(document)).not.toEqual([]);
  });

  it('gives the summary where there is no full text, since an item must have content', () => {
    const [short, long] =
      parseJsonFeed(renderJsonFeed({ channel, items: [item, full] })).items ?? [];
    expect(short).toMatchObject({ content_text: item.summary, summary: item.summary });
    expect(short).not.toHaveProperty('content_html');
    expect(long).toMatchObject({ content_html: full.contentHtml, summary: item.summary });
    expect(long).not.toHaveProperty('content_text');
  });

  it('tells who, what about, and what there is to see and hear', () => {
    expect(parseJsonFeed(renderJsonFeed({ channel, items: [full] })).items?.[0]).toMatchObject({
      id: full.guid,
      url: full.link,
      authors: [{ name: 'Tom Becker' }],
      tags: ['Api'],
      image: 'https://www.example.com/a.png',
      attachments: [
        { url: 'https://www.example.com/a.mp3', mime_type: 'audio/mpeg', size_in_bytes: 12345 },
      ],
    });
  });

  it('gives back whatever an editor types, without what XML could not carry', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, (title, summary) => {
        const document = renderJsonFeed({ channel, items: [{ ...item, title, summary }] });
        const read = JSON.parse(document) as { items: { title: string; content_text: string }[] };
        expect(read.items[0]).toMatchObject({
          title: toXmlCharacters(title),
          content_text: toXmlCharacters(summary),
        });
      }),
    );
  });
});

it('names each author of an item, with the address of the page of who has one', () => {
  const authors = [
    { name: 'Ada Byron', url: 'https://www.example.com/authors/ada/' },
    { name: 'Grace Guest' },
  ];
  const document = renderJsonFeed({
    channel,
    items: [{ ...full, author: 'Ada Byron, Grace Guest', authors }],
  });
  expect(jsonFeedErrors(document)).toEqual([]);
  expect(parseJsonFeed(document).items?.[0]?.authors).toEqual(authors);
});
