import { monitorEventLoopDelay } from 'node:perf_hooks';

import { renderBody } from '../../src/content/body';
import { bodySourceOf } from '../../src/content/body-source';
import { sanitiseBody } from '../../src/content/html';
import { renderMarkdown } from '../../src/content/markdown';
import { openingText, runningText, summarise, summariseBody } from '../../src/content/body-summary';
import { excerpt } from '../../src/lib/text';
import { signIn } from '../helpers/admin';
import { articleForm } from '../helpers/article-form';
import { createEditor } from '../helpers/content';
import { HOSTILE, SENTENCE } from '../helpers/hostile';
import { startApp } from '../helpers/app';

const LINK = 'https://www.example.com/posts/a/';
const CHARACTERS = 100_000;
const RUNS = 3;

/** Below this the clock and the collector of garbage say more than the text. */
const MEASURABLE = 20;

type Step = (text: string) => unknown;

/** A step; a text it refuses as too much costs what it costs to find out. */
const attempt = (step: Step, text: string): void => {
  try {
    step(text);
  } catch (error) {
    if ((error as Error).name !== 'TooHeavyError') throw error;
  }
};

const timeOf = (step: Step, text: string): number => {
  const times = Array.from({ length: RUNS }, () => {
    const began = performance.now();
    attempt(step, text);
    return performance.now() - began;
  });
  // What the machine does meanwhile only ever adds.
  return Math.min(...times);
};

const STEPS: Record<string, Step> = {
  Markdown: (text) => renderMarkdown(text),
  sanitising: (text) => sanitiseBody(text, LINK),
  'running text': (text) => openingText(runningText(text)),
  summary: (text) => summarise(text, 70, 'en'),
  'summary of a body': (text) =>
    summariseBody(bodySourceOf(text), { summaryWords: 70, language: 'en' }),
  excerpt: (text) => excerpt(text, 200),
  'a whole body': (text) => renderBody(bodySourceOf(text), LINK),
};

/** The hostile text that makes a step's cost grow most: milliseconds for n and 2n characters. */
export const measureSteps = (): {
  step: string;
  text: string;
  once: number;
  twice: number;
  ratio: number;
}[] =>
  Object.entries(STEPS).map(([step, run]) => {
    const measured = Object.entries(HOSTILE).map(([text, make]) => {
      attempt(run, make(CHARACTERS / 10));
      const once = timeOf(run, make(CHARACTERS));
      const twice = timeOf(run, make(2 * CHARACTERS));
      const ratio = twice < MEASURABLE ? 1 : twice / once;
      return { step, text, once, twice, ratio };
    });
    return measured.reduce((worst, one) => (one.ratio > worst.ratio ? one : worst));
  });

/** The bodies of articles that once held up everybody. */
const BODIES: Record<string, string> = {
  'JSON in a code block, 286 kB': HOSTILE['JSON in a code block']!(286_000),
  '<div> and 100,000 [': HOSTILE['brackets in HTML']!(100_000),
  'https://e.com/((, 60 kB': HOSTILE['addresses with brackets']!(60_000),
  'https://e.com/( in words, 1 MB': HOSTILE['words with brackets']!(1_000_000),
  'backticks in turns, 250 kB': HOSTILE['backticks in turns']!(250_000),
  'emphasis, 150 kB': HOSTILE.emphasis!(150_000),
  'Chinese, 1 MB': HOSTILE.Chinese!(1_000_000),
  '40,000 links': HOSTILE.links!(40_000 * 29),
  'nested elements, 1 MB': HOSTILE['nested elements']!(1_000_000),
  'tables with missing cells, 100 kB': HOSTILE['table with missing cells']!(4_000).repeat(25),
  'headings, 1 MB': HOSTILE.headings!(1_000_000),
  'prose, 10 MB': SENTENCE.repeat(100_000),
};

export interface Answered {
  name: string;
  /** Milliseconds to the slowest response, and the longest turn of the event loop meanwhile. */
  slowest: number;
  delay: number;
}

/** Responses over a real Strapi, on the first request after a publication. */
export const measureResponses = async (): Promise<Answered[]> => {
  const app = await startApp({
    config: { baseUrl: 'https://www.example.com', content: 'full', itemsPerFeed: 20 },
  });
  try {
    const editor = createEditor(app);
    const panel = await signIn(app, 'strapi-super-admin');
    const tag = await editor.tag({ name: 'api', slug: 'api' });
    const measure = async (name: string, asks: (() => Promise<Response>)[]): Promise<Answered> => {
      const delays = monitorEventLoopDelay({ resolution: 5 });
      let slowest = 0;
      delays.enable();
      for (const ask of asks) {
        const began = performance.now();
        const response = await ask();
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
        slowest = Math.max(slowest, performance.now() - began);
      }
      delays.disable();
      return { name, slowest, delay: delays.max / 1e6 };
    };
    const feeds = ['/index.xml', '/atom.xml', '/feed.json'].map((path) => () => app.get(path));
    const preview = (body: string) => () =>
      panel('/syndication/previews', {
        method: 'POST',
        body: articleForm({ title: 'Title', body }),
      });
    const measured: Answered[] = [];
    // Once through, so that neither code nor thread is new to it.
    await editor.published({ slug: 'first', body: SENTENCE.repeat(200) });
    await measure('first', [() => app.get('/posts/first/'), ...feeds]);
    let count = 0;
    for (const [name, body] of Object.entries(BODIES)) {
      count += 1;
      const slug = `heavy-${count}`;
      const id = await editor.published({ slug, body, tags: [tag] });
      measured.push(await measure(`${name}: page`, [() => app.get(`/posts/${slug}/`)]));
      measured.push(await measure(`${name}: feeds`, feeds));
      if (Buffer.byteLength(body) <= 900_000) {
        measured.push(await measure(`${name}: preview`, [preview(`${body} `)]));
      }
      await editor.delete(id);
    }
    for (const index of Array.from({ length: 20 }, (_, place) => place)) {
      const body = `${index} ${BODIES['https://e.com/( in words, 1 MB']}`;
      await editor.published({ slug: `many-${index}`, body, tags: [tag] });
    }
    measured.push(await measure('20 articles of 1 MB: first feed', feeds.slice(0, 1)));
    measured.push(await measure('20 articles of 1 MB: other feeds', feeds.slice(1)));
    const ask = (path: string) => () => panel(path);
    measured.push(
      await measure('20 articles of 1 MB: health', [ask('/syndication/health?feeds=site')]),
      await measure('20 articles of 1 MB: problems', [ask('/syndication/feeds/site/problems')]),
      await measure('20 articles of 1 MB: feed in the panel', [ask('/syndication/feeds/site')]),
    );
    return measured;
  } finally {
    await app.stop();
  }
};
