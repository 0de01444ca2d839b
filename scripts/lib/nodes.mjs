import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './paths.mjs';
import { run, say } from './run.mjs';

/** Versions of Node to test on: maintained, and supported by Strapi. */
export const NODES = [20, 22, 24, 26];

const isWindows = process.platform === 'win32';

/**
 * Path of a version of Node: the running program, or one from an npm package. The tests and the package tests ask for
 * the same version at once, so a folder gets its name only when everything is in it.
 */
export const ensureNode = (major) => {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const nodes = path.join(ROOT, 'node_modules', '.cache', 'nodes');
  const folder = path.join(nodes, String(major));
  // The dependency of npm's `node` package that contains the program.
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const program = path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    say(`Installing Node ${major}`);
    mkdirSync(nodes, { recursive: true });
    const unfinished = mkdtempSync(path.join(nodes, `${major}-`));
    const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', unfinished];
    run('npm', ['install', ...options, `${name}@${major}`], { cwd: unfinished });
    try {
      renameSync(unfinished, folder);
    } catch {
      // Another process was first, or one that was killed left an unfinished folder.
      if (existsSync(program)) rmSync(unfinished, { recursive: true });
      else {
        rmSync(folder, { recursive: true });
        renameSync(unfinished, folder);
      }
    }
  }
  return program;
};
