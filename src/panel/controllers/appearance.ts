import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { partsOf } from '../../compose';
import type { VersionedSettings } from '../../settings';
import type { AppearanceResponse } from '../admin-api';
import { read } from './query';

const valuesSchema = z.record(z.string().max(100), z.unknown());

const versionSchema = z.object({ version: z.string().max(100).optional() });

const themeSchema = z.object({ theme: z.enum(['light', 'dark']).default('light') });

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const store = () => partsOf(strapi).settings;

  const answer = ({ settings, version }: VersionedSettings): { data: AppearanceResponse } => ({
    data: { values: settings.appearance, fixed: store().fixedAppearance(), version },
  });

  return {
    async find(ctx: Context): Promise<void> {
      // Another node may have saved it a moment ago.
      ctx.body = answer(await store().readAppearance());
    },

    async update(ctx: Context): Promise<void> {
      const values = read(valuesSchema, ctx.request.body);
      const { version } = read(versionSchema, ctx.query);
      const saved = await store().updateAppearance(values, version);
      if (!saved) {
        return ctx.conflict('Somebody else has saved the appearance meanwhile: read it anew.');
      }
      ctx.body = answer(saved);
    },

    async preview(ctx: Context): Promise<void> {
      const values = read(valuesSchema, ctx.request.body);
      const { theme } = read(themeSchema, ctx.query);
      ctx.body = { data: await partsOf(strapi).appearancePreviews.show(values, theme, new Date()) };
    },
  };
};
