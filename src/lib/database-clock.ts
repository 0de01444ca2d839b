import type { Core } from '@strapi/strapi';

/**
 * The clock of a database, in seconds since 1970. On SQLite it is that of the node. MySQL by UTC: in the hour
 * that summer time ends with, local time says two moments.
 */
const CLOCKS: Record<string, string | undefined> = {
  postgres: 'select extract(epoch from clock_timestamp()) as seconds',
  mysql: "select timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) / 1000000 as seconds",
};

/**
 * Milliseconds that the clock of the database is ahead of this node's: less than 0 where it is behind, 0 where
 * there is no telling.
 */
const findClockDifference = async (strapi: Core.Strapi): Promise<number> => {
  const statement = CLOCKS[strapi.db.dialect.client];
  if (statement === undefined) return 0;
  const asked = Date.now();
  const answer = await strapi.db.connection.raw(statement);
  const answered = Date.now();
  const [row] = (answer.rows ?? answer[0]) as { seconds: string | number }[];
  const database = Number(row?.seconds) * 1_000;
  // The database looked at its clock at some moment in between.
  return database < asked ? database - asked : Math.max(0, database - answered);
};

/** The clock of the database, as this node knows it. */
export const createDatabaseClock = (strapi: Core.Strapi) => {
  let difference = 0;
  return {
    now: (): number => Date.now() + difference,
    async read(): Promise<void> {
      difference = Math.round(await findClockDifference(strapi));
    },
  };
};

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/** Seconds by which clocks may differ: an article that is missing on other nodes for less, nobody misses. */
export const CLOCKS_DIFFER = 2;

/**
 * Says at start that the clock of this node and that of the database differ. Each node shows what is due
 * by its own clock: what a node publishes whose clock is ahead, the others show that much later.
 */
export const warnOfClock = async (strapi: Core.Strapi): Promise<void> => {
  const difference = -(await findClockDifference(strapi));
  const seconds = Math.round(Math.abs(difference) / 1_000);
  if (!(Math.abs(difference) > CLOCKS_DIFFER * 1_000)) return;
  strapi.log.warn(
    `Syndication: the clock of this machine is ${seconds} seconds ${difference > 0 ? 'ahead of' : 'behind'} that of the database. ` +
      'An article is missing on the nodes whose clocks are behind for as long as that. Have all machines set their clocks by NTP.',
  );
};
