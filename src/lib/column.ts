import type { Core } from '@strapi/strapi';

/** What a column holds, as databases give it. */
export type Column = string | number | Date;

/** The moment that a column holds, in milliseconds since 1970. */
export const timeOf = (column: Column | null): number | null =>
  column === null ? null : new Date(column).getTime();

/** A date as a condition on a column takes it; SQLite keeps dates as milliseconds. */
export const toColumn = (strapi: Core.Strapi, date: Date): Date | number =>
  strapi.db.dialect.client === 'sqlite' ? date.getTime() : date;

/** An attribute of a table that holds a text of a length: MySQL's indexes take no long ones. */
export const textColumn = (length: number) => ({
  type: 'string',
  columnType: { type: 'string', args: [length] },
});
