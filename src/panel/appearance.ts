import { WHOLE_SITE } from '../content/selection';
import type { SavedValues } from '../options/explain';
import type { Settings } from '../options/settings';
import type { Theme } from '../pages/appearance';
import { renderEntry } from '../pages/article';
import { renderListing } from '../pages/listing';
import type { AppearancePreview } from './admin-api';
import { makeEntryPage } from '../public/entry-pages';
import { makeSelectionPage } from '../public/pages';
import type { PanelEdition } from './panel';

/** Most articles in the previewed listing. */
const MAXIMUM_ENTRIES = 5;

/** Turns a page into a picture of itself: its links open a new window, which the frame around it forbids. */
const withoutNavigation = (html: string): string =>
  html.replace('<head>', '<head><base target="_blank"/>');

/**
 * Renders the newest public articles as a listing, and the first of them as a page.
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
  const inForce: Settings = {
    ...settings,
    entriesPerPage: Math.min(entriesPerPage, MAXIMUM_ENTRIES),
    appearance: {
      ...appearance,
      theme: appearance.theme === 'auto' ? theme : appearance.theme,
    },
  };
  const shown = { ...edition, inForce };
  const [listing, { articles }] = await Promise.all([
    makeSelectionPage(shown, WHOLE_SITE, 1, now),
    edition.entries.list({ now, limit: 1 }),
  ]);
  const [newest] = articles;
  const article = newest && (await makeEntryPage(shown, newest));
  return {
    listing: withoutNavigation(renderListing(listing!)),
    article: article ? withoutNavigation(renderEntry(article)) : null,
  };
};
