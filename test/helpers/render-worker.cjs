/* The render worker from source: jest's own loader does not reach other threads. */
require('./register-typescript.cjs');

module.exports = require('../../src/cache/render-worker.ts').default;
