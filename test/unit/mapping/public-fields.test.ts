import { fieldsOf, narrowFields } from '../../../src/mapping/fields';

describe('what is read of an entry', () => {
  it('has what entries are told apart and dated by', () => {
    const { select } = fieldsOf({ fields: { select: ['title'], populate: {} } });
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
