import { LRUCache } from 'lru-cache';

import type { FinishedDocument } from './cached-response';
import { SCOPES } from './cache-tags';

/** Answers kept in memory by path, dropped as soon as something they show changes. */
export interface ResponseCache {
  get: (path: string) => FinishedDocument | undefined;
  /** Keeps a response, unless it has ended already. */
  keep: (path: string, document: FinishedDocument) => void;
  /** Counts a kept answer's bytes again, after it got another content coding. */
  resize: (path: string, document: FinishedDocument) => void;
  /** Drops what shows any of these scopes. */
  drop: (scopes: string[]) => void;
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

    keep(path, document) {
      if (Date.now() < document.expires) keep(path, document);
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
      for (const scope of named) {
        for (const path of byScope.get(scope) ?? []) documents.delete(path);
      }
    },
  };
};
