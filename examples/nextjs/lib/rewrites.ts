import { STRAPI_URL } from './strapi-url';

/** Passes matching paths on unchanged: `:path*` would lose a final slash. */
const toStrapi = (pattern: string) => ({
  source: `/:path(${pattern})`,
  destination: `${STRAPI_URL}/:path`,
});

/** Paths that Strapi serves. */
export const rewrites = {
  beforeFiles: [],
  // Before dynamic pages, since "index.xml" is no article.
  afterFiles: [
    toStrapi('(?:.*/)?(?:index\\.xml|atom\\.xml|feed\\.json|index\\.md)'),
    toStrapi('feeds\\.opml|feed\\.css|sitemap\\.xml|sitemap/(?:\\d+|news)\\.xml|llms\\.txt'),
    // Combinations of categories: both (+) or either (,).
    toStrapi('categories/[^/]+[+,][^/]+/'),
  ],
  // Pages that the site does not have: lists of articles and categories, and further pages of any list.
  fallback: [toStrapi('(?:articles|categories|page|archive|subscribe|previews|uploads)/.*')],
};
