import { REPUBLISHING_PARAMETER } from '../../../../src/lib/constants';
import type { BulkChange, PlannedChange } from '../../../../src/panel/admin-api';

/** A topic to add or to remove. */
export interface ChosenTopic {
  documentId: string;
  /** None where topics are the same in all locales. */
  locale?: string | null;
}

/** What is written into each entry. */
export interface Written {
  kind: BulkChange['kind'];
  field: string;
  topic: ChosenTopic;
}

interface ChangedEntries {
  contentType: string;
  locale: string | undefined;
}

/** A request of the Content Manager's own API. */
interface ChangeRequest {
  method: 'PUT' | 'POST';
  url: string;
  data: object;
  params: Record<string, string>;
}

const valueOf = ({ kind, topic: { documentId, locale } }: Written): unknown => {
  const topic = { documentId, ...(locale && { locale }) };
  // Where there is room for one, what is connected takes the place of what was there.
  return kind === 'add-topic'
    ? { connect: [topic], disconnect: [] }
    : { connect: [], disconnect: [topic] };
};

/**
 * The request with which the Content Manager itself would save an entry, or save and publish it: it asks
 * for permissions, validates, and keeps the history. Quietly, since what subscribers read stays the same.
 */
export const changeRequest = (
  { contentType, locale }: ChangedEntries,
  { documentId, step }: Pick<PlannedChange, 'documentId'> & { step: 'save' | 'publish' },
  written: Written,
): ChangeRequest => {
  const entry = `/content-manager/collection-types/${contentType}/${documentId}`;
  const inLocale = locale ? { locale } : undefined;
  return {
    method: step === 'publish' ? 'POST' : 'PUT',
    url: step === 'publish' ? `${entry}/actions/publish` : entry,
    data: { [written.field]: valueOf(written), ...inLocale },
    params: { [REPUBLISHING_PARAMETER]: 'quietly', ...inLocale },
  };
};

/** An entry that is not as its user may want it. */
export interface LeftEntry {
  documentId: string;
  title: string | null;
}

/** What became of some entries. */
export interface Outcome {
  /** Entries that were changed. */
  changed: number;
  /** Those of them that were published again. */
  published: number;
  /** Published ones whose change readers do not have. */
  savedOnly: LeftEntry[];
  /** Why each could not be changed, in Strapi's words; empty where that is a matter of permissions. */
  failed: (LeftEntry & { message: string })[];
}

interface Run {
  planned: readonly PlannedChange[];
  /** What the change would make of an entry now: somebody may have written to it since. */
  look: (documentId: string) => Promise<PlannedChange | undefined>;
  write: (documentId: string, step: 'save' | 'publish') => Promise<void>;
  onProgress: (done: number) => void;
}

/** Changes entries one after the other; what fails for one leaves the others alone. */
export const runChanges = async ({ planned, look, write, onProgress }: Run): Promise<Outcome> => {
  const outcome: Outcome = { changed: 0, published: 0, savedOnly: [], failed: [] };
  const wanted = planned.filter(({ step }) => step === 'save' || step === 'publish');
  for (const [place, { documentId, title, step, reason }] of wanted.entries()) {
    onProgress(place);
    try {
      const now = await look(documentId);
      if (!now || now.step === 'refused') {
        outcome.failed.push({ documentId, title, message: '' });
        continue;
      }
      if (now.step === 'none') continue;
      // Never more than was said before.
      const isPublished = step === 'publish' && now.step === 'publish';
      await write(documentId, isPublished ? 'publish' : 'save');
      outcome.changed += 1;
      if (isPublished) outcome.published += 1;
      else if (step === 'publish' || reason || now.step === 'publish') {
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
