import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';

/**
 * Whether Strapi asks, which has just saved a tag and reads it anew for its events, for the tag's
 * articles with all their columns: its own way to say so, which nobody would write.
 */
const isForEvent = (populate: unknown): populate is Record<string, unknown> => {
  const { articles } = (populate ?? {}) as { articles?: unknown };
  return (
    typeof articles === 'object' &&
    articles !== null &&
    'select' in articles &&
    articles.select === undefined &&
    Object.keys(articles).length === 1
  );
};

/**
 * Spares saving a tag to read its articles. Strapi reads each entry that was saved once more, with all
 * that it points to, to tell webhooks of it: of a tag with 110,000 articles every draft and every
 * published one, bodies included, which took 900 MB; and then leaves them out, since the field is
 * private.
 */
export const spareArticlesOfTags = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [TAG_UID],
    beforeFindOne({ params }) {
      if (!isForEvent(params.populate)) return;
      const { articles: _articles, ...others } = params.populate;
      params.populate = others;
    },
  });
};
