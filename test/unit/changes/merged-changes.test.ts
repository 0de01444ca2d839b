import { addChange, noGroupedChanges, type WrittenEntry } from '../../../src/changes/outbox';
import type { Republishing } from '../../../src/options/options';

const ARTICLE = { contentType: 'api::story.story', documentId: 'a' };

const published = (republishing?: Republishing): WrittenEntry => ({
  ...ARTICLE,
  locales: ['en'],
  isWritten: true,
  republishing,
});

const draft: WrittenEntry = { ...ARTICLE, locales: [], isWritten: false };

/** A category in its address was renamed. */
const moved: WrittenEntry = { ...ARTICLE, locales: ['en'], isMoved: true };

/** What the indexer takes several changes of one entry for. */
const merged = (...entries: WrittenEntry[]): Republishing | undefined => {
  const changes = noGroupedChanges();
  entries.forEach((entry) => addChange(changes, { entries: [entry] }));
  return changes.entries.get(ARTICLE.contentType)!.get(ARTICLE.documentId)!.republishing;
};

describe('publications of an entry that are indexed together', () => {
  it.each([
    ['two quiet ones are quiet', [published('quietly'), published('quietly')], 'quietly'],
    [
      'one that tells is told, whatever comes after',
      [published('tell'), published('quietly')],
      'tell',
    ],
    [
      'one that tells is told, whatever came before',
      [published('quietly'), published('tell')],
      'tell',
    ],
    ['one without a choice follows the setting', [published(), published('quietly')], undefined],
    ['a quiet one does not ask the drafts before it', [draft, published('quietly')], 'quietly'],
    ['a quiet one does not ask what it leads to', [moved, published('quietly'), moved], 'quietly'],
    [
      'a quiet one asks nothing before it, in any order',
      [draft, moved, published('quietly')],
      'quietly',
    ],
    ['a quiet one does not ask the drafts after it', [published('quietly'), draft], 'quietly'],
  ])('%s', (_what, entries, expected) => {
    expect(merged(...entries)).toBe(expected);
  });
});
