import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, TAG_UID } from '../constants';
import type { Plan } from '../mapping/plan';

const BUILT_IN: readonly string[] = [ARTICLE_UID, TAG_UID];

interface Schema {
  uid: string;
  attributes: Record<string, { target?: string }>;
  pluginOptions?: Record<string, object>;
}

/**
 * Hides the plugin's own Article and Tag in the panel where a site publishes types of its own instead.
 * They stay registered, since Strapi drops the tables of types that go. What is published, and what a
 * type in the panel has a relation to, is shown.
 *
 * Before the Content Manager starts, which then asks for what it shows.
 */
export const hideUnusedTypes = (strapi: Core.Strapi, { plan }: { plan: Plan }): void => {
  const types = Object.values(strapi.contentTypes) as unknown as Schema[];
  const published = new Set(
    [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType),
  );
  const unpublished = types.filter(({ uid }) => BUILT_IN.includes(uid) && !published.has(uid));
  const inPanel = types.filter((type) => !unpublished.includes(type));
  const isRelated = (uid: string): boolean =>
    inPanel.some(({ attributes }) =>
      Object.values(attributes).some(({ target }) => target === uid),
    );
  for (const type of unpublished.filter(({ uid }) => !isRelated(uid))) {
    type.pluginOptions = {
      ...type.pluginOptions,
      'content-manager': { ...type.pluginOptions?.['content-manager'], visible: false },
      'content-type-builder': { ...type.pluginOptions?.['content-type-builder'], visible: false },
    };
  }
};
