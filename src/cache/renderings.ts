import { MessageChannel } from 'node:worker_threads';
import { availableParallelism } from 'node:os';

import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';

import type { Article, Body } from '../content/article';
import { plainMarkdown, type RenderedBody, renderPlain } from '../content/body';
import { type BodySource, isEmpty, charactersOf, bodySourceOf } from '../content/body-source';
import { editorSummary, summariseBody, type SummaryOptions } from '../content/body-summary';
import type { PageBody, PageBodyOptions } from '../content/page/page-body';
import { render, type Rendered, type Rendering, type Job } from './render-worker';
import { TooHeavyError } from '../content/too-heavy';
import type { FeedFormat } from '../feed/formats';
import { type Feed, lengthOf, withoutFullText } from '../feed/model';
import { waitForTurn } from '../lib/waiting';
import { incompleteUntil, hashOf } from '../lib/cache-tags';
import { RENDER_WORKER } from './render-worker-file';

/** Characters that are rendered on the main thread, a few dozen milliseconds at worst. */
export const SMALL_BODY = 6_000;
const SMALL_DOCUMENT = 250_000;
const SMALL_HTML = 20_000;

/** Characters that are summarised on the main thread: a summary needs no sanitising. */
const SMALL_SUMMARISED = 3 * SMALL_BODY;

/** Characters of code that are highlighted on the main thread. */
const SMALL_CODE = 1_500;

/** Bytes of renderings in the cache. */
const KEPT_BYTES = 48 * 1024 * 1024;

/** Milliseconds until a body is tried again that was too heavy for its thread, or got no thread. */
const TOO_HEAVY_FOR = 10 * 60_000;
const NO_THREAD_FOR = 60_000;

/** Milliseconds that a response waits for renderings, and that it is cached if some are missing. */
const WAIT = 2_500;
const INCOMPLETE_FOR = 10_000;

/** Result of a rendering; a failed one is kept for a while. */
interface KeptResult {
  value?: Rendered[Rendering['kind']];
  until: number;
}

