import { startMariaDb } from '../../scripts/lib/mariadb-server.mjs';
import { startPostgres } from './postgres.mjs';

// A database server that ends with its parent process; sends `{ url, pid }` as a message.
const [kind] = process.argv.slice(2);
delete process.env.TEST_MYSQL_URL;
const server = await (kind === 'mysql' ? startMariaDb() : startPostgres());
process.on('disconnect', async () => {
  await server.stop();
  process.exit(0);
});
process.send({ url: server.url, pid: server.pid() });
