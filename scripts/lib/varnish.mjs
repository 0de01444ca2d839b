import { existsSync } from 'node:fs';

import { installPackage } from './debian.mjs';
import { say } from './run.mjs';

/** Path of the program in Debian's package. */
export const VARNISH = '/usr/sbin/varnishd';

/**
 * Installs Debian's packages of Varnish and its modules if they are missing.
 *
 * @throws Error without apt-get, root or a network
 */
export const installVarnish = () => {
  if (existsSync(VARNISH)) return;
  say('Installing Varnish');
  installPackage('varnish');
  installPackage('varnish-modules');
};
