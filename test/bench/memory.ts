import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { startOn, withFolder } from './app';
import { type BareResponse, copyResponse, startBaseline } from './baseline';
import type { Share } from './seed';
import { forgetResponses, isCached } from '../helpers/state';

const TAGS = 2_000;
const PER_TAG = 20;

/** Articles in the tags of their own number and of the 19 numbers after it. */
const tags = Object.fromEntries(
  Array.from({ length: TAGS }, (_, tag): [string, Share] => [
    `tag-${tag}`,
    (index) => (tag - index + TAGS) % TAGS < PER_TAG,
  ]),
);

/** An archive of 2,000 feeds of 20 items, and the options with which all of them are cached. */
export const FEEDS = { articles: TAGS, tags };
export const CACHED_FEEDS = { itemsPerFeed: PER_TAG, cacheBytes: 256 * 1024 * 1024 };

/** What is in use: of what the system has given, some is free from before, and would be used unseen. */
const megabytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

/** Megabytes that a bare Koa server takes for the same responses as Buffers. */
const measureBare = async (urls: string[]): Promise<number> => {
  const responses: BareResponse[] = [];
  for (const url of urls)
    responses.push(await copyResponse(url, { 'accept-encoding': 'identity' }));
  const memoryWith = async (some: BareResponse[]): Promise<number> => {
    const koa = await startBaseline(some, ['--expose-gc']);
    const memory = await koa.memory();
    koa.stop();
    return memory / 1024 / 1024;
  };
  return (await memoryWith(responses)) - (await memoryWith([]));
};

interface Measured {
  grown: number;
  bare?: number;
}

const measure = async (folder: string, encodings: string[]): Promise<Measured> => {
  const app = await startOn(folder, {}, CACHED_FEEDS);
  // What the first responses load stays, whatever is cached.
  for (let asked = 0; asked < 200; asked += 1) {
    await (await app.get('/index.xml', { headers: { 'accept-encoding': 'br' } })).text();
    forgetResponses(app);
  }
  const before = megabytes();
  for (const encoding of encodings) {
    for (const name of Object.keys(tags)) {
      const headers = { 'accept-encoding': encoding };
      const response = await app.get(`/tags/${name}/index.xml`, { headers });
      await response.arrayBuffer();
    }
  }
  const warm = Object.keys(tags).filter((name) => isCached(app, `/tags/${name}/index.xml`));
  if (warm.length !== TAGS) throw new Error(`Only ${warm.length} feeds are cached`);
  const grown = megabytes() - before;
  if (encodings.join() !== 'identity') return { grown };
  const urls = Object.keys(tags).map((name) => `${app.origin}/tags/${name}/index.xml`);
  return { grown, bare: await measureBare(urls) };
};

/** Measures in a process of its own: what seeding left behind would be reused unseen. */
const measureApart = (folder: string, encodings: string[]): Measured => {
  const register = path.join(__dirname, '../helpers/register-typescript.cjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '-r', register, __filename, folder, ...encodings],
    { encoding: 'utf8' },
  );
  const [found] = /\{.*\}(?=\s*$)/.exec(stdout) ?? [];
  if (found === undefined) throw new Error(stderr);
  return JSON.parse(found) as Measured;
};

/**
 * Megabytes that 2,000 cached feeds of 20 items take beyond an idle Strapi, by content coding, and
 * beyond an idle bare Koa server.
 */
export const measureMemory = () =>
  withFolder(FEEDS, (folder) => {
    const { grown: identity, bare = NaN } = measureApart(folder, ['identity']);
    return {
      identity,
      bare,
      gzip: measureApart(folder, ['gzip']).grown,
      all: measureApart(folder, ['identity', 'gzip', 'br']).grown,
    };
  });

if (require.main === module) {
  const [folder = '', ...encodings] = process.argv.slice(2);
  measure(folder, encodings).then(
    (measured) => {
      process.stdout.write(`${JSON.stringify(measured)}\n`);
      process.exit(0);
    },
    (error: Error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      process.exit(1);
    },
  );
}
