import { setTimeout as sleep } from 'node:timers/promises';

import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { type DatabaseKind, serverAddress } from '../helpers/database';
import { lockSqlite } from '../helpers/locked-sqlite';
import { isAway } from '../helpers/memory';
import { startTcpProxy } from '../helpers/tcp-proxy';
import { median } from './median';
import type { Times } from './nodes';

const ROUNDS = 10;
const FEED = '/tags/api/index.xml';

/** What is not in memory, so that only the database knows of it. */
const UNKNOWN = '/posts/unknown/';

/** How long the database stays away once it is known to be, in milliseconds. */
const AWAY_FOR = 1_000;

/** A way to take an app's database away and give it back. */
interface Outage {
  name: string;
  leave: () => Promise<void> | void;
  comeBack: () => Promise<void>;
}

const ask = async (app: App, address: string): Promise<number> => {
  const response = await app.get(address);
  await response.arrayBuffer();
  return response.status;
};

/** Milliseconds from the moment the database is back to a response that only it can give. */
const recoveryTime = async (app: App, { leave, comeBack }: Outage, pause: number) => {
  await ask(app, FEED);
  await leave();
  while (!isAway(app)) {
    // A node looks when it is asked.
    await ask(app, FEED);
    await sleep(50);
  }
  if ((await ask(app, UNKNOWN)) !== 503) throw new Error('The database is not away');
  // At any moment between two looks.
  await sleep(AWAY_FOR + pause);
  await comeBack();
  const began = performance.now();
  while ((await ask(app, UNKNOWN)) !== 404) await sleep(5);
  return performance.now() - began;
};

const measureOutage = async (app: App, outage: Outage): Promise<Times> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await recoveryTime(app, outage, (round / ROUNDS) * 1_000));
  }
  return { median: median(times), slowest: Math.max(...times) };
};

const measureOutages = async (app: App, outages: Outage[]): Promise<Record<string, Times>> => {
  const editor = createEditor(app);
  const api = await editor.tag({ name: 'api', slug: 'api' });
  await editor.published({ title: 'First', slug: 'first', tags: [api] });
  // Each outage is told in the log, by a warning and errors.
  app.strapi.log.silent = true;
  const times: Record<string, Times> = {};
  for (const outage of outages) times[outage.name] = await measureOutage(app, outage);
  return times;
};

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

const onSqlite = async (): Promise<Record<string, Times>> => {
  const app = (await startApp({ config, database: 'sqlite' })) as App & { folder: string };
  let unlock = (): Promise<void> => Promise.resolve();
  try {
    return await measureOutages(app, [
      {
        name: 'locked by another process',
        async leave() {
          unlock = await lockSqlite(app.folder);
        },
        comeBack: () => unlock(),
      },
    ]);
  } finally {
    await app.stop();
  }
};

const onServer = async (database: 'postgres' | 'mysql'): Promise<Record<string, Times>> => {
  const proxy = await startTcpProxy(serverAddress(database));
  const app = await startApp({ config, database, databaseAt: proxy });
  try {
    return await measureOutages(app, [
      { name: 'connections refused', leave: proxy.refuse, comeBack: proxy.resume },
      { name: 'nothing answers', leave: proxy.swallow, comeBack: proxy.resume },
    ]);
  } finally {
    await proxy.resume();
    proxy.cut();
    await app.stop();
    await proxy.close();
  }
};

/** How soon an app answers again when its database does, by what was wrong with it. */
export const measureRecovery = (database: DatabaseKind): Promise<Record<string, Times>> =>
  database === 'sqlite' ? onSqlite() : onServer(database);
