import { createCataloguedEntries } from '../../../src/changes/catalogued-entries';
import type { EntryRow } from '../../../src/catalogue/entry-rows';
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

it('lists an entry by the name of its author where that has a page, which is a part of its place', async () => {
  let author = 'Ada Lovelace';
  const read = (_type: string, [documentId = '']: string[]): Promise<EntryRow[]> =>
    Promise.resolve([
      {
        ...{ id: 1, documentId, locale: '', published: new Date(0), created: null, updated: null },
        valueOf: (path) => ({ byline: author, noindex: null })[path[0]!] ?? 'tech',
      },
    ]);
  const create = (more: object) =>
    createCataloguedEntries({ db: { metadata: { has: () => false } } } as never, {
      transactions: { rows: () => undefined as never },
      entryRows: { read, hasDrafts: () => true } as never,
      source: { ...source, topics: [], author: [['byline']], ...more },
      hasOwnList: false,
    });
  const named = create({ hasNamePages: true });
  const listsOf = async (entries = named) =>
    (await entries.readEntries(['one'])).map(({ authorList }) => authorList);
  expect(await listsOf()).toEqual(['syndication::author-name:@ada-lovelace']);
  expect(await listsOf(create({}))).toEqual([undefined]);
  const before = await named.readPlaces(['one']);
  author = 'ADA LOVELACE';
  expect(await named.readPlaces(['one'])).toEqual(before);
  author = 'Grace Hopper';
  expect(await named.readPlaces(['one'])).not.toEqual(before);
});
