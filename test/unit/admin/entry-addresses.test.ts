import {
  createEntry,
  editEntry,
  editField,
  listEntries,
} from '../../../admin/src/shared/entry-addresses';

const STORY = 'api::story.story';
const PAGE = '/content-manager/collection-types/api::story.story/abc';

/** What an address asks for, as Strapi reads it. */
const asked = (address: string): [string, Record<string, string>] => {
  const [page = '', query, ...rest] = address.split('?');
  expect(rest).toEqual([]);
  return [page, Object.fromEntries(new URLSearchParams(query))];
};

test('an entry is opened in its language, where it has one', () => {
  expect(asked(editEntry(STORY, 'abc', 'de-AT'))).toEqual([
    PAGE,
    { 'plugins[i18n][locale]': 'de-AT' },
  ]);
  expect(editEntry(STORY, 'abc', null)).toBe(PAGE);
  expect(editEntry(STORY, 'abc')).toBe(PAGE);
});

test('a field is brought into sight in the language of its entry', () => {
  expect(asked(editField(STORY, 'abc', 'seo.metaTitle', 'de'))).toEqual([
    PAGE,
    { 'plugins[i18n][locale]': 'de', field: 'seo.metaTitle' },
  ]);
  expect(editField(STORY, 'abc', 'title', null)).toBe(`${PAGE}?field=title`);
  expect(asked(editField(STORY, 'abc', 'a&b?c'))).toEqual([PAGE, { field: 'a&b?c' }]);
});

test('a new entry is written, and a list opened, in the language of what leads there', () => {
  const inGerman = { 'plugins[i18n][locale]': 'de' };
  const list = PAGE.replace('/abc', '');
  expect(asked(createEntry(STORY, 'de'))).toEqual([`${list}/create`, inGerman]);
  expect(createEntry(STORY, null)).toBe(`${list}/create`);
  expect(asked(listEntries(STORY, 'de'))).toEqual([list, inGerman]);
  expect(listEntries(STORY)).toBe(list);
});
