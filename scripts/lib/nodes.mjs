import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './paths.mjs';
import { run, say } from './run.mjs';

/** Versions of Node the plugin is tested on: those that are maintained and that Strapi supports. */
export const NODES = [20, 22, 24];

const isWindows = process.platform === 'win32';

/** Path of a version of Node: the running one, or one that comes as an npm package. */
export const ensureNode = (major) => {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = path.join(ROOT, 'node_modules', '.cache', 'nodes', String(major));
  // Of the npm package `node`, the part that holds the program.
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const program = path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    say(`Installing Node ${major}`);
    mkdirSync(folder, { recursive: true });
    const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', folder];
    run('npm', ['install', ...options, `${name}@${major}`], { cwd: folder });
  }
  return program;
};
