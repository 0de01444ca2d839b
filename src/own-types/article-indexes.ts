import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../constants';

interface Index {
  name: string;
  columns: readonly string[];
  type?: null;
}

/** What is read of a table that is to be, and added to it. */
interface Table {
  attributes: Record<string, { type: string; joinTable?: JoinTable }>;
  indexes?: Index[];
}

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** Indexes of the schema that hold all that the content API asks of an article. */
const COVERING = /^syndication_articles_by_/;

/** Has what the content API asks of articles indexed where their schema cannot say so. */
export const indexArticles = (strapi: Core.Strapi): void => {
  strapi.hook('strapi::content-types.beforeSync').register(() => {
    const { dialect, metadata } = strapi.db;
    const articles = metadata.get(ARTICLE_UID) as unknown as Table;
    const { title, tags } = articles.attributes;
    // A site may have made it a long text, which MySQL does not index.
    const isTitleLong = title?.type === 'text' || title?.type === 'richtext';
    const toCovering = ({ columns, ...index }: Index): Index => ({
      ...index,
      columns: [
        ...columns.filter((column) => column !== 'title' || !isTitleLong),
        // MySQL takes keys of 3,072 bytes: two texts of 255 characters, and not a third one.
        ...(dialect.client === 'mysql' ? [] : ['locale']),
      ],
    });
    articles.indexes = articles.indexes
      ?.filter(({ columns: [first] }) => first !== 'title' || !isTitleLong)
      .map((index) => (COVERING.test(index.name) ? toCovering(index) : index));
    if (!tags?.joinTable) return;
    const { name, joinColumn, inverseJoinColumn } = tags.joinTable;
    const links = metadata.get(name) as unknown as Table;
    links.indexes = [
      ...(links.indexes ?? []),
      {
        name: 'syndication_articles_of_tags',
        columns: [inverseJoinColumn.name, joinColumn.name],
        type: null,
      },
    ];
  });
};
