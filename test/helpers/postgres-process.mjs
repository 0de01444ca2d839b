import { startPostgres } from './postgres.mjs';

// A server of a test's own, in a process that ends with it: `{ url, pid }` as a message.
const server = await startPostgres();
process.on('disconnect', async () => {
  await server.stop();
  process.exit(0);
});
process.send({ url: server.url, pid: server.pid() });
