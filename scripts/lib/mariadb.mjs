import { existsSync } from 'node:fs';

import { installPackage } from './debian.mjs';
import { say } from './run.mjs';

/** Where Debian's package puts the server. */
export const SERVER = '/usr/sbin/mariadbd';

/**
 * Installs Debian's package where the server is missing; throws where that cannot be done: without
 * apt-get, root or a network.
 */
export const installMariaDb = () => {
  if (existsSync(SERVER)) return;
  say('Installing MariaDB');
  installPackage('mariadb-server');
};
