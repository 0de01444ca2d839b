import { WHOLE_SITE } from '../content/selection';
import type { SavedValues } from '../options/saved-values';
import type { Settings } from '../options/settings';
import type { Theme } from '../pages/appearance';
import { renderEntry } from '../pages/article';
import { renderListing } from '../pages/listing';
import { type ArticlePage, type ListingPage, type Page, toPageDate } from '../pages/model';
import type { AppearancePreview } from './admin-api';
import type { PanelEdition } from './panel';

/** Most articles in the previewed listing. */
const MAXIMUM_ENTRIES = 5;

/** Number of articles in the example listing. */
const EXAMPLES = 3;

const DATE = new Date('2026-01-15T09:00:00Z');
const EXCERPT =
  'This is how articles will look. Once the first one is published, it is shown here in the place of this example.';

const exampleOf = ({ language, siteUrl }: Page) => ({
  title: 'An example of an article',
  date: toPageDate(DATE, language, 'UTC'),
  author: 'Ada Example',
  tags: [{ title: 'Example', href: siteUrl }],
});

/** A listing for a site that has published nothing yet. */
const exampleListing = (page: Page): ListingPage => ({
  ...page,
  entries: Array.from({ length: EXAMPLES }, () => ({
    ...exampleOf(page),
    href: page.siteUrl,
    excerpt: EXCERPT,
  })),
  pageNumber: 1,
  pageCount: 1,
});

/** An article for a site that has published nothing yet. */
const exampleArticle = (page: Page): ArticlePage => ({
  ...page,
  ...exampleOf(page),
  modified: DATE.toISOString(),
  bodyHtml: `<p>${EXCERPT} <a href="#content">This is a link.</a></p><h2>A heading</h2><p>Some <code>code</code>, and a quotation:</p><blockquote><p>Simple things should be simple.</p></blockquote>`,
  headings: [],
  minutes: 1,
});

/** Turns a page into a picture of itself: its links open a new window, which the frame around it forbids. */
const withoutNavigation = (html: string): string =>
  html.replace('<head>', '<head><base target="_blank"/>');

/**
 * Renders the newest public articles as a listing, and the first of them as a page; examples if there is none.
 *
 * @param theme the theme to show if the site has both
 * @throws ValidationError with one entry for each invalid value
 */
export const showAppearance = async (
  edition: PanelEdition,
  values: SavedValues,
  theme: Exclude<Theme, 'auto'>,
  now: Date,
): Promise<AppearancePreview> => {
  const settings = await edition.settings.preview('appearance', values);
  const { appearance, entriesPerPage } = settings;
  const previewSettings: Settings = {
    ...settings,
    entriesPerPage: Math.min(entriesPerPage, MAXIMUM_ENTRIES),
    appearance: {
      ...appearance,
      theme: appearance.theme === 'auto' ? theme : appearance.theme,
    },
  };
  const { pages } = edition;
  const [listing, [newest]] = await Promise.all([
    pages.listing(previewSettings, WHOLE_SITE, 1, now),
    edition.entries.list({ now, start: 0, limit: 1 }),
  ]);
  const found = listing!;
  const shown = newest
    ? { listing: found, article: await pages.entry(previewSettings, newest) }
    : { listing: exampleListing(found), article: exampleArticle(found) };
  return {
    listing: withoutNavigation(renderListing(shown.listing)),
    article: withoutNavigation(renderEntry(shown.article)),
    isExample: newest === undefined,
  };
};
