import { nearest, show, startError } from '../../../src/lib/messages';

describe('a value as an error shows it', () => {
  it('is named where it contains itself or a number that JSON has not', () => {
    const own: Record<string, unknown> = {};
    own.own = own;
    expect(show(own)).toBe('an object');
    expect(show({ most: 1n })).toBe('an object');
  });
});

it('the name that was probably meant is one with two letters in each other’s place', () => {
  expect(nearest('tilte', ['until', 'title'])).toBe('title');
  expect(nearest('adress', ['address'])).toBe('address');
  expect(nearest('post', ['title'])).toBeUndefined();
});

it('an error that stops the start says why in its stack, which is all that "strapi develop" prints', () => {
  const { stack } = startError('Error regarding syndication config:', ['One.', 'Two.']);
  expect(stack).toBe('Error regarding syndication config:\n- One.\n- Two.');
});
