import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { panelParts } from '../panel-parts';
import type { Edition } from '../../public/editions';
import { editionMark } from '../../options/locales';
import { APPEARANCE_NAMES } from '../../pages/appearance';
import type { VersionedAppearance } from '../../options/settings';
import type { AppearanceResponse, OwnAppearance } from '../admin-api';
import { read } from './query';

const changesSchema = z.record(
  z.string().max(100),
  z.object({ value: z.unknown() }).nullable().describe('{ value: … }, or null'),
);

const localeSchema = z.object({ locale: z.string().max(100).optional() });

const versionSchema = z.object({ version: z.string().max(100).optional() });

const themeSchema = z.object({ theme: z.enum(['light', 'dark']).default('light') });

export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** The site in the locale that is meant; without any, the whole site, as its main one shows it. */
  const asked = (ctx: Context): Edition => {
    const { locale } = read(localeSchema, ctx.query);
    const [main, ...others] = panelParts.of(strapi).editions;
    if (locale === undefined) return main;
    const found = others.find((edition) => edition.locale?.code === locale);
    if (found) return found;
    throw new errors.ValidationError('No locale of this code can look otherwise than the site.');
  };

  const toResponse = async ({
    own,
    ...appearance
  }: VersionedAppearance): Promise<{ data: AppearanceResponse }> => {
    const [main, ...others] = panelParts.of(strapi).editions;
    const locales = others.map(async ({ locale, settings }) => ({
      code: locale!.code,
      language: (await settings.get()).language,
    }));
    const values = APPEARANCE_NAMES.map((name) => [
      name,
      name in own ? { value: own[name] } : null,
    ]);
    return {
      data: {
        values: Object.fromEntries(values) as OwnAppearance,
        ...appearance,
        mainLanguage: (await main.settings.get()).language,
        locales: await Promise.all(locales),
      },
    };
  };

  return {
    async find(ctx: Context): Promise<void> {
      // Another node may have saved it a moment ago.
      ctx.body = await toResponse(await asked(ctx).settings.readAppearance());
    },

    async update(ctx: Context): Promise<void> {
      const changes = read(changesSchema, ctx.request.body);
      const { version } = read(versionSchema, ctx.query);
      const saved = await asked(ctx).settings.updateAppearance(changes, version);
      if (!saved) {
        return ctx.conflict('Somebody else has saved the appearance meanwhile: read it anew.');
      }
      ctx.body = await toResponse(saved);
    },

    async preview(ctx: Context): Promise<void> {
      const changes = read(changesSchema, ctx.request.body);
      const { theme } = read(themeSchema, ctx.query);
      const previews = panelParts
        .of(strapi)
        .appearancePreviews.get(editionMark(asked(ctx).locale))!;
      ctx.body = { data: await previews.show(changes, theme, new Date()) };
    },
  };
};
