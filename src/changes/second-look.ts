import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import type { ListName } from '../catalogue/catalogue-table';
import type { Catalogue } from '../catalogue/catalogue';
import type { CataloguedSource, Places } from './catalogued-entries';
import { cataloguedPaths } from '../mapping/plan-parts';
import type { IdRivals, NewIds } from '../addresses/id-rivals';
import { findLeading, rowKey } from '../catalogue/related-types';
import type { Transactions } from '../lib/transactions';
import { DatabaseAwayError, isDatabaseError } from '../lib/database-errors';
import type { Log } from './log';
import type { RelatedWrites } from './related-writes';
import type { EntryNote, Moved, Written } from './transaction-notes';
import { logError } from '../lib/log-error';

/** What a transaction found as it ended. */
export interface Settled {
  /** Documents that it brought up to date, by content type. */
  documents: Map<string, string[]>;
  /** Lists that are no more. */
  dropped: ListName[];
  /** Where entries were, by content type. */
  places: Map<string, { documentIds: string[]; places: Places }>;
  moved: Moved[];
  newIds: NewIds;
}

/** A look may meet the very write that it is about: databases end one of two that wait for each other. */
const TRIES = 5;

/** Milliseconds between two of them. */
const TRY_AGAIN_AFTER = 200;

/**
 * How many there are where the database may recover, ten seconds apart in the end: for ten minutes. While
 * it is known to be away, none counts.
 */
const TRIES_OF_PASSING = 60;
const TRY_AGAIN_WITHIN = 10_000;

/**
 * The least time, in milliseconds, before a look is begun anew after an outage; twice as long each time,
 * since a slow database would get ever more to do.
 */
const ANEW_AFTER = 5_000;

const pauseAfter = (tried: number): number =>
  Math.min(TRY_AGAIN_AFTER * 2 ** Math.max(0, tried - TRIES), TRY_AGAIN_WITHIN);

const documentKey = ({ contentType, documentId }: Pick<EntryNote, 'contentType' | 'documentId'>) =>
  `${contentType} ${documentId}`;

/** Brings entries up to date that were missed. */
type Settle = (notes: EntryNote[]) => Promise<void>;

interface SecondLookParts {
  transactions: Pick<Transactions, 'rows' | 'watchWriters'>;
  catalogue: Pick<Catalogue, 'findWrong' | 'findOn'>;
  log: Pick<Log, 'hasOthers' | 'isAway' | 'onRecovery'>;
  sources: Pick<CataloguedSource, 'contentType' | 'source' | 'readPlaces' | 'findSharing'>[];
  relatedWrites: Pick<RelatedWrites, 'noteRows'>;
  idRivals: Pick<IdRivals, 'separate'>;
}

/**
 * Looks again, after a commit, at what another transaction may have changed meanwhile: an entry is
 * published while the category in its address is renamed, or is tagged from the tag's side, and neither
 * sees the other. Whichever is committed last sees both then. On SQLite there is one transaction at a
 * time.
 */
