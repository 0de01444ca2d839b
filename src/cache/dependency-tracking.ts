import { AsyncLocalStorage } from 'node:async_hooks';

/** What an answer was made from, noted while it is made. */
export interface Recording {
  /** What it shows; a change of any of these makes another answer. */
  scopes: Set<string>;
  /** Newest change among what it shows, in milliseconds since 1970; 0 when nothing had a date. */
  modified: number;
  /** When it ends by itself, in milliseconds since 1970: an article is due then. */
  expires: number;
}

const storage = new AsyncLocalStorage<Recording>();

/** Runs a function and returns its result with what the services noted meanwhile. */
export const record = async <Result>(
  make: () => Promise<Result>,
): Promise<{ result: Result; recording: Recording }> => {
  const recording = { scopes: new Set<string>(), modified: 0, expires: Infinity };
  return { result: await storage.run(recording, make), recording };
};

/** Notes that the answer being made, if any, shows what these scopes stand for. */
export const dependOn = (...scopes: string[]): void => {
  const recording = storage.getStore();
  scopes.forEach((scope) => recording?.scopes.add(scope));
};

/** Notes when something the answer shows last changed. */
export const noteChange = (moment: Date): void => {
  const recording = storage.getStore();
  if (recording) recording.modified = Math.max(recording.modified, moment.getTime());
};

/** Notes that the answer will be another one from this moment on. */
export const expireAt = (moment: Date): void => {
  const recording = storage.getStore();
  if (recording) recording.expires = Math.min(recording.expires, moment.getTime());
};
