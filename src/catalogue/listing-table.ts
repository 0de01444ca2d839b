/**
 * An index of the articles that feeds and listings may show, by tag and date. A database cannot find
 * the newest articles of a tag by the relation's table and the articles' table together without
 * reading either a tag's whole share or the whole archive; of this table it reads the rows shown.
 *
 * A table of its own rather than a content type: nobody edits it, exports it or asks for it by API.
 */
export const LISTING_TABLE = 'syndication_listings';

/** `tagId` of the rows that list an article for the whole site. */
export const WHOLE_SITE = 0;

export const listingModel = {
  uid: 'plugin::syndication.listing',
  singularName: 'syndication_listing',
  tableName: LISTING_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Row of the tag; 0 for the whole site. */
    tagId: { type: 'integer' },
    /** Row of the article. */
    articleId: { type: 'integer' },
    date: { type: 'datetime' },
  },
  indexes: [
    { name: 'syndication_listings_date_index', columns: ['tag_id', 'date', 'article_id'] },
    {
      name: 'syndication_listings_article_unique',
      columns: ['article_id', 'tag_id'],
      type: 'unique',
    },
  ],
};
