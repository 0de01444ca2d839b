import { element, renderXml } from './xml';

/** Media type of OPML documents. */
export const OPML_MEDIA_TYPE = 'text/x-opml';

/** A feed to subscribe to. */
export interface Subscription {
  /** Plain text. */
  title: string;
  /** Plain text; may be empty. */
  description: string;
  /** Absolute address of the feed. */
  feedUrl: string;
  /** Absolute address of the page the feed belongs to. */
  link: string;
}

/** Renders a list of feeds as an OPML 2.0 subscription list. */
export const renderOpml = (title: string, subscriptions: Subscription[]): string =>
  renderXml(
    element(
      'opml',
      [
        element('head', [element('title', title)]),
        element(
          'body',
          subscriptions.map(({ title: text, description, feedUrl, link }) =>
            element('outline', [], {
              text,
              title: text,
              // The one type of a subscription, whatever the feed's format (OPML 2.0, "Subscription lists").
              type: 'rss',
              xmlUrl: feedUrl,
              htmlUrl: link,
              ...(description === '' ? {} : { description }),
            }),
          ),
        ),
      ],
      { version: '2.0' },
    ),
  );
