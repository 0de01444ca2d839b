import { toEntries } from '../../../src/changes/catalogued-entries';
import type { EntryRow } from '../../../src/catalogue/entry-rows';
import { MAPPED_PLAN, NEWS_UID } from '../../helpers/mapped-plan';

const source = MAPPED_PLAN.sources.find(({ contentType }) => contentType === NEWS_UID)!;

const parts = { strapi: { db: { dialect: {} } } as never, plan: MAPPED_PLAN };

const row = { id: 1, documentId: 'one', isPublic: true, published: new Date(0) };

it('lists an entry by the values of its fields that are topics', () => {
  const listsOf = (kinds: unknown, more: object = { values }) => {
    const read: EntryRow = {
      ...row,
      ...{ locale: '', created: null, updated: null },
      valueOf: (path) => (path[0] === 'noindex' ? null : 'tech'),
      valuesOf: () => [kinds],
    };
    const ofRow = { ...source, topics: [], ...more };
    return toEntries(parts, ofRow, [read], { timeZone: 'utc' }).map(({ valueLists }) => valueLists);
  };
  const values = [{ path: ['kinds'], contentType: 'value::kinds', isList: true }];
  const named = '["Ada Lovelace", "C++"]';
  expect(listsOf(named)).toEqual([
    [
      'value::kinds:@kinds.ada-lovelace',
      expect.stringMatching(/^value::kinds:@kinds\.c-[0-9a-f]{10}$/),
    ],
  ]);
  expect(listsOf(named, {})).toEqual([[]]);
  const before = listsOf(['ADA LOVELACE', 'c++']);
  expect(listsOf(['Ada Lovelace', 'C++'])).toEqual(before);
  expect(listsOf(['Ada Lovelace', 'C'])).not.toEqual(before);
});

it('dates an entry by the midnight of its day, where its locale has it', () => {
  const rowIn = (locale: string): EntryRow => ({
    ...row,
    ...{ locale, created: null, updated: null },
    valueOf: () => '2026-11-20',
    valuesOf: () => [],
  });
  const byDay = {
    ...source,
    date: ['day'],
    topics: [],
    isLocalised: true,
    timeZoneIn: (locale: string, ofSite?: string) => (locale === 'de' ? 'Europe/Berlin' : ofSite!),
  };
  const found = toEntries(parts, byDay, ['en', 'de'].map(rowIn), { timeZone: 'America/New_York' });
  expect(found.map(({ locale, date }) => [locale, date?.toISOString()])).toEqual([
    ['en', '2026-11-20T05:00:00.000Z'],
    ['de', '2026-11-19T23:00:00.000Z'],
  ]);
});
