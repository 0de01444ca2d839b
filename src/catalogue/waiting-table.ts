/**
 * An index of the articles that will come, by tag: drafts of what is not published. To find them
 * among the articles themselves, a database would have to look for each draft's published twin.
 */
export const WAITING_TABLE = 'syndication_waiting';

export const waitingModel = {
  uid: 'plugin::syndication.waiting',
  singularName: 'syndication_waiting',
  tableName: WAITING_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Row of the tag; 0 for the whole site. */
    tagId: { type: 'integer' },
    /** Row of the draft. */
    articleId: { type: 'integer' },
  },
  indexes: [
    { name: 'syndication_waiting_tag_index', columns: ['tag_id', 'article_id'] },
    {
      name: 'syndication_waiting_article_unique',
      columns: ['article_id', 'tag_id'],
      type: 'unique',
    },
  ],
};
