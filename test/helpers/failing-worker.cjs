/* A render worker that never ends with one body, takes all memory with another, and fails with HTML. */
const render = require('./render-worker.cjs');

/** Nothing ever notifies this location. */
const NOBODY = new Int32Array(new SharedArrayBuffer(4));

module.exports = (job) => {
  const [{ text = '', format } = {}] = job.rendering.body?.parts ?? [];
  if (format === 'html') throw new Error('No HTML');
  if (text.startsWith('Endless')) {
    job.begun.postMessage(null);
    // Never handles another message, but leaves the processor to other tests.
    for (;;) Atomics.wait(NOBODY, 0, 0, 10);
  }
  if (text.startsWith('Huge')) {
    const all = [];
    for (;;) all.push(new Array(1_000_000).fill(Math.random()));
  }
  return render(job);
};
