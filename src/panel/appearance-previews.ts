import type { Renderings } from '../cache/renderings';
import { WHOLE_SITE } from '../content/selection';
import type { Theme } from '../pages/appearance';
import { renderArticle } from '../pages/article';
import { renderListing } from '../pages/listing';
import { createPages } from '../public/pages';
import type { AppearanceChanges } from '../options/saved-appearance';
import type { SettingsStore } from '../options/settings';
import type { Settings } from '../options/settings-in-force';
import type { Entries } from '../entries/entries';
import type { Pictures } from '../entries/pictures';
import type { Plan } from '../mapping/plan';
import type { SurroundingsOf } from '../entries/surroundings';
import type { Years } from '../entries/years';
import type { Topics } from '../entries/topics';
import type { AppearancePreview } from './admin-api';
import { exampleArticle, exampleListing } from './appearance-example';

/** Articles at most in the listing that is shown. */
const ENTRIES = 5;

interface AppearancePreviewParts {
  settings: SettingsStore;
  plan: Plan;
  entries: Entries;
  topics: Topics;
  surroundings: SurroundingsOf;
  years: Years;
  pictures: Pictures;
  renderings: Renderings;
}

/** A page as a picture of itself: its links open elsewhere, which the frame around it does not allow. */
const withoutWays = (html: string): string =>
  html.replace('<head>', '<head><base target="_blank"/>');

/** Shows how pages of a locale would look with values that nobody has saved yet. */
export const createAppearancePreviews = ({ settings: store, ...parts }: AppearancePreviewParts) => {
  /** Pages as they would be with other settings. */
  const pagesWith = (settings: Settings) =>
    createPages({
      ...parts,
      settings: { ...store, get: () => Promise.resolve(settings), known: () => settings },
    });

  return {
    /**
     * The newest public articles, as a listing and the first one as a page; examples where there is none.
     *
     * @param theme the theme to show of a site that has both
     * @throws ValidationError with one entry for each value that cannot be taken
     */
    async show(
      changes: AppearanceChanges,
      theme: Exclude<Theme, 'auto'>,
      now: Date,
    ): Promise<AppearancePreview> {
      const settings = await store.previewAppearance(changes);
      const { appearance, entriesPerPage } = settings;
      const pages = pagesWith({
        ...settings,
        entriesPerPage: Math.min(entriesPerPage, ENTRIES),
        appearance: {
          ...appearance,
          theme: appearance.theme === 'auto' ? theme : appearance.theme,
        },
      });
      const [listing, [newest]] = await Promise.all([
        pages.listing(WHOLE_SITE, 1, now),
        parts.entries.list({ now, start: 0, limit: 1 }),
      ]);
      const found = listing!;
      const shown = newest
        ? { listing: found, article: await pages.article(newest) }
        : { listing: exampleListing(found), article: exampleArticle(found) };
      return {
        listing: withoutWays(renderListing(shown.listing)),
        article: withoutWays(renderArticle(shown.article)),
        isExample: newest === undefined,
      };
    },
  };
};

export type AppearancePreviews = ReturnType<typeof createAppearancePreviews>;
