import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { chunk } from '../lib/values';
import { DatabaseAwayError, type DatabaseClock, isDatabaseError, logError } from '../lib/database';
import { within } from '../lib/waiting';
import type { Consumer, Delivery, EntryPayload, Outcome } from './consumer';
import { type Deliveries, kindOfSubject, TOLD_AFTER } from './deliveries';
import { findNews, type PublicEntries } from './public-entries';

/** How often a node looks for what is due, in milliseconds. */
const LOOK_EVERY = 1_000;

/** After how many tries what was not taken is tried again, in milliseconds; then it has failed. */
export const TRY_AGAIN_AFTER = [1, 5, 30, 120, 480, 1_440].map((minutes) => minutes * 60_000);

/** How long nothing is sent to somebody who is away, in milliseconds. */
const PAUSE_WHEN_AWAY = 60_000;

/** Deliveries that are taken, and sent at once, where each is sent by itself. */
const TAKEN_AT_ONCE = 5;

/** How long a node that ends waits for answers, in milliseconds. */
const ENDED_WITHIN = 2_000;

/** How often the clock of the database is read, and what ended long ago is forgotten, in milliseconds. */
const CLOCK_EVERY = 60_000;
const PRUNE_EVERY = 3_600_000;

/** How long a question to the database may take, in milliseconds: one may hang, on a connection to nowhere. */
const ANSWERED_WITHIN = 30_000;

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  within(work, ANSWERED_WITHIN, () => new DatabaseAwayError());

interface WorkerParts {
  consumers: readonly Consumer[];
  deliveries: Deliveries;
  publicEntries: PublicEntries;
  clock: DatabaseClock;
  /** Whether the database does not answer: it is not asked then. */
  isTroubled: () => boolean;
  /** Ends when the database can be read: a file that another process has locked would hold this one up. */
  untilReadable: () => Promise<void>;
}

