import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const PLAYGROUND = path.join(ROOT, 'playground');

/** Latest modification time in files and folders, in milliseconds; 0 if none exists. */
export const newest = (...entries) =>
  Math.max(
    0,
    ...entries.map((entry) => {
      if (!existsSync(entry)) return 0;
      const stats = statSync(entry);
      if (!stats.isDirectory()) return stats.mtimeMs;
      return newest(...readdirSync(entry).map((name) => path.join(entry, name)));
    }),
  );
