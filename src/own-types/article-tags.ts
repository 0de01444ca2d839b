import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../constants';

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

const joinTable = (strapi: Core.Strapi): JoinTable => {
  const { attributes } = strapi.db.metadata.get(ARTICLE_UID);
  return (attributes.tags as unknown as { joinTable: JoinTable }).joinTable;
};

/** Table that links articles to tags, with the names of its columns. */
export const articleTagLinks = (strapi: Core.Strapi) => {
  const { name, joinColumn, inverseJoinColumn } = joinTable(strapi);
  return {
    table: name,
    article: joinColumn.name,
    tag: inverseJoinColumn.name,
  };
};

/**
 * Spares saving an article to count its tags' other articles. Strapi keeps the order of a relation at
 * both ends, so it looks for each tag's last place among all its links, by reading them: with 110,000
 * articles that took most of a save. No feed, page or API shows that order; to the database layer the
 * relation therefore ends at the tag. Everything else (the schema, the panel's field of a tag,
 * Strapi's document service) knows both ends as before.
 *
 * To be called once Strapi's repairs have run: those of one-sided relations are not for this one.
 */
export const keepNoOrderOfArticles = (strapi: Core.Strapi): void => {
  const { attributes } = strapi.db.metadata.get(ARTICLE_UID);
  const { inversedBy: _inversedBy, ...tags } = attributes.tags as Record<string, unknown>;
  attributes.tags = tags as (typeof attributes)[string];
};
