import { LRUCache } from 'lru-cache';

import type { FinishedDocument } from './cached-response';
import { SCOPES } from './cache-tags';

/** Answers kept in memory by path, dropped as soon as something they show changes. */
export interface ResponseCache {
  get: (path: string) => FinishedDocument | undefined;
  /** Says that an answer is being made; to be ended in any case. */
  begin: () => Making;
  /** Counts a kept answer's bytes again, after it got another content coding. */
  resize: (path: string, document: FinishedDocument) => void;
  /** Drops what shows any of these scopes. */
  drop: (scopes: string[]) => void;
}

/** An answer on its way. */
export interface Making {
  /** Whether a change came between that an answer of these scopes may not know of. */
  isOutdated: (scopes: Set<string>) => boolean;
  /** Keeps it, unless a change came between that it may not know of. */
  keep: (path: string, document: FinishedDocument) => void;
  end: () => void;
}

/** Bytes an answer takes beside its content: headers, scopes and the cache's own books. */
const OVERHEAD = 2_048;
const PER_SCOPE = 100;

const sizeOf = ({ bodies, scopes }: FinishedDocument): number =>
  [...bodies.values()].reduce((sum, { length }) => sum + length, OVERHEAD) +
  scopes.size * PER_SCOPE;

/** @param maxBytes memory the kept answers may take; those asked for least recently go first */
export const createResponseCache = (maxBytes: number): ResponseCache => {
  const byScope = new Map<string, Set<string>>();
  /** Scopes dropped since each of the answers under way began. */
  const underway = new Set<Set<string>>();

  const forget = (path: string, { scopes }: FinishedDocument): void => {
    for (const scope of scopes) {
      const paths = byScope.get(scope);
      paths?.delete(path);
      if (paths?.size === 0) byScope.delete(scope);
    }
  };

  const documents = new LRUCache<string, FinishedDocument>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    dispose: (document, path) => forget(path, document),
  });

  const keep = (path: string, document: FinishedDocument): void => {
    documents.set(path, document);
    if (documents.peek(path) !== document) return;
    for (const scope of document.scopes) {
      const paths = byScope.get(scope) ?? new Set();
      byScope.set(scope, paths.add(path));
    }
  };

  return {
    get(path) {
      const document = documents.get(path);
      if (document === undefined || Date.now() < document.expires) return document;
      documents.delete(path);
      return undefined;
    },

    begin() {
      const dropped = new Set<string>();
      underway.add(dropped);
      const isOutdated = (scopes: Set<string>): boolean =>
        dropped.has(SCOPES.everything) ||
        (dropped.size > 0 && scopes.has(SCOPES.everything)) ||
        [...scopes].some((scope) => dropped.has(scope));
      return {
        isOutdated,
        keep(path, document) {
          if (!isOutdated(document.scopes) && Date.now() < document.expires) keep(path, document);
        },
        end: () => underway.delete(dropped),
      };
    },

    resize(path, document) {
      if (documents.peek(path) !== document) return;
      documents.delete(path);
      keep(path, document);
    },

    drop(scopes) {
      // An answer that shows "everything" goes with any change.
      const named = [...scopes, SCOPES.everything];
      if (scopes.includes(SCOPES.everything)) documents.clear();
      for (const dropped of underway) scopes.forEach((scope) => dropped.add(scope));
      for (const scope of named) {
        for (const path of byScope.get(scope) ?? []) documents.delete(path);
      }
    },
  };
};
