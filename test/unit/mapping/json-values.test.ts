import { peopleOf } from '../../../src/mapping/values';

it.each([
  ['names', ['Ada Lovelace', ' Grace Hopper '], ['Ada Lovelace', 'Grace Hopper']],
  ['names as SQLite and MariaDB give them', '["Ada"]', ['Ada']],
  ['objects with a name', [{ name: 'Ada' }, { title: 'Grace' }], ['Ada', 'Grace']],
  ['first and last names', [{ firstName: 'Ada', last_name: 'Byron' }], ['Ada Byron']],
  ['names as journals have them', [{ family: 'Byron', given: 'Ada' }], ['Ada Byron']],
  ['a last name alone', [{ surname: 'Byron' }], ['Byron']],
  ['nobody', [{ age: 3 }, null, '', ' '], []],
  ['no list', { name: 'Ada' }, undefined],
  ['a text', 'Ada, Countess of Lovelace', undefined],
])('takes %s for people', (_what, held, expected) => {
  expect(peopleOf(held)).toEqual(expected);
});

it('takes fifty at most, and none of a text without an end', () => {
  expect(peopleOf(Array(10_000).fill('Ada'))).toHaveLength(50);
  expect(peopleOf(`["${'a'.repeat(100_000)}"]`)).toBeUndefined();
  expect(peopleOf(['a'.repeat(100_000)])![0]).toHaveLength(300);
});
