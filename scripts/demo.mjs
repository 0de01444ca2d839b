/**
 * Starts the demo: "Field Notes", with articles, guides in two languages and their feeds, in its own Strapi.
 * Installs and builds what is missing. HOST and PORT set where it listens.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { answers, spawnDemo } from './lib/demo.mjs';
import { buildPlayground, buildPlugin, install } from './lib/prepare.mjs';
import { say } from './lib/run.mjs';

const port = process.env.PORT || '1337';
const host = process.env.HOST || '127.0.0.1';
const base = `http://localhost:${port}`;

const main = async () => {
  if (await answers({ host, port })) {
    throw new Error(`Something answers on port ${port} already. Stop it, or set PORT.`);
  }
  await install();
  buildPlugin();
  buildPlayground();

  say('Starting Strapi');
  const database = process.env.DATABASE_FILENAME || '.tmp/field-notes.db';
  const strapi = spawnDemo({ host, port, database });
  let running = true;
  strapi.on('exit', (code) => {
    running = false;
    process.exitCode = code ?? 0;
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => strapi.kill(signal));

  while (running && !(await answers({ host, port }))) await sleep(200);
  if (!running) return;
  console.log(`
  Field Notes is running.

    Home      ${base}/
    German    ${base}/de/
    Feed      ${base}/tags/api/index.xml
    Listing   ${base}/tags/api/
    Admin     ${base}/admin        admin@example.com / FieldNotes1

  Stop with Ctrl+C.
`);
};

main().catch((error) => {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
});
