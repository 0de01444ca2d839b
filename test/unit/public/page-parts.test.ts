import { shownTitle } from '../../../src/public/page-parts';

test.each([
  ['Harvest', '/posts/harvest/', 'Harvest'],
  ['', '/posts/harvest/', 'harvest'],
  [' \n', '/news/tech/harvest-2/', 'harvest-2'],
])('the title %j of an entry at %s is shown as %j', (title, path, shown) => {
  expect(shownTitle({ title, path })).toBe(shown);
});
