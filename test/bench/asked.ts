import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import type { DatabaseKind } from '../helpers/database';
import type { App } from '../helpers/app';
import { startOn, withFolder } from './app';
import type { Share } from './seed';
import { watchLoop } from './watch-loop';

export const ARTICLES = Number(process.env.BENCH_ASKED ?? '30000');
const RUNS = Number(process.env.BENCH_ROUNDS ?? 15);

/** Tags of every article, of every second, of few, and 2,000 more, with up to three on an article. */
const TAGS: Record<string, Share> = {
  all: () => true,
  half: (index) => index % 2 === 0,
  rare: (index) => index % 1_000 === 7,
  ...Object.fromEntries(
    Array.from({ length: 2_000 }, (_, place): [string, Share] => [
      `t${place}`,
      (index) => index % 2_000 === place,
    ]),
  ),
};

const list = (name: string, values: string[]): string =>
  values.map((value, place) => `${name}[$in][${place}]=${value}`).join('&');
const slugs = (from: number): string[] =>
  Array.from({ length: 20 }, (_, place) => `how-i-read-request-number-${from + 977 * place}`);
const tags = Array.from({ length: 20 }, (_, place) => `t${place}`);
const LAST = 'pagination[page]=100&pagination[pageSize]=50';
const WHOLE = 'pagination[pageSize]=50&populate=tags,cover,attachment';

/** Queries that are answered, each of a kind, with parts that cost most. */
const ASKED: Record<string, string> = {
  '': '/articles',
  'without a count': '/articles?pagination[withCount]=false',
  'by date': '/articles?sort=date:desc',
  'by date, last page': `/articles?sort=date:desc&${LAST}`,
  'by title': '/articles?sort=title',
  'by title, last page': `/articles?sort=title:desc&${LAST}`,
  'last page': `/articles?${LAST}`,
  'with all there is': `/articles?sort=date:desc&${WHOLE}`,
  'before a date': '/articles?filters[date][$lt]=2026-01-01&sort=date:desc',
  'between dates, by title':
    '/articles?filters[date][$gte]=2000-01-01&filters[date][$lt]=2999-01-01&sort=title',
  'of a slug': `/articles?filters[slug][$eq]=${slugs(1)[0]}&populate=tags,cover`,
  'of 20 slugs': `/articles?${list('filters[slug]', slugs(0))}&sort=title`,
  ...Object.fromEntries(
    ['all', 'half', 'rare', 'none'].flatMap((tag) => {
      const filter = `/articles?filters[tags][slug][$eq]=${tag}`;
      return [
        [`tag ${tag}`, filter],
        [`tag ${tag}, by date`, `${filter}&sort=date:desc`],
        [`tag ${tag}, by date, no count`, `${filter}&sort=date:desc&pagination[withCount]=false`],
        [`tag ${tag}, by title`, `${filter}&sort=title`],
        [`tag ${tag}, by date, last page`, `${filter}&sort=date:desc&${LAST}`],
        [`tag ${tag}, by title, last page`, `${filter}&sort=title&${LAST}`],
      ];
    }),
  ),
  'tag all, by name, with all there is': `/articles?filters[tags][name][$eq]=all&sort=date:desc&${WHOLE}`,
  'tag rare before a date, by title':
    '/articles?filters[tags][slug]=rare&filters[date][$lt]=2999-01-01&sort=title',
  '20 tags': `/articles?${list('filters[tags][slug]', tags)}`,
  '20 tags, by date': `/articles?${list('filters[tags][slug]', tags)}&sort=date:desc`,
  '20 tags, all among them': `/articles?${list('filters[tags][slug]', ['all', ...tags.slice(1)])}&sort=title:desc&${LAST}`,
  '20 tags, last page': `/articles?${list('filters[tags][slug]', tags)}&sort=title&${LAST}`,
  'of a tag and 20 slugs': `/articles?filters[tags][slug]=all&${list('filters[slug]', slugs(0))}`,
  tags: '/tags',
  'tags, all there is': '/tags?sort=title&populate=image&pagination[pageSize]=50',
  'tags, last page': '/tags?sort=name:desc&pagination[page]=40&pagination[pageSize]=50',
  '20 of the tags': `/tags?${list('filters[slug]', tags)}`,
};

