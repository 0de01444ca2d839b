import fc from 'fast-check';

/*
 * On other versions of Node, each property runs for TEST_PROPERTY_TIME milliseconds only: the code is the same, and
 * the usual version runs all cases.
 */
const { TEST_PROPERTY_TIME } = process.env;
if (TEST_PROPERTY_TIME) fc.configureGlobal({ interruptAfterTimeLimit: Number(TEST_PROPERTY_TIME) });
