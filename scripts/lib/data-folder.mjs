import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';

/** Bytes: the maximum of all databases in a run, and as many in reserve. */
const ROOM = 4 * 1024 ** 3;

const hasRoom = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && freemem() >= ROOM;
  } catch {
    return false;
  }
};

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
};

/** Removes folders that killed runs left in memory. A folder's name contains the id of its process. */
const removeLeftovers = () => {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^syndication-\w+-(\d+)-\w+$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user.
    }
  }
};

/**
 * Creates a folder for the data of a test's database server: in memory if there is room. The caller removes it; a
 * later run removes what a killed process left in memory.
 *
 * @param server name of the server
 */
export const dataFolder = (server) => {
  if (existsSync(MEMORY)) removeLeftovers();
  const parent = hasRoom() ? MEMORY : tmpdir();
  return mkdtempSync(path.join(parent, `syndication-${server}-${process.pid}-`));
};
