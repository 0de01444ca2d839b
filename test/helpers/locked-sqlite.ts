import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Locks the SQLite file of the app in a folder, from another process.
 *
 * @returns a function that ends the lock
 */
export const lockSqlite = async (folder: string): Promise<() => Promise<void>> => {
  const locker = fork(path.join(__dirname, 'lock-sqlite.cjs'), [path.join(folder, 'data.db')]);
  await once(locker, 'message');
  return async () => {
    locker.send('end');
    await once(locker, 'message');
    locker.disconnect();
  };
};
