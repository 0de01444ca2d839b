/** An entry that readers have, or get by itself. */
export interface OverviewEntry {
  contentType: string;
  documentId: string;
  /** Code of its locale; null where its type is not localised. */
  locale: string | null;
  title: string;
  /** ISO 8601. */
  date: string;
  /** IANA time zone of the site in its language. */
  timeZone: string;
  mayEdit: boolean;
}

/** What readers have newest and what they get next. */
export interface Overview {
  /** The last one first. */
  newest: OverviewEntry[];
  /** The next one first. */
  scheduled: OverviewEntry[];
}
