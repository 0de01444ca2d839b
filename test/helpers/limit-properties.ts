import fc from 'fast-check';

/*
 * On the Nodes that tests do not usually run on, each property is tried for as long as TEST_PROPERTY_TIME
 * says, in milliseconds, with the cases that fit: the code is the same, and all of them have been tried.
 */
const { TEST_PROPERTY_TIME } = process.env;
if (TEST_PROPERTY_TIME) fc.configureGlobal({ interruptAfterTimeLimit: Number(TEST_PROPERTY_TIME) });
