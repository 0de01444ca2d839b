import type { Item } from '../feed/model';
import type { ItemParts } from './admin-api';

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
