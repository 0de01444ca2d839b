import { defaultDatabase } from './database';

/** The databases share the cases, which differ in each run: they are not what makes databases differ. */
const share = defaultDatabase === 'sqlite' ? 1 : 0.4;

/**
 * Milliseconds for a property of a whole site on one of the three databases. As many random cases as fit are tried,
 * different ones in each run.
 */
export const PROPERTY_TIME = 4_000 * share;

/** Number of random cases to try on one database, out of all that a property asks for. */
export const propertyRuns = (all: number): number => Math.ceil(all * share);
