import type { Metadata } from 'next';

/** Links to the feeds of a directory, by which feed readers find them. */
export const feedsOf = (directory: string, title: string): Metadata['alternates'] => ({
  canonical: directory,
  types: {
    'application/rss+xml': [{ url: `${directory}index.xml`, title }],
    'application/atom+xml': [{ url: `${directory}atom.xml`, title }],
    'application/feed+json': [{ url: `${directory}feed.json`, title }],
  },
});
