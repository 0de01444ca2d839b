import { ARTICLE_UID, TAG_UID } from '../../../constants';

/** A condition on entries, as Strapi's queries take it. */
export type Filters = Record<string, unknown>;

/** Content types of which not every row is for readers. */
export type GuardedUid = typeof ARTICLE_UID | typeof TAG_UID;

export const isGuarded = (uid: unknown): uid is GuardedUid =>
  uid === ARTICLE_UID || uid === TAG_UID;

/** Null counts as no: rows may be older than the field. */
const isNot = (field: string): Filters => ({
  $or: [{ [field]: { $eq: false } }, { [field]: { $null: true } }],
});

/** Leaves articles that lists show: those kept out of feeds have only their own page. */
export const LISTED = isNot('keepOutOfFeeds');

/**
 * What the rows that readers may see now fulfil.
 *
 * `id` is among it since Strapi joins relations from the left: where nothing is related, every column
 * is null, and "not hidden" would be true of nothing at all.
 */
export const visible = (uid: GuardedUid, now: Date): Filters[] =>
  uid === TAG_UID
    ? [{ id: { $notNull: true } }, isNot('hidden')]
    : [
        { id: { $notNull: true } },
        { publishedAt: { $notNull: true } },
        { date: { $lte: now } },
        // Rows of an import may lack them, and could not be shown.
        { title: { $notNull: true } },
        { slug: { $notNull: true } },
      ];
