import { type EntryKey, keyInType } from '../catalogue/catalogue-table';
import type { Delivery, EntryPayload, FormerEntry } from './consumer';
import type { PublicEntries } from './public-entries';

/** What became of an entry since others were told of it last. */
export interface EntryEvent extends EntryKey {
  type: 'published' | 'updated' | 'moved' | 'withdrawn';
  /** What others know of it; null where it is new to them. */
  former: FormerEntry | null;
  /** What readers find now; null where that is nothing any more. */
  present: FormerEntry | null;
}

const typeOf = (
  former: FormerEntry | null,
  present: FormerEntry | null,
): EntryEvent['type'] | undefined => {
  if (!former) return present ? 'published' : undefined;
  if (!present) return 'withdrawn';
  return former.url === present.url ? 'updated' : 'moved';
};

/**
 * What is to be told of an entry now, and when more is to come: what others know of it compared with what readers find now.
 *
 * @param now milliseconds since 1970
 */
export const findNews = async (
  publicEntries: PublicEntries,
  { contentType, documentId, locale, former }: EntryPayload,
  now: number,
): Promise<Pick<Delivery, 'event' | 'from'>> => {
  const found = await publicEntries.find(contentType, [documentId], now);
  const { present = null, from } = found.get(keyInType(documentId, locale)) ?? {};
  const type = typeOf(former, present);
  return {
    ...(type && { event: { type, contentType, documentId, locale, former, present } }),
    from,
  };
};
