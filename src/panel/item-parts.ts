import type { Item } from '../feed/model';
import type { ItemParts, FeedRow } from './admin-api';
import type { ListedEntry } from '../catalogue/windows';

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

/**
 * What the panel shows of an item.
 *
 * @param shown the same item without what is too much for the panel
 */
export const toItemParts = (
  { contentHtml, summary, image, enclosure }: Item,
  shown: Pick<Item, 'contentHtml'>,
): ItemParts => ({
  summary,
  contentHtml: shown.contentHtml ?? null,
  isTextLeftOut: contentHtml !== undefined && shown.contentHtml === undefined,
  cover: image ? { url: image.url, alt: image.alt } : null,
  enclosure: enclosure ?? null,
});
