/** @runs-on sqlite: Connections to PostgreSQL are counted. */
import { startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { serverAddress } from '../helpers/database';
import { startTcpProxy } from '../helpers/tcp-proxy';

const config = { baseUrl: 'https://www.example.com', siteName: 'Field Notes' };

it('answers requests while Strapi stops, and leaves no connection behind', async () => {
  const proxy = await startTcpProxy(serverAddress('postgres'));
  const app = await startApp({ config, database: 'postgres', databaseAt: proxy });
  await createEditor(app).tag({ name: 'api', slug: 'api' });
  let status: number | undefined;
  // Called once the plugins have ended, while the server still listens.
  const destroy = async (): Promise<void> => {
    status = (await app.get('/tags/api/')).status;
  };
  Object.assign(app.strapi, { app: { ...app.strapi.app, destroy } });
  await app.close();
  const open = proxy.open();
  await app.stop();
  expect([status, open]).toEqual([200, 0]);
  await proxy.close();
});
