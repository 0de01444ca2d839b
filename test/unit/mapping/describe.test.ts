import { compileSources } from '../../../src/mapping/compile';
import { describePlan, sayType } from '../../../src/mapping/describe';
import { typeNames } from '../../../src/mapping/schemas';
import { contentType, EXAMPLE, exampleWith } from '../../helpers/example-schemas';

const ARTICLE = 'api::article.article';

describe('what is published', () => {
  const plan = compileSources(
    { sources: { [ARTICLE]: { title: 'title', cover: false } } },
    EXAMPLE,
  );
  const described = describePlan(plan, EXAMPLE);

  it('is described by where each part comes from, and whether that was guessed', () => {
    const [article] = described;
    expect(article).toMatchObject({ role: 'source', contentType: ARTICLE, name: 'Article' });
    expect(article?.parts).toEqual(
      expect.arrayContaining([
        { key: 'address', from: ['/articles/{slug}/'], isGuessed: true },
        { key: 'title', from: ['title'], isGuessed: false },
        { key: 'author', from: ['author.name'], isGuessed: true },
        { key: 'topics', from: ['category'], isGuessed: true },
        { key: 'cover', from: [], isGuessed: false },
        { key: 'date', from: [], isGuessed: false },
      ]),
    );
  });

  it('is said in a line of the log for each type', () => {
    expect(described.map(sayType)).toEqual([
      'Source "Article", api::article.article: address /articles/{slug}/ (guessed); title title; summary description (guessed); body blocks (guessed); author author.name (guessed); topics category (guessed).',
      'Topic type "Category", api::category.category: address /categories/{slug}/ (guessed); name name (guessed); description description (guessed).',
    ]);
  });
});

it('tells types of one name apart by the API or plugin they are part of', () => {
  const schemas = exampleWith({
    'api::news.article': contentType('article', 'articles', {}, { displayName: 'Article' }),
    'plugin::syndication.article': contentType(
      'article',
      'articles',
      {},
      { displayName: 'Article' },
    ),
  });
  const uids = ['api::news.article', 'plugin::syndication.article', 'api::category.category'];
  expect([...typeNames(schemas, uids).values()]).toEqual([
    'Article (news)',
    'Article (syndication)',
    'Category',
  ]);
});