/** Tells others what they are to be told, as it is due; one node each, and nobody waits for somebody else. */
export const createWorker = (
  strapi: Core.Strapi,
  { consumers, deliveries, publicEntries, clock, isTroubled, untilReadable }: WorkerParts,
) => {
  const running = new Map<string, Promise<void>>();
  /** Until when nothing is sent to somebody, by key, on this node. */
  const paused = new Map<string, number>();
  // Not as a part of the request, or the transaction, that wakes it.
  const outside = new AsyncResource('syndication deliveries');
  let timer: NodeJS.Timeout | undefined;
  /** Ends the pauses between two calls, too. */
  const stopping = new AbortController();
  const { signal } = stopping;
  let looking: Promise<void> | undefined;
  let nextClock = 0;
  let nextPrune = 0;

  const isOfEntry = ({ subject }: Delivery): boolean => kindOfSubject(subject) === 'entry';

  /** A delivery with what is to be told by it. */
  const describe = async (delivery: Delivery): Promise<Delivery> =>
    isOfEntry(delivery)
      ? {
          ...delivery,
          ...(await findNews(publicEntries, delivery.payload as EntryPayload, clock.now())),
        }
      : delivery;

  /** Puts off what there is nothing to tell of yet, and forgets it where there never will be. */
  const dismiss = (delivery: Delivery): Promise<void> =>
    deliveries.finish(delivery, (_row, isChanged) => {
      const { from } = delivery;
      if (from !== undefined) return { due: from + TOLD_AFTER, tries: 0, failing: 0 };
      return isChanged ? { due: clock.now() + TOLD_AFTER } : 'forgotten';
    });

  const noteTold = (
    delivery: Delivery,
    { answer, payload, next }: Extract<Outcome, { kind: 'told' }>,
  ): Promise<void> => {
    const now = clock.now();
    const told = { tries: 0, failing: 0, answer };
    const again = next?.(delivery);
    const { event, from } = delivery;
    return deliveries.finish(delivery, (row, isChanged) => {
      // What came meanwhile has not been told yet.
      if (again)
        return { ...told, ended: now, ...again, ...(isChanged && { payload: row.payload }) };
      if (from === undefined && !isChanged) {
        const tries = delivery.tries + 1;
        return { state: 'told', answer, tries, ended: now, ...(payload && { payload }) };
      }
      return {
        ...told,
        due: (from ?? now) + TOLD_AFTER,
        // What others know now.
        payload: { ...row.payload, ...payload, ...(event && { former: event.present }) },
      };
    });
  };

  const noteFailed = (
    delivery: Delivery,
    { answer, payload, isFinal, after = 0 }: Extract<Outcome, { kind: 'failed' }>,
  ): Promise<void> => {
    const { from, failing } = delivery;
    const tries = delivery.tries + 1;
    const now = clock.now();
    const pause = TRY_AGAIN_AFTER[delivery.tries];
    const isLast = isFinal || pause === undefined;
    return deliveries.finish(delivery, (row, isChanged) => {
      if (isLast && from !== undefined) {
        // What is to come is told all the same.
        return { due: from + TOLD_AFTER, tries: 0, failing: 0, answer };
      }
      if (isLast && !isChanged) return { state: 'failed', answer, tries, ended: now };
      return {
        due: now + Math.max(pause ?? TRY_AGAIN_AFTER[0]!, after),
        tries,
        failing: failing || now,
        answer,
        payload: { ...row.payload, ...payload },
      };
    });
  };

  /** @returns whether more may be sent there now */
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
      if (outcome.kind === 'told') await inTime(noteTold(one, outcome));
      else if (outcome.kind === 'failed') await inTime(noteFailed(one, outcome));
      else await inTime(dismiss(one));
    }
    if (outcome.kind !== 'failed' || !outcome.isAway) return true;
    paused.set(consumer.key, clock.now() + Math.max(PAUSE_WHEN_AWAY, outcome.after ?? 0));
    return false;
  };

  const run = async (consumer: Consumer): Promise<void> => {
    const { key, atOnce, pause = 0 } = consumer;
    while (!signal.aborted) {
      const limit = atOnce === 1 ? TAKEN_AT_ONCE : atOnce;
      const claimed = await inTime(deliveries.claim(key, limit, clock.now(), pause));
      if (claimed.length === 0) return;
      const described: Delivery[] = [];
      for (const delivery of claimed) {
        const one = await inTime(describe(delivery));
        if (!isOfEntry(one) || one.event) described.push(one);
        else await inTime(dismiss(one));
      }
      // Each is of another entry: nothing is to come before something else.
      const sent = await Promise.all(chunk(described, atOnce).map((call) => send(consumer, call)));
      if (signal.aborted || sent.includes(false)) return;
      if (pause > 0 && sent.length > 0) await sleep(pause, undefined, { ref: false, signal });
    }
  };

  const begin = (consumer: Consumer): void => {
    const { key } = consumer;
    const work = run(consumer)
      .catch((error: unknown) => {
        if (!signal.aborted && !isDatabaseError(error)) logError(strapi, error);
      })
      .finally(() => running.delete(key));
    running.set(key, work);
  };

  const look = async (): Promise<void> => {
    await untilReadable();
    if (clock.now() >= nextClock) {
      await clock.read();
      nextClock = clock.now() + CLOCK_EVERY;
    }
    const now = clock.now();
    consumers
      .filter(({ key }) => !running.has(key) && (paused.get(key) ?? 0) <= now)
      .forEach(begin);
    if (now < nextPrune) return;
    nextPrune = now + PRUNE_EVERY;
    await deliveries.prune(now);
  };

  const wake = (): void => {
    // Who is told fetches what is new, which nobody serves before.
    if (signal.aborted || looking || isTroubled() || !strapi.server.httpServer.listening) return;
    looking = outside
      .runInAsyncScope(() => inTime(look()))
      .catch((error: unknown) => {
        if (!isDatabaseError(error)) logError(strapi, error);
      })
      .finally(() => {
        looking = undefined;
      });
  };

  return {
    wake,

    /** Sends at once what somebody was to wait for, as whoever asks for it in the panel wants it. */
    resume(consumer: string): void {
      paused.delete(consumer);
      wake();
    },

    /** Ends when what is being sent is sent. */
    async settled(): Promise<void> {
      await looking;
      await Promise.all(running.values());
    },

    /** Begins to look for what is due. */
    start(): void {
      timer = setInterval(wake, LOOK_EVERY).unref();
    },

    /** Ends; what is being sent has a moment. What is cut off is told again by whoever comes next. */
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(timer);
      const end = Promise.all([looking, ...running.values()]);
      await within(end, ENDED_WITHIN, () => new Error()).catch(() => undefined);
    },
  };
};
