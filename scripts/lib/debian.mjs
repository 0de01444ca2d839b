/** Installs packages of Debian and Ubuntu. */
import { execFileSync } from 'node:child_process';

import { run } from './run.mjs';

/** Waits up to 600 seconds for another process that installs packages. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=600'];

/** Whether packages can be installed: requires root and apt-get. */
export const canInstallPackages = () => {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Installs a package.
 *
 * @throws Error without apt-get, root or a network
 */
export const installPackage = (name) => {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  run('apt-get', [...WAIT, 'update', '-qq'], options);
  run('apt-get', [...WAIT, 'install', '-y', '-qq', '--no-install-recommends', name], options);
};
