import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { type CataloguedSource, cataloguedPaths, type Places } from '../sources/catalogued-entries';
import { findLeading, type RelatedType, type SourceRow } from '../sources/related-types';
import type { Transactions } from '../transactions';
import type { RelatedWrites } from './related-writes';
import type { EntryNote, Written } from './written';

/** Rows that moved the entries leading to them, and who these were. */
export interface Moved {
  type: RelatedType;
  ids: number[];
  leading: SourceRow[];
}

/** What a transaction found as it ended. */
export interface Settled {
  /** Where entries were, by content type. */
  places: Map<string, { documentIds: string[]; places: Places }>;
  moved: Moved[];
}

/** A look may meet the very write that it is about: databases end one of two that wait for each other. */
const TRIES = 5;

/** Milliseconds between two of them. */
const TRY_AGAIN_AFTER = 200;

const rowKey = ({ contentType, id }: SourceRow): string => `${contentType} ${id}`;

/**
 * Looks again, after a commit, at what another transaction may have changed meanwhile: an entry is
 * published while the category in its address is renamed, and neither sees the other. Whichever is
 * committed last sees both then. On SQLite there is one transaction at a time.
 */
export const createSecondLook = (
  strapi: Core.Strapi,
  {
    transactions,
    sources,
    relatedWrites,
  }: {
    transactions: Pick<Transactions, 'rows'>;
    sources: Pick<CataloguedSource, 'contentType' | 'source' | 'readPlaces'>[];
    relatedWrites: Pick<RelatedWrites, 'noteRows'>;
  },
) => {
  const isAlone = strapi.db.dialect.client === 'sqlite';
  /** Outside of the transaction that is over. */
  const outside = new AsyncResource('syndication second look');
  /** Sources whose entries are where something else says. */
  const led = new Map(
    sources.flatMap((kept) =>
      cataloguedPaths(kept.source).some(({ length }) => length > 1)
        ? [[kept.contentType, kept]]
        : [],
    ),
  );
  let looking = Promise.resolve();

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

  return {
    /** Whether it matters where entries of a type were found. */
    mayMove: (contentType: string): boolean => !isAlone && led.has(contentType),

    /**
     * Looks again once the transaction under way is committed.
     *
     * @param settle brings entries up to date that were missed
     */
    async after(settled: Settled, settle: (notes: EntryNote[]) => Promise<void>): Promise<void> {
      if (isAlone || (settled.places.size === 0 && settled.moved.length === 0)) return;
      const look = async (): Promise<void> => {
        for (let tried = 1; ; tried += 1) {
          try {
            await settle([...(await findElsewhere(settled)), ...(await findUnseen(settled))]);
            return;
          } catch (error) {
            if (tried === TRIES) throw error;
            await sleep(TRY_AGAIN_AFTER);
          }
        }
      };
      await strapi.db.transaction(async ({ onCommit }) => {
        onCommit(() => {
          looking = looking
            .then(() => outside.runInAsyncScope(look))
            .catch((error: unknown) => void strapi.log.error(error));
        });
      });
    },

    /** Ends when all looks are taken, those that looks ask for too: nobody else would take them. */
    async stop(): Promise<void> {
      let taken: Promise<void> | undefined;
      while (taken !== looking) await (taken = looking);
    },
  };
};

export type SecondLook = ReturnType<typeof createSecondLook>;
