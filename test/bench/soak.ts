import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { createEditor } from '../helpers/content';
import { startOn, withFolder } from './app';
import { startAsker } from './asker';
import { LARGE_SITE } from './loop';

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 40_000);
const CACHE = 64 * 1024 * 1024;

/** Requests between two looks at the memory, and between two publications. */
const LOOK_EVERY = 1_000;
const PUBLISH_EVERY = 250;

const ARTICLES = LARGE_SITE.articles;
const TAGS = Object.keys(LARGE_SITE.tags).length;

/** Megabytes after so many requests. */
export interface Look {
  requests: number;
  /** Of the process, before garbage is collected and after. */
  unforced: number;
  rss: number;
  heap: number;
  external: number;
}

/** Numbers below a limit, the same in each run. */
const createRandom = () => {
  let seed = 12_345;
  return (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
};

/** What readers, crawlers and who guesses addresses ask for: more than the cache holds. */
const createRequests = (origin: string) => {
  const random = createRandom();
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const kinds: [share: number, address: () => string][] = [
    [55, () => `/posts/how-i-read-request-number-${random(ARTICLES)}/`],
    [15, () => `/tags/tag-${random(TAGS)}/${pick(['index.xml', 'atom.xml', 'feed.json'])}`],
    [10, () => `/tags/tag-${random(TAGS)}/`],
    [4, () => `/page/${1 + random(ARTICLES / 10)}/`],
    [4, () => `/tags/tag-${random(5)}+tag-${random(TAGS)}/`],
    [4, () => `/nothing/${random(1e9)}/`],
    [2, () => `/sitemap/${1 + random(13)}.xml`],
    [6, () => pick(['/', '/index.xml', '/tags/', '/subscribe/', '/feeds.opml', '/llms.txt'])],
  ];
  const address = (): string => {
    let left = random(100);
    for (const [share, make] of kinds) {
      if (left < share) return make();
      left -= share;
    }
    return '/';
  };
  return (count: number) =>
    Array.from({ length: count }, () => ({
      url: `${origin}${address()}`,
      headers: {
        accept: pick(['text/html', 'text/html', 'text/markdown']),
        'accept-encoding': pick(['identity', 'gzip', 'br', 'br']),
      },
    }));
};

const look = (requests: number): Look => {
  const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  const unforced = megabytes(process.memoryUsage.rss());
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    requests,
    unforced,
    rss: megabytes(rss),
    heap: megabytes(heapUsed),
    external: megabytes(external),
  };
};

const measure = async (folder: string): Promise<Look[]> => {
  const app = await startOn(folder, {}, { cacheBytes: CACHE });
  const editor = createEditor(app);
  const asker = startAsker();
  const requests = createRequests(app.origin);
  const looks = [look(0)];
  for (let done = 0; done < REQUESTS;) {
    await editor.published({ slug: `soak-${done}`, date: new Date() });
    const answers = await asker.ask(requests(PUBLISH_EVERY));
    const failed = answers.find(({ status }) => status !== 200 && status !== 404);
    if (failed) throw new Error(`${failed.url} answered ${failed.status}`);
    done += PUBLISH_EVERY;
    if (done % LOOK_EVERY === 0) looks.push(look(done));
  }
  asker.stop();
  return looks;
};

/** Memory of a process of its own that answers a large site's readers, with a cache of 64 MB. */
export const measureSoak = (): Promise<Look[]> =>
  withFolder(LARGE_SITE, async (folder) => {
    // The first start indexes all, in a process that is not measured.
    await (await startOn(folder)).stop();
    const register = path.join(__dirname, '../helpers/register-typescript.cjs');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--expose-gc', '-r', register, __filename, folder],
      { encoding: 'utf8' },
    );
    const [found] = /\[\{.*\}\](?=\s*$)/.exec(stdout) ?? [];
    if (found === undefined) throw new Error(stderr);
    return JSON.parse(found) as Look[];
  });

if (require.main === module) {
  measure(process.argv[2] ?? '').then(
    (looks) => {
      process.stdout.write(`${JSON.stringify(looks)}\n`);
      process.exit(0);
    },
    (error: Error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      process.exit(1);
    },
  );
}
