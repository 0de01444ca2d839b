import { toXmlCharacters } from '../lib/escape';
import { authorsOf, type Channel, type Enclosure, type Feed, type Item, toRfc3339 } from './model';

export const JSON_FEED_MEDIA_TYPE = 'application/feed+json';

const renderAttachment = ({ url, length, type }: Enclosure, episode: Item['episode']) => ({
  url,
  mime_type: type,
  size_in_bytes: length,
  duration_in_seconds: episode?.duration,
});

const renderItem = (item: Item, { timeZone }: Channel) => ({
  id: item.guid,
  url: item.link,
  title: item.title,
  // An item must have content (JSON Feed 1.1, "Items"): without a full text, the summary has to do.
  ...(item.contentHtml === undefined
    ? { content_text: item.summary }
    : { content_html: item.contentHtml }),
  summary: item.summary === '' ? undefined : item.summary,
  image: item.image?.url,
  date_published: toRfc3339(item.date, timeZone),
  date_modified: toRfc3339(item.updated, timeZone),
  authors: authorsOf(item).length > 0 ? authorsOf(item) : undefined,
  tags: item.categories?.length ? item.categories.map(({ label }) => label) : undefined,
  attachments: item.enclosure && [renderAttachment(item.enclosure, item.episode)],
});

/** Keeps only characters that XML allows, as other formats do: some JSON parsers refuse lone surrogates. */
const cleanText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? toXmlCharacters(value) : value;

/** Renders a feed as a JSON Feed 1.1 document. */
export const renderJsonFeed = ({ channel, items }: Feed): string => {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: channel.title,
    home_page_url: channel.link,
    feed_url: channel.feedUrl,
    description: channel.subtitle ?? channel.description,
    next_url: channel.history?.links.find(({ rel }) => rel === 'next')?.href,
    icon: channel.imageUrl,
    authors: [{ name: channel.siteName }],
    language: channel.language,
    hubs: channel.hubs?.map((url) => ({ type: 'WebSub', url })),
    items: items.map((item) => renderItem(item, channel)),
  };
  return `${JSON.stringify(document, cleanText, 2)}\n`;
};
