import { changeRequest, runChanges } from '../../../admin/src/features/bulk-changes/changes';
import type { PlannedChange } from '../../../src/panel/admin-api';

const TAGS = { contentType: 'api::story.story', locale: 'de' };
const ADD = { kind: 'add-topic', field: 'labels', topic: { documentId: 't' } } as const;
const ADDED = { connect: [{ documentId: 't' }], disconnect: [] };

describe('the request that changes an entry', () => {
  test('saves through the Content Manager', () => {
    expect(changeRequest(TAGS, { documentId: 'a', step: 'save' }, ADD)).toEqual({
      method: 'PUT',
      url: '/content-manager/collection-types/api::story.story/a',
      data: { labels: ADDED, locale: 'de' },
      params: { syndicationRepublishing: 'quietly', locale: 'de' },
    });
  });

  test('publishes with the change, quietly', () => {
    const request = changeRequest(TAGS, { documentId: 'a', step: 'publish' }, ADD);
    expect(request).toMatchObject({
      method: 'POST',
      url: '/content-manager/collection-types/api::story.story/a/actions/publish',
      params: { syndicationRepublishing: 'quietly' },
    });
  });

  test('leaves topics alone that it is not about', () => {
    const entries = { contentType: 'api::story.story', locale: undefined };
    const topic = { documentId: 't', locale: null };
    const dataOf = (kind: 'add-topic' | 'remove-topic') =>
      changeRequest(entries, { documentId: 'a', step: 'save' }, { kind, field: 'labels', topic })
        .data;
    const named = [{ documentId: 't' }];
    expect(dataOf('add-topic')).toEqual({ labels: { connect: named, disconnect: [] } });
    expect(dataOf('remove-topic')).toEqual({ labels: { connect: [], disconnect: named } });
  });
});

describe('changing entries', () => {
  const entry = (
    documentId: string,
    step: PlannedChange['step'],
    reason?: PlannedChange['reason'],
  ): PlannedChange => ({ documentId, title: `Title of ${documentId}`, step, reason });

  /** Changes entries that were planned, and are as they are found now. */
  const run = async (planned: PlannedChange[], now: PlannedChange[] = planned) => {
    const written: [string, string][] = [];
    const progress: number[] = [];
    const outcome = await runChanges({
      planned,
      plan: async (id) => now.find(({ documentId }) => documentId === id),
      write: async (documentId, step) => {
        if (documentId === 'broken') throw new Error('title must be defined.');
        written.push([documentId, step]);
      },
      onProgress: (done) => progress.push(done),
    });
    return { outcome, written, progress };
  };

  test('publishes what has nothing else to publish, and saves the rest', async () => {
    const { outcome, written, progress } = await run([
      entry('a', 'publish'),
      entry('b', 'save'),
      entry('c', 'save', 'unpublished-changes'),
      entry('d', 'none'),
      entry('e', 'refused'),
    ]);
    expect(written).toEqual([
      ['a', 'publish'],
      ['b', 'save'],
      ['c', 'save'],
    ]);
    expect(progress).toEqual([0, 1, 2, 3]);
    expect(outcome).toEqual({
      changed: 3,
      published: 1,
      savedOnly: [{ documentId: 'c', title: 'Title of c' }],
      failed: [],
    });
  });

  test('goes on after one that fails, and says why', async () => {
    const { outcome, written } = await run([entry('broken', 'publish'), entry('b', 'publish')]);
    expect(written).toEqual([['b', 'publish']]);
    expect(outcome).toMatchObject({
      changed: 1,
      failed: [{ documentId: 'broken', message: 'title must be defined.' }],
    });
  });

  test('publishes nothing that somebody has changed since it was said', async () => {
    const { outcome, written } = await run(
      [entry('a', 'publish'), entry('b', 'publish'), entry('c', 'publish')],
      [entry('a', 'save', 'unpublished-changes'), entry('b', 'none')],
    );
    expect(written).toEqual([['a', 'save']]);
    expect(outcome).toMatchObject({
      changed: 1,
      published: 0,
      savedOnly: [{ documentId: 'a' }],
      failed: [{ documentId: 'c', message: '' }],
    });
  });

  test('does not publish what was said to be only saved', async () => {
    const { outcome, written } = await run([entry('a', 'save')], [entry('a', 'publish')]);
    expect(written).toEqual([['a', 'save']]);
    expect(outcome.savedOnly).toEqual([{ documentId: 'a', title: 'Title of a' }]);
  });
});
