/**
 * Milliseconds for which a property of a whole site is tried on one database: as many random cases as fit,
 * other ones in each run. There are three databases.
 */
export const PROPERTY_TIME = 7_000;
