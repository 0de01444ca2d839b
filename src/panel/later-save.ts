import type { UID } from '@strapi/strapi';
import { z } from 'zod';

import { documentLocale } from '../mapping/schemas';
import { dateAt, type ReadEntry, rowsAt, textAt } from '../mapping/values';
import type { LaterSave } from './admin-api';
import { answerWith, openEntrySchema, type Panel } from './panel';
import type { PanelUser } from './rights';

/** Milliseconds within which Strapi copies shared fields to the other locales after a save. */
const SHARED_WITHIN = 2_000;

/** The user's name as Strapi's panel shows it (`getDisplayName`), but never the email address. */
const nameOfUser = (user: ReadEntry | undefined): string | null => {
  const [username, first, last] = ['username', 'firstname', 'lastname'].map((name) =>
    (user && textAt(user, [name]))?.trim(),
  );
  return username || (first && [first, last].filter(Boolean).join(' ')) || null;
};

const savedAt = (row: ReadEntry): number => Number(dateAt(row, ['updatedAt']));

const laterSaveSchema = openEntrySchema.extend({
  /** When the row that the form was loaded with was saved. */
  loaded: z.iso.datetime().transform((moment) => new Date(moment)),
});

/**
 * Finds who saved an entry or a topic after its form was loaded. A save in one locale also writes shared fields into the
 * rows of the other locales, without `updatedBy`: the earliest row of such a group is the one that somebody saved.
 *
 * @returns null if nobody did, or the user may not read it
 */
const findLaterSave = async (
  { strapi, plan }: Panel,
  { contentType, documentId, locale: asked, loaded }: z.output<typeof laterSaveSchema>,
  { id: userId, mayReadSome }: PanelUser,
): Promise<LaterSave | null> => {
  const type = [...plan.sources, ...plan.topicTypes].find((one) => one.contentType === contentType);
  if (!type) return null;
  const rows: ReadEntry[] = await strapi.db.query(contentType as UID.ContentType).findMany({
    select: ['updatedAt', ...(type.isLocalised ? ['locale'] : [])],
    where: { documentId, ...(type.hasDrafts && { publishedAt: null }) },
    populate: { updatedBy: { select: ['id', 'username', 'firstname', 'lastname'] } },
    orderBy: { updatedAt: 'asc' },
  } as never);
  if (rows.length === 0) return { at: null, by: null, isOwn: false };
  const locale = await documentLocale(strapi, contentType, asked);
  const row = rows.find((one) => locale === undefined || one.locale === locale);
  if (!row || savedAt(row) <= Number(loaded)) return null;
  const entry = { contentType, documentId, locale };
  if (!(await mayReadSome([entry]))(entry)) return null;
  const first = rows.find((one) => savedAt(row) - savedAt(one) <= SHARED_WITHIN);
  const [user] = rowsAt(first, ['updatedBy']);
  return {
    at: new Date(savedAt(row)).toISOString(),
    by: nameOfUser(user),
    isOwn: user !== undefined && String(user.id) === String(userId),
  };
};

export const laterSaves = { find: answerWith(laterSaveSchema, findLaterSave) };
