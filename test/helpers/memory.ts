import { partsOf } from '../../src/compose';
import type { App } from './app';
import { letPass } from './clock';
import { createEditor, type Editor } from './content';
import { sendRaw } from './request';

/**
 * Milliseconds in which a node must notice that the database is back and answer waiting requests. The
 * documentation promises a second, but a machine that runs other suites takes longer. The limit finds nodes that
 * do not notice and wait for half a minute.
 */
export const RECOVERED_WITHIN = 25_000;

/**
 * Maximum milliseconds of a response that does not wait for the database, on such a machine. One that waits never
 * arrives in time, as tests keep the database away until all responses have arrived.
 */
export const WITHOUT_WAITING = 10_000;

/** Addresses of what `fillMemory` publishes: feeds in each format, and pages. */
export const FEED = '/tags/api/index.xml';
export const HOT = [
  '/index.xml',
  FEED,
  '/tags/api/atom.xml',
  '/tags/',
  '/tags/api/',
  '/posts/first/',
];

/** Publishes entries and requests `HOT`, so that the responses are cached. */
export const fillMemory = async (app: App): Promise<Editor> => {
  const editor = createEditor(app);
  const api = await editor.tag({ name: 'api', slug: 'api' });
  await editor.published({ title: 'First', slug: 'first', tags: [api] });
  const moved = await editor.published({ title: 'Moved', slug: 'before', tags: [api] });
  await editor.republish(moved, { slug: 'after' });
  await editor.delete(await editor.published({ title: 'Gone', slug: 'gone', tags: [api] }));
  for (const path of [...HOT, '/posts/before/', '/posts/gone/']) await app.get(path);
  return editor;
};

/** Requests cached responses, ten at a time; returns the milliseconds of each. */
export const askHot = async ({ origin }: App, times = 300): Promise<number[]> => {
  const took: number[] = [];
  const ask = async (number: number): Promise<void> => {
    const began = performance.now();
    const { status, body } = await sendRaw(origin, HOT[number % HOT.length]!);
    expect([status, body.length > 100]).toEqual([200, true]);
    took.push(performance.now() - began);
  };
  for (let asked = 0; asked < times; asked += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, place) => ask(asked + place)));
  }
  return took;
};

/** Requests cached responses while a condition holds: a node looks for changes only on a request. */
export const askWhile = async (app: App, isSo: () => boolean): Promise<void> => {
  while (isSo()) {
    await askHot(app, 10);
    await new Promise((next) => setTimeout(next, 50));
  }
};

/** Whether the database leaves a look for changes without an answer. */
export const isUnresponsive = ({ strapi }: App): boolean =>
  partsOf(strapi).changeLog.isUnresponsive();

/** Whether the database counts as away, for which nobody waits. */
export const isAway = ({ strapi }: App): boolean => partsOf(strapi).changeLog.isAway();

/** Looks for changes of other nodes while a condition holds. */
export const lookWhile = async ({ strapi }: App, isSo: () => boolean): Promise<void> => {
  while (isSo()) {
    await partsOf(strapi).changeLog.catchUp();
    await new Promise((next) => setTimeout(next, 50));
  }
};

/** Requests cached responses until the warning that the database is away, for which nobody waits two seconds. */
export const askUntilAway = async (app: App, away: Promise<void>): Promise<void> => {
  let done = false;
  void away.then(() => {
    done = true;
  });
  await askWhile(app, () => !done && !isUnresponsive(app));
  if (!isAway(app)) letPass(2_000);
  await askWhile(app, () => !done);
};

/** Collects an app's warnings. */
export const warningsOf = ({ strapi }: App) => {
  const warnings: string[] = [];
  const waiting: { text: string; done: () => void }[] = [];
  jest.spyOn(strapi.log, 'warn').mockImplementation(((warning: string) => {
    warnings.push(warning);
    waiting.filter(({ text }) => warning.includes(text)).forEach(({ done }) => done());
    return strapi.log;
  }) as never);
  return {
    warnings,
    /** Resolves with the next warning that contains a text. */
    next: (text: string) => new Promise<void>((done) => waiting.push({ text, done })),
  };
};
