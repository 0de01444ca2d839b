import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from './free-port.mjs';
import { PLAYGROUND, ROOT } from './paths.mjs';

// Run by node, not npx: npx would not pass signals on to Strapi.
const STRAPI = path.join(ROOT, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js');

/** Whether a Strapi responds at this address. */
export const answers = async ({ host, port }) => {
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  const address = reachable.includes(':') ? `[${reachable}]` : reachable;
  try {
    return (await fetch(`http://${address}:${port}/_health`)).ok;
  } catch {
    return false;
  }
};

/**
 * Starts the built demo.
 *
 * @param environment variables in addition to those of this process
 */
export const spawnDemo = ({ host, port, database, environment = {}, stdio = 'inherit' }) =>
  spawn(process.execPath, [STRAPI, 'start'], {
    stdio,
    cwd: PLAYGROUND,
    env: {
      ...process.env,
      HOST: host,
      PORT: String(port),
      DATABASE_FILENAME: database,
      // In production, Strapi's login cookie requires HTTPS.
      NODE_ENV: 'development',
      STRAPI_TELEMETRY_DISABLED: 'true',
      ...environment,
    },
  });

/**
 * Starts the demo on a free port, with its own database and uploads: `{ origin, stop }`.
 *
 * @param environment variables in addition to those of this process
 * @throws Error if it does not start
 */
export const startOwnDemo = async (environment = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-demo-'));
  mkdirSync(path.join(folder, 'public', 'uploads'), { recursive: true });
  const place = { host: 'localhost', port: await freePort() };
  const strapi = spawnDemo({
    ...place,
    database: path.join(folder, 'data.db'),
    environment: { PUBLIC_FOLDER: path.join(folder, 'public'), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (strapi.exitCode === null) {
      strapi.kill('SIGTERM');
      await once(strapi, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(place))) {
    if (strapi.exitCode !== null) {
      await stop();
      throw new Error('The demo did not start.');
    }
    await sleep(200);
  }
  return { origin: `http://localhost:${place.port}`, stop };
};
