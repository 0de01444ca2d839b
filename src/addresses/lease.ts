import type { Core } from '@strapi/strapi';

import { CORE_STORE_UID, PLUGIN_ID } from '../constants';
import type { Transactions } from '../lib/transactions';

/** Milliseconds after which a lease that was not renewed is free again: its holder was killed. */
const DURATION = 60_000;

/**
 * Lets one node at a time do something: a row of Strapi's store says until when it is taken. Written
 * past the lifecycles, since it is no setting.
 */
export const createLease = (
  strapi: Core.Strapi,
  { transactions, name }: { transactions: Pick<Transactions, 'rows'>; name: string },
) => {
  const key = `plugin_${PLUGIN_ID}_${name}_lease`;
  const table = () => {
    const { tableName } = strapi.db.metadata.get(CORE_STORE_UID);
    // Not in a transaction, which could be rolled back; but on SQLite nobody else writes meanwhile, and
    // outside there is no connection.
    return strapi.db.dialect.client === 'sqlite'
      ? transactions.rows(tableName)
      : strapi.db.connection(tableName);
  };
  /** What the row holds while the lease is ours. */
  let held = '';

  /** Changes the row, unless another node has changed it meanwhile. */
  const change = async (before: string, until: number): Promise<boolean> => {
    const value = String(until);
    const changed = await table().where({ key, value: before }).update({ value });
    if (changed > 0) held = value;
    return changed > 0;
  };

  return {
    /** Takes the lease; false while another holds it. */
    async take(): Promise<boolean> {
      const row = await table().where({ key }).first<{ value: string } | undefined>('value');
      if (!row) await table().insert({ key, value: '0', type: 'number' });
      const before = row?.value ?? '0';
      return Number(before) < Date.now() && change(before, Date.now() + DURATION);
    },

    /**
     * Keeps the lease.
     *
     * @throws when another node has taken the lease, this one having been idle for too long
     */
    async renew(): Promise<void> {
      // Never the same value twice, or "not changed" could not be told from "not ours" on MySQL.
      const until = Math.max(Date.now() + DURATION, Number(held) + 1);
      if (!(await change(held, until))) throw new Error(`Another node has taken over: ${name}`);
    },

    async release(): Promise<void> {
      await change(held, 0);
    },
  };
};

export type Lease = ReturnType<typeof createLease>;
