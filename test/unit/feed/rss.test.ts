import { parseRssFeed } from 'feedsmith';

import { renderRss, RSS_MEDIA_TYPE } from '../../../src/feed/rss';
import { child, childElements, readFeed, text } from '../../helpers/feed';
import { sampleChannel, sampleItem } from '../../helpers/sample';

const ATOM = 'http://www.w3.org/2005/Atom';

describe('an RSS 2.0 document', () => {
  it('is written byte for byte as the contract has it', () => {
    const feed = {
      channel: sampleChannel(),
      items: [
        sampleItem({
          title: 'How I Format JSON "by Hand" & Don\'t <br>',
          summary: 'It\'s small.\nA "formatter" & a <b>.',
        }),
      ],
    };
    expect(renderRss(feed)).toBe(
      [
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
        '  <channel>',
        '    <title>Api on Field Notes</title>',
        '    <link>https://notes.example.com/tags/api/</link>',
        '    <description>Recent content in Api on Field Notes</description>',
        '    <generator>strapi-plugin-syndication</generator>',
        '    <language>en</language>',
        '    <lastBuildDate>Fri, 20 Nov 2026 09:00:00 +0700</lastBuildDate>',
        '    <atom:link href="https://notes.example.com/tags/api/index.xml" rel="self" type="application/rss+xml" />',
        '    <item>',
        '      <title>How I Format JSON &#34;by Hand&#34; &amp; Don&#39;t &lt;br&gt;</title>',
        '      <link>https://notes.example.com/posts/format-json/</link>',
        '      <pubDate>Thu, 15 Jan 2026 09:00:00 +0700</pubDate>',
        '      <guid>https://notes.example.com/posts/format-json/</guid>',
        '      <description>It&#39;s small.',
        'A &#34;formatter&#34; &amp;amp; a &amp;lt;b&amp;gt;.</description>',
        '    </item>',
        '  </channel>',
        '</rss>',
        '',
      ].join('\n'),
    );
  });

  it('tells readers, who take descriptions for HTML, the characters of a hostile tag', () => {
    const title = '</title><script>alert(1)</script> on R&D';
    const xml = renderRss({
      channel: sampleChannel({ title, description: `Recent content in ${title}` }),
      items: [],
    });
    const { channel } = readFeed(xml);
    expect(text(channel, 'title')).toBe(title);
    expect(text(channel, 'description')).toBe(
      'Recent content in &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; on R&amp;D',
    );
  });

  it('declares UTF-8, standalone and the Atom namespace', () => {
    const xml = renderRss({ channel: sampleChannel(), items: [] });
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<rss /);
    expect(readFeed(xml).rss.attributes).toEqual({ version: '2.0', 'xmlns:atom': ATOM });
  });

  it('has the elements of the channel in the order of the contract, the items last', () => {
    const { channel } = readFeed(
      renderRss({ channel: sampleChannel(), items: [sampleItem(), sampleItem()] }),
    );
    expect(childElements(channel).map(({ name }) => name)).toEqual([
      'title',
      'link',
      'description',
      'generator',
      'language',
      'lastBuildDate',
      'atom:link',
      'item',
      'item',
    ]);
  });

  it('has the elements of an item in the order of the contract', () => {
    const { items } = readFeed(renderRss({ channel: sampleChannel(), items: [sampleItem()] }));
    expect(childElements(items[0]!).map(({ name }) => name)).toEqual([
      'title',
      'link',
      'pubDate',
      'guid',
      'description',
    ]);
  });

  it('names the hubs that tell of it in Atom’s links', () => {
    const hubs = ['https://hub.example.com/', 'https://other.example.com/hub?a=1&b=2'];
    const xml = renderRss({ channel: sampleChannel({ hubs }), items: [] });
    const links = parseRssFeed(xml).atom?.links?.filter(({ rel }) => rel === 'hub');
    expect(links).toEqual(hubs.map((href) => ({ rel: 'hub', href })));
  });

  it('links to itself in an empty element', () => {
    const { channel } = readFeed(renderRss({ channel: sampleChannel(), items: [] }));
    const self = child(channel, 'atom:link');
    expect(self.attributes).toEqual({
      href: 'https://notes.example.com/tags/api/index.xml',
      rel: 'self',
      type: RSS_MEDIA_TYPE,
    });
    expect(self.children).toHaveLength(0);
  });

  it('says nothing of permalinks while guid and link are equal', () => {
    const { items } = readFeed(renderRss({ channel: sampleChannel(), items: [sampleItem()] }));
    expect(text(items[0]!, 'guid')).toBe(text(items[0]!, 'link'));
    expect(child(items[0]!, 'guid').attributes).toEqual({});
  });

  it('says that the guid is no permalink once the article has moved', () => {
    const moved = sampleItem({ link: 'https://notes.example.com/posts/json/' });
    const { items } = readFeed(renderRss({ channel: sampleChannel(), items: [moved] }));
    expect(text(items[0]!, 'link')).toBe('https://notes.example.com/posts/json/');
    expect(text(items[0]!, 'guid')).toBe('https://notes.example.com/posts/format-json/');
    expect(child(items[0]!, 'guid').attributes).toEqual({ isPermaLink: 'false' });
  });

  it('without items is a complete feed all the same', () => {
    const { channel, items } = readFeed(renderRss({ channel: sampleChannel(), items: [] }));
    expect(items).toHaveLength(0);
    expect(text(channel, 'title')).toBe('Api on Field Notes');
    expect(text(channel, 'lastBuildDate')).toBe('Fri, 20 Nov 2026 09:00:00 +0700');
  });

  it('keeps every element of an item that has no summary', () => {
    const feed = { channel: sampleChannel(), items: [sampleItem({ summary: '' })] };
    expect(text(readFeed(renderRss(feed)).items[0]!, 'description')).toBe('');
  });

  it('is the same bytes for the same content', () => {
    const feed = { channel: sampleChannel(), items: [sampleItem()] };
    expect(renderRss(feed)).toBe(renderRss(structuredClone(feed)));
  });

  it('escapes the addresses in attributes as well', () => {
    const feedUrl = 'https://notes.example.com/?a=1&lt;=2&amp;"c\'/index.xml';
    const { channel } = readFeed(renderRss({ channel: sampleChannel({ feedUrl }), items: [] }));
    expect(child(channel, 'atom:link').attributes.href).toBe(feedUrl);
  });
});
