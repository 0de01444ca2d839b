import type { App } from './app';
import { createEditor, type Editor } from './content';
import { sendRaw } from './request';

/**
 * How long it may take until the database is found to be back, and what was asked then answered, in
 * milliseconds, for a test to pass. A second is promised, and not asserted: a machine that runs other
 * suites at the same time takes longer. What is told apart here is who does not notice, and waits for
 * half a minute.
 */
export const RECOVERED_WITHIN = 25_000;

/**
 * How long a response may take that does not wait for the database, in milliseconds, on such a machine.
 * One that waits has none before the database is back, which tests keep away until all have been
 * answered.
 */
export const WITHOUT_WAITING = 10_000;

/** Where what `fillMemory` publishes is fed from, in each format once, and its pages. */
export const FEED = '/tags/api/index.xml';
export const HOT = [
  '/index.xml',
  FEED,
  '/tags/api/atom.xml',
  '/tags/',
  '/tags/api/',
  '/posts/first/',
];

/** Publishes what is asked for, and asks for it, so that it is in memory. */
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

/** Asks for what is in memory, ten at a time; the milliseconds each took. */
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

/** Asks for what is in memory for as long as something is so: a node looks when it is asked. */
export const askWhile = async (app: App, isSo: () => boolean): Promise<void> => {
  while (isSo()) {
    await askHot(app, 10);
    await new Promise((next) => setTimeout(next, 50));
  }
};

/** Asks for what is in memory until something else has come to pass. */
export const askUntil = async (app: App, passed: Promise<void>): Promise<void> => {
  let done = false;
  void passed.then(() => {
    done = true;
  });
  await askWhile(app, () => !done);
};

/** What an app warns of. */
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
    /** Resolves with the next warning that has a text. */
    next: (text: string) => new Promise<void>((done) => waiting.push({ text, done })),
  };
};
