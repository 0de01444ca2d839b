import { z } from 'zod';

import { channelDescription, feedTitle, WHOLE_SITE } from '../content/selection';
import { toRfc2822 } from '../feed/model';
import { EDITABLE_SETTINGS } from '../lib/constants';
import { hasDays } from '../mapping/schemas';
import type { SavedValues } from '../options/explain';
import type { Group, SavedSettings, Settings } from '../options/settings';
import { APPEARANCE_NAMES, type Theme } from '../pages/appearance';
import { renderEntry } from '../pages/article';
import { renderListing } from '../pages/listing';
import { makeEntryPage } from '../public/entry-pages';
import { makeSelectionPage } from '../public/pages';
import type {
  AppearancePreview,
  ChangedIds,
  ChannelPreview,
  EditedValues,
  SettingValues,
} from './admin-api';
import {
  answerWith,
  Conflict,
  noParameters,
  type Panel,
  type PanelEdition,
  parseRequest,
} from './panel';

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
const showAppearance = async (
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

const valuesSchema = z.record(z.string().max(100), z.unknown());

const versionSchema = z.object({ version: z.string().max(100).optional() });

const themeSchema = z.object({ theme: z.enum(['light', 'dark']).default('light') });

/** The tag whose channel is shown as an example beside the whole site's. */
const EXAMPLE = { topics: [{ name: 'Api' }], mode: 'all' } as const;

const channelPreview = (settings: Settings, now: Date): ChannelPreview => ({
  site: {
    title: feedTitle(settings, WHOLE_SITE),
    description: channelDescription(settings, WHOLE_SITE),
  },
  tag: {
    title: feedTitle(settings, EXAMPLE),
    description: channelDescription(settings, EXAMPLE),
  },
  address: settings.addresses.feed('rss'),
  date: toRfc2822(now, settings.timeZone),
});

/** Routes that read and save a group of values. */
const editing = <Values extends object>(
  group: Group,
  names: readonly (keyof Values & string)[],
  valuesOf: (settings: Settings) => Values,
) => {
  const toResponse = (
    { settings: store, editions: [{ inForce }] }: Panel,
    { settings, versions }: SavedSettings,
  ): EditedValues<Values> => {
    const fixed = names.filter((name) => store.fixed(group).includes(name));
    // Editable values are those of the whole site; fixed ones are those in force in the main locale.
    const valueOf = (name: keyof Values & string) =>
      valuesOf(fixed.includes(name) ? inForce : settings)[name];
    const values = Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values;
    return { values, fixed, version: versions[group] };
  };

  return {
    // Reads the database: another node may have saved a moment ago.
    find: answerWith(noParameters, async (panel) => toResponse(panel, await panel.settings.read())),

    update: answerWith(valuesSchema, async (panel, values, _user, { query }) => {
      const { version } = parseRequest(versionSchema, query);
      const { timeZone } = await panel.settings.get();
      const saved = await panel.settings.update(group, values, version);
      // The time zone decides when days begin, and so the order of lists: everything is read again.
      if (
        saved &&
        saved.settings.timeZone !== timeZone &&
        hasDays(panel.strapi, panel.plan.sources)
      )
        panel.transfers.queueReading();
      return saved
        ? toResponse(panel, saved)
        : new Conflict('Somebody else has saved meanwhile: read the values anew.');
    }),
  };
};

export const settings = {
  ...editing('settings', EDITABLE_SETTINGS, (all) => all as SettingValues),

  preview: answerWith(valuesSchema, async ({ editions: [main] }, values, { now }) =>
    channelPreview(await main.settings.preview('settings', values), now),
  ),
};

/** The appearance of the site. */
export const appearance = {
  ...editing('appearance', APPEARANCE_NAMES, (all) => all.appearance),

  preview: answerWith(valuesSchema, ({ editions: [main] }, values, { now }, { query }) =>
    showAppearance(main, values, parseRequest(themeSchema, query).theme, now),
  ),
};

export const ids = {
  /** Gives every article and feed its present address as its id. */
  reset: answerWith(noParameters, async (panel): Promise<ChangedIds | Conflict> => {
    const changed = await panel.ids.reset();
    return changed === undefined
      ? new Conflict('Ids are being started over already: wait until that has ended.')
      : { changed };
  }),
};
