import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import type { ChannelPreview, ResetIds, SettingsResponse, SettingValues } from './admin-api';
import { EDITABLE_SETTINGS } from '../constants';
import { createChannel } from '../feed/channel';
import { toRfc2822 } from '../feed/dates';
import type { EditableName, VersionedSettings } from '../options/settings';
import type { Settings } from '../options/settings-in-force';
import { panelOf } from './panel';
import { read } from './requests';

const valuesSchema = z.record(z.string().max(100), z.unknown());

const versionSchema = z.object({ version: z.string().max(100).optional() });

/** Subject of the example beside the channel of the whole site. */
const EXAMPLE_TAG = 'Api';

const channelPreview = ({ site, addresses, sitePage }: Settings, now: Date): ChannelPreview => {
  const parts = {
    site,
    id: addresses.home(),
    link: sitePage,
    feedUrl: addresses.feed('rss'),
    items: [],
    changed: now,
    generator: '',
  };
  const whole = createChannel(parts);
  const tag = createChannel({ ...parts, tag: EXAMPLE_TAG });
  return {
    site: { title: whole.title, description: whole.description },
    tag: { title: tag.title, description: tag.description },
    address: whole.feedUrl,
    language: whole.language,
    date: toRfc2822(now, site.timeZone),
  };
};

export const settingsController = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = () => panelOf(strapi).settings;

  /** As readers of the main locale have them. */
  const shown = () => panelOf(strapi).editions[0].settings;

  const toResponse = ({ settings, version }: VersionedSettings): { data: SettingsResponse } => {
    const fixed = store().fixed();
    // What can be changed is the whole site's; what cannot is what readers have.
    const inForce = shown().inForce(settings);
    const valueOf = (name: EditableName) => (fixed.includes(name) ? inForce : settings)[name];
    return {
      data: {
        values: Object.fromEntries(
          EDITABLE_SETTINGS.map((name) => [name, valueOf(name)]),
        ) as SettingValues,
        fixed,
        version,
      },
    };
  };

  return {
    async find(ctx: Context): Promise<void> {
      // Another node may have saved them a moment ago.
      ctx.body = toResponse(await store().read());
    },

    async update(ctx: Context): Promise<void> {
      const values = read(valuesSchema, ctx.request.body);
      const { version } = read(versionSchema, ctx.query);
      const saved = await store().update(values, version);
      if (!saved) {
        return ctx.conflict('Somebody else has saved the settings meanwhile: read them anew.');
      }
      ctx.body = toResponse(saved);
    },

    async preview(ctx: Context): Promise<void> {
      const settings = await shown().preview(read(valuesSchema, ctx.request.body));
      ctx.body = { data: channelPreview(settings, new Date()) };
    },
  };
};

export const idsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Makes the present address of every article and feed its id. */
  async reset(ctx: Context): Promise<void> {
    const changed = await panelOf(strapi).ids.reset();
    if (changed === undefined) {
      const message = 'Ids are being started over already: wait until that has ended.';
      return ctx.conflict(message);
    }
    const data: ResetIds = { changed };
    ctx.body = { data };
  },
});
