import type { Core } from '@strapi/strapi';

import { partsOf } from '../../src/compose';

type Documents = Core.Strapi['documents'];

/** Actions that write nothing. */
const READING: ReadonlySet<string> = new Set(['findOne', 'findFirst', 'findMany', 'count']);

const originals = new WeakMap<Core.Strapi, Documents>();

/** The same actions, which resolve once their changes are indexed. */
const indexed = <Actions extends object>(strapi: Core.Strapi, actions: Actions): Actions =>
  new Proxy(actions, {
    get(target, name) {
      const act: unknown = Reflect.get(target, name);
      if (typeof act !== 'function') return act;
      return async (...asked: unknown[]): Promise<unknown> => {
        const result: unknown = await act.apply(target, asked);
        // Changes in a transaction are indexed only after its commit.
        if (strapi.db.inTransaction() || READING.has(String(name))) return result;
        const { changeLog } = partsOf(strapi);
        if (changeLog.outbox.pending().length > 0) await changeLog.settled();
        return result;
      };
    },
  });

/** Has an app's document service wait for the indexer, as tests read derived tables right after a write. */
export const waitForIndex = (strapi: Core.Strapi): void => {
  const documents = strapi.documents.bind(strapi) as Documents;
  originals.set(strapi, Object.assign(documents, { use: strapi.documents.use }));
  const waiting = new Proxy(strapi.documents, {
    apply: (target, _, asked) => indexed(strapi, Reflect.apply(target, strapi, asked) as object),
  });
  Object.defineProperty(strapi, 'documents', { value: waiting, configurable: true });
};

/** An app's document service as on a site, without waiting for the indexer. */
export const quickDocuments = (strapi: Core.Strapi): Documents =>
  originals.get(strapi) ?? strapi.documents;
