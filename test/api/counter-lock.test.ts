/** @runs-on sqlite: The lock is PostgreSQL's. */
import { WAIT_TIMES } from '../../src/changes/outbox';
import { COUNTER, LOCK_LIMITS, SCOPE_TABLE } from '../../src/changes/versions';
import { startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Field Notes' };

it('does not wait for a counter that a node which is gone has locked, and indexes later', async () => {
  const app = await startApp({ config, database: 'postgres' });
  const error = jest.spyOn(app.strapi.log, 'error').mockImplementation();
  const { ofRequest } = WAIT_TIMES;
  WAIT_TIMES.ofRequest = 300;
  const { lockTimeout } = LOCK_LIMITS;
  LOCK_LIMITS.lockTimeout = 2_000;
  const gone = await app.strapi.db.connection.transaction();
  try {
    await gone(SCOPE_TABLE).where({ key: COUNTER }).forUpdate().first();
    const said = new Promise<void>((done) => {
      error.mockImplementation(() => {
        done();
        return app.strapi.log;
      });
    });
    const editor = createEditor(app, undefined, { isQuick: true });
    await editor.tag({ name: 'api', slug: 'api' });
    await editor.published({ title: 'Later', slug: 'later' });
    // Given up, so that its connection is free for others.
    await said;
    expect(String(error.mock.calls[0]![0])).toContain('lock timeout');
    expect((await app.get('/tags/api/')).status).toBe(404);
    expect(await (await app.get('/index.xml')).text()).not.toContain('Later');
    await gone.rollback();
    await settled(app);
    expect((await app.get('/tags/api/')).status).toBe(200);
    expect(await (await app.get('/index.xml')).text()).toContain('Later');
  } finally {
    WAIT_TIMES.ofRequest = ofRequest;
    LOCK_LIMITS.lockTimeout = lockTimeout;
    if (!gone.isCompleted()) await gone.rollback();
    error.mockRestore();
    await app.stop();
  }
});
