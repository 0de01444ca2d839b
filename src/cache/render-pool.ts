import { MessageChannel } from 'node:worker_threads';
import { availableParallelism } from 'node:os';

import { Piscina } from 'piscina';

import type { Rendered, Rendering, Job } from './render-worker';
import { TooHeavyError } from '../content/too-heavy';

/**
 * Milliseconds that a rendering may take once it has begun. A last resort, since nodes may then differ: a busy machine
 * takes several times as long as an idle one for the same text.
 */
const DEADLINE = 10_000;

/** Milliseconds after which a rendering is given up that has not begun: there is no thread for it. */
const MAXIMUM_WAIT = 30_000;

/** Milliseconds that an idle thread stays. */
const IDLE = 30_000;

/** Renderings that may wait; further ones are given up at once. */
const MAXIMUM_QUEUE = 5_000;

/** Megabytes of a thread's heap: a megabyte of hostile Markdown takes a fifth of it. */
const HEAP = 512;

/**
 * Threads for renderings that would block all other requests. They start when first needed.
 *
 * Without them `test/unit/cache/renderings.test.ts` fails: nothing ends a rendering that takes too long.
 *
 * @param filename file of the worker
 * @param onError called when a thread fails without work
 */
export const createRenderPool = (filename: string, onError: (error: Error) => void) => {
  let pool: Piscina | undefined;
  /** Renderings that no thread has begun yet. */
  const waiting = new Set<AbortController>();

  const start = (): Piscina => {
    const started = new Piscina({
      filename,
      minThreads: 0,
      maxThreads: Math.min(2, availableParallelism()),
      idleTimeout: IDLE,
      maxQueue: MAXIMUM_QUEUE,
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
      recordTiming: false,
    });
    // A thread that cannot even start leaves its work waiting.
    started.on('error', (error: Error) => {
      onError(error);
      waiting.forEach((controller) => controller.abort());
    });
    return started;
  };

  return {
    /** Renders in a thread; rejects with a TooHeavyError if that takes too long or too much memory. */
    async run<Kind extends Rendering['kind']>(
      rendering: Extract<Rendering, { kind: Kind }>,
    ): Promise<Rendered[Kind]> {
      pool ??= start();
      let hasBegun = false;
      const { port1: begun, port2 } = new MessageChannel();
      const controller = new AbortController();
      waiting.add(controller);
      let timer = setTimeout(() => controller.abort(), MAXIMUM_WAIT);
      begun.once('message', () => {
        hasBegun = true;
        waiting.delete(controller);
        clearTimeout(timer);
        timer = setTimeout(() => controller.abort(), DEADLINE);
      });
      try {
        const job: Job = { rendering, begun: port2 };
        return await pool.run(job, { signal: controller.signal, transferList: [port2] });
      } catch (error) {
        const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
        if (isOutOfMemory) throw new TooHeavyError('A rendering that takes too much memory');
        if (hasBegun && controller.signal.aborted) {
          throw new TooHeavyError('A rendering that takes too long');
        }
        throw error;
      } finally {
        clearTimeout(timer);
        waiting.delete(controller);
        begun.close();
      }
    },

    destroy: async (): Promise<void> => pool?.destroy(),
  };
};
