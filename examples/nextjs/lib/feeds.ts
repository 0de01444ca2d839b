import type { Metadata } from 'next';

/** Links by which readers find the feeds of a directory. */
export const feedsOf = (directory: string, title: string): Metadata['alternates'] => ({
  canonical: directory,
  types: {
    'application/rss+xml': [{ url: `${directory}index.xml`, title }],
    'application/atom+xml': [{ url: `${directory}atom.xml`, title }],
    'application/feed+json': [{ url: `${directory}feed.json`, title }],
  },
});
