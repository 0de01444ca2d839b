import { STRAPI_URL } from './strapi-url';

/** Passes what a pattern matches on as it is: `:path*` would lose a final slash. */
const toStrapi = (pattern: string) => ({
  source: `/:path(${pattern})`,
  destination: `${STRAPI_URL}/:path`,
});

/** What comes from Strapi. */
export const rewrites = {
  beforeFiles: [],
  // Before dynamic pages: there is no article "index.xml".
  afterFiles: [
    toStrapi('(?:.*/)?(?:index\\.xml|atom\\.xml|feed\\.json|index\\.md)'),
    toStrapi('feeds\\.opml|feed\\.css|sitemap\\.xml|sitemap/(?:\\d+|news)\\.xml|llms\\.txt'),
    // Combinations: what is in both categories, or in either.
    toStrapi('categories/[^/]+[+,][^/]+/'),
  ],
  // What is not drawn here: lists of articles and categories, and further pages of any list.
  fallback: [toStrapi('(?:articles|categories|page|archive|subscribe|previews|uploads)/.*')],
};
