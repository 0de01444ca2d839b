import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

interface Pool {
  numUsed: () => number;
  numPendingAcquires: () => number;
}

const IDLE_WITHIN = 10_000;

/**
 * Waits until nothing uses the database. Strapi emits an event after a commit without waiting for
 * it, and reads the entry for it, which fails where the connections are closed already.
 *
 * @param looks how often in a row it must be idle, 10 ms apart: between two statements it is for a moment
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
