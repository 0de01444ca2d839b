import fc from 'fast-check';

import type { PlacedEntry } from '../../../src/catalogue/neighbours';
import { mostShared } from '../../../src/entries/surroundings';

const entry = (documentId: string, day = 1): PlacedEntry => ({
  contentType: 'api::story.story',
  documentId,
  locale: '',
  title: `Title of ${documentId}`,
  date: new Date(Date.UTC(2024, 0, day)),
});

const idsOf = (entries: PlacedEntry[]): string =>
  entries.map(({ documentId }) => documentId).join('');

const relate = (lists: PlacedEntry[][], others: PlacedEntry[] = [], limit = 4): string =>
  idsOf(mostShared(lists, { language: 'en', others, limit }));

describe('related entries', () => {
  const [a, b, c, d] = [entry('a', 1), entry('b', 2), entry('c', 3), entry('d', 4)];

  it('are those of the most topics, then the newest', () => {
    expect(relate([[a, b, d], [b, c], [b]])).toBe('bdca');
    expect(relate([[a, c], [b, c, d], [a]])).toBe('cadb');
  });

  it('are a few, and neither the entry itself nor its neighbours', () => {
    expect(relate([[a, b, c, d]], [d], 2)).toBe('cb');
    expect(relate([])).toBe('');
  });

  it('are each counted once in a topic, however often it is found there', () => {
    expect(relate([[a, a, a], [c], [c]])).toBe('ca');
  });

  it('are the same in whichever order topics and entries are read', () => {
    const list = fc.uniqueArray(fc.constantFrom(a, b, c, d));
    fc.assert(
      fc.property(fc.array(list), (lists) => {
        const turned = [...lists].reverse().map((one) => [...one].reverse());
        expect(relate(turned)).toBe(relate(lists));
      }),
    );
  });
});
