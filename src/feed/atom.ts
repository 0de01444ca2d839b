import {
  type Author,
  authorsOf,
  type Category,
  type Channel,
  type Enclosure,
  type Feed,
  type Item,
  toRfc3339,
} from './model';
import {
  channelLinks,
  mediaContent,
  namespaceDeclarations,
  element,
  renderXml,
  type XmlElement,
} from './xml';

export const ATOM_MEDIA_TYPE = 'application/atom+xml';

const NAMESPACE = 'http://www.w3.org/2005/Atom';

/** Link to the page of a feed or an entry. */
const pageLink = (href: string): XmlElement =>
  element('link', [], { rel: 'alternate', type: 'text/html', href });

const renderAuthor = ({ name, url }: Author): XmlElement =>
  element('author', [element('name', name), url !== undefined && element('uri', url)]);

const renderCategory = ({ label, term, scheme }: Category): XmlElement =>
  element('category', [], { term, scheme, label });

const renderEnclosure = ({ url, length, type }: Enclosure): XmlElement =>
  element('link', [], { rel: 'enclosure', type, length: String(length), href: url });

const renderEntry = (item: Item, { timeZone }: Channel): XmlElement =>
  element('entry', [
    element('title', item.title),
    pageLink(item.link),
    element('id', item.guid),
    element('published', toRfc3339(item.date, timeZone)),
    element('updated', toRfc3339(item.updated, timeZone)),
    ...authorsOf(item).map(renderAuthor),
    ...(item.categories ?? []).map(renderCategory),
    item.enclosure && renderEnclosure(item.enclosure),
    // "text" is the default, and keeps "<b>" in a summary from becoming bold.
    item.summary !== '' && element('summary', item.summary, { type: 'text' }),
    item.contentHtml !== undefined && element('content', item.contentHtml, { type: 'html' }),
    item.image && mediaContent(item.image),
  ]);

/** Renders a feed as an Atom 1.0 document (RFC 4287). */
export const renderAtom = ({ channel, items }: Feed): string => {
  const feed = element('feed', [
    element('title', channel.title),
    element('subtitle', channel.subtitle ?? channel.description),
    pageLink(channel.link),
    ...channelLinks('link', ATOM_MEDIA_TYPE, channel),
    channel.history?.archive && element('fh:archive', []),
    element('id', channel.id),
    element('updated', toRfc3339(channel.updated, channel.timeZone)),
    // The author of entries without one of their own (section 4.1.1).
    renderAuthor({ name: channel.siteName }),
    element('generator', channel.generator),
    channel.imageUrl !== undefined && element('logo', channel.imageUrl),
    channel.copyright !== undefined && element('rights', channel.copyright),
    ...items.map((item) => renderEntry(item, channel)),
  ]);
  const attributes = {
    xmlns: NAMESPACE,
    ...namespaceDeclarations([feed]),
    'xml:lang': channel.language,
  };
  return renderXml({ ...feed, attributes }, channel.stylesheetUrl);
};
