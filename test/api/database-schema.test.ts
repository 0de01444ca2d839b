/** @runs-on postgres: Only PostgreSQL has schemas, and roles that a connection takes are the same elsewhere. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import {
  type ServerAddress,
  serverAddress,
  type TestDatabase,
  testDatabase,
} from '../helpers/database';
import { RECOVERED_WITHIN } from '../helpers/memory';
import { type Node, startNode } from '../helpers/node';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy';

/** Makes a database with a schema `site`, where an app has its tables that comes to the server by some way. */
const inSchema = async (prefix: string, at?: ServerAddress) => {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  const database = testDatabase('postgres', folder);
  type Given = { connection: { connection: ConstructorParameters<typeof Client>[0] & object } };
  const { connection } = database.config as Given;
  await database.create();
  const client = new Client(connection.connection);
  await client.connect();
  await client.query('CREATE SCHEMA site');
  await client.end();
  const own = { ...connection, connection: { ...connection.connection, ...at, schema: 'site' } };
  const options = {
    config: { baseUrl: 'https://www.example.com', siteName: 'Notes' },
    folder,
    database: 'postgres' as const,
    files: { 'config/database.js': `module.exports = ${JSON.stringify({ connection: own })};` },
  };
  return { database, options };
};

describe('tables in a schema of their own (`schema` in `config/database`)', () => {
  let database: TestDatabase;
  let app: App;

  beforeAll(async () => {
    const made = await inSchema('syndication-schema-');
    ({ database } = made);
    app = await startApp(made.options);
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

describe('a pool of the server that has lost it (`schema` in `config/database`)', () => {
  let proxy: TcpProxy;
  let database: TestDatabase;
  let node: Node;

  beforeAll(async () => {
    proxy = await startTcpProxy(serverAddress('postgres'));
    const made = await inSchema('syndication-pool-', { host: proxy.host, port: proxy.port });
    ({ database } = made);
    node = await startNode(made.options);
  });
  afterAll(async () => {
    await node?.kill();
    await proxy?.close();
    await database?.drop();
  });

  it('ends no node, which gives what is in memory until it is back', async () => {
    await node.run({ do: 'publish', title: 'In memory', slug: 'in-memory', tags: [] });
    const ask = async (): Promise<number> => (await node.get('/index.xml')).status;
    await node.run({ do: 'settle' });
    expect(await ask()).toBe(200);
    // The next request looks for what is new, before anything else asks the database.
    await sleep(600);
    proxy.lose();
    for (let asked = 0; asked < 20; asked += 1) {
      expect(await ask()).toBe(200);
      await sleep(200);
    }
    await proxy.resume();
    const until = Date.now() + RECOVERED_WITHIN;
    const another = async (): Promise<number> => (await node.get('/atom.xml')).status;
    while ((await another()) !== 200 && Date.now() < until) await sleep(200);
    expect(await another()).toBe(200);
  });
});

describe('a user who may do nothing before it takes a role (`pool.afterCreate` in `config/database`)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-role-'));
  const database = testDatabase('postgres', folder);
  const { connection } = database.config as {
    connection: { connection: ConstructorParameters<typeof Client>[0] & object };
  };
  const [owner, user] = [`${database.name}_owner`, `${database.name}_user`];
  let app: App;

  /** Does something as an administrator of the server, in the database or another. */
  const administer = async (statements: string, name = database.name): Promise<void> => {
    const client = new Client({ ...connection.connection, database: name });
    await client.connect();
    await client.query(statements);
    await client.end();
  };

  beforeAll(async () => {
    await database.create();
    await administer(`
      CREATE ROLE "${owner}" NOLOGIN;
      CREATE ROLE "${user}" LOGIN NOINHERIT PASSWORD 'secret';
      GRANT "${owner}" TO "${user}";
      GRANT ALL ON SCHEMA public TO "${owner}";`);
    const own = {
      ...connection,
      connection: { ...connection.connection, user, password: 'secret' },
    };
    app = await startApp({
      config: { baseUrl: 'https://www.example.com', siteName: 'Notes' },
      folder,
      database: 'postgres',
      files: {
        'config/database.js': `
const connection = ${JSON.stringify(own)};
connection.pool.afterCreate = (client, done) => client.query('SET ROLE "${owner}"', (error) => done(error, client));
module.exports = { connection };`,
      },
    });
  });
  afterAll(async () => {
    await app?.stop();
    await database.drop();
    await administer(`DROP ROLE "${user}"; DROP ROLE "${owner}"`, 'postgres');
  });

  it('is taken for no database that is away', async () => {
    const warn = jest.spyOn(app.strapi.log, 'warn');
    await createEditor(app).published({ title: 'In a role', slug: 'in-a-role' });
    expect(await (await app.get('/index.xml')).text()).toContain('In a role');
    // Longer than a database may not answer before it is said to be away.
    await sleep(3_000);
    expect((await app.get('/atom.xml')).status).toBe(200);
    expect(warn).not.toHaveBeenCalled();
  });
});
