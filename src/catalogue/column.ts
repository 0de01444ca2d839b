import type { Core } from '@strapi/strapi';

/** A date as a condition on a column takes it; SQLite keeps dates as milliseconds. */
export const toColumn = (strapi: Core.Strapi, date: Date): Date | number =>
  strapi.db.dialect.client === 'sqlite' ? date.getTime() : date;
