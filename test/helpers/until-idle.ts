import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

interface Pool {
  numUsed: () => number;
  numPendingAcquires: () => number;
}

const IDLE_WITHIN = 10_000;

/**
 * Waits until nothing uses the database. Strapi emits an event after a commit without awaiting it and reads the
 * entry for it, which fails if the connections are closed already.
 *
 * @param looks consecutive idle checks required, 10 ms apart: the pool is briefly idle between two statements
 */
export const untilIdle = async ({ db }: Core.Strapi, looks = 1): Promise<void> => {
  const { pool } = db.connection.client as { pool: Pool };
  let idle = 0;
  for (const began = Date.now(); Date.now() - began < IDLE_WITHIN;) {
    idle = pool.numUsed() + pool.numPendingAcquires() === 0 ? idle + 1 : 0;
    if (idle === looks) return;
    await sleep(10);
  }
};
