import { mkdtempSync, statfsSync } from 'node:fs';
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

/** A new folder for what a database server of the tests keeps: in memory where there is room. */
export const dataFolder = (prefix) => mkdtempSync(path.join(hasRoom() ? MEMORY : tmpdir(), prefix));
