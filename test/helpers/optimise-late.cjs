/*
 * For processes that live for seconds: V8 optimises functions that are hardly called again. Node versions after 20
 * have no such limit and decide by other rules.
 */
const { setFlagsFromString } = require('node:v8');

if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=500000');
