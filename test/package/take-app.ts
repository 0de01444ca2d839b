import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder that was installed ahead that of a test (`scripts/lib/package-apps.mjs`); false where
 * none is there, so that the test installs it itself.
 */
export const takeApp = (name: string, folder: string): boolean => {
  const ahead = path.join(process.env.TEST_PACKAGE_APPS ?? '', name);
  if (!process.env.TEST_PACKAGE_APPS || !existsSync(ahead)) return false;
  renameSync(ahead, folder);
  return true;
};
