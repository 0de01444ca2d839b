import { createCataloguedEntries } from '../../../src/sources/catalogued-entries';
import type { EntryRow } from '../../../src/sources/entry-rows';
import { MAPPED_PLAN, NEWS_UID } from '../../helpers/mapped-plan';

const source = MAPPED_PLAN.sources.find(({ contentType }) => contentType === NEWS_UID)!;

it('finds the places of many entries without holding the rows of all', async () => {
  const asked: number[] = [];
  const read = (_type: string, documentIds: string[]): Promise<EntryRow[]> => {
    asked.push(documentIds.length);
    return Promise.resolve(
      documentIds.map((documentId, id) => ({
        id,
        documentId,
        locale: '',
        published: new Date(0),
        created: null,
        updated: null,
        valueOf: (path) => (path[0] === 'noindex' ? null : `${documentId}-${path.join('-')}`),
      })),
    );
  };
  const entries = createCataloguedEntries({} as never, {
    transactions: { rows: () => undefined as never },
    entryRows: { read, hasDrafts: () => true } as never,
    source,
    hasOwnList: true,
  });
  const ids = Array.from({ length: 1_000 }, (_, index) => `document${index}`);
  expect((await entries.readPlaces(ids)).size).toBe(ids.length);
  expect(Math.max(...asked)).toBeLessThanOrEqual(300);
});