export interface Held {
  /** Milliseconds of processor time that the thread which answers takes in all its turns. */
  held: number;
  /** The longest turn. */
  turn: number;
  /** Milliseconds from the request to the end of its response. */
  response: number;
  /** Milliseconds that the longest statement takes. */
  statement: number;
}

/** A request, as `fetch` takes it. */
export interface Request {
  url: string;
  init?: { method?: string; headers?: Record<string, string>; body?: string };
  /** What it is answered with; 200 where it is not said. */
  status?: number;
}

/** Sends requests from a thread of its own, whose work holds up nobody else. */
const CLIENT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', async ({ url, init }) => {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  parentPort.postMessage(response.status);
});`;

/** Milliseconds of processor time of this thread alone, as Linux tells it. */
const processorTime = (): number =>
  Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;

/** What requests cost, on Linux. */
export const measureRequests = async (
  { strapi }: App,
  requests: Record<string, Request>,
): Promise<Record<string, Held>> => {
  const client = new Worker(CLIENT, { eval: true });
  const began = new Map<string, number>();
  let longest = 0;
  const { connection } = strapi.db;
  connection.on('query', ({ __knexQueryUid }: { __knexQueryUid: string }) =>
    began.set(__knexQueryUid, performance.now()),
  );
  connection.on('query-response', (_rows, { __knexQueryUid: id }: { __knexQueryUid: string }) => {
    longest = Math.max(longest, performance.now() - began.get(id)!);
    began.delete(id);
  });
  const send = async (request: Request): Promise<void> => {
    client.postMessage(request);
    const [status] = (await once(client, 'message')) as [number];
    if (status !== (request.status ?? 200)) throw new Error(`${request.url}: ${status}`);
  };
  const ask = async (request: Request): Promise<Held> => {
    longest = 0;
    const before = processorTime();
    const start = performance.now();
    await send(request);
    const response = performance.now() - start;
    const held = processorTime() - before;
    const statement = longest;
    // Once more, since whoever watches the loop keeps the thread busy.
    const { longest: turn } = await watchLoop(() => send(request));
    return { held, turn, response, statement };
  };
  const measured: Record<string, Held> = {};
  try {
    for (const [name, request] of Object.entries(requests)) {
      await ask(request);
      const runs: Held[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await ask(request));
      // What the machine does meanwhile only ever adds.
      const of = (part: keyof Held): number => Math.min(...runs.map((one) => one[part]));
      measured[name] = {
        held: of('held'),
        turn: of('turn'),
        response: of('response'),
        statement: of('statement'),
      };
    }
  } finally {
    await client.terminate();
  }
  return measured;
};

/** Headers of a visitor who may do something. */
export const visitorHeaders = async (
  { strapi }: App,
  permissions: string[],
): Promise<Record<string, string>> => {
  const { accessKey } = await strapi
    .service('admin::api-token')
    .create({ name: 'visitor', type: 'custom', lifespan: null, permissions });
  return { authorization: `Bearer ${accessKey}`, 'content-type': 'application/json' };
};

/** What each kind of query costs that visitors may ask the content API, on Linux. */
export const measureAsked = (database: DatabaseKind): Promise<Record<string, Held>> =>
  withFolder({ articles: ARTICLES, tags: TAGS, database }, async (folder) => {
    const app = await startOn(folder, { database });
    try {
      const headers = await visitorHeaders(app, [`${ARTICLE_UID}.find`, `${TAG_UID}.find`]);
      const toRequest = ([name, address]: [string, string]): [string, Request] => [
        name,
        { url: `${app.origin}/api/syndication${address}`, init: { headers } },
      ];
      return await measureRequests(app, Object.fromEntries(Object.entries(ASKED).map(toRequest)));
    } finally {
      await app.stop();
    }
  });
