import { writeSync } from 'node:fs';

import type { Core } from '@strapi/strapi';

import { OUTBOX_TABLE } from '../../src/changes/outbox';
import { SCOPE_TABLE } from '../../src/changes/versions';
import { partsOf } from '../../src/compose';
import { ARTICLE_UID } from '../../src/lib/constants';
import { untilIdle } from './until-idle';

/** What comes up to a publication's commit, the commit with it, and what comes after that. */
export type Phase = 'publication' | 'afterwards';

/** Right before a statement, counted from 1 in its phase. */
export interface Place {
  phase: Phase;
  statement: number;
}

/** How many statements a phase has. */
export type StatementCounts = Record<Phase, number>;

interface Query {
  sql: string;
  __knexTxId?: string;
}

/** Ends the process at once, and says in its errors where it was. */
const killHere = (where: string): void => {
  writeSync(process.stderr.fd, `Killed ${where}`);
  process.kill(process.pid, 'SIGKILL');
};

const isCommit = (sql: string): boolean => /^commit\b/i.test(sql);

/**
 * Publishes, and has the process killed as it is about to send a statement: any, on whatever connection,
 * from the first of the publication to the last of its indexing after the commit.
 * A place behind the last one is the end of it all.
 *
 * @returns without a place, how many statements there are
 */
export const publishUntil = async (
  strapi: Core.Strapi,
  publish: () => Promise<unknown>,
  place?: Place,
): Promise<StatementCounts> => {
  const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
  const { changeLog } = partsOf(strapi);
  const counts: StatementCounts = { publication: 0, afterwards: 0 };
  let phase: Phase = 'publication';
  let transaction: string | undefined;
  let isOver = false;

  strapi.db.connection.on('query', (query: Query) => {
    if (isOver) return;
    const { sql, __knexTxId: id } = query;
    if (phase === 'publication') {
      // Nodes look from time to time for what others left in the outbox.
      if (id === undefined && (sql.includes(OUTBOX_TABLE) || sql.includes(SCOPE_TABLE))) return;
      if (sql.includes(tableName)) transaction ??= id;
    }
    counts[phase] += 1;
    const isItsCommit = transaction !== undefined && id === transaction && isCommit(sql);
    // Housekeeping may have been counted with one publication and not with another: a place in it is
    // never behind its commit.
    const isThere = place?.statement === counts[phase] || isItsCommit;
    if (place?.phase === phase && isThere) killHere(`before: ${sql}`);
    if (isItsCommit) phase = 'afterwards';
  });

  await publish();
  await changeLog.indexed();
  await untilIdle(strapi, 3);
  isOver = true;
  if (place) killHere('at the end');
  return counts;
};
