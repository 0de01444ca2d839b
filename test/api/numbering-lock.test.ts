/** @runs-on sqlite: The lock is PostgreSQL's. */
import { CHANGE_TABLE, COUNTER } from '../../src/changes/log-table';
import { startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { partsOf } from '../../src/compose';

const config = { baseUrl: 'https://www.example.com', siteName: 'Field Notes' };

it('does not wait for a counter that a node which is gone has locked, and numbers later', async () => {
  const app = await startApp({ config, database: 'postgres' });
  const error = jest.spyOn(app.strapi.log, 'error').mockImplementation();
  const gone = await app.strapi.db.connection.transaction();
  try {
    await gone(CHANGE_TABLE).where({ name: COUNTER }).forUpdate().first();
    const said = new Promise<void>((done) => {
      error.mockImplementation(() => {
        done();
        return app.strapi.log;
      });
    });
    await createEditor(app).tag({ name: 'api', slug: 'api' });
    // Given up, so that its connection is free for others.
    await said;
    expect(String(error.mock.calls[0]![0])).toContain('lock timeout');
    expect((await app.get('/tags/api/')).status).toBe(200);
    await gone.rollback();
    await partsOf(app.strapi).log.numbered();
  } finally {
    if (!gone.isCompleted()) await gone.rollback();
    error.mockRestore();
    await app.stop();
  }
});
