/**
 * Starts the demo: "Field Notes", 19 articles and their feeds, in a Strapi of its own. Installs and
 * builds what is missing. HOST and PORT say where it listens.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { PLAYGROUND, ROOT } from './lib/paths.mjs';
import { buildPlayground, buildPlugin, install } from './lib/prepare.mjs';
import { say } from './lib/run.mjs';

const port = process.env.PORT || '1337';
const host = process.env.HOST || '127.0.0.1';
const base = `http://localhost:${port}`;

// Started by node itself: a signal to npx would not reach Strapi.
const STRAPI = path.join(ROOT, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js');

const answers = async () => {
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  const address = reachable.includes(':') ? `[${reachable}]` : reachable;
  try {
    return (await fetch(`http://${address}:${port}/_health`)).ok;
  } catch {
    return false;
  }
};

const main = async () => {
  if (await answers()) {
    throw new Error(`Something answers on port ${port} already. Stop it, or set PORT.`);
  }
  install();
  buildPlugin();
  buildPlayground();

  say('Starting Strapi');
  const strapi = spawn(process.execPath, [STRAPI, 'start'], {
    stdio: 'inherit',
    cwd: PLAYGROUND,
    env: {
      ...process.env,
      HOST: host,
      PORT: port,
      DATABASE_FILENAME: process.env.DATABASE_FILENAME || '.tmp/field-notes.db',
      // In production Strapi's login cookie asks for https.
      NODE_ENV: 'development',
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
  });
  let running = true;
  strapi.on('exit', (code) => {
    running = false;
    process.exitCode = code ?? 0;
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => strapi.kill(signal));

  while (running && !(await answers())) await sleep(200);
  if (!running) return;
  console.log(`
  Field Notes is running.

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
