import { OPTION_SCHEMAS } from '../../../src/options/config';
import { checkSources, checkTopics } from '../../../src/options/shape';

const ARTICLE = 'api::article.article';

const said = (mapping: unknown): string => checkSources({ [ARTICLE]: mapping }).join('\n');

it('takes what plain JavaScript says as well', () => {
  const mapping = {
    address: '/articles/{slug}/',
    title: 'title',
    summary: ['description', 'seo.metaDescription'],
    body: false,
    bodyFormat: 'html',
    author: 'author.name',
    topics: ['category'],
    components: { 'shared.quote': () => '' },
    select: ['price'],
    item: (item: unknown) => item,
    date: undefined,
  };
  expect(checkSources({ [ARTICLE]: mapping })).toEqual([]);
  expect(checkSources({ [ARTICLE]: {} })).toEqual([]);
  expect(checkTopics({ 'api::category.category': { image: 'icon', hidden: false } })).toEqual([]);
  expect(OPTION_SCHEMAS.sources.safeParse({ [ARTICLE]: mapping }).success).toBe(true);
});

it.each<[unknown, string]>([
  [true, '"api::article.article" was true. Allowed: an object.'],
  [['title'], '"api::article.article" was ["title"]. Allowed: an object.'],
  [{ titl: 'title' }, '"api::article.article" has no key "titl". Did you mean "title"?'],
  [{ title: false }, '"title" was false. Allowed: the name of a field.'],
  [{ summary: [1] }, '"summary" was [1]. Allowed: the name of a field, a list of names, or false.'],
  [{ cover: ['cover', 1] }, 'Allowed: the name of a field, a list of names, or false.'],
  [{ listing: { titel: 'News' } }, 'Allowed: an object with "title" and "description"'],
  [{ listing: { title: { en: '' } } }, 'or one for each language'],
  [{ bodyFormat: 'bbcode' }, 'Allowed: "markdown", "html", "text".'],
  [
    { topics: 'category' },
    '"topics" was "category". Allowed: a list of names of fields, or of objects with "field", "address" and "names"',
  ],
  [{ components: { 'shared.quote': '<p>' } }, 'Allowed: an object of functions by component.'],
  [{ item: {} }, '"item" was {}. Allowed: a function.'],
  [{ constructor: 'title' }, '"api::article.article" has no key "constructor".'],
])('refuses %j', (mapping, expected) => {
  expect(said(mapping)).toContain(expected);
});

it('refuses a topic without a name', () => {
  const [error] = checkTopics({ 'api::a.a': { name: [] } });
  expect(error).toContain('"name" was []. Allowed: the name of a field, or a list of names.');
  expect(checkTopics({ 'api::a.a': { name: ['firstName', 'lastName'] } })).toEqual([]);
});

it('says in sentences of its own what is wrong with the option', () => {
  const { error } = OPTION_SCHEMAS.topics.safeParse({ 'api::a.a': { nane: 'b' } });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    '"api::a.a" has no key "nane". Did you mean "name"?',
  ]);
});
