import { toEpisode, toSeconds } from '../../../src/entries/to-article';

it.each([
  ['3723', 3_723],
  ['1:02:03', 3_723],
  ['62:03', 3_723],
  ['01:02:03.000', 3_723],
  [' 90.6 ', 91],
  ['0', undefined],
  ['-5', undefined],
  ['about an hour', undefined],
  ['1:2:3:4', undefined],
  ['9'.repeat(19), undefined],
  ['1'.repeat(1_000_000), undefined],
])('takes %j for %j seconds', (text, seconds) => {
  expect(toSeconds(text)).toBe(seconds);
});

it('takes no number below one, and no kind that directories do not know', () => {
  const plan = {
    show: { categories: [], isExplicit: false },
    episode: ['number'],
    season: ['season'],
    episodeType: ['kind'],
  };
  expect(toEpisode(plan, { number: 0, season: 2.5, kind: 'special' })).toMatchObject({
    ...{ number: undefined, season: undefined, type: undefined },
  });
  expect(toEpisode(plan, { number: '12', season: 2, kind: 'Trailer' })).toMatchObject({
    ...{ number: 12, season: 2, type: 'trailer' },
  });
});
