import { spawn } from 'node:child_process';
import path from 'node:path';

import { PLAYGROUND, ROOT } from './paths.mjs';

// Started by node itself: a signal to npx would not reach Strapi.
const STRAPI = path.join(ROOT, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js');

/** Whether a Strapi answers there. */
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
 * Starts the demo as it is built.
 *
 * @param environment variables beside those of this process
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
      // In production Strapi's login cookie asks for https.
      NODE_ENV: 'development',
      STRAPI_TELEMETRY_DISABLED: 'true',
      ...environment,
    },
  });
