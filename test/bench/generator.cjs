/* Sends requests from a process of its own, as what else a process has loaded would slow it down. */
const autocannon = require('autocannon');

process.on('message', async (options) => {
  try {
    const { start, finish, errors, statusCodeStats } = await autocannon(options);
    const seconds = (finish - start) / 1000;
    const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]);
    process.send({ seconds, errors, statuses: Object.fromEntries(statuses) });
  } catch (error) {
    process.send({ failure: error.message });
  }
});