export const createSecondLook = (
  strapi: Core.Strapi,
  { transactions, catalogue, log, sources, relatedWrites, idRivals }: SecondLookParts,
) => {
  const hasOneWriter = strapi.db.dialect.client === 'sqlite';
  /** Outside of the transaction that is over. */
  const outside = new AsyncResource('syndication second look');
  const isCatalogued = new Set(sources.map(({ contentType }) => contentType));
  /** Sources whose entries are where something else says. */
  const led = new Map(
    sources.flatMap((kept) =>
      cataloguedPaths(kept.source).some(({ length }) => length > 1)
        ? [[kept.contentType, kept]]
        : [],
    ),
  );
  let looking = Promise.resolve();
  let isStopping = false;
  /** Ends the look under way, if any, in a while. */
  let giveUp = (): void => undefined;
  /** How often the present look was given up. */
  let givenUp = 0;
  log.onRecovery(() => giveUp());
  let waiting: { settled: Settled; isBesideWriter: () => boolean }[] = [];
  /** How often documents were found wrong one time after the other, by content type and id. */
  const mended = new Map<string, number>();

  /** Documents of which the catalogue says something else than it should, and of which it does not. */
  const compare = async (settled: Settled[]): Promise<{ wrong: EntryNote[]; right: string[] }> => {
    const asked = new Map<string, Set<string>>();
    const ask = (contentType: string, documentId: string): void =>
      void asked.set(contentType, (asked.get(contentType) ?? new Set()).add(documentId));
    for (const { documents } of settled) {
      for (const [contentType, ids] of documents) ids.forEach((id) => ask(contentType, id));
    }
    for (const left of await catalogue.findOn(settled.flatMap(({ dropped }) => dropped))) {
      if (isCatalogued.has(left.contentType)) ask(left.contentType, left.documentId);
    }
    const wrong: EntryNote[] = [];
    const right: string[] = [];
    for (const { contentType, findSharing } of sources) {
      const ids = asked.get(contentType);
      if (!ids) continue;
      // Of two that were published at one address at once, one may be displaced.
      (await findSharing([...ids])).forEach((documentId) => ids.add(documentId));
      const differing = new Set(await catalogue.findWrong(contentType, [...ids]));
      for (const documentId of ids) {
        if (differing.has(documentId)) wrong.push({ contentType, documentId, locale: '' });
        else right.push(documentKey({ contentType, documentId }));
      }
    }
    return { wrong, right };
  };

  const findElsewhere = async ({ places }: Settled): Promise<EntryNote[]> => {
    const notes: EntryNote[] = [];
    for (const [contentType, { documentIds, places: before }] of places) {
      const now = await led.get(contentType)!.readPlaces(documentIds);
      const keys = new Set([...before.keys(), ...now.keys()]);
      for (const key of keys) {
        if (before.get(key) === now.get(key)) continue;
        const [documentId = '', locale = ''] = key.split(' ');
        notes.push({ contentType, documentId, locale, isMoved: true });
      }
    }
    return notes;
  };

  const findUnseen = async ({ moved }: Settled): Promise<EntryNote[]> => {
    const unseen: Pick<Written, 'entries'> = { entries: new Map() };
    for (const { type, ids, leading } of moved) {
      const seen = new Set(leading.map(rowKey));
      const present = await findLeading(transactions, type, ids);
      const rows = [...present.values()]
        .flat()
        .filter((row) => type.cataloguedIn.has(row.contentType) && !seen.has(rowKey(row)));
      await relatedWrites.noteRows(unseen, rows, { isMoved: true, isShown: false });
    }
    return [...unseen.entries].flatMap(([contentType, documents]) =>
      [...documents].flatMap(([documentId, { places }]) =>
        [...places.keys()].map((locale) => ({ contentType, documentId, locale, isMoved: true })),
      ),
    );
  };

  /** Brings up to date what is found wrong or elsewhere. */
  const mend = async (all: Settled[], settle: Settle): Promise<void> => {
    const { wrong, right } = await compare(all);
    // What no writing mends would be written for ever.
    const notes = wrong.filter((note) => (mended.get(documentKey(note)) ?? 0) < TRIES);
    for (const settled of all) {
      notes.push(...(await findElsewhere(settled)), ...(await findUnseen(settled)));
      await idRivals.separate(settled.newIds);
    }
    await settle(notes);
    right.forEach((key) => mended.delete(key));
    wrong.map(documentKey).forEach((key) => mended.set(key, (mended.get(key) ?? 0) + 1));
  };

  /** Waits for something until the database is found to be back: what was asked long before has no answer. */
  const untilBack = async (work: Promise<void>): Promise<void> => {
    const until = performance.now() + ANEW_AFTER * 2 ** givenUp;
    let isOver = false;
    const end = (): void => void (isOver = true);
    work.then(end, end);
    return Promise.race([
      work,
      new Promise<never>((_done, fail) => {
        giveUp = () => {
          setTimeout(() => {
            if (isOver) return;
            end();
            givenUp += 1;
            fail(new DatabaseAwayError());
          }, until - performance.now()).unref();
        };
      }),
    ]);
  };

  /** Looks at what all have left that are committed by now, as often as it takes the database to answer. */
  const look = async (settle: Settle): Promise<void> => {
    // Of other nodes' transactions nobody knows when they began.
    const all = waiting.map(({ settled, isBesideWriter }) =>
      isBesideWriter() || log.hasOthers()
        ? settled
        : { ...settled, documents: new Map<string, string[]>(), dropped: [], newIds: new Map() },
    );
    waiting = [];
    if (all.length === 0) return;
    givenUp = 0;
    for (let tried = 1; ; tried += 1) {
      try {
        return await untilBack(mend(all, settle));
      } catch (error) {
        if (isStopping && tried >= TRIES) throw error;
        // Nobody else would look; but what fails again and again is not to keep all others waiting.
        const tries = isDatabaseError(error) ? TRIES_OF_PASSING : TRIES;
        if (tried >= tries) throw error;
        if (tried === TRIES) logError(strapi, error);
        if (log.isAway() && tried > TRIES) tried -= 1;
        await sleep(pauseAfter(tried));
      }
    }
  };

  /** Ends when all looks are taken, those that looks ask for too. */
  const settled = async (): Promise<void> => {
    let taken: Promise<void> | undefined;
    while (taken !== looking) await (taken = looking);
  };

  return {
    /** Whether it matters where entries of a type were found. */
    mayMove: (contentType: string): boolean => !hasOneWriter && led.has(contentType),

    /**
     * Looks again once the transaction under way is committed: at where entries are, and where somebody
     * else was writing, at what the catalogue says of them.
     */
    async after(settled: Settled, settle: Settle): Promise<void> {
      const { documents, dropped, moved, newIds } = settled;
      if (hasOneWriter || documents.size + dropped.length + moved.length + newIds.size === 0)
        return;
      const isBesideWriter = transactions.watchWriters();
      await strapi.db.transaction(async ({ onCommit }) => {
        onCommit(() => {
          waiting.push({ settled, isBesideWriter });
          looking = looking
            .then(() => outside.runInAsyncScope(look, undefined, settle))
            .catch((error: unknown) => logError(strapi, error));
        });
      });
    },

    settled,

    /** Takes the looks that are left; where five tries have failed, only once more. */
    async stop(): Promise<void> {
      isStopping = true;
      await settled();
    },
  };
};

export type SecondLook = ReturnType<typeof createSecondLook>;
