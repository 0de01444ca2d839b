import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import type { ChannelPreview, SettingsAnswer, SettingValues } from '../admin-api';
import { EDITABLE_SETTINGS } from '../../constants';
import { createChannel } from '../../feed/channel';
import { toRfc2822 } from '../../feed/dates';
import { getService } from '../../get-service';
import type { Settings } from '../../settings';
import { read } from './query';

const valuesSchema = z.record(z.string().max(100), z.unknown());

/** Subject of the example beside the channel of the whole site. */
const EXAMPLE_TAG = 'Api';

const channelPreview = ({ site, addresses, itemsPerFeed }: Settings, now: Date): ChannelPreview => {
  const parts = {
    site,
    id: addresses.home(),
    link: addresses.home(),
    feedUrl: addresses.rss(),
    items: [],
    changed: now,
    generator: '',
  };
  const whole = createChannel(parts);
  const tag = createChannel({ ...parts, tag: EXAMPLE_TAG });
  return {
    site: { title: whole.title, description: whole.description },
    tag: { title: tag.title, description: tag.description },
    link: whole.link,
    address: whole.feedUrl,
    language: whole.language,
    date: toRfc2822(now, site.timeZone),
    items: itemsPerFeed,
  };
};

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const service = () => getService(strapi, 'settings');

  const answer = (settings: Settings): { data: SettingsAnswer } => ({
    data: {
      values: Object.fromEntries(
        EDITABLE_SETTINGS.map((name) => [name, settings[name]]),
      ) as SettingValues,
      fixed: service().fixed(),
    },
  });

  return {
    async find(ctx: Context): Promise<void> {
      ctx.body = answer(await service().get());
    },

    async update(ctx: Context): Promise<void> {
      ctx.body = answer(await service().update(read(valuesSchema, ctx.request.body)));
    },

    async preview(ctx: Context): Promise<void> {
      const settings = await service().preview(read(valuesSchema, ctx.request.body));
      ctx.body = { data: channelPreview(settings, new Date()) };
    },
  };
};
