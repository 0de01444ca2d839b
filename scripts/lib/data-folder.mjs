import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';

/** Bytes that all databases of a run take at most, and as many again. */
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

/** Removes what runs that were broken off have left in memory: each folder has its process's number. */
const removeLeftovers = () => {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^syndication-\w+-(\d+)-\w+$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
};

/**
 * A new folder for what a database server of the tests keeps, until this process ends: in memory where
 * there is room.
 *
 * @param server its name
 */
export const dataFolder = (server) => {
  if (existsSync(MEMORY)) removeLeftovers();
  const parent = hasRoom() ? MEMORY : tmpdir();
  return mkdtempSync(path.join(parent, `syndication-${server}-${process.pid}-`));
};
