import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ChangeLog } from '../lib/change-log';
import { chunk } from '../lib/values';
import { type DatabaseClock, isDatabaseError, logError } from '../lib/database';
import { withDeadline } from '../lib/waiting';
import type { SettingsStore } from '../options/settings';
import type { Consumer, Delivery, EntryPayload, Outcome, ScopesPayload } from './consumer';
import {
  claimDeliveries,
  finishDelivery,
  kindOfSubject,
  pruneDeliveries,
  SEND_TIMES,
} from './deliveries';
import { type EntryTables, findEntryEvent } from './public-entries';

/** Pauses before each retry, in milliseconds; after the last one the delivery has failed. */
const RETRY_DELAYS = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * 60_000);

/** How long nothing is sent to a consumer that is away, in milliseconds. */
const PAUSE_WHEN_AWAY = 60_000;

/** Deliveries that are claimed and sent at the same time, if each is a call of its own. */
const TAKEN_AT_ONCE = 5;

/** How long a stopping node waits for responses, in milliseconds. */
const ENDED_WITHIN = 2_000;

/** Intervals of reading the database's clock, and of deleting old rows, in milliseconds. */
const CLOCK_EVERY = 60_000;
const PRUNE_EVERY = 3_600_000;

/** Longest wait for a database query, in milliseconds: one may hang on a dead connection. */
const ANSWERED_WITHIN = 30_000;

const withTimeout = <Result>(work: Promise<Result>): Promise<Result> =>
  withDeadline(work, ANSWERED_WITHIN);

interface WorkerParts extends EntryTables {
  consumers: readonly Consumer[];
  settings: Pick<SettingsStore, 'get'>;
  clock: DatabaseClock;
  changeLog: Pick<ChangeLog, 'isUnresponsive' | 'untilReadable'>;
}

