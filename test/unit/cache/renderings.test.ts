import { SCOPES } from '../../../src/cache/cache-tags';
import { createRenderings } from '../../../src/cache/renderings';

describe('a response on its way', () => {
  it.each([
    [['a'], ['a']],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    [['a'], [SCOPES.everything]],
    [[SCOPES.everything], ['a']],
  ])('of %s is outdated by a change of %s', (shown, changed) => {
    const renderings = createRenderings();
    const rendering = renderings.begin();
    renderings.drop(changed);
    expect(rendering.isOutdated(new Set(shown))).toBe(true);
  });

  it('is not outdated by a change of something else, or of before it began', () => {
    const renderings = createRenderings();
    renderings.drop(['a']);
    const rendering = renderings.begin();
    renderings.drop(['b']);
    expect(rendering.isOutdated(new Set(['a']))).toBe(false);
  });

  it('hears of nothing once it ended', () => {
    const renderings = createRenderings();
    const rendering = renderings.begin();
    rendering.end();
    renderings.drop(['a']);
    expect(rendering.isOutdated(new Set(['a']))).toBe(false);
  });
});
