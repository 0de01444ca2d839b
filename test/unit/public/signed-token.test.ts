import { randomBytes } from 'node:crypto';

import fc from 'fast-check';

import { isToken, readToken, writeToken } from '../../../src/public/preview-routes';

const KEY = randomBytes(32);

test('a token says what was written into it, to whoever has the key', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ maxLength: 20 }), fc.integer())), (content) => {
      fc.pre(content.length < 10);
      const token = writeToken(content, KEY);
      expect(isToken(token)).toBe(true);
      expect(readToken(token, KEY)).toEqual(content);
      expect(readToken(token, randomBytes(32))).toBeUndefined();
    }),
  );
});

test('a token with any other character says nothing', () => {
  const token = writeToken(['plugin::syndication.article', 'abc', null, 'draft', 1, 2], KEY);
  for (let place = 0; place < token.length; place += 1) {
    // The last character has bits that no byte has.
    const other = token[place] === 'A' ? 'Q' : 'A';
    const changed = token.slice(0, place) + other + token.slice(place + 1);
    expect(readToken(changed, KEY)).toBeUndefined();
  }
});

test.each(['', '.', 'abc', 'index.xml', 'a.b', `${'a'.repeat(1001)}.${'b'.repeat(43)}`])(
  'what is no token says nothing: %j',
  (text) => {
    expect(isToken(text)).toBe(false);
    expect(readToken(text, KEY)).toBeUndefined();
  },
);
