import { findEffects, type SeenEntry } from '../../../src/panel/effects';

const NOW = new Date('2026-11-22T09:00:00Z');
const LATER = new Date('2026-12-25T09:00:00Z');

const ARTICLE: SeenEntry = {
  title: 'How I test',
  link: 'https://example.com/posts/test/',
  date: new Date('2026-11-01T09:00:00Z'),
  body: 'A text.',
  isKeptOut: false,
};

const feed = (title: string, now: boolean, next: boolean) => ({ title, now, next });

const effects = (given: Partial<Parameters<typeof findEffects>[0]>) =>
  findEffects({ next: ARTICLE, feeds: [], wasPublic: false, isQuiet: false, now: NOW, ...given });

test('a first publication is a new item, at once or on its date', () => {
  expect(effects({})).toEqual([{ code: 'new' }]);
  expect(effects({ next: { ...ARTICLE, date: undefined } })).toEqual([{ code: 'new' }]);
  expect(effects({ next: { ...ARTICLE, date: LATER } })).toEqual([
    { code: 'new-later', until: LATER.toISOString() },
  ]);
});

test('what is kept out of feeds reaches no subscriber', () => {
  const keptOut = { ...ARTICLE, isKeptOut: true };
  expect(effects({ next: keptOut })).toEqual([{ code: 'page-alone' }]);
  expect(effects({ next: { ...keptOut, date: LATER } })).toEqual([
    { code: 'page-alone-later', until: LATER.toISOString() },
  ]);
  const changed = { ...keptOut, title: 'other' };
  expect(effects({ published: keptOut, next: changed })).toEqual([{ code: 'page-change' }]);
  expect(
    effects({ published: ARTICLE, next: changed, feeds: [feed('Notes', true, false)] }),
  ).toEqual([{ code: 'page-change' }, { code: 'leaves', feeds: 'Notes' }]);
});

test('what was withdrawn comes back, and is not new to who has seen it', () => {
  expect(effects({ wasPublic: true })).toEqual([{ code: 'returns' }]);
  expect(effects({ wasPublic: true, next: { ...ARTICLE, date: LATER } })).toEqual([
    { code: 'returns-later', until: LATER.toISOString() },
  ]);
});

test('what stays as it is changes nothing, an empty field for a missing one included', () => {
  expect(effects({ published: ARTICLE })).toEqual([]);
  const next = { ...ARTICLE, summary: '', author: ' ', date: undefined };
  expect(effects({ published: ARTICLE, next })).toEqual([]);
});

test.each(['title', 'summary', 'body', 'author', 'cover', 'attachment'] as const)(
  'another %s is a change',
  (name) => {
    const other = ['cover', 'attachment'].includes(name) ? { url: 'other' } : 'other';
    expect(effects({ published: ARTICLE, next: { ...ARTICLE, [name]: other } })).toEqual([
      { code: 'change' },
    ]);
  },
);

test('a change that nobody is told of by itself says so', () => {
  const next = { ...ARTICLE, title: 'other' };
  expect(effects({ published: ARTICLE, next, isQuiet: true })).toEqual([{ code: 'change-quiet' }]);
  // What readers did not have is told of all the same.
  expect(effects({ isQuiet: true })).toEqual([{ code: 'new' }]);
});

test('another address, further feeds and feeds it leaves are told apart', () => {
  const to = 'https://example.com/posts/other/';
  expect(
    effects({
      published: ARTICLE,
      next: { ...ARTICLE, link: to },
      feeds: [feed('Notes', true, true), feed('Api', true, false), feed('Tests', false, true)],
    }),
  ).toEqual([
    { code: 'moves', from: ARTICLE.link, to },
    { code: 'joins', feeds: 'Tests' },
    { code: 'leaves', feeds: 'Api' },
  ]);
});

test('a date in the future takes away what readers have', () => {
  expect(effects({ published: ARTICLE, next: { ...ARTICLE, date: LATER } })).toEqual([
    { code: 'hidden', until: LATER.toISOString() },
  ]);
});

test('of what is kept out of feeds, readers alone lose anything', () => {
  const next = { ...ARTICLE, date: LATER, isKeptOut: true };
  const until = LATER.toISOString();
  expect(effects({ published: { ...ARTICLE, isKeptOut: true }, next })).toEqual([
    { code: 'hidden', until },
  ]);
  expect(effects({ published: ARTICLE, next, feeds: [feed('Notes', true, false)] })).toEqual([
    { code: 'hidden', until },
    { code: 'leaves', feeds: 'Notes' },
  ]);
});

test('of a page nobody is told: readers find it, its changes and its new address', () => {
  expect(effects({ isPage: true })).toEqual([{ code: 'page-new' }]);
  expect(effects({ isPage: true, wasPublic: true })).toEqual([{ code: 'page-new' }]);
  const link = 'https://example.com/pages/about/';
  const next = { ...ARTICLE, title: 'other', link };
  expect(effects({ isPage: true, isQuiet: true, published: ARTICLE, next })).toEqual([
    { code: 'page-change' },
    { code: 'page-moves', from: ARTICLE.link, to: link },
  ]);
});

test('what is published until a date that is past, readers lose, whatever else changes', () => {
  const since = new Date('2026-11-20T09:00:00Z');
  const next = { ...ARTICLE, title: 'Another', until: since };
  const ended = [{ code: 'ended', since: since.toISOString() }];
  expect(effects({ next })).toEqual(ended);
  expect(effects({ published: ARTICLE, next })).toEqual(ended);
  expect(effects({ published: ARTICLE, next: { ...ARTICLE, until: LATER } })).toEqual([]);
});
