import { createCataloguedEntries } from '../../../src/changes/catalogued-entries';
import type { EntryRow } from '../../../src/catalogue/entry-rows';
import { MAPPED_PLAN, NEWS_UID } from '../../helpers/mapped-plan';

const source = MAPPED_PLAN.sources.find(({ contentType }) => contentType === NEWS_UID)!;

it('lists an entry by the values of its fields that are topics', async () => {
  let kinds: unknown = '["Ada Lovelace", "C++"]';
  const read = (_type: string, [documentId = '']: string[]): Promise<EntryRow[]> =>
    Promise.resolve([
      {
        isPublic: true,
        ...{ id: 1, documentId, locale: '', published: new Date(0), created: null, updated: null },
        valueOf: (path) => (path[0] === 'noindex' ? null : 'tech'),
        valuesOf: () => [kinds],
      },
    ]);
  const create = (more: object) =>
    createCataloguedEntries({ db: { metadata: { has: () => false } } } as never, {
      transactions: { rows: () => undefined as never },
      entryRows: { read },
      settings: { get: () => Promise.reject(new Error('It has no days.')) },
      source: { ...source, topics: [], ...more },
      plan: MAPPED_PLAN,
      clock: Date,
    });
  const values = [{ path: ['kinds'], contentType: 'value::kinds', isList: true }];
  const named = create({ values });
  const listsOf = async (entries = named) =>
    (await entries.readEntries(['one'])).map(({ valueLists }) => valueLists);
  expect(await listsOf()).toEqual([
    [
      'value::kinds:@kinds.ada-lovelace',
      expect.stringMatching(/^value::kinds:@kinds\.c-[0-9a-f]{10}$/),
    ],
  ]);
  expect(await listsOf(create({}))).toEqual([[]]);
  kinds = ['ADA LOVELACE', 'c++'];
  const before = await listsOf();
  kinds = ['Ada Lovelace', 'C++'];
  expect(await listsOf()).toEqual(before);
  kinds = ['Ada Lovelace', 'C'];
  expect(await listsOf()).not.toEqual(before);
});

it('dates an entry by the midnight of its day, where its locale has it', async () => {
  const rowIn = (locale: string): EntryRow => ({
    isPublic: true,
    ...{ id: 1, documentId: 'one', locale, published: new Date(0), created: null, updated: null },
    valueOf: () => '2026-11-20',
    valuesOf: () => [],
  });
  const entries = createCataloguedEntries({ db: { dialect: {} } } as never, {
    transactions: { rows: () => undefined as never },
    entryRows: { read: () => Promise.resolve(['en', 'de'].map(rowIn)) },
    settings: { get: () => Promise.resolve({ timeZone: 'America/New_York' } as never) },
    source: {
      ...source,
      date: ['day'],
      topics: [],
      isLocalised: true,
      timeZoneIn: (locale, ofSite) => (locale === 'de' ? 'Europe/Berlin' : ofSite!),
    },
    plan: MAPPED_PLAN,
    clock: Date,
  });
  const found = await entries.readEntries(['one']);
  expect(found.map(({ locale, date }) => [locale, date?.toISOString()])).toEqual([
    ['en', '2026-11-20T05:00:00.000Z'],
    ['de', '2026-11-19T23:00:00.000Z'],
  ]);
});
