import type { EntryPayload } from './consumer';

/** What became of an entry since others were told of it last. */
export interface EntryEvent {
  type: 'published' | 'updated' | 'moved' | 'withdrawn';
  contentType: string;
  documentId: string;
  /** Empty where the type is not localised. */
  locale: string;
  /** Absolute address where readers find it now; null where it is no more. */
  url: string | null;
  /** Absolute address that others know; null where it is new to them. */
  formerUrl: string | null;
  /** Dates and lists, before and now, of those that have them. */
  former: EntryPayload['former'];
  present: EntryPayload['former'];
}
