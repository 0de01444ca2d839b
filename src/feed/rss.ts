import { escapeHtml } from '../lib/escape';
import {
  authorsOf,
  type Category,
  type Channel,
  type Enclosure,
  type Feed,
  type Item,
  toRfc2822,
} from './model';
import {
  channelLinks,
  mediaContent,
  namespaceDeclarations,
  element,
  renderXml,
  type XmlElement,
} from './xml';
import { episodeElements, showElements } from './podcast';

export const RSS_MEDIA_TYPE = 'application/rss+xml';

/** Readers parse a description as HTML, so plain text is escaped as HTML first. A title is plain text. */
const description = (text: string): XmlElement => element('description', escapeHtml(text));

const renderCategory = ({ label, scheme }: Category): XmlElement =>
  element('category', label, { domain: scheme });

const renderEnclosure = ({ url, length, type }: Enclosure): XmlElement =>
  element('enclosure', [], { url, length: String(length), type });

const renderItem = (item: Item, { timeZone, language }: Channel): XmlElement =>
  element('item', [
    element('title', item.title),
    element('link', item.link),
    element('pubDate', toRfc2822(item.date, timeZone)),
    // Without the attribute a reader takes the guid for the article's address (RSS 2.0, "guid").
    element('guid', item.guid, item.guid === item.link ? {} : { isPermaLink: 'false' }),
    description(item.summary),
    item.contentHtml !== undefined && element('content:encoded', item.contentHtml),
    // RSS's own "author" has to be an e-mail address.
    ...authorsOf(item).map(({ name }) => element('dc:creator', name)),
    ...(item.categories ?? []).map(renderCategory),
    item.enclosure && renderEnclosure(item.enclosure),
    item.image && mediaContent(item.image),
    ...(item.episode ? episodeElements(item.episode, language) : []),
  ]);

const renderImage = (url: string, { title, link }: Channel): XmlElement =>
  element('image', [element('url', url), element('title', title), element('link', link)]);

/** Renders a feed as an RSS 2.0 document. */
export const renderRss = ({ channel, items }: Feed): string => {
  const content = element('channel', [
    element('title', channel.title),
    element('link', channel.link),
    description(channel.description),
    element('generator', channel.generator),
    element('language', channel.language),
    channel.copyright !== undefined && element('copyright', channel.copyright),
    element('lastBuildDate', toRfc2822(channel.updated, channel.timeZone)),
    channel.ttl !== undefined && element('ttl', String(channel.ttl)),
    ...channelLinks('atom:link', RSS_MEDIA_TYPE, channel),
    channel.history?.archive && element('fh:archive', []),
    channel.imageUrl !== undefined && renderImage(channel.imageUrl, channel),
    ...(channel.podcast ? showElements(channel.podcast) : []),
    ...items.map((item) => renderItem(item, channel)),
  ]);
  const root = element('rss', [content], { version: '2.0', ...namespaceDeclarations([content]) });
  return renderXml(root, channel.stylesheetUrl);
};
