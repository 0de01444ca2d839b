import fc from 'fast-check';

import { evaluatePreconditions, hasEntityTag } from '../../../src/http/response';

const MODIFIED = Date.UTC(2026, 10, 20, 9, 0, 0) / 1000;
const validators = { entityTag: '"abc-gzip"', modified: MODIFIED };
const AT = 'Fri, 20 Nov 2026 09:00:00 GMT';
const BEFORE = 'Fri, 20 Nov 2026 08:59:59 GMT';
const AFTER = 'Sat, 21 Nov 2026 09:00:00 GMT';

const status = (headers: Record<string, string>) => evaluatePreconditions(headers, validators);

describe('If-None-Match', () => {
  it.each(['"abc-gzip"', 'W/"abc-gzip"', '*', ' * ', '"x", "abc-gzip"', '"x" ,W/"abc-gzip","y"'])(
    'of %s finds nothing new',
    (field) => expect(status({ 'if-none-match': field })).toBe(304),
  );

  it.each(['"abc"', '"abc-br"', 'abc-gzip', '"ABC-GZIP"', '', '"x", "y"', '"a,b"', '"*"'])(
    'of %s gets the whole response',
    (field) => expect(status({ 'if-none-match': field })).toBe(200),
  );

  it.each(['"abc"', 'W/"abc"', '"x", "abc"'])(
    'of %s finds nothing new where a proxy took the content coding off the tag',
    (field) => {
      const known = { ...validators, uncodedTag: '"abc"' };
      expect(evaluatePreconditions({ 'if-none-match': field }, known)).toBe(304);
      expect(evaluatePreconditions({ 'if-none-match': '"ab"' }, known)).toBe(200);
      expect(evaluatePreconditions({ 'if-match': field }, known)).toBe(412);
    },
  );

  it('leaves If-Modified-Since no say', () => {
    expect(status({ 'if-none-match': '"x"', 'if-modified-since': AFTER })).toBe(200);
    expect(status({ 'if-none-match': '"abc-gzip"', 'if-modified-since': BEFORE })).toBe(304);
  });
});

describe('If-Modified-Since', () => {
  it.each([AT, AFTER, 'Friday, 20-Nov-26 09:00:00 GMT', 'Fri Nov 20 09:00:00 2026'])(
    'of %s finds nothing new',
    (field) => expect(status({ 'if-modified-since': field })).toBe(304),
  );

  it.each([BEFORE, 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '2026-11-21', ''])(
    'of %s gets the whole response',
    (field) => expect(status({ 'if-modified-since': field })).toBe(200),
  );
});

describe('a request for one state only', () => {
  it('fails when that is not the present one', () => {
    expect(status({ 'if-match': '"x"' })).toBe(412);
    expect(status({ 'if-match': 'W/"abc-gzip"' })).toBe(412);
    expect(status({ 'if-unmodified-since': BEFORE })).toBe(412);
  });

  it('is answered when it is', () => {
    expect(status({ 'if-match': '"abc-gzip"' })).toBe(200);
    expect(status({ 'if-match': '*' })).toBe(200);
    expect(status({ 'if-match': '"abc-gzip"', 'if-unmodified-since': BEFORE })).toBe(200);
    expect(status({ 'if-unmodified-since': AT })).toBe(200);
  });
});

describe('an entity tag in a list', () => {
  const opaque = fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/);
  const listed = fc.record({ weak: fc.boolean(), opaque });
  const write = ({ weak, opaque: text }: { weak: boolean; opaque: string }) =>
    `${weak ? 'W/' : ''}"${text}"`;

  it('is found exactly when it is one of them', () => {
    fc.assert(
      fc.property(
        fc.array(listed, { maxLength: 8 }),
        fc.constantFrom(',', ', ', ' ,\t'),
        opaque,
        fc.nat(),
        (others, separator, mine, place) => {
          for (const among of [
            [],
            [{ weak: false, opaque: mine }],
            [{ weak: true, opaque: mine }],
          ]) {
            const list = [...others];
            list.splice(place % (list.length + 1), 0, ...among);
            const field = list.map(write).join(separator);
            const same = list.filter((tag) => tag.opaque === mine);
            expect(hasEntityTag(field, `"${mine}"`, { weak: true })).toBe(same.length > 0);
            expect(hasEntityTag(field, `"${mine}"`, { weak: false })).toBe(
              same.some(({ weak }) => !weak),
            );
          }
        },
      ),
    );
  });

  it('is found in a list of 15 kB without taking it apart', () => {
    const list = '"other", W/"abc-gzip-x", '.repeat(600);
    const apart = [
      jest.spyOn(String.prototype, 'match'),
      jest.spyOn(String.prototype, 'matchAll'),
      jest.spyOn(String.prototype, 'split'),
      jest.spyOn(String.prototype, 'replace'),
    ];
    const statuses = [list, `${list}"abc-gzip"`].map((field) => status({ 'if-none-match': field }));
    const calls = apart.map((spy) => spy.mock.calls.length);
    apart.forEach((spy) => spy.mockRestore());
    expect(statuses).toEqual([200, 304]);
    expect(calls).toEqual([0, 0, 0, 0]);
  });
});

describe('a date', () => {
  it('is read in its longest form, and a longer one is none', () => {
    expect(status({ 'if-modified-since': 'Wednesday, 25-Nov-26 09:00:00 GMT' })).toBe(304);
    const long = `${AFTER}${' '.repeat(15_000)}`;
    expect(status({ 'if-modified-since': long })).toBe(200);
    expect(status({ 'if-unmodified-since': long })).toBe(200);
  });
});
