import { z } from 'zod';

import { channelDescription, feedTitle, WHOLE_SITE } from '../content/selection';
import { toRfc2822 } from '../feed/model';
import { EDITABLE_SETTINGS, type SettingName } from '../lib/constants';
import type { Changes } from '../options/saved-values';
import type { SavedSettings, Settings } from '../options/settings';
import type { ChangedIds, ChannelPreview, SettingsResponse, SettingValues } from './admin-api';
import { hasDays } from '../mapping/schemas';
import { answerWith, Conflict, noParameters, type Panel, parseRequest } from './panel';

const valuesSchema = z.record(z.string().max(100), z.unknown());

const versionSchema = z.object({ version: z.string().max(100).optional() });

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

const toResponse = (
  { settings: store, editions: [{ inForce }] }: Panel,
  { settings, versions }: SavedSettings,
): SettingsResponse => {
  const fixed = store.fixed();
  // Editable settings have the whole site's values; fixed ones have those in force in the main locale.
  const valueOf = (name: SettingName) => (fixed.includes(name) ? inForce : settings)[name];
  const values = EDITABLE_SETTINGS.map((name) => [name, valueOf(name)]);
  return { values: Object.fromEntries(values) as SettingValues, fixed, version: versions.settings };
};

/** Every value is set; none is reset to its default. */
const toSetChanges = (values: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

export const settings = {
  // Reads the database: another node may have saved settings a moment ago.
  find: answerWith(noParameters, async (panel) => toResponse(panel, await panel.settings.read())),

  update: answerWith(valuesSchema, async (panel, values, _user, { query }) => {
    const { version } = parseRequest(versionSchema, query);
    const { timeZone } = await panel.settings.get();
    const saved = await panel.settings.update('settings', toSetChanges(values), version);
    // The time zone decides when days begin, and so the order of lists: everything is read again.
    if (saved && saved.settings.timeZone !== timeZone && hasDays(panel.strapi, panel.plan.sources))
      panel.transfers.queueReading();
    return saved
      ? toResponse(panel, saved)
      : new Conflict('Somebody else has saved the settings meanwhile: read them anew.');
  }),

  preview: answerWith(valuesSchema, async ({ editions: [main] }, values, { now }) =>
    channelPreview(await main.settings.preview('settings', toSetChanges(values)), now),
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
