import type { Channel } from './model';
import { element, renderXml, type XmlElement } from './xml';

export const OPML_MEDIA_TYPE = 'text/x-opml';

/** A feed to subscribe to. Its description may be empty. */
export type Subscription = Pick<Channel, 'title' | 'description' | 'feedUrl' | 'link'>;

/** A group of feeds. */
export interface SubscriptionGroup {
  /** Plain text. */
  title: string;
  subscriptions: Subscription[];
}

const writeSubscription = ({ title, description, feedUrl, link }: Subscription): XmlElement =>
  element('outline', [], {
    text: title,
    title,
    // Subscriptions have this type, whatever the format of the feed (OPML 2.0, "Subscription lists").
    type: 'rss',
    xmlUrl: feedUrl,
    htmlUrl: link,
    ...(description === '' ? {} : { description }),
  });

/** A group is an outline around others, which readers show as a folder. */
const writeOutline = (outline: Subscription | SubscriptionGroup): XmlElement => {
  if (!('subscriptions' in outline)) return writeSubscription(outline);
  const { title, subscriptions } = outline;
  return element('outline', subscriptions.map(writeSubscription), { text: title, title });
};

/** Renders a list of feeds as an OPML 2.0 subscription list. */
export const renderOpml = (title: string, outlines: (Subscription | SubscriptionGroup)[]): string =>
  renderXml(
    element(
      'opml',
      [element('head', [element('title', title)]), element('body', outlines.map(writeOutline))],
      { version: '2.0' },
    ),
  );
