import { toPageDate } from '../pages/dates';
import type { ArticlePage, ListingPage, Page } from '../pages/model';

/** How many articles the example lists. */
const ENTRIES = 3;

const DATE = new Date('2026-01-15T09:00:00Z');
const TITLE = 'An example of an article';
const AUTHOR = 'Ada Example';
const EXCERPT =
  'This is how articles will look. Once the first one is published, it is shown here in the place of this example.';

/** A listing to show a site that has published nothing yet. */
export const exampleListing = (page: Page): ListingPage => ({
  ...page,
  entries: Array.from({ length: ENTRIES }, () => ({
    title: TITLE,
    href: page.siteUrl,
    date: toPageDate(DATE, page.language, 'UTC'),
    excerpt: EXCERPT,
    author: AUTHOR,
    tags: [{ title: 'Example', href: page.siteUrl }],
  })),
  pageNumber: 1,
  pageCount: 1,
});

/** An article to show a site that has published nothing yet. */
export const exampleArticle = (page: Page): ArticlePage => ({
  ...page,
  title: TITLE,
  date: toPageDate(DATE, page.language, 'UTC'),
  modified: DATE.toISOString(),
  author: AUTHOR,
  tags: [{ title: 'Example', href: page.siteUrl }],
  bodyHtml: `<p>${EXCERPT} <a href="#content">This is a link.</a></p><h2>A heading</h2><p>Some <code>code</code>, and a quotation:</p><blockquote><p>Simple things should be simple.</p></blockquote>`,
  headings: [],
  minutes: 1,
});
