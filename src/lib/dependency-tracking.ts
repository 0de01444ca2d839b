import { AsyncLocalStorage } from 'node:async_hooks';

/** What a response was made from, noted while it is made. */
export interface Dependencies {
  /** What it shows; a change of any of these makes another response. */
  cacheTags: Set<string>;
  /** Newest change among what it shows, in milliseconds since 1970; 0 when nothing had a date. */
  modified: number;
  /** When it ends by itself, in milliseconds since 1970: an article is due then. */
  expires: number;
  /** Whether it went without a rendering that the next one is to have. */
  isIncomplete: boolean;
}

const storage = new AsyncLocalStorage<Dependencies>();

/** Dependencies of nothing yet. */
export const newDependencies = (): Dependencies => ({
  cacheTags: new Set<string>(),
  modified: 0,
  expires: Infinity,
  isIncomplete: false,
});

/** Runs a function, and has what is noted meanwhile as dependencies. */
export const trackDependencies = <Result>(
  dependencies: Dependencies,
  make: () => Promise<Result>,
): Promise<Result> => storage.run(dependencies, make);

/** Notes that the response being made, if any, shows what these cache tags stand for. */
export const dependOn = (...cacheTags: string[]): void => {
  const dependencies = storage.getStore();
  cacheTags.forEach((cacheTag) => dependencies?.cacheTags.add(cacheTag));
};

/** Notes when something the response shows last changed. */
export const noteChange = (moment: Date): void => {
  const dependencies = storage.getStore();
  if (dependencies) dependencies.modified = Math.max(dependencies.modified, moment.getTime());
};

/** Notes that the response will be another one from this moment on. */
export const expireAt = (moment: Date): void => {
  const dependencies = storage.getStore();
  if (dependencies) dependencies.expires = Math.min(dependencies.expires, moment.getTime());
};

/** Notes that the response went without a rendering, which is asked for again from this moment on. */
export const incompleteUntil = (moment: Date): void => {
  expireAt(moment);
  const dependencies = storage.getStore();
  if (dependencies) dependencies.isIncomplete = true;
};