/** Whether HTML is small enough to be prepared for its page on the main thread. */
const isSmallPage = (html: string): boolean => {
  if (html.length > SMALL_HTML) return false;
  const blocks = html.match(/<pre><code class="language-[^]*?<\/pre>/g) ?? [];
  return blocks.join('').length <= SMALL_CODE;
};

/** Approximate bytes of an outcome: its key, and its characters. */
const sizeOf = ({ value = '' }: KeptResult): number => 500 + 2 * JSON.stringify(value).length;

/** Parts of a body that are rendered on the main thread: each part costs time of its own. */
const SMALL_PARTS = 20;

const isSmallBody = (source: BodySource): boolean =>
  charactersOf(source) <= SMALL_BODY && source.parts.length <= SMALL_PARTS;

/** When a response goes without missing renderings: some seconds from now, in milliseconds since 1970. */
export const renderingDeadline = (): number => Date.now() + WAIT;

/**
 * Renders each version of a body once, however many feeds, formats and pages show it: small ones here, one in each turn
 * of the event loop, others in threads.
 *
 * @param worker file that threads run
 */
export const createRenderings = (
  log: { warn: (message: string) => void },
  worker = RENDER_WORKER,
) => {
  const outcomes = new LRUCache<string, KeptResult>({
    maxSize: KEPT_BYTES,
    sizeCalculation: sizeOf,
  });
  const underway = new Map<string, Promise<KeptResult>>();
  const performed = { here: 0, inThreads: 0 };
  let hasWarned = false;

  const warnOnce = (error: Error): void => {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      `Syndication: long articles are shown as plain text: rendering in a thread failed. ${error.message}`,
    );
  };
  // Documents have threads of their own, which wait for no article.
  const pools = {
    body: createRenderPool(worker, warnOnce),
    document: createRenderPool(worker, warnOnce),
  };

  /** Names of components whose failing function was logged. */
  const warnedComponents = new Set<string>();

  /**
   * The source that a body is rendered from. If the site's own function fails for a component, that is logged once. A
   * body that is no text is read in a turn of its own.
   */
  const toSource = async (body: Body): Promise<BodySource> => {
    if (typeof body !== 'string') await waitForTurn();
    const source = bodySourceOf(body);
    for (const { name, error } of source.missing) {
      if (error === undefined || warnedComponents.has(name)) continue;
      warnedComponents.add(name);
      log.warn(
        `Syndication: the function that renders the component “${name}” failed, and nothing is shown of it: ${error}`,
      );
    }
    return source;
  };

  const renderHere = async (rendering: Rendering): Promise<KeptResult['value']> => {
    await waitForTurn();
    performed.here += 1;
    return render(rendering);
  };

  const renderInThread = (rendering: Rendering): Promise<KeptResult['value']> => {
    performed.inThreads += 1;
    return (rendering.kind === 'document' ? pools.document : pools.body).run(rendering);
  };

  /** Replaces a failed rendering for a while. */
  const toFailedOutcome = (rendering: Rendering, error: Error): KeptResult => {
    const isTooHeavy = error instanceof TooHeavyError;
    if (!isTooHeavy) warnOnce(error);
    return {
      value: rendering.kind === 'body' ? renderPlain(rendering.body) : undefined,
      until: Date.now() + (isTooHeavy ? TOO_HEAVY_FOR : NO_THREAD_FOR),
    };
  };

  /** The outcome under a key: the cached one, the one in progress, or a new one. Never rejects. */
  const find = (key: string, isSmall: boolean, rendering: Rendering): Promise<KeptResult> => {
    const known = outcomes.get(key);
    if (known && known.until > Date.now()) return Promise.resolve(known);
    const begun = underway.get(key);
    if (begun) return begun;
    const result = (isSmall ? renderHere(rendering) : renderInThread(rendering))
      .then((value): KeptResult => ({ value, until: Infinity }))
      .catch((error: Error) => toFailedOutcome(rendering, error))
      .then((outcome) => {
        outcomes.set(key, outcome);
        underway.delete(key);
        return outcome;
      });
    underway.set(key, result);
    return result;
  };

  /** An outcome, or none if it is not there in time; then the response under construction expires soon. */
  const inTime = async (result: Promise<KeptResult>, deadline: number): Promise<KeptResult> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<KeptResult>((done) => {
      const until = Date.now() + INCOMPLETE_FOR;
      timer = setTimeout(() => done({ until }), Math.max(0, deadline - Date.now()));
    });
    const outcome = await Promise.race([result, late]).finally(() => clearTimeout(timer));
    if (outcome.until !== Infinity) incompleteUntil(new Date(outcome.until));
    return outcome;
  };

  /** The result of a rendering; undefined if it failed, or is not there in time. */
  const resultOf = async <Kind extends Rendering['kind']>(
    rendering: Extract<Rendering, { kind: Kind }>,
    isSmall: boolean,
    deadline: number,
  ): Promise<Rendered[Kind] | undefined> => {
    if (!isSmall) await waitForTurn();
    const result = find(hashOf(JSON.stringify(rendering)), isSmall, rendering);
    return (await inTime(result, deadline)).value as Rendered[Kind] | undefined;
  };

  const summaryOfBody = async (
    given: Body,
    options: SummaryOptions,
    deadline: number,
  ): Promise<string> => {
    const body = await toSource(given);
    const isSmall = charactersOf(body) <= SMALL_SUMMARISED;
    const summary = await resultOf({ kind: 'summary', body, options }, isSmall, deadline);
    // Without a thread, the start of the body is summarised here.
    return summary ?? summariseBody(body, options, SMALL_BODY);
  };

  const bodyAsShown = async (
    given: Body,
    link: string,
    deadline: number,
  ): Promise<RenderedBody | undefined> => {
    const body = await toSource(given);
    return resultOf({ kind: 'body', body, link }, isSmallBody(body), deadline);
  };

  return {
    /** Number of renderings, on this thread and in others. */
    performed: (): Readonly<typeof performed> => performed,

    /** The editor's summary; without one, the opening sentences of the body. Plain text. */
    async summary(
      article: Pick<Article, 'summary' | 'body'>,
      options: SummaryOptions,
      deadline: number,
    ): Promise<string> {
      const { summaryWords, language } = options;
      return (
        editorSummary(article) ??
        summaryOfBody(article.body ?? '', { summaryWords, language }, deadline)
      );
    },

    /** Whether there is nothing to show of a body. */
    isEmpty: async (body: Body): Promise<boolean> => {
      await toSource(body);
      return isEmpty(body);
    },

    /**
     * A body as it is shown; undefined if it is not rendered in time.
     *
     * @param link address of the article
     */
    body: bodyAsShown,

    /** A rendered body as its own page shows it; undefined if that is too heavy, or not there in time. */
    page: (
      html: string,
      options: PageBodyOptions,
      deadline: number,
    ): Promise<PageBody | undefined> =>
      resultOf({ kind: 'page', html, options }, isSmallPage(html), deadline),

    /**
     * A body as Markdown, written from its HTML; as it was typed if that is too heavy, or not there in time.
     *
     * @param link address of the article
     */
    async markdown(given: Body, link: string, deadline: number): Promise<string> {
      const shown = await bodyAsShown(given, link, deadline);
      if (shown && !shown.isHeavy) {
        const { html } = shown;
        // Always in a thread: the library takes quadratic time for white space within elements.
        const markdown = await resultOf({ kind: 'markdown', html }, false, deadline);
        if (markdown !== undefined) return markdown;
      }
      return plainMarkdown(await toSource(given));
    },

    /** A document of a feed; with summaries only, if its full texts are too heavy now. */
    async document(format: FeedFormat, { channel, items }: Feed): Promise<string> {
      // Without what else a feed may have: a thread takes no functions, such as those of articles.
      const feed = { channel, items };
      if (lengthOf(feed) <= SMALL_DOCUMENT) return format.render(feed);
      try {
        return (await renderInThread({ kind: 'document', format: format.name, feed })) as string;
      } catch (error) {
        if (!(error instanceof TooHeavyError)) warnOnce(error as Error);
        incompleteUntil(new Date(Date.now() + NO_THREAD_FOR));
        return format.render({ channel, items: items.map(withoutFullText) });
      }
    },

    async stop(): Promise<void> {
      // Work in progress ends with an error that must not be logged.
      hasWarned = true;
      await Promise.all([pools.body.destroy(), pools.document.destroy()]);
    },
  };
};

export type Renderings = ReturnType<typeof createRenderings>;

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
const createRenderPool = (filename: string, onError: (error: Error) => void) => {
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
