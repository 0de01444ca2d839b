import fc from 'fast-check';

import {
  documentSize,
  type Extent,
  type FeedPart,
  historyOf,
  itemRangeOf,
} from '../../../src/feed/model';

const extent = fc.record({
  count: fc.nat(200),
  size: fc.integer({ min: 1, max: 30 }),
  isWhole: fc.constant(true),
});

/** Positions a document holds, counted from the newest item. */
const positions = (part: FeedPart, of: Extent): number[] | undefined => {
  const stretch = itemRangeOf(part, of);
  if (!stretch) return undefined;
  const all = Array.from({ length: of.count }, (_, index) => index);
  return all.slice(stretch.start, stretch.start + stretch.limit);
};

const address = (part: FeedPart): string => JSON.stringify(part);

const follow = (part: FeedPart, of: Extent, rel: string) => {
  const link = historyOf(part, of, address).links.find((one) => one.rel === rel);
  return link && (JSON.parse(link.href) as FeedPart);
};

/** All positions seen on the way along links of a kind. */
const walk = (of: Extent, rel: string): number[] => {
  const seen: number[] = [];
  for (let part: FeedPart | undefined = { page: 1 }; part; part = follow(part, of, rel)) {
    seen.push(...(positions(part, of) ?? [-1]));
  }
  return seen;
};

describe('documents of a feed', () => {
  it.each([
    [0, 1_000],
    [1, 1],
    [20, 20],
    [1_000, 1_000],
    [1_001, 1_000],
    [10_000, 1_000],
  ])('of which %i items are wanted hold %i at most', (wanted, most) => {
    expect(documentSize(wanted)).toBe(most);
  });

  it('show every item once along the pages', () => {
    fc.assert(
      fc.property(extent, (of) => {
        expect(walk(of, 'next')).toEqual(Array.from({ length: of.count }, (_, index) => index));
      }),
    );
  });

  it('show every item along the archives', () => {
    fc.assert(
      fc.property(extent, (of) => {
        expect(new Set(walk(of, 'prev-archive')).size).toBe(of.count);
      }),
    );
  });

  it('have no archives where older items are not counted, and the same pages', () => {
    fc.assert(
      fc.property(extent, fc.integer({ min: 1, max: 200 }), (of, archive) => {
        const cut = { ...of, isWhole: false };
        expect(positions({ archive }, cut)).toBeUndefined();
        expect(follow({ page: 1 }, cut, 'prev-archive')).toBeUndefined();
        expect(walk(cut, 'next')).toEqual(walk(of, 'next'));
        expect(follow({ page: 1 }, cut, 'last')).toEqual(follow({ page: 1 }, of, 'last'));
      }),
    );
  });

  it('keep what an archive holds, and its links, when newer items come', () => {
    fc.assert(
      fc.property(extent, fc.nat(100), fc.integer({ min: 1, max: 200 }), (of, more, archive) => {
        const later = { ...of, count: of.count + more };
        const before = positions({ archive }, of);
        fc.pre(before !== undefined);
        const after = positions({ archive }, later)?.map((position) => position - more);
        expect(after).toEqual(before);
        expect(historyOf({ archive }, later, address)).toEqual(historyOf({ archive }, of, address));
      }),
    );
  });

  it('are one when a document holds all items', () => {
    const all = { count: 99, size: 100, isWhole: true };
    expect(itemRangeOf({ page: 1 }, all)).toEqual({ start: 0, limit: 100 });
    expect(itemRangeOf({ page: 2 }, all)).toBeUndefined();
    expect(itemRangeOf({ archive: 1 }, all)).toBeUndefined();
    expect(historyOf({ page: 1 }, all, address).links).toEqual([]);
  });

  it('are one, and empty, when there is nothing yet', () => {
    expect(itemRangeOf({ page: 1 }, { count: 0, size: 20, isWhole: true })).toEqual({
      start: 0,
      limit: 20,
    });
    expect(historyOf({ page: 1 }, { count: 0, size: 20, isWhole: true }, address).links).toEqual(
      [],
    );
  });
});
