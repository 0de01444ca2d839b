/* A render worker to which one body is endless work, and another takes all memory. */
const render = require('./render-worker.cjs');

/** Nobody wakes who waits for it. */
const NOBODY = new Int32Array(new SharedArrayBuffer(4));

module.exports = (job) => {
  const { body = '' } = job.rendering;
  if (body.startsWith('Endless')) {
    job.begun.postMessage(null);
    // Never hears of anything else, and leaves the processor to other tests.
    for (;;) Atomics.wait(NOBODY, 0, 0, 10);
  }
  if (body.startsWith('Huge')) {
    const all = [];
    for (;;) all.push(new Array(1_000_000).fill(Math.random()));
  }
  return render(job);
};
