import { existsSync } from 'node:fs';

import { run, say } from './run.mjs';

/** Where Debian's package puts the server. */
export const SERVER = '/usr/sbin/mariadbd';

/**
 * Installs Debian's package where the server is missing; throws where that cannot be done: without
 * apt-get, root or a network.
 */
export const installMariaDb = () => {
  if (existsSync(SERVER)) return;
  say('Installing MariaDB');
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'mariadb-server']);
};
