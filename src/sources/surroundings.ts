import { dependOn, expireAt, noteChange } from '../cache/dependency-tracking';
import { tagsOfSpan } from '../cache/span-tags';
import type { Beside, Neighbour, PlacedEntry } from '../catalogue/beside';
import type { ListName } from '../catalogue/catalogue-table';
import type { EntryKey } from '../catalogue/entry';
import type { Article } from '../content/article';
import type { Entries } from './entries';

/** An entry that another leads to. */
export type LinkedEntry = PlacedEntry & { path: string };

/** What stands beside an entry. */
export interface Surroundings {
  /** The next one in the order of all, and the one before it. */
  newer?: LinkedEntry;
  older?: LinkedEntry;
}

interface SurroundingParts {
  beside: Beside;
  entries: Pick<Entries, 'findPaths'>;
  /** The list of all entries. */
  list: ListName;
}

const isSame = (one: EntryKey, other: EntryKey): boolean =>
  one.contentType === other.contentType &&
  one.documentId === other.documentId &&
  one.locale === other.locale;

/** Finds what stands beside an entry, and notes that it is shown. */
export const createSurroundings = ({ beside, entries, list }: SurroundingParts) => ({
  /** What readers find beside an entry; nothing beside one that is in no list. */
  async find(article: Article, now: Date): Promise<Surroundings> {
    const listed = await beside.findListed(article);
    if (!listed) return {};
    const { newer, older } = await beside.findNeighbours(listed);
    // Whatever comes between the two, or goes, is the neighbour then, or has been.
    dependOn(...tagsOfSpan(list, older.date, newer.date));
    if (newer.date && newer.date > now) expireAt(newer.date);
    else if (newer.date) noteChange(newer.date);
    const shown = [newer, older].flatMap(({ entry }) => (entry && entry.date <= now ? entry : []));
    const found = await entries.findPaths(shown);
    const linked = ({ entry }: Neighbour): LinkedEntry | undefined =>
      entry && found.find((other) => isSame(other, entry));
    return { newer: linked(newer), older: linked(older) };
  },
});

export type SurroundingsOf = ReturnType<typeof createSurroundings>;
