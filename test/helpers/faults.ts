import { partsOf } from '../../src/compose';
import type { App } from './app';

type Site = Pick<App, 'strapi'>;

/** A query as knex sends it. */
interface Query {
  sql: string;
  bindings?: unknown[];
}

interface KnexClient {
  _query: (this: { transacting?: boolean }, connection: object, query: Query) => Promise<unknown>;
}

/**
 * Has each query within transactions go through a function, until the spy is restored. Transactions have clients of
 * their own, of the same class.
 */
export const throughQueries = (
  { strapi }: Site,
  send: (query: Query, go: () => Promise<unknown>) => Promise<unknown>,
) => {
  const client = strapi.db.connection.client as object;
  const prototype = client.constructor.prototype as KnexClient;
  const { _query: query } = prototype;
  return jest.spyOn(prototype, '_query').mockImplementation(function (
    this: { transacting?: boolean },
    connection,
    asked,
  ) {
    const go = () => query.call(this, connection, asked);
    return this.transacting ? send(asked, go) : go();
  });
};

/** The query by which the indexer compares documents with what the catalogue says of them. */
const COMPARES =
  /^select .*\btold\b.* from .syndication_catalogue. where .document_id. in .* and .content_type. = /;

/** Has the indexing of some documents fail until the spy is restored. */
export const failIndexing = (site: Site, isFailing: (documentId: string) => boolean) =>
  throughQueries(site, ({ sql, bindings = [] }, go) =>
    COMPARES.test(sql) && bindings.some((bound) => isFailing(bound as string))
      ? Promise.reject(new Error('A fault of the plugin.'))
      : go(),
  );

/** Has no text rendered in time, as on a busy machine, until the function that it returns is called. */
export const renderLate = ({ strapi }: Site): (() => void) => {
  const { renderings } = partsOf(strapi);
  const late = [
    jest.spyOn(renderings, 'body').mockResolvedValue(undefined),
    jest.spyOn(renderings, 'summary').mockResolvedValue(''),
  ];
  return () => late.forEach((spy) => spy.mockRestore());
};
