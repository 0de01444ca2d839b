import { REPUBLISHING_PARAMETER } from '../../../../src/lib/constants';

/** A topic to add or to remove, as the Content Manager lists it. */
export interface ChosenTopic {
  documentId: string;
  /** Null or undefined if the topic type is not localised. */
  locale?: string | null;
  /** `draft` if readers do not have it. */
  status?: string;
}

/** The change to write into each entry. */
export interface TopicChange {
  kind: 'add-topic' | 'remove-topic';
  field: string;
  topic: ChosenTopic;
}

/** The entries that are changed together. */
export interface ChosenEntries {
  contentType: string;
  hasDrafts: boolean;
  documentIds: readonly string[];
  locale: string | undefined;
}

/** Why an entry was not changed, or was changed and not published. */
export type LeftReason =
  | 'refused'
  | 'failed'
  | 'unpublished-changes'
  | 'unpublished-before'
  | 'unpublished-topic'
  | 'may-not-publish'
  | 'not-published';

/** An entry that needs the user's attention after the change. */
export interface LeftEntry {
  documentId: string;
  reason: LeftReason;
  /** Strapi's. */
  message: string;
}

/** Result of changing several entries. */
export interface Outcome {
  /** Number of changed entries. */
  changed: number;
  /** Number of changed entries that were published again. */
  published: number;
  left: LeftEntry[];
}

type Write = (url: string, data: object, options: { params: object }) => Promise<unknown>;

/** Strapi's client of the admin API. */
export interface Client {
  get: (url: string, options: { params: object }) => Promise<{ data: unknown }>;
  put: Write;
  post: Write;
}

/** The states of answers that say that the user may not, or that the entry is gone. */
const REFUSALS: unknown[] = [403, 404];

const valueOf = ({ kind, topic: { documentId, locale } }: TopicChange): unknown => {
  const topic = { documentId, ...(locale && { locale }) };
  // In a to-one relation, a connected topic replaces the former one.
  return kind === 'add-topic'
    ? { connect: [topic], disconnect: [] }
    : { connect: [], disconnect: [topic] };
};

/**
 * Changes entries one after the other, by the Content Manager's own requests: they check permissions, validate and keep
 * the history. A live entry without other changes is published again, quietly, since subscribers read the same as
 * before; of any other entry the draft is saved. A failure of one entry does not stop the others.
 */
export const changeEntries = async (
  { contentType, hasDrafts, documentIds, locale }: ChosenEntries,
  change: TopicChange,
  { get, put, post }: Client,
  onProgress: (done: number) => void,
): Promise<Outcome> => {
  const { kind, field, topic } = change;
  const list = `/content-manager/collection-types/${contentType}`;
  const inLocale = locale ? { locale } : {};
  const find = async (
    filters: object,
    version: object = {},
  ): Promise<{ status?: string } | undefined> => {
    const { data } = await get(list, { params: { ...inLocale, ...version, filters } });
    return (data as { results: { status?: string }[] }).results[0];
  };
  const outcome: Outcome = { changed: 0, published: 0, left: [] };

  const changeEntry = async (documentId: string): Promise<LeftReason | undefined> => {
    const isEntry = { documentId: { $eq: documentId } };
    const withTopic = { ...isEntry, [field]: { documentId: { $eq: topic.documentId } } };
    const isDone = async (version?: object): Promise<boolean> =>
      ((await find(withTopic, version)) !== undefined) === (kind === 'add-topic');
    const isDoneBefore = await isDone();
    // Asked right before it is written: nobody's unfinished changes are published.
    const entry = await find(isEntry);
    if (!entry) return 'refused';
    if (isDoneBefore) {
      // A change whose publication failed before.
      const isUnpublished =
        hasDrafts && entry.status === 'modified' && !(await isDone({ status: 'published' }));
      return isUnpublished ? 'unpublished-before' : undefined;
    }
    // Not published with the change in one request: that would ignore a missing permission to update the entry.
    const data = { [field]: valueOf(change), ...inLocale };
    // Of a type without drafts, this publishes.
    const params = { [REPUBLISHING_PARAMETER]: 'quietly', ...inLocale };
    await put(`${list}/${documentId}`, data, { params });
    outcome.changed += 1;
    // Strapi leaves out fields that the user may not change in this entry, and answers as if it had changed them.
    if (!(await isDone())) {
      outcome.changed -= 1;
      // Strapi says "Modified" of it now. Discarding that would take relations to unpublished entries from the draft.
      return 'refused';
    }
    if (!hasDrafts || entry.status === 'draft') return undefined;
    if (entry.status !== 'published') return 'unpublished-changes';
    if (kind === 'add-topic' && topic.status === 'draft') return 'unpublished-topic';
    await post(`${list}/${documentId}/actions/publish`, inLocale, { params });
    outcome.published += 1;
    return undefined;
  };

  for (const [done, documentId] of documentIds.entries()) {
    onProgress(done);
    const { changed } = outcome;
    try {
      const reason = await changeEntry(documentId);
      if (reason) outcome.left.push({ documentId, reason, message: '' });
    } catch (error) {
      const { status, message } = error as { status?: number; message: string };
      const isSaved = outcome.changed > changed;
      const reason = REFUSALS.includes(status)
        ? (isSaved && 'may-not-publish') || 'refused'
        : (isSaved && 'not-published') || 'failed';
      outcome.left.push({ documentId, reason, message });
    }
  }
  onProgress(documentIds.length);
  return outcome;
};
