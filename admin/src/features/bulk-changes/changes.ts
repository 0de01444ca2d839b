import { REPUBLISHING_PARAMETER } from '../../../../src/lib/constants';
import type { BulkChange, PlannedChange } from '../../../../src/panel/admin-api';

/** A topic to add or to remove. */
export interface ChosenTopic {
  documentId: string;
  /** Null or undefined if the topic type is not localised. */
  locale?: string | null;
}

/** The change to write into each entry. */
export interface TopicChange {
  kind: BulkChange['kind'];
  field: string;
  topic: ChosenTopic;
}

interface ChangedEntries {
  contentType: string;
  locale: string | undefined;
}

/** A request to the Content Manager's own API. */
interface ChangeRequest {
  method: 'PUT' | 'POST';
  url: string;
  data: object;
  params: Record<string, string>;
}

const valueOf = ({ kind, topic: { documentId, locale } }: TopicChange): unknown => {
  const topic = { documentId, ...(locale && { locale }) };
  // In a to-one relation, a connected topic replaces the former one.
  return kind === 'add-topic'
    ? { connect: [topic], disconnect: [] }
    : { connect: [], disconnect: [topic] };
};

/**
 * The Content Manager's own request to save an entry, or to save and publish it. It checks permissions,
 * validates and keeps the history. It publishes quietly, since subscribers read the same as before.
 */
export const changeRequest = (
  { contentType, locale }: ChangedEntries,
  { documentId, step }: Pick<PlannedChange, 'documentId'> & { step: 'save' | 'publish' },
  topicChange: TopicChange,
): ChangeRequest => {
  const entry = `/content-manager/collection-types/${contentType}/${documentId}`;
  const inLocale = locale ? { locale } : undefined;
  return {
    method: step === 'publish' ? 'POST' : 'PUT',
    url: step === 'publish' ? `${entry}/actions/publish` : entry,
    data: { [topicChange.field]: valueOf(topicChange), ...inLocale },
    params: { [REPUBLISHING_PARAMETER]: 'quietly', ...inLocale },
  };
};

/** An entry that needs the user's attention after the change. */
export interface LeftEntry {
  documentId: string;
  title: string | null;
}

/** Result of changing several entries. */
export interface Outcome {
  /** Number of changed entries. */
  changed: number;
  /** Number of changed entries that were published again. */
  published: number;
  /** Published entries that were saved only: readers do not have the change. */
  savedOnly: LeftEntry[];
  /** Entries that could not be changed, with Strapi's message; empty if the user lacks a permission. */
  failed: (LeftEntry & { message: string })[];
}

interface Run {
  planned: readonly PlannedChange[];
  /** Plans the change of one entry again, since somebody may have written to it meanwhile. */
  plan: (documentId: string) => Promise<PlannedChange | undefined>;
  write: (documentId: string, step: 'save' | 'publish') => Promise<void>;
  onProgress: (done: number) => void;
}

/** Changes entries one after the other. A failure of one entry does not stop the others. */
export const runChanges = async ({ planned, plan, write, onProgress }: Run): Promise<Outcome> => {
  const outcome: Outcome = { changed: 0, published: 0, savedOnly: [], failed: [] };
  const wanted = planned.filter(({ step }) => step === 'save' || step === 'publish');
  for (const [place, { documentId, title, step, reason }] of wanted.entries()) {
    onProgress(place);
    try {
      const newPlan = await plan(documentId);
      if (!newPlan || newPlan.step === 'refused') {
        outcome.failed.push({ documentId, title, message: '' });
        continue;
      }
      if (newPlan.step === 'none') continue;
      // Publish only entries that the dialog announced as published.
      const isPublished = step === 'publish' && newPlan.step === 'publish';
      await write(documentId, isPublished ? 'publish' : 'save');
      outcome.changed += 1;
      if (isPublished) outcome.published += 1;
      else if (step === 'publish' || reason || newPlan.step === 'publish') {
        outcome.savedOnly.push({ documentId, title });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      outcome.failed.push({ documentId, title, message });
    }
  }
  onProgress(wanted.length);
  return outcome;
};
