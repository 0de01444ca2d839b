import { mapRows } from '../../../src/entries/drafts';

const ROW = {
  name: 'Ana',
  card: { title: 'Editor', city: 'Wien' },
  links: [
    { label: 'a', url: '/a/' },
    { label: 'b', url: '/b/' },
  ],
  friends: ['Bo'],
};

it('changes and leaves out what is at a path', () => {
  const kept = mapRows(ROW, ['links'], (link) => (link.label === 'a' ? undefined : link));
  expect(kept.links).toEqual([{ label: 'b', url: '/b/' }]);
  expect(mapRows(ROW, ['card'], () => undefined).card).toBeNull();
  expect(mapRows(ROW, ['nothing', 'there'], () => undefined)).toBe(ROW);
});
