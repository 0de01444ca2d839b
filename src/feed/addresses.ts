/** What a slug may be. Anything else in an address is unknown without a look at the database. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Public addresses, absolute, made from the configured base address alone. */
export interface Addresses {
  home: () => string;
  tags: () => string;
  /** Listing of a tag; pages count from 1. */
  tag: (slug: string, page?: number) => string;
  /** RSS feed of a tag, or of the whole site without one. */
  rss: (tagSlug?: string) => string;
  article: (slug: string) => string;
}

/** Path below which a base address serves, without a final slash: '' for the root of the host. */
export const mountPath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, '');

/** @param baseUrl absolute address, with or without a path or a final slash */
export const createAddresses = (baseUrl: string): Addresses => {
  // As the URL standard writes it: "HTTPS://EXAMPLE.com/a b/?" is "https://example.com/a%20b" too.
  const base = new URL(baseUrl).origin + mountPath(baseUrl);
  const tag = (slug: string, page = 1): string =>
    page === 1 ? `${base}/tags/${slug}/` : `${base}/tags/${slug}/page/${page}/`;
  return {
    home: () => `${base}/`,
    tags: () => `${base}/tags/`,
    tag,
    rss: (tagSlug) => (tagSlug === undefined ? `${base}/index.xml` : `${tag(tagSlug)}index.xml`),
    article: (slug) => `${base}/posts/${slug}/`,
  };
};
