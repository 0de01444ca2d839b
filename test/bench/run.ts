import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import type { DatabaseKind } from '../helpers/database';
import { withArchive } from './app';
import { ARTICLES as ASKED, type Held, measureAsked } from './asked';
import { measureCold } from './cold';
import { compare, type Compared, type Comparison, ROUNDS, SECONDS } from './compare';
import { CONNECTIONS } from './generator';
import { measureImport } from './import';
import { measureResponses, measureSteps } from './hostile';
import { measureLocalisedLoop, measureLoop } from './loop';
import { measureMemory } from './memory';
import { measureBeside } from './beside';
import { measureNodes } from './nodes';
import { measurePush } from './push';
import { measureRecovery } from './recovery';
import { measurePublications } from './publications';
import { measureRelated } from './related';
import { measureSoak } from './soak';
import { measurePlainStart, measureStart } from './start';
import { measureVisible } from './visible';
import { measureWrites, OPERATIONS, type PlainTimes } from './writes';

const DATABASES = (process.env.BENCH_DATABASES ?? 'sqlite,postgres').split(',') as DatabaseKind[];
const OUTPUT = process.env.BENCH_OUTPUT ?? 'bench-results.json';

const round = (number: number, digits = 0): string =>
  number.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printTable = (head: string[], rows: string[][]): void => {
  const lines = [head, head.map(() => '---'), ...rows];
  print(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
};

const ARCHIVE = { articles: 19, tags: { api: () => true } };

/** Path of the first article of the listing. */
const firstArticle = async (origin: string): Promise<string> => {
  const listing = await (await fetch(`${origin}/tags/api/`)).text();
  return /href="https:\/\/www\.example\.com(\/posts\/[^/"]+\/)"/.exec(listing)![1]!;
};

const measureHot = (): Promise<Compared[]> =>
  withArchive(ARCHIVE, async ({ origin }) => {
    const processorTime = async () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    };
    const feed = { url: `${origin}/tags/api/index.xml`, processorTime };
    const listing = { url: `${origin}/tags/api/`, processorTime };
    const home = { url: `${origin}/`, processorTime };
    const article = { url: `${origin}${await firstArticle(origin)}`, processorTime };
    const gzip = { 'accept-encoding': 'gzip' };
    // Pages have two forms: what a browser asks with, and an agent, decides.
    const page = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const markdown = { accept: 'text/markdown, text/html;q=0.9, */*;q=0.8' };
    const comparisons: Comparison[] = [
      { ...feed, name: 'feed', status: 200 },
      { ...feed, name: 'feed, 304', status: 304 },
      { ...feed, name: 'feed, gzip', status: 200, headers: gzip },
      { ...listing, name: 'listing', status: 200 },
      ...[
        { name: 'home', ...home, headers: page },
        { name: 'article', ...article, headers: page },
        { name: 'home, gzip', ...home, headers: { ...page, ...gzip } },
        { name: 'home in Markdown', ...home, headers: markdown },
        { name: 'article in Markdown', ...article, headers: markdown },
      ].flatMap((each): Comparison[] => [
        { ...each, status: 200 },
        { ...each, name: `${each.name}, 304`, status: 304 },
      ]),
    ];
    return compare(comparisons);
  });

/** Measures what visitors may ask on each database, and prints what it costs. */
const measureQuestions = async (
  what: string,
  measure: (database: DatabaseKind) => Promise<Record<string, Held>>,
): Promise<unknown> => {
  const asked: Record<string, Record<string, Held>> = {};
  for (const database of DATABASES) asked[database] = await measure(database);
  const [first] = Object.values(asked);
  printTable(
    [
      `${what}, ${round(ASKED)} articles, ms`,
      ...DATABASES.flatMap((database) => [
        `${database}: longest turn`,
        'all turns',
        'longest statement',
      ]),
    ],
    Object.keys(first!).map((name) => [
      name,
      ...DATABASES.flatMap((database) => {
        const { turn, held, statement } = asked[database]![name]!;
        return [turn, held, statement].map((time) => round(time, 1));
      }),
    ]),
  );
  return asked;
};

