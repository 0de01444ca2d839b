import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';

import { createStrapi } from '@strapi/strapi';
import Database from 'better-sqlite3';

import { forgetApp } from '../helpers/forget-app';
import { freePort } from '../helpers/free-port';

/*
 * Runs demos, one after the other, in a process that has loaded Strapi: a new process takes six times as much
 * computing. POST starts one with the content that the path names (`/articles`, `/all`) and with the app and
 * variables of the body, and responds with its address. DELETE stops it.
 */

const PLAYGROUND = process.cwd();
const folder = mkdtempSync(path.join(tmpdir(), 'syndication-demos-'));

/** Request body for the start of a demo. */
export interface Start {
  /** Folder of an app, if not the playground. */
  app?: string;
  /** Environment variables in addition to the usual ones. */
  environment: Record<string, string>;
}

/** Clean-up steps of the running demo; they run in reverse order. */
let steps: (() => unknown)[] = [];

const end = async (): Promise<void> => {
  const ending = steps.reverse();
  steps = [];
  const failures: unknown[] = [];
  for (const step of ending)
    await Promise.resolve()
      .then(step)
      .catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/** Sets environment variables until the demo stops. */
const setVariables = (environment: Record<string, string>): void => {
  const before = { ...process.env };
  Object.assign(process.env, environment);
  steps.push(() => {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
};

/** Removes the compiled configuration from Node's cache, as it contains the port. */
const forgetConfiguration = (distDir: string): void => {
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(distDir)) delete require.cache[file];
  }
};

/** Uploads folder and prepared database for some content; its first start makes the database. */
const placeOf = (content: string): { uploads: string; samples: string } => {
  const place = path.join(folder, content);
  const uploads = path.join(place, 'public/uploads');
  mkdirSync(uploads, { recursive: true });
  return { uploads, samples: path.join(place, 'samples.db') };
};

const start = async (content: string, { app, environment }: Start): Promise<string> => {
  await end();
  const appDir = app ?? PLAYGROUND;
  const distDir = path.join(appDir, 'dist');
  const { uploads, samples } = placeOf(content);
  const data = mkdtempSync(path.join(folder, 'demo-'));
  steps.push(() => rmSync(data, { recursive: true, force: true }));
  const filename = path.join(data, 'data.db');
  const isUsual = !app && Object.keys(environment).length === 0;
  if (isUsual && existsSync(samples)) copyFileSync(samples, filename);
  const port = String(await freePort());
  setVariables({
    PORT: port,
    DATABASE_FILENAME: filename,
    DEMO_CONTENT: content,
    PUBLIC_FOLDER: path.dirname(uploads),
    ...environment,
  });
  forgetConfiguration(distDir);
  forgetApp();
  const strapi = createStrapi({ appDir, distDir });
  steps.push(() => strapi.destroy());
  await strapi.load();
  // Strapi counts logins by process, here over all demos: more than five in five minutes.
  strapi.config.set('admin.rateLimit', { enabled: false });
  await strapi.listen();
  if (isUsual && !existsSync(samples)) {
    const database = new Database(filename, { readonly: true });
    await database.backup(samples);
    database.close();
  }
  return `http://localhost:${port}`;
};

const server = createServer((request, response) => {
  // While Strapi starts, a kept-alive connection may be closed under the next request.
  response.setHeader('connection', 'close');
  const startAsked = async (): Promise<string> =>
    start(path.basename(request.url!), (await json(request)) as Start);
  const done = request.method === 'POST' ? startAsked() : end();
  done.then(
    (origin) => response.end(origin),
    (error: Error) => response.writeHead(500).end(`${error.message}\n${error.stack}`),
  );
});

const main = async (): Promise<void> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
};

process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
void main();
