/* The render worker from its source: jest's loader does not work in other threads. */
require('./register-typescript.cjs');

module.exports = require('../../src/cache/render-worker.ts').default;
