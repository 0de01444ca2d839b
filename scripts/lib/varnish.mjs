import { existsSync } from 'node:fs';

import { installPackage } from './debian.mjs';
import { say } from './run.mjs';

/** Where Debian's package puts it. */
export const VARNISH = '/usr/sbin/varnishd';

/**
 * Installs Debian's packages of Varnish and of its modules where they are missing; throws where that cannot be
 * done: without apt-get, root or a network.
 */
export const installVarnish = () => {
  if (existsSync(VARNISH)) return;
  say('Installing Varnish');
  installPackage('varnish');
  installPackage('varnish-modules');
};