/** Each part measures, prints, and returns what goes into the results. */
const PARTS: Record<string, () => unknown> = {
  async hot() {
    print(`Medians of ${ROUNDS} paired runs of ${SECONDS} s, ${CONNECTIONS} connections`);
    const hot = await measureHot();
    const servers = ['plugin', 'bare Koa', 'to Koa'];
    const table = (heading: string, unit: 'perSecond' | 'cost', digits: number) =>
      printTable(
        [heading, ...servers],
        hot.map(({ name, plugin, koa, toKoa }) => [
          name,
          ...[plugin, koa].map((run) => round(run[unit], digits)),
          round(toKoa[unit], 2),
        ]),
      );
    table('cached responses, requests/s', 'perSecond', 0);
    table('processor time of the server for each, µs', 'cost', 1);
    return hot;
  },

  async visible() {
    const measured = await withArchive(ARCHIVE, (app) => measureVisible(app, 'api'));
    const { visible, bare } = measured;
    print(`\nFrom a publication's end to the response that shows it: ${round(visible, 1)} ms,`);
    print(`  ${round(visible / bare, 1)} times what bare Koa takes with the bytes ready`);
    return measured;
  },

  async nodes() {
    const nodes: Record<string, Awaited<ReturnType<typeof measureNodes>>> = {};
    // A SQLite database has one node.
    for (const database of DATABASES.filter((name) => name !== 'sqlite')) {
      nodes[database] = await measureNodes(database);
    }
    printTable(
      ["from a publication's end to another node's feed, ms", 'median', 'slowest'],
      Object.entries(nodes).map(([name, { median, slowest }]) => [
        name,
        ...[median, slowest].map((number) => round(number)),
      ]),
    );
    return nodes;
  },

  async import() {
    const imports: Record<string, Awaited<ReturnType<typeof measureImport>>> = {};
    for (const database of DATABASES) imports[database] = await measureImport(database);
    printTable(
      ['a cached feed after 300,000 changes, ms', 'first', 'slowest', 'cached again after'],
      Object.entries(imports).map(([name, { first, slowest, cached }]) => [
        name,
        ...[first, slowest, cached].map((number) => round(number)),
      ]),
    );
    return imports;
  },

  async push() {
    const pushed: Record<string, Awaited<ReturnType<typeof measurePush>>> = {};
    for (const database of DATABASES) pushed[database] = await measurePush(database);
    printTable(
      ['10,000 articles told', 'seconds', 'a publication before, ms', 'meanwhile', 'memory, MB'],
      Object.entries(pushed).map(([name, { drained, before, meanwhile, memory }]) => [
        name,
        ...[drained, before, meanwhile].map((number) => round(number)),
        memory.map((number) => Math.round(number)).join(' / '),
      ]),
    );
    return pushed;
  },

  async recovery() {
    const recovery: Record<string, Awaited<ReturnType<typeof measureRecovery>>> = {};
    for (const database of DATABASES) recovery[database] = await measureRecovery(database);
    printTable(
      ['from the database being back to a response of it, ms', '', 'median', 'slowest'],
      Object.entries(recovery).flatMap(([name, outages]) =>
        Object.entries(outages).map(([outage, { median, slowest }]) => [
          name,
          outage,
          ...[median, slowest].map((number) => round(number)),
        ]),
      ),
    );
    return recovery;
  },

  async memory() {
    const memory = await measureMemory();
    print(`\n2,000 feeds of 20 items, cached: ${round(memory.identity)} MB more than idle`);
    print(`  (bare Koa, the same bytes as Buffers: ${round(memory.bare)} MB);`);
    print(`  asked for in gzip: ${round(memory.gzip)} MB; in gzip, Brotli and neither:`);
    print(`  ${round(memory.all)} MB`);
    return memory;
  },

  async publications() {
    const measured = await measurePublications();
    const { requests, median, slowest, slowestAfterPublication, stale } = measured;
    print(`\n2,000 cached feeds while something is published every second, ms:`);
    print(
      `  median of ${round(requests)} responses ${round(median, 1)}, slowest ${round(slowest)};`,
    );
    print(
      `  first ones after a publication: slowest ${round(slowestAfterPublication)}, ${stale} stale`,
    );
    return measured;
  },

  async soak() {
    const looks = await measureSoak();
    printTable(
      ['requests', 'RSS before a collection, MB', 'RSS', 'heap', 'external'],
      looks.map(({ requests, unforced, rss, heap, external }) =>
        [requests, unforced, rss, heap, external].map((number) => round(number)),
      ),
    );
    return looks;
  },

  async cold() {
    const cold: Record<string, Awaited<ReturnType<typeof measureCold>>> = {};
    for (const database of DATABASES) {
      const measured = await measureCold(database);
      cold[database] = measured;
      const sizes = measured.map(({ articles }) => `${round(articles)} articles`);
      printTable(
        [
          `first rendering, ${database}, ms`,
          ...sizes,
          'largest to smallest',
          'to bare Koa',
          'to Strapi',
        ],
        Object.keys(measured[0]!.times).map((name) => {
          const times = measured.map(({ times: found }) => found[name]!);
          const ratio = times.at(-1)! / times[0]!;
          const time = times.at(-1)!;
          const { bare, strapi } = measured.at(-1)!;
          // The panel's page asks for a session, which bare Koa has not.
          const ratioTo = (other: number | undefined): string =>
            other === undefined ? '' : round(time / other, 1);
          return [
            name,
            ...times.map((time) => round(time, 1)),
            round(ratio, 2),
            ratioTo(bare[name]),
            ratioTo(strapi[name]),
          ];
        }),
      );
    }
    return cold;
  },

  async loop() {
    const loop: Record<string, Awaited<ReturnType<typeof measureLoop>>> = {};
    for (const database of DATABASES) loop[database] = await measureLoop(database);
    if (DATABASES.includes('sqlite')) loop['sqlite, two languages'] = await measureLocalisedLoop();
    for (const [name, measured] of Object.entries(loop)) {
      printTable(
        [
          `made after a publication, ${name}: processor time, ms`,
          ...['first after the start', 'longest turn', 'usual longest turn', 'all turns', 'bytes'],
        ],
        Object.entries(measured).map(([document, { first, longest, usual, busy, bytes }]) => [
          document,
          ...[first, longest, usual, busy, bytes].map((number) => round(number)),
        ]),
      );
    }
    return loop;
  },

  async writes() {
    const writes: Record<string, Awaited<ReturnType<typeof measureWrites>>> = {};
    for (const database of DATABASES) {
      const measured = await measureWrites(database);
      writes[database] = measured;
      const sizes = measured.map(({ articles }) => `${round(articles)} articles`);
      printTable(
        [`saving, ${database}, ms`, ...sizes, 'to a plain type'],
        OPERATIONS.map((name) => [
          name,
          ...measured.map(({ times }) => round(times[name], 1)),
          // Tags are merged by the plugin alone.
          name in measured[0]!.times.plain
            ? measured
                .map(({ times }) => round(times[name] / times.plain[name as keyof PlainTimes], 2))
                .join(', ')
            : '',
        ]),
      );
    }
    return writes;
  },

  async start() {
    const start: Record<string, Awaited<ReturnType<typeof measureStart>>> = {};
    for (const database of DATABASES) {
      start[database] = await measureStart(database);
      const plain = await measurePlainStart(database);
      printTable(
        [`start, ${database}, ms`, 'first, all is indexed', 'later'],
        [
          ['without the plugin', '', round(plain)],
          ...start[database].map(({ articles, first, later }) => [
            `${round(articles)} articles`,
            round(first),
            round(later),
          ]),
        ],
      );
    }
    const beside: Record<string, Awaited<ReturnType<typeof measureBeside>>> = {};
    // A SQLite database has one node.
    for (const database of DATABASES.filter((name) => name !== 'sqlite')) {
      beside[database] = await measureBeside(database);
      const { articles, times } = beside[database];
      printTable(
        [`publishing beside, ${database}, ${round(articles)}`, 'saves', 'failed', 'ms', 'slowest'],
        Object.entries(times).map(([name, { saves, failed, median, slowest }]) => [
          name,
          ...[saves, failed, median, slowest].map((number) => round(number)),
        ]),
      );
    }
    return { ...start, beside };
  },

  asked: () => measureQuestions('content API', measureAsked),

  related: () => measureQuestions('articles of other types', measureRelated),

  async hostile() {
    const steps = measureSteps();
    printTable(
      ['step', 'its worst text', '100 kB, ms', '200 kB, ms', 'ratio'],
      steps.map(({ step, text, once, twice, ratio }) => [
        step,
        text,
        ...[once, twice].map((time) => round(time, 1)),
        round(ratio, 2),
      ]),
    );
    const responses = await measureResponses();
    printTable(
      ['body', 'slowest response, ms', 'event loop held, ms'],
      responses.map(({ name, slowest, delay }) => [name, round(slowest), round(delay)]),
    );
    return { steps, responses };
  },
};

const main = async (): Promise<void> => {
  const names = process.argv.slice(2);
  const wrong = names.find((name) => !(name in PARTS));
  if (wrong !== undefined) {
    throw new Error(`There is no "${wrong}": choose from ${Object.keys(PARTS).join(', ')}.`);
  }
  print(`Node.js ${process.version}, ${cpus().length} CPUs (${cpus()[0]?.model.trim()})`);
  const results: Record<string, unknown> = { node: process.version };
  for (const [name, measure] of Object.entries(PARTS)) {
    if (names.length === 0 || names.includes(name)) results[name] = await measure();
  }
  writeFileSync(OUTPUT, `${JSON.stringify(results, null, 2)}\n`);
  print(`\nWritten to ${OUTPUT}`);
};

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  },
);
