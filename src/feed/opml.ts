import { escapeXml } from './escape';

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

/** Feeds that belong together. */
export interface SubscriptionGroup {
  /** Plain text. */
  title: string;
  subscriptions: Subscription[];
}

const attribute = (name: string, value: string): string => ` ${name}="${escapeXml(value)}"`;

const writeSubscription = (
  { title, description, feedUrl, link }: Subscription,
  indent: string,
): string =>
  [
    `${indent}<outline`,
    attribute('text', title),
    attribute('title', title),
    // The one type of a subscription, whatever the feed's format (OPML 2.0, "Subscription lists").
    attribute('type', 'rss'),
    attribute('xmlUrl', feedUrl),
    attribute('htmlUrl', link),
    description === '' ? '' : attribute('description', description),
    ' />',
  ].join('');

/** Readers take an outline around others for a folder. */
const writeOutline = (outline: Subscription | SubscriptionGroup): string => {
  if (!('subscriptions' in outline)) return writeSubscription(outline, '    ');
  const { title, subscriptions } = outline;
  return [
    `    <outline${attribute('text', title)}${attribute('title', title)}>`,
    ...subscriptions.map((subscription) => writeSubscription(subscription, '      ')),
    '    </outline>',
  ].join('\n');
};

/**
 * Renders a list of feeds as an OPML 2.0 subscription list. As text: a tree of the feeds of thousands of
 * topics would hold up everybody.
 */
export const renderOpml = (title: string, outlines: (Subscription | SubscriptionGroup)[]): string =>
  [
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    '<opml version="2.0">',
    '  <head>',
    `    <title>${escapeXml(title)}</title>`,
    '  </head>',
    '  <body>',
    ...outlines.map(writeOutline),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
