import { CACHE_TAGS } from '../../../src/lib/cache-tags';
import type { Written } from '../../../src/changes/transaction-notes';
import { createWrittenNotes } from '../../../src/changes/written-notes';

/** Notes of a transaction that does not end. */
const setUp = () => {
  const written: Written = {
    entries: new Map(),
    related: new Map(),
    showing: [],
    components: new Map(),
    holders: new Map(),
    moved: [],
    dropped: [],
    cacheTags: new Set(),
  };
  const transactions = {
    collect: async (_collector: unknown, add: (collected: never) => void): Promise<void> =>
      add(written as never),
  };
  return { written, notes: createWrittenNotes({ transactions } as never) };
};

const MANY = 250_000;

describe('what a transaction wrote', () => {
  it('may be all files of a large library, with the entries that showed them', async () => {
    const { written, notes } = setUp();
    const ids = Array.from({ length: MANY }, (_, id) => id);
    await notes.cacheTags(ids.map((id) => CACHE_TAGS.file(id)));
    await notes.showing(ids.map((id) => ({ contentType: 'api::story.story', id })));
    expect([written.cacheTags.size, written.showing.length]).toEqual([MANY, MANY]);
  });
});
