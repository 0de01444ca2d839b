import type { PlannedChange } from '../../../../src/panel/admin-api';

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
