import fc from 'fast-check';

import {
  createOrder,
  sortInOrder,
  type Ordered,
  MAXIMUM_SORTED_BY_TITLE,
} from '../../../src/catalogue/order';
import { editorText } from '../../helpers/editor-text';

const entry = (title: string, date = '2026-01-15', documentId = title): Ordered => ({
  title,
  date: new Date(date),
  documentId,
  locale: '',
});

const titlesInOrder = (language: string, entries: Ordered[]): string[] =>
  [...entries].sort(createOrder(language)).map(({ title }) => title);

/** Few dates, titles and ids, so that ties are common. */
const entries = fc.uniqueArray(
  fc.record({
    title: fc.oneof(fc.constantFrom('a', 'A', 'á', 'e\u0301', 'é', 'b', ''), editorText(3)),
    date: fc.constantFrom(0, 1, 2).map((time) => new Date(time)),
    documentId: fc.oneof(fc.constantFrom('a', 'B'), fc.string({ minLength: 1, maxLength: 2 })),
    locale: fc.constantFrom('', 'de', 'en', 'zh-Hans'),
  }),
  { selector: ({ documentId, locale }) => `${locale} ${documentId}`, maxLength: 12 },
);

describe('the order of articles', () => {
  it('is newest first', () => {
    const some = [
      entry('old', '2025-01-01'),
      entry('new', '2026-01-01'),
      entry('mid', '2025-06-01'),
    ];
    expect(titlesInOrder('en', some)).toEqual(['new', 'mid', 'old']);
  });

  it('of one date is by title, ascending', () => {
    const some = ['How I Test gRPC', 'How I Debug CORS', 'How I Format JSON'].map((t) => entry(t));
    expect(titlesInOrder('en', some)).toEqual([
      'How I Debug CORS',
      'How I Format JSON',
      'How I Test gRPC',
    ]);
  });

  it('collates titles as Unicode does: by letters before case, accents and digits by digit', () => {
    const some = ['item 9', 'Zebra', 'éclair', 'apple', 'Item 10', 'eclair', 'Apple'].map((t) =>
      entry(t),
    );
    expect(titlesInOrder('en', some)).toEqual([
      'apple',
      'Apple',
      'eclair',
      'éclair',
      'Item 10',
      'item 9',
      'Zebra',
    ]);
  });

  it("follows the site's language", () => {
    const some = ['Öl', 'Zoo', 'Oslo'].map((t) => entry(t));
    expect(titlesInOrder('de', some)).toEqual(['Öl', 'Oslo', 'Zoo']);
    expect(titlesInOrder('sv', some)).toEqual(['Oslo', 'Zoo', 'Öl']);
  });

  it('of one date and title is by document id', () => {
    const order = createOrder('en');
    expect(order(entry('t', '2026-01-15', 'a'), entry('t', '2026-01-15', 'b'))).toBeLessThan(0);
    expect(order(entry('t', '2026-01-15', 'b'), entry('t', '2026-01-15', 'B'))).toBeGreaterThan(0);
  });

  it('of one document is by locale', () => {
    const order = createOrder('en');
    const [de, en] = ['de', 'en'].map((locale) => ({ ...entry('t'), locale }));
    expect(order(de!, en!)).toBeLessThan(0);
    expect(order(en!, de!)).toBeGreaterThan(0);
  });

  it('is total and antisymmetric: of two articles exactly one comes first, either way asked', () => {
    const order = createOrder('en');
    fc.assert(
      fc.property(entries, (some) => {
        for (const a of some) {
          for (const b of some) {
            const sign = Math.sign(order(a, b));
            // Added rather than negated: Jest tells -0 from 0.
            expect(sign + Math.sign(order(b, a))).toBe(0);
            expect(sign === 0).toBe(a === b);
          }
        }
      }),
    );
  });

  it('is transitive', () => {
    const order = createOrder('en');
    fc.assert(
      fc.property(entries, (some) => {
        for (const a of some) {
          for (const b of some) {
            for (const c of some) {
              if (order(a, b) < 0 && order(b, c) < 0) expect(order(a, c)).toBeLessThan(0);
            }
          }
        }
      }),
    );
  });

  it('does not depend on the order it starts from', () => {
    const order = createOrder('id');
    const shuffled = entries.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([some, other]) => {
        expect([...other].sort(order)).toEqual([...some].sort(order));
      }),
    );
  });

  it('of one date is by title for as many as an import makes, and by document id for more', () => {
    const some = (number: number, date: string): Ordered[] =>
      Array.from({ length: number }, (_, index) =>
        entry(`Title ${String(number - index).padStart(6, '0')}`, date, `id${100_000 + index}`),
      );
    const titled = some(MAXIMUM_SORTED_BY_TITLE, '2026-01-16');
    const many = some(MAXIMUM_SORTED_BY_TITLE + 1, '2026-01-15');
    const expected = [...[...titled].reverse(), ...many];
    expect(sortInOrder([...many, ...titled], 'en')).toEqual(expected);
    expect(sortInOrder([...expected].reverse(), 'en')).toEqual(expected);
  });
});
