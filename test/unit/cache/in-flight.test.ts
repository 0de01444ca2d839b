import { SCOPES } from '../../../src/cache/cache-tags';
import { createInFlight } from '../../../src/cache/in-flight';

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
    const inFlight = createInFlight();
    const response = inFlight.begin();
    inFlight.drop(changed);
    expect(response.isOutdated(new Set(shown))).toBe(true);
  });

  it('is not outdated by a change of something else, or of before it began', () => {
    const inFlight = createInFlight();
    inFlight.drop(['a']);
    const response = inFlight.begin();
    inFlight.drop(['b']);
    expect(response.isOutdated(new Set(['a']))).toBe(false);
  });

  it('hears of nothing once it ended', () => {
    const inFlight = createInFlight();
    const response = inFlight.begin();
    response.end();
    inFlight.drop(['a']);
    expect(response.isOutdated(new Set(['a']))).toBe(false);
  });
});
