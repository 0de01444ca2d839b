import type { Core } from '@strapi/strapi';

import { copyTitle } from '../content/copy-title';
import type { SettingsStore } from '../options/settings';
import { slugLocale } from '../mapping/slug-locale';
import { SLUGGED_TYPES } from '../mapping/slugged-types';
import type { Slugs } from './slugs';

type Data = Record<string, unknown>;

/** A date of an entry as a number that can be compared; a form writes it as text. */
const toTime = (date: unknown): number => new Date(date as string | Date).getTime();

/**
 * Gives the copy of an entry a title and an address of its own, and no date: what the original has
 * is known to its readers. What somebody wrote for the copy stays. Register it ahead of what checks
 * entries.
 */
export const nameCopies = (
  strapi: Core.Strapi,
  { settings, slugs }: { settings: SettingsStore; slugs: Slugs },
): void => {
  strapi.documents.use(async (context, next) => {
    const type = SLUGGED_TYPES[context.uid];
    if (!type || context.action !== 'clone') return next();
    const params = context.params as { documentId: string; data?: Data; locale?: unknown };
    // Strapi copies what there is in one locale.
    const locale = await slugLocale(strapi, context.uid, params.locale);
    const original: Data | null = await strapi.db.query(context.uid).findOne({
      where: {
        documentId: params.documentId,
        ...(type.hasDrafts && { publishedAt: null }),
        ...(locale !== undefined && { locale }),
      },
    });
    if (!original) return next();
    const { heading } = type;
    const data = { ...params.data };
    if (data[heading] === undefined || data[heading] === original[heading]) {
      const { language } = await settings.get();
      const title = original[heading];
      if (typeof title === 'string' && title.trim()) data[heading] = copyTitle(title, language);
    }
    if (
      data.slug === undefined ||
      data.slug === null ||
      data.slug === '' ||
      data.slug === original.slug
    ) {
      const written = data[heading];
      const slug = await slugs.suggest({
        contentType: context.uid,
        slug: '',
        heading: typeof written === 'string' ? written : '',
        locale,
      });
      data.slug = slug || null;
    }
    if (type.hasDrafts) {
      const isOriginal = data.date && original.date && toTime(data.date) === toTime(original.date);
      if (data.date === undefined || isOriginal) data.date = null;
    }
    params.data = data;
    return next();
  });
};
