import type { Core, UID } from '@strapi/strapi';

import type { SourcePlan } from '../mapping/plan';
import { dateAt, type ReadEntry, rowsAt, textAt } from '../mapping/values';
import type { LaterSave } from './admin-api';

/** Milliseconds that Strapi may take to write what all languages share, once one of them is saved. */
const SHARED = 2_000;

/** The user's name as Strapi's panel shows it (`getDisplayName`); email addresses never leave the server. */
const nameOf = (user: ReadEntry | undefined): string | null => {
  const [username, first, last] = ['username', 'firstname', 'lastname'].map((name) =>
    (user && textAt(user, [name]))?.trim(),
  );
  return username || (first && [first, last].filter(Boolean).join(' ')) || null;
};

/**
 * Who saved an entry last. A save of one language writes into the others what they share, without a
 * word about who did: the first of such a group of rows is the one that somebody saved.
 *
 * @param at when the row of the form was written
 * @param userId the user who asks
 */
export const findLaterSave = async (
  strapi: Core.Strapi,
  { contentType, hasDrafts }: SourcePlan,
  documentId: string,
  { at, userId }: { at: Date; userId: number | string },
): Promise<LaterSave> => {
  const rows: ReadEntry[] = await strapi.db.query(contentType as UID.ContentType).findMany({
    select: ['updatedAt'],
    where: { documentId, ...(hasDrafts && { publishedAt: null }) },
    populate: { updatedBy: { select: ['id', 'username', 'firstname', 'lastname'] } },
    orderBy: { updatedAt: 'asc' },
  } as never);
  const group = rows.filter((row) => {
    const age = at.getTime() - Number(dateAt(row, ['updatedAt']));
    return age >= 0 && age <= SHARED;
  });
  const [user] = group[0] ? rowsAt(group[0], ['updatedBy']) : [];
  return {
    at: at.toISOString(),
    by: nameOf(user),
    isOwn: user !== undefined && String(user.id) === String(userId),
  };
};
