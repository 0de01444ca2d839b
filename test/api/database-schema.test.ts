/** @runs-on postgres: Only PostgreSQL has schemas. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Client } from 'pg';

import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { testDatabase } from '../helpers/database';

describe('tables in a schema of their own (`schema` in `config/database`)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-schema-'));
  const database = testDatabase('postgres', folder);
  const settings = database.config as {
    connection: { connection: ConstructorParameters<typeof Client>[0] };
  };
  let app: App;

  beforeAll(async () => {
    await database.create();
    const client = new Client(settings.connection.connection);
    await client.connect();
    await client.query('CREATE SCHEMA site');
    await client.end();
    const connection = { ...settings.connection.connection, schema: 'site' };
    app = await startApp({
      config: { baseUrl: 'https://www.example.com', siteName: 'Notes' },
      folder,
      database: 'postgres',
      files: {
        'config/database.js': `module.exports = ${JSON.stringify({
          connection: { ...settings.connection, connection },
        })};`,
      },
    });
  });
  afterAll(async () => {
    await app?.stop();
    await database.drop();
  });

  it('are found: articles are listed, counted, merged and withdrawn', async () => {
    const editor = createEditor(app);
    const [one, two] = [await editor.tag({ slug: 'one' }), await editor.tag({ slug: 'two' })];
    const id = await editor.published({ title: 'In a schema', tags: [one, two] });
    const titled = async (address: string) =>
      (await (await app.get(address)).text()).split('<title>In a schema</title>').length - 1;
    expect(await titled('/tags/one/index.xml')).toBe(1);
    expect(await titled('/tags/one+two/index.xml')).toBe(1);
    expect(await (await app.get('/tags/')).text()).toContain('Two');
    expect(await (await app.get('/sitemap.xml')).text()).toContain('/posts/');
    await editor.deleteTag(two);
    expect((await app.get('/tags/two/')).status).toBe(410);
    await editor.unpublish(id);
    expect(await titled('/tags/one/index.xml')).toBe(0);
  });
});
