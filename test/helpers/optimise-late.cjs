/*
 * For processes that live for seconds: most of what V8 optimises in them is hardly called again. Later
 * versions of Node have no such limit, and decide otherwise.
 */
const { setFlagsFromString } = require('node:v8');

if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=500000');
