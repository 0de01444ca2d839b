import feeds from '../controllers/feeds';
import pages from '../controllers/pages';
import { type Addresses, SLUG_PATTERN } from '../feed/addresses';
import type { PublicRoute } from '../http/public-handler';

/** The address made from a slug; none when it cannot be a slug. */
const ifSlug = (slug: string, address: (slug: string) => string): string | undefined =>
  SLUG_PATTERN.test(slug) ? address(slug) : undefined;

const ifPage = (
  { tag = '', page = '' }: { tag?: string; page?: string },
  addresses: Addresses,
): string | undefined =>
  /^[1-9]\d{0,6}$/.test(page)
    ? ifSlug(tag, (slug) => addresses.tag(slug, Number(page)))
    : undefined;

/** Public addresses of the feeds. */
export const feedRoutes: PublicRoute[] = [
  {
    path: '/index.xml',
    errors: 'text',
    canonical: (_params, addresses) => addresses.rss(),
    answer: feeds.site,
  },
  {
    path: '/tags/:tag/index.xml',
    errors: 'text',
    canonical: ({ tag }, addresses) => ifSlug(tag, addresses.rss),
    answer: feeds.tag,
  },
];

/** Public addresses of the HTML pages. */
export const pageRoutes: PublicRoute[] = [
  {
    path: '/tags',
    errors: 'html',
    canonical: (_params, addresses) => addresses.tags(),
    answer: pages.tags,
  },
  {
    path: '/tags/:tag',
    errors: 'html',
    canonical: ({ tag }, addresses) => ifSlug(tag, addresses.tag),
    answer: pages.listing,
  },
  {
    path: '/tags/:tag/page/:page',
    errors: 'html',
    canonical: ifPage,
    answer: pages.listing,
  },
  {
    path: '/posts/:slug',
    errors: 'html',
    canonical: ({ slug }, addresses) => ifSlug(slug, addresses.article),
    answer: pages.article,
  },
];
