import { create } from 'xmlbuilder2';

import { toRfc2822 } from './dates';
import { escapeHtml, escapeXml } from './escape';
import type { Channel, Feed, Item } from './model';

/** Media type of RSS 2.0 feeds. */
export const RSS_MEDIA_TYPE = 'application/rss+xml';

// Text is escaped before it goes in: the writer of xmlbuilder2 4 leaves alone what looks like an
// entity ("&lt;" typed by an editor would come back as "<") and never escapes quotes.
const renderItem = (item: Item, channel: Channel) => ({
  title: escapeXml(item.title),
  link: escapeXml(item.link),
  pubDate: toRfc2822(item.date, channel.timeZone),
  // Without the attribute a reader takes the guid for the article's address (RSS 2.0, "guid").
  guid:
    item.guid === item.link
      ? escapeXml(item.guid)
      : { '@isPermaLink': 'false', '#': escapeXml(item.guid) },
  // Every reader takes a description for HTML, so plain text is written as HTML first.
  description: escapeXml(escapeHtml(item.summary)),
});

/** Renders a feed as an RSS 2.0 document. */
export const renderRss = ({ channel, items }: Feed): string =>
  create(
    { encoding: 'utf-8', standalone: true },
    {
      rss: {
        '@version': '2.0',
        '@xmlns:atom': 'http://www.w3.org/2005/Atom',
        channel: {
          title: escapeXml(channel.title),
          link: escapeXml(channel.link),
          description: escapeXml(channel.description),
          generator: escapeXml(channel.generator),
          language: escapeXml(channel.language),
          lastBuildDate: toRfc2822(channel.updated, channel.timeZone),
          'atom:link': {
            '@href': escapeXml(channel.feedUrl),
            '@rel': 'self',
            '@type': RSS_MEDIA_TYPE,
          },
          item: items.map((item) => renderItem(item, channel)),
        },
      },
    },
  ).end({ prettyPrint: true, spaceBeforeSlash: true }) + '\n';
