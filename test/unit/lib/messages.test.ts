import { show } from '../../../src/lib/messages';

describe('a value as an error shows it', () => {
  it('is named where it contains itself or a number that JSON has not', () => {
    const own: Record<string, unknown> = {};
    own.own = own;
    expect(show(own)).toBe('an object');
    expect(show({ most: 1n })).toBe('an object');
  });
});
