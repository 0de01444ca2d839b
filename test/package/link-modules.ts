import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** What npm writes to as it is, and what is not of a package. */
const COPIED = '.package-lock.json';
const LEFT = ['.cache', '.strapi', '.installed-lock'];

/**
 * Gives a new folder the modules of another. Nothing takes place or time that another file system does
 * not ask for: a file has two names, and is let alone by whoever removes or replaces one of them.
 */
export const linkModules = (from: string, to: string): void => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (LEFT.includes(entry.name)) continue;
    if (entry.isDirectory()) linkModules(source, target);
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    if (!entry.isFile()) continue;
    if (entry.name === COPIED) {
      copyFileSync(source, target);
      continue;
    }
    try {
      linkSync(source, target);
    } catch {
      copyFileSync(source, target);
    }
  }
};
