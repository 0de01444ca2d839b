import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../..');

/** Runs a Strapi command in the folder of an app that is not running; returns its output. */
export const runStrapi = async (folder: string, ...args: string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      '-r',
      path.join(__dirname, 'optimise-late.cjs'),
      '-r',
      path.join(__dirname, 'register-typescript.cjs'),
      path.join(ROOT, 'node_modules/@strapi/strapi/bin/strapi.js'),
      ...args,
    ],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
    },
  );
  return stdout + stderr;
};
