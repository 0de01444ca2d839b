/** @runs-on sqlite: It is a proxy before PostgreSQL that makes it slow. */
import { setTimeout as sleep } from 'node:timers/promises';

import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { serverAddress } from '../helpers/database';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy';
import { BY_THE_CLOCK } from '../helpers/statements';

const config = { baseUrl: 'https://www.example.com', siteName: 'Field Notes' };

/** Longer than requests wait for a look, on each of the two ways. */
const LATE = 170;

describe('with a database that answers later than is waited for', () => {
  let proxy: TcpProxy;
  let app: App;

  beforeAll(async () => {
    proxy = await startTcpProxy(serverAddress('postgres'));
    app = await startApp({ config, database: 'postgres', databaseAt: proxy });
    const editor = createEditor(app);
    const tag = await editor.tag({ name: 'api', slug: 'api' });
    await editor.published({ title: 'First', slug: 'first', tags: [tag] });
  });
  beforeEach(() => proxy.delay(LATE));
  afterEach(() => proxy.resume());
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  // First: what another test has begun would be counted as well.
  it('does not ask it for the same again and again', async () => {
    const asked = jest.fn<void, [{ sql: string }]>();
    app.strapi.db.connection.on('query', asked);
    /** How often lists are read for first requests, one each half a second. */
    const listed = async (path: string, requests: number): Promise<number> => {
      asked.mockClear();
      const answered = Array.from({ length: requests }, async (_, place) => {
        await sleep(place * 500);
        return (await app.get(path)).status;
      });
      expect(new Set(await Promise.all(answered))).toEqual(new Set([200]));
      return asked.mock.calls.filter(
        ([{ sql }]) => sql.includes('"syndication_catalogue"') && !BY_THE_CLOCK.test(sql),
      ).length;
    };
    await proxy.resume();
    const once = await listed('/feed.json', 1);
    expect(once).toBeGreaterThan(0);
    proxy.delay(LATE);
    const began = performance.now();
    const often = (await listed('/atom.xml', 8)) / once;
    // Beside the first, one more for each five seconds that the database takes, however busy the machine is.
    expect(often).toBeLessThanOrEqual(2 + (performance.now() - began) / 5_000);
    app.strapi.db.connection.off('query', asked);
  });

  it('answers requests for what is not in memory', async () => {
    const paths = ['/tags/api/index.xml', '/tags/api/', '/posts/first/'];
    const answered = await Promise.all(paths.map(async (path) => (await app.get(path)).status));
    expect(answered).toEqual([200, 200, 200]);
  });
});
