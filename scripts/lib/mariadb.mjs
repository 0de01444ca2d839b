import { existsSync } from 'node:fs';

import { installPackage } from './debian.mjs';
import { say } from './run.mjs';

/** Path of the server in Debian's package. */
export const SERVER = '/usr/sbin/mariadbd';

/**
 * Installs Debian's package if the server is missing.
 *
 * @throws Error without apt-get, root or a network
 */
export const installMariaDb = () => {
  if (existsSync(SERVER)) return;
  say('Installing MariaDB');
  installPackage('mariadb-server');
};
