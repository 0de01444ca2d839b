import type { NextConfig } from 'next';

import { STRAPI_URL } from './lib/strapi-url';

/** Passes what a pattern matches on as it is: with `:path*` a final slash would be lost. */
const toStrapi = (pattern: string) => ({
  source: `/:path(${pattern})`,
  destination: `${STRAPI_URL}/:path`,
});

const config: NextConfig = {
  // The plugin's addresses end with a slash, and so do those of the pages drawn here.
  trailingSlash: true,
  rewrites: async () => ({
    beforeFiles: [],
    // Before dynamic pages: there is no article "index.xml".
    afterFiles: [
      toStrapi('(?:.*/)?(?:index\\.xml|atom\\.xml|feed\\.json|index\\.md)'),
      // Combinations: what is in both categories, or in either.
      toStrapi('categories/[^/]+[+,][^/]+/'),
      toStrapi('feeds\\.opml|feed\\.css|sitemap\\.xml|sitemap/\\d+\\.xml|llms\\.txt'),
    ],
    // What is not drawn here: lists of articles and categories, and further pages of any list.
    fallback: [toStrapi('(?:articles|categories|page|subscribe|previews|uploads)/.*')],
  }),
};

export default config;
