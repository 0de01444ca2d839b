import { refusedOptions } from '../../helpers/refused-options';

const ARTICLE = 'api::article.article';

const refusals = (mapping: unknown): string[] =>
  refusedOptions({ sources: { [ARTICLE]: mapping } });

const said = (mapping: unknown): string => refusals(mapping).join('\n');

it('takes what plain JavaScript says as well', () => {
  const mapping = {
    address: '/articles/{slug}/',
    title: 'title',
    summary: ['description', 'seo.metaDescription'],
    body: false,
    bodyFormat: 'html',
    podcast: { category: ['Arts>Food', 'History'], owner: { email: 'me@example.com' } },
    author: 'author.name',
    topics: ['category'],
    components: { 'shared.quote': () => '' },
    select: ['price'],
    item: (item: unknown) => item,
    date: undefined,
  };
  expect(refusals(mapping)).toEqual([]);
  expect(refusals({})).toEqual([]);
  // A mapping of articles that is spread, without what pages do not take.
  const pages = { 'api::about.about': { title: 'title', topics: undefined, item: undefined } };
  expect(refusedOptions({ pages })).toEqual([]);
  const topics = { 'api::category.category': { image: 'icon', hidden: false } };
  expect(refusedOptions({ topics })).toEqual([]);
});

it.each<[unknown, string]>([
  [true, '"api::article.article" was true. Allowed: an object.'],
  [['title'], '"api::article.article" was ["title"]. Allowed: an object.'],
  [{ titl: 'title' }, '"api::article.article": There is no "titl". Did you mean "title"?'],
  [{ title: false }, '"title" was false. Allowed: the name of a field.'],
  [{ summary: [1] }, '"summary" was [1]. Allowed: the name of a field, a list of names, or false.'],
  [{ cover: ['cover', 1] }, 'Allowed: the name of a field, a list of names, or false.'],
  [{ listing: { titel: 'News' } }, 'There is no "listing.titel". Did you mean "title"?'],
  [{ listing: { heading: 'News' } }, 'There is no "listing.heading". Allowed: title, description.'],
  [{ listing: 'News' }, 'Allowed: an object with "title" and "description"'],
  [{ listing: { title: { en: '' } } }, '"listing.title": "en" was "". Allowed: a text of 1'],
  [{ podcast: { type: 'weekly' } }, '"podcast.type" was "weekly". Allowed: "episodic" or'],
  [
    { podcast: { category: ['History', 'Arts > '] } },
    '"podcast.category[1]" was "Arts > ". Allowed: a category of Apple Podcasts',
  ],
  [{ podcast: { category: 'Arts > Food > Cheese' } }, 'for example "Arts" or "Arts > Food"'],
  [{ podcast: { image: '/show.jpg' } }, '"podcast.image" was "/show.jpg". Allowed: an absolute'],
  [{ podcast: { guid: '1' } }, '"podcast.guid" was "1". Allowed: a UUID'],
  [{ podcast: { owner: { email: 'me' } } }, '"podcast.owner.email" was "me". Allowed: an e-mail'],
  [{ bodyFormat: 'bbcode' }, 'Allowed: "markdown", "html", "text".'],
  [
    { topics: 'category' },
    '"topics" was "category". Allowed: a list of names of fields, or of objects with "field", "address" and "names"',
  ],
  [
    { components: { 'shared.quote': '<p>' } },
    '"components": "shared.quote" was "<p>". Allowed: a function.',
  ],
  [{ item: {} }, '"item" was {}. Allowed: a function.'],
  [{ constructor: 'title' }, '"api::article.article": There is no "constructor".'],
])('refuses %j', (mapping, expected) => {
  expect(said(mapping)).toContain(expected);
});

it('refuses a topic without a name', () => {
  const refused = (name: unknown) => refusedOptions({ topics: { 'api::a.a': { name } } });
  expect(refused([])).toEqual([
    'The option "topics": "api::a.a": "name" was []. Allowed: the name of a field, or a list of names.',
  ]);
  expect(refused(['firstName', 'lastName'])).toEqual([]);
});
