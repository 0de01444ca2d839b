import type { ListedEntry } from '../catalogue/windows';
import type { FeedRow } from './admin-api';

/** The newest entry of a feed, as the panel is told of it; null for a feed without entries. */
export const toNewest = (
  entry: ListedEntry | undefined,
  mayEdit: (entry: ListedEntry) => boolean,
): FeedRow['newest'] =>
  entry
    ? {
        contentType: entry.contentType,
        documentId: entry.documentId,
        locale: entry.locale || null,
        title: entry.title,
        date: entry.date.toISOString(),
        mayEdit: mayEdit(entry),
      }
    : null;
