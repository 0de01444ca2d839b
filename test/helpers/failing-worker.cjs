/* A render worker to which one body is endless work, and another takes all memory. */
const render = require('./render-worker.cjs');

module.exports = (job) => {
  const { body = '' } = job.rendering;
  if (body.startsWith('Endless')) {
    job.begun.postMessage(null);
    for (;;);
  }
  if (body.startsWith('Huge')) {
    const all = [];
    for (;;) all.push(new Array(1_000_000).fill(Math.random()));
  }
  return render(job);
};
