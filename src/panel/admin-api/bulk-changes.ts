/** Entries that are asked about at once. */
export const PLANNED_AT_ONCE = 100;

/** What is changed of several entries at once. */
export type BulkChange =
  | { kind: 'add-topic' | 'remove-topic'; field: string; topic: string }
  | { kind: 'keep-out' | 'let-in' };

/** Why a published entry is saved and not published again. */
export type SavedOnly = 'unpublished-changes' | 'may-not-publish' | 'unpublished-topic';

/** What a change makes of an entry. */
export interface PlannedChange {
  documentId: string;
  /** Null where the user may not read it. */
  title: string | null;
  /**
   * `publish`: it is saved, and published again. `save`: its draft is changed, or the entry itself where
   * there are no drafts. `none`: it is so already. `refused`: the user may not change it, or it is gone.
   */
  step: 'publish' | 'save' | 'none' | 'refused';
  /** Of a published entry that is only saved. */
  reason?: SavedOnly;
}
