import { defaultDatabase } from './database';

/** Databases differ in how they answer, not in what there is to try: other cases are drawn in each run. */
const share = defaultDatabase === 'sqlite' ? 1 : 0.4;

/**
 * Milliseconds for which a property of a whole site is tried on one database: as many random cases as fit,
 * other ones in each run. There are three databases.
 */
export const PROPERTY_TIME = 4_000 * share;

/** How many random cases of all that a property asks for are tried on one database. */
export const propertyRuns = (all: number): number => Math.ceil(all * share);
