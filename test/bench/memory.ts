import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { withArchive } from './app';
import type { Share } from './seed';

const TAGS = 2_000;
const PER_TAG = 20;

const megabytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
};

const measure = async (encodings: string[]): Promise<number> => {
  // Articles in the tags of their own number and of the 19 numbers after it.
  const tags = Object.fromEntries(
    Array.from({ length: TAGS }, (_, tag): [string, Share] => [
      `tag-${tag}`,
      (index) => (tag - index + TAGS) % TAGS < PER_TAG,
    ]),
  );
  return withArchive(
    { articles: TAGS, tags },
    async (app) => {
      // What the first answers load stays, whatever is kept.
      for (let asked = 0; asked < 200; asked += 1) {
        await (await app.get('/index.xml', { headers: { 'accept-encoding': 'br' } })).text();
        app.strapi.plugin('syndication').service('answers').drop(['*']);
      }
      const before = megabytes();
      for (const encoding of encodings) {
        for (const name of Object.keys(tags)) {
          const headers = { 'accept-encoding': encoding };
          const answer = await app.get(`/tags/${name}/index.xml`, { headers });
          await answer.arrayBuffer();
        }
      }
      const { kept } = app.strapi.plugin('syndication').service('answers');
      const warm = Object.keys(tags).filter((name) => kept.get(`/tags/${name}/index.xml`));
      if (warm.length !== TAGS) throw new Error(`Only ${warm.length} feeds are kept`);
      return megabytes() - before;
    },
    { itemsPerFeed: PER_TAG, cacheBytes: 256 * 1024 * 1024 },
  );
};

/**
 * Megabytes that 2,000 kept feeds of 20 items take beyond an idle Strapi, in a process of its own:
 * what other measurements left behind would be counted, or be reused unseen.
 */
export const measureMemory = (encodings: string[]): number => {
  const register = path.join(__dirname, '../helpers/register-typescript.cjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '-r', register, __filename, ...encodings],
    { encoding: 'utf8' },
  );
  const [found] = /-?[\d.]+(?=\s*$)/.exec(stdout) ?? [];
  if (found === undefined) throw new Error(stderr);
  return Number(found);
};

if (require.main === module) {
  measure(process.argv.slice(2)).then(
    (grown) => {
      process.stdout.write(`${grown}\n`);
      process.exit(0);
    },
    (error: Error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      process.exit(1);
    },
  );
}
