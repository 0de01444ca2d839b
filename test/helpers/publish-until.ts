import { writeSync } from 'node:fs';

import type { Core } from '@strapi/strapi';

import { OUTBOX_TABLE } from '../../src/changes/outbox';
import { SCOPE_TABLE } from '../../src/changes/versions';
import { ARTICLE_UID } from '../../src/lib/constants';
import { untilIndexed } from './state';
import { untilIdle } from './until-idle';

/** Statements of a publication up to its commit, or those after it. */
export type Phase = 'publication' | 'afterwards';

/** A statement, counted from 1 in its phase; the process ends right before it. */
export interface Place {
  phase: Phase;
  statement: number;
}

/** Number of statements in each phase. */
export type StatementCounts = Record<Phase, number>;

interface Query {
  sql: string;
  __knexTxId?: string;
}

/** Kills the process and writes the place to its standard error. */
const killHere = (where: string): void => {
  writeSync(process.stderr.fd, `Killed ${where}`);
  process.kill(process.pid, 'SIGKILL');
};

const isCommit = (sql: string): boolean => /^commit\b/i.test(sql);

/**
 * Publishes, and kills the process right before a statement: on any connection, from the first of the publication to
 * the last of its indexing. A place after the last statement kills it at the end.
 *
 * @returns without a place, the number of statements
 */
export const publishUntil = async (
  strapi: Core.Strapi,
  publish: () => Promise<unknown>,
  place?: Place,
): Promise<StatementCounts> => {
  const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
  const counts: StatementCounts = { publication: 0, afterwards: 0 };
  let phase: Phase = 'publication';
  let transaction: string | undefined;
  let isOver = false;

  strapi.db.connection.on('query', (query: Query) => {
    if (isOver) return;
    const { sql, __knexTxId: id } = query;
    if (phase === 'publication') {
      // Nodes regularly look for changes that others left in the outbox.
      if (id === undefined && (sql.includes(OUTBOX_TABLE) || sql.includes(SCOPE_TABLE))) return;
      if (sql.includes(tableName)) transaction ??= id;
    }
    counts[phase] += 1;
    const isItsCommit = transaction !== undefined && id === transaction && isCommit(sql);
    // Periodic statements vary between publications: a place in the publication is never after its commit.
    const isThere = place?.statement === counts[phase] || isItsCommit;
    if (place?.phase === phase && isThere) killHere(`before: ${sql}`);
    if (isItsCommit) phase = 'afterwards';
  });

  await publish();
  await untilIndexed({ strapi });
  await untilIdle(strapi, 3);
  isOver = true;
  if (place) killHere('at the end');
  return counts;
};
