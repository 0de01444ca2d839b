import type { Knex } from 'knex';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { OUTBOX_TABLE } from '../../src/changes/outbox';
import { SCOPE_TABLE } from '../../src/changes/versions';
import type { App } from './app';
import { untilIndexed } from './state';

/** A statement as sent to the database. */
export interface Statement {
  sql: string;
  bindings: unknown[];
}

/** Statements that run by the clock, beside requests: looks for changes, and for entries whose date or end has come. */
export const BY_THE_CLOCK = /syndication_(?:outbox|scopes)|["`](?:due|until)["`] <= /;

/** Whether a statement is a periodic look for changes, which runs by the clock. */
const isLook = (sql: string): boolean =>
  (sql.includes(SCOPE_TABLE) && /order by coalesce\(.version., 0\) desc/.test(sql)) ||
  // The indexer's look for changes that nobody has indexed.
  (sql.includes(OUTBOX_TABLE) && /^select .id. from .* limit /.test(sql)) ||
  // The indexer's look for entries whose date or end has come.
  (sql.includes(CATALOGUE_TABLE) && /^select .* where .(?:due|until). <= /.test(sql));

/** Statements during an action that contain a text, such as a table's name. Earlier writes are indexed first. */
export const statementsOn = async (
  { strapi }: App,
  table: string,
  act: () => Promise<unknown>,
): Promise<Statement[]> => {
  await untilIndexed({ strapi });
  const { connection } = strapi.db;
  const seen: Statement[] = [];
  const note = ({ sql, bindings = [] }: Statement): void => {
    if (!sql.includes(table) || (![SCOPE_TABLE, OUTBOX_TABLE].includes(table) && isLook(sql)))
      return;
    seen.push({ sql: sql.replace(/\$\d+/g, '?'), bindings });
  };
  connection.on('query', note);
  await act();
  connection.off('query', note);
  return seen;
};

/** Statements that count a list's entries, except for future ones, which are counted each time. */
export const countsOf = (statements: Statement[]): string[] =>
  statements.map(({ sql }) => sql).filter((sql) => /count\(/.test(sql) && !sql.includes('future'));

/** Number of rows of a table that statements return during an action. */
export const rowsGivenOn = async (
  { strapi }: App,
  table: string,
  act: () => Promise<unknown>,
): Promise<number> => {
  const { connection } = strapi.db;
  let given = 0;
  const note = (rows: unknown, { sql }: Statement): void => {
    if (sql.includes(table) && Array.isArray(rows)) given += rows.length;
  };
  connection.on('query-response', note);
  await act();
  connection.off('query-response', note);
  return given;
};

/** Maximum amount within one turn of the event loop during an action. */
const mostInATurn = async (
  watch: (add: (more: number) => void) => () => void,
  act: () => Promise<unknown>,
): Promise<number> => {
  let most = 0;
  let ofTurn = 0;
  let isDone = false;
  const turn = (): void => {
    ofTurn = 0;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const stop = watch((more) => {
    ofTurn += more;
    most = Math.max(most, ofTurn);
  });
  await act();
  stop();
  isDone = true;
  return most;
};

/** Maximum number of rows of some tables that statements return within one turn of the event loop. */
export const mostRowsInATurn = (
  { strapi: { db } }: App,
  tables: string[],
  act: () => Promise<unknown>,
): Promise<number> =>
  mostInATurn((add) => {
    const note = (rows: unknown, { sql }: Statement): void => {
      if (Array.isArray(rows) && tables.some((table) => sql.includes(table))) add(rows.length);
    };
    db.connection.on('query-response', note);
    return () => db.connection.off('query-response', note);
  }, act);

/** Maximum number of bindings of statements on a table within one turn of the event loop. */
export const mostNamedInATurn = (
  { strapi: { db } }: App,
  table: string,
  act: () => Promise<unknown>,
): Promise<number> =>
  mostInATurn((add) => {
    const note = ({ sql, bindings = [] }: Statement): void => {
      if (sql.includes(table)) add(bindings.length);
    };
    db.connection.on('query', note);
    return () => db.connection.off('query', note);
  }, act);

interface PostgresPlan {
  'Node Type': string;
  Plans?: PostgresPlan[];
}

const nodesOf = (plan: PostgresPlan): string[] => [
  plan['Node Type'],
  ...(plan.Plans ?? []).flatMap(nodesOf),
];

/** Steps of a statement's query plan on SQLite. */
export const stepsOnSqlite = async (
  { strapi: { db } }: App,
  { sql, bindings }: Statement,
  connection: Knex = db.connection,
): Promise<string[]> => {
  const steps: { detail: string }[] = await connection.raw(
    `explain query plan ${sql}`,
    bindings as never,
  );
  return steps.map(({ detail }) => detail);
};

/**
 * Steps of a statement's query plan that scan a whole table or index.
 *
 * @param connection runs the `explain` statement
 */
export const scansOf = async (
  app: App,
  statement: Statement,
  connection: Knex = app.strapi.db.connection,
): Promise<string[]> => {
  const { dialect } = app.strapi.db;
  const { sql, bindings } = statement;
  const explain = (how: string) => connection.raw(`${how} ${sql}`, bindings as never);
  switch (dialect.client) {
    case 'sqlite': {
      const steps = await stepsOnSqlite(app, statement, connection);
      // A part is the few rows that the index found.
      return steps.filter((step) => /^SCAN (?!\(|part\b)/.test(step));
    }
    case 'postgres': {
      const { rows } = await explain('explain (format json)');
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node === 'Seq Scan');
    }
    default: {
      const [steps]: { table: string; type: string }[][] = await explain('explain');
      return steps!
        .filter(({ table, type }) => /^(?:ALL|index)$/.test(type) && !table.startsWith('<'))
        .map(({ table, type }) => `${table} ${type}`);
    }
  }
};
