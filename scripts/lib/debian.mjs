/** Installs packages of Debian and Ubuntu. */
import { execFileSync } from 'node:child_process';

import { run } from './run.mjs';

/** Another process may install something at the same moment: it is waited for, this many seconds. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=600'];

/** Whether packages can be installed here: with apt-get, as root. */
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
 * @throws where that cannot be done: without apt-get, root or a network
 */
export const installPackage = (name) => {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  run('apt-get', [...WAIT, 'update', '-qq'], options);
  run('apt-get', [...WAIT, 'install', '-y', '-qq', '--no-install-recommends', name], options);
};