/** Sends deliveries as they are due. One node sends each delivery, and no consumer waits for another. */
export const createWorker = (parts: WorkerParts) => {
  const { strapi, consumers, settings, clock, changeLog } = parts;
  const running = new Map<string, Promise<void>>();
  /** Until when this node sends nothing to a consumer, by its key. */
  const paused = new Map<string, number>();
  // Runs outside the async context of the request or transaction that wakes the worker.
  const outerContext = new AsyncResource('syndication deliveries');
  let timer: NodeJS.Timeout | undefined;
  /** Also ends pauses between two calls. */
  const stopping = new AbortController();
  const { signal } = stopping;
  let currentCheck: Promise<void> | undefined;
  let nextClock = 0;
  let nextPrune = 0;

  const isOfEntry = ({ subject }: Delivery): boolean => kindOfSubject(subject) === 'entry';

  /** Adds the present change of the entry to a delivery. */
  const addEvent = async (delivery: Delivery): Promise<Delivery> =>
    isOfEntry(delivery)
      ? {
          ...delivery,
          event: await findEntryEvent(
            parts,
            await settings.get(),
            delivery.payload as EntryPayload,
          ),
        }
      : delivery;

  /** Deletes a delivery with nothing to tell, unless it changed meanwhile. */
  const forget = (delivery: Delivery): Promise<void> =>
    finishDelivery(strapi, delivery, (_row, isChanged) =>
      isChanged ? { due: clock.now() + SEND_TIMES.delay } : 'forgotten',
    );

  const recordSuccess = (
    { repeatedAfter }: Consumer,
    delivery: Delivery,
    { answer, payload }: Extract<Outcome, { kind: 'told' }>,
  ): Promise<void> => {
    const now = clock.now();
    const told = { tries: 0, failing: 0, answer };
    const { event } = delivery;
    const isRepeated = (delivery.payload as Partial<ScopesPayload>).isRepeated;
    return finishDelivery(strapi, delivery, (row, isChanged) => {
      if (repeatedAfter !== undefined && !isRepeated) {
        // Changes made meanwhile have not been told yet.
        const next = isChanged ? row.payload : { ...row.payload, isRepeated: true };
        return { ...told, ended: now, due: now + repeatedAfter, payload: next };
      }
      if (!isChanged) {
        const tries = delivery.tries + 1;
        return { state: 'told', answer, tries, ended: now, ...(payload && { payload }) };
      }
      return {
        ...told,
        due: now + SEND_TIMES.delay,
        // What the consumer knows now.
        payload: { ...row.payload, ...payload, ...(event && { former: event.present }) },
      };
    });
  };

  const recordFailure = (
    delivery: Delivery,
    { answer, payload, isFinal, after = 0 }: Extract<Outcome, { kind: 'failed' }>,
  ): Promise<void> => {
    const { failing } = delivery;
    const tries = delivery.tries + 1;
    const now = clock.now();
    const pause = RETRY_DELAYS[delivery.tries];
    const isLast = isFinal || pause === undefined;
    return finishDelivery(strapi, delivery, (row, isChanged) => {
      if (isLast && !isChanged) return { state: 'failed', answer, tries, ended: now };
      return {
        due: now + Math.max(pause ?? RETRY_DELAYS[0]!, after),
        tries,
        failing: failing || now,
        answer,
        payload: { ...row.payload, ...payload },
      };
    });
  };

  /** @returns whether more may be sent to the consumer now */
  const send = async (consumer: Consumer, some: Delivery[]): Promise<boolean> => {
    let outcome: Outcome;
    try {
      outcome = await consumer.send(some, clock.now());
    } catch (error) {
      if (isDatabaseError(error)) throw error;
      logError(strapi, error);
      outcome = { kind: 'failed', answer: 'an error of the plugin, see the log' };
    }
    for (const one of some) {
      if (outcome.kind === 'told') await withTimeout(recordSuccess(consumer, one, outcome));
      else if (outcome.kind === 'failed') await withTimeout(recordFailure(one, outcome));
      else await withTimeout(forget(one));
    }
    if (outcome.kind !== 'failed' || !outcome.isAway) return true;
    paused.set(consumer.key, clock.now() + Math.max(PAUSE_WHEN_AWAY, outcome.after ?? 0));
    return false;
  };

  const sendDue = async (consumer: Consumer): Promise<void> => {
    const { key, atOnce, pause = 0 } = consumer;
    while (!signal.aborted) {
      const limit = atOnce === 1 ? TAKEN_AT_ONCE : atOnce;
      const claimed = await withTimeout(claimDeliveries(strapi, key, limit, clock.now(), pause));
      if (claimed.length === 0) return;
      const described: Delivery[] = [];
      for (const delivery of claimed) {
        const one = await withTimeout(addEvent(delivery));
        if (!isOfEntry(one) || one.event) described.push(one);
        else await withTimeout(forget(one));
      }
      // Each delivery concerns another entry, so their order does not matter.
      const sent = await Promise.all(chunk(described, atOnce).map((call) => send(consumer, call)));
      if (signal.aborted || sent.includes(false)) return;
      if (pause > 0 && sent.length > 0) await sleep(pause, undefined, { ref: false, signal });
    }
  };

  const startSending = (consumer: Consumer): void => {
    const { key } = consumer;
    const work = sendDue(consumer)
      .catch((error: unknown) => {
        if (!signal.aborted && !isDatabaseError(error)) logError(strapi, error);
      })
      .finally(() => running.delete(key));
    running.set(key, work);
  };

  const checkDue = async (): Promise<void> => {
    // SQLite, locked by another process, would block this one.
    await changeLog.untilReadable();
    if (clock.now() >= nextClock) {
      await clock.read();
      nextClock = clock.now() + CLOCK_EVERY;
    }
    const now = clock.now();
    consumers
      .filter(({ key }) => !running.has(key) && (paused.get(key) ?? 0) <= now)
      .forEach(startSending);
    if (now < nextPrune) return;
    nextPrune = now + PRUNE_EVERY;
    await pruneDeliveries(strapi, now);
  };

  const wake = (): void => {
    // Wait until the server listens: consumers fetch what is new from it.
    const { listening } = strapi.server.httpServer;
    if (signal.aborted || currentCheck || changeLog.isUnresponsive() || !listening) return;
    currentCheck = outerContext
      .runInAsyncScope(() => withTimeout(checkDue()))
      .catch((error: unknown) => {
        if (!isDatabaseError(error)) logError(strapi, error);
      })
      .finally(() => {
        currentCheck = undefined;
      });
  };

  return {
    wake,

    /** Ends the pause of a consumer and sends at once, on request of the panel. */
    resume(consumer: string): void {
      paused.delete(consumer);
      wake();
    },

    /** Resolves when everything in progress is sent. */
    async settled(): Promise<void> {
      await currentCheck;
      await Promise.all(running.values());
    },

    /** Starts looking for due deliveries. */
    start(): void {
      timer = setInterval(wake, SEND_TIMES.betweenLooks).unref();
    },

    /** Stops. Requests in progress get a moment; those that are cut off are sent again by the next node or start. */
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(timer);
      const end = Promise.all([currentCheck, ...running.values()]);
      await withDeadline(end, ENDED_WITHIN).catch(() => undefined);
    },
  };
};
