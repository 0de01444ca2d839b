import { toRfc2822 } from './dates';
import { escapeHtml } from './escape';
import type { Channel, Feed, Item } from './model';
import { element, renderXml, type XmlElement } from './xml';

/** Media type of RSS 2.0 feeds. */
export const RSS_MEDIA_TYPE = 'application/rss+xml';

const renderItem = (item: Item, { timeZone }: Channel): XmlElement =>
  element('item', [
    element('title', item.title),
    element('link', item.link),
    element('pubDate', toRfc2822(item.date, timeZone)),
    // Without the attribute a reader takes the guid for the article's address (RSS 2.0, "guid").
    element('guid', item.guid, item.guid === item.link ? {} : { isPermaLink: 'false' }),
    // Every reader takes a description for HTML, so plain text is written as HTML first.
    element('description', escapeHtml(item.summary)),
  ]);

/** Renders a feed as an RSS 2.0 document. */
export const renderRss = ({ channel, items }: Feed): string =>
  renderXml(
    element(
      'rss',
      [
        element('channel', [
          element('title', channel.title),
          element('link', channel.link),
          element('description', channel.description),
          element('generator', channel.generator),
          element('language', channel.language),
          element('lastBuildDate', toRfc2822(channel.updated, channel.timeZone)),
          // RSS Best Practices Profile, "atom:link": where a reader finds the feed again.
          element('atom:link', [], { href: channel.feedUrl, rel: 'self', type: RSS_MEDIA_TYPE }),
          ...items.map((item) => renderItem(item, channel)),
        ]),
      ],
      { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' },
    ),
  );
