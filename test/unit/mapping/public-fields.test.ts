import {
  type FindSchema,
  narrowFields,
  publicFields,
  type ReadSchema,
} from '../../../src/mapping/public-fields';

const SCHEMAS: Record<string, ReadSchema> = {
  article: {
    attributes: {
      category: { type: 'relation', target: 'category' },
      writer: { type: 'relation', target: 'writer' },
      seo: { type: 'component', component: 'seo' },
      zone: { type: 'dynamiczone' },
      cover: { type: 'media' },
    },
  },
  category: {
    attributes: { parent: { type: 'relation', target: 'category' } },
    options: { draftAndPublish: true },
  },
  writer: { attributes: {} },
  seo: { attributes: { related: { type: 'relation', target: 'category' } } },
};
const find: FindSchema = (uid) => SCHEMAS[uid];

const PUBLISHED = { publishedAt: { $notNull: true } };

describe('what is read of an entry', () => {
  it('leaves out drafts of related entries, at every depth', () => {
    const populate = {
      category: { select: ['slug'], populate: { parent: { select: ['slug'] } } },
      writer: { select: ['name'] },
      seo: { select: ['id'], populate: { related: true } },
      zone: { on: { seo: { populate: { related: { select: ['slug'] } } } } },
      cover: { select: ['url'] },
    };
    const select = ['id', 'documentId', 'updatedAt', 'slug'];
    expect(publicFields('article', { select: ['title'], populate }, find).populate).toEqual({
      category: {
        select,
        populate: { parent: { select, where: PUBLISHED } },
        where: PUBLISHED,
      },
      writer: { select: ['id', 'documentId', 'updatedAt', 'name'] },
      seo: { select: ['id'], populate: { related: { where: PUBLISHED } } },
      zone: { on: { seo: { populate: { related: { select, where: PUBLISHED } } } } },
      cover: { select: ['url'] },
    });
  });

  it('has what entries are told apart and dated by', () => {
    const { select } = publicFields('article', { select: ['title'], populate: {} }, find);
    expect(select).toEqual(['id', 'documentId', 'updatedAt', 'title', 'locale']);
  });

  it('is no more than is shown where less is', () => {
    const fields = {
      select: ['id', 'documentId', 'title', 'slug', 'body'],
      populate: { category: { select: ['slug'] }, cover: { select: ['url'] } },
    };
    expect(narrowFields(fields, [['slug'], ['category', 'slug']])).toEqual({
      select: ['id', 'documentId', 'slug', 'publishedAt'],
      populate: { category: { select: ['slug'] } },
    });
  });
});
