import {
  changeEntries,
  type Client,
  type TopicChange,
} from '../../../admin/src/features/bulk-changes/changes';

const LIST = '/content-manager/collection-types/api::story.story';
const ADD: TopicChange = { kind: 'add-topic', field: 'labels', topic: { documentId: 't' } };
const REMOVE: TopicChange = { ...ADD, kind: 'remove-topic' };

interface Entry {
  status: 'draft' | 'published' | 'modified';
  hasTopic?: boolean;
  /** By default as the draft. */
  hasTopicForReaders?: boolean;
  /** Whether the user may save the entry without changing the field. */
  isFieldLeftOut?: boolean;
  /** Answers in place of the Content Manager's. */
  onSave?: Error;
  onPublish?: Error;
}

const refusal = Object.assign(new Error('Forbidden'), { status: 403 });

/** Changes entries of a Content Manager that knows these. */
const change = async (
  entries: Record<string, Entry>,
  topicChange = ADD,
  { hasDrafts = true, locale, ids = Object.keys(entries) } = {} as {
    hasDrafts?: boolean;
    locale?: string;
    ids?: string[];
  },
) => {
  const sent: unknown[][] = [];
  const progress: number[] = [];
  const saved = new Map<string, boolean>();
  const get: Client['get'] = async (_url, { params }) => {
    const { filters, status } = params as {
      filters: { documentId: { $eq: string }; labels?: object };
      status?: string;
    };
    const id = filters.documentId.$eq;
    const entry = entries[id];
    const inDraft = saved.get(id) ?? entry?.hasTopic ?? false;
    const hasTopic = status === 'published' ? (entry?.hasTopicForReaders ?? inDraft) : inDraft;
    const isFound = entry && (!filters.labels || hasTopic);
    return { data: { results: isFound ? [{ status: entry.status }] : [] } };
  };
  const write =
    (answer: 'onSave' | 'onPublish'): Client['put'] =>
    async (url, data, { params }) => {
      const id = url.slice(LIST.length + 1).split('/')[0]!;
      const error = entries[id]?.[answer];
      if (error) throw error;
      if (!entries[id]?.isFieldLeftOut) saved.set(id, topicChange.kind === 'add-topic');
      sent.push([url.slice(LIST.length), data, params]);
    };
  const outcome = await changeEntries(
    { contentType: 'api::story.story', hasDrafts, documentIds: ids, locale },
    topicChange,
    { get, put: write('onSave'), post: write('onPublish') },
    (done) => progress.push(done),
  );
  return { outcome, sent, progress };
};

const urls = (sent: unknown[][]): unknown[] => sent.map(([url]) => url);

test('publishes again, quietly, what is live and has no other changes', async () => {
  const { outcome, sent } = await change({ a: { status: 'published' } }, ADD, { locale: 'de' });
  const data = { labels: { connect: [{ documentId: 't' }], disconnect: [] }, locale: 'de' };
  expect(sent).toEqual([
    ['/a', data, { locale: 'de', syndicationRepublishing: 'quietly' }],
    ['/a/actions/publish', { locale: 'de' }, { locale: 'de', syndicationRepublishing: 'quietly' }],
  ]);
  expect(outcome).toEqual({ changed: 1, published: 1, left: [] });
});

test('saves the draft alone of what is a draft, and of what has other changes, which is named', async () => {
  const { outcome, sent, progress } = await change({
    a: { status: 'draft' },
    b: { status: 'modified' },
  });
  expect(urls(sent)).toEqual(['/a', '/b']);
  expect(outcome).toEqual({
    changed: 2,
    published: 0,
    left: [{ documentId: 'b', reason: 'unpublished-changes', message: '' }],
  });
  expect(progress).toEqual([0, 1, 2]);
});

test('leaves alone what has the topic already, or never had the one to remove', async () => {
  const entries = {
    a: { status: 'published', hasTopic: true },
    b: { status: 'published' },
  } as const;
  expect(urls((await change(entries)).sent)).toEqual(['/b', '/b/actions/publish']);
  const { sent } = await change(entries, REMOVE);
  expect(urls(sent)).toEqual(['/a', '/a/actions/publish']);
  expect(sent[0]![1]).toEqual({ labels: { connect: [], disconnect: [{ documentId: 't' }] } });
});

test('names what was changed before, and could not be published', async () => {
  const { outcome, sent } = await change({
    a: { status: 'modified', hasTopic: true, hasTopicForReaders: false },
    b: { status: 'modified', hasTopic: true },
  });
  expect(sent).toEqual([]);
  expect(outcome).toEqual({
    changed: 0,
    published: 0,
    left: [{ documentId: 'a', reason: 'unpublished-before', message: '' }],
  });
});

test('does not publish, nor discard, what Strapi saved without the field, which the user may not change', async () => {
  const { outcome, sent } = await change({
    a: { status: 'published', isFieldLeftOut: true },
    b: { status: 'modified', isFieldLeftOut: true },
  });
  expect(urls(sent)).toEqual(['/a', '/b']);
  expect(outcome).toEqual({
    changed: 0,
    published: 0,
    left: [
      { documentId: 'a', reason: 'refused', message: '' },
      { documentId: 'b', reason: 'refused', message: '' },
    ],
  });
});

test('names the topic in its own language', async () => {
  const topic = { documentId: 't', locale: 'de' };
  const { sent } = await change({ a: { status: 'draft' } }, { ...ADD, topic });
  expect(sent[0]![1]).toEqual({ labels: { connect: [topic], disconnect: [] } });
});

test('publishes nothing with a topic that readers do not have, but without it', async () => {
  const topic = { documentId: 't', status: 'draft' };
  const added = await change({ a: { status: 'published' } }, { ...ADD, topic });
  expect(urls(added.sent)).toEqual(['/a']);
  expect(added.outcome.left).toMatchObject([{ documentId: 'a', reason: 'unpublished-topic' }]);
  const tagged = { a: { status: 'published', hasTopic: true } } as const;
  const removed = await change(tagged, { ...REMOVE, topic });
  expect(removed.outcome).toEqual({ changed: 1, published: 1, left: [] });
});

test('only saves what has no drafts, quietly: that is its publication', async () => {
  const { outcome, sent } = await change({ a: { status: 'published' } }, ADD, { hasDrafts: false });
  expect(sent).toMatchObject([['/a', {}, { syndicationRepublishing: 'quietly' }]]);
  expect(outcome).toEqual({ changed: 1, published: 0, left: [] });
});

test('goes on after what fails, and says why and how far it came', async () => {
  const { outcome } = await change(
    {
      a: { status: 'published', onSave: refusal },
      b: { status: 'published', onSave: new Error('title must be unique.') },
      c: { status: 'published', onPublish: refusal },
      d: { status: 'published', onPublish: new Error('title must be defined.') },
      e: { status: 'published' },
    },
    ADD,
    { ids: ['gone', 'a', 'b', 'c', 'd', 'e'] },
  );
  expect(outcome.left.map(({ documentId, reason }) => [documentId, reason])).toEqual([
    ['gone', 'refused'],
    ['a', 'refused'],
    ['b', 'failed'],
    ['c', 'may-not-publish'],
    ['d', 'not-published'],
  ]);
  expect(outcome.left[4]?.message).toBe('title must be defined.');
  expect(outcome).toMatchObject({ changed: 3, published: 1 });
});
