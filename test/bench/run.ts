import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { withArchive } from './app';
import { measureCold } from './cold';
import { compare, type Compared, ROUNDS, SECONDS } from './load';
import { measureMemory } from './memory';
import { startServer } from './server';
import { measureVisible } from './visible';

const OUTPUT = process.env.BENCH_OUTPUT ?? 'bench-results.json';
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const round = (number: number, digits = 0): string =>
  number.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });

const measureHot = async (): Promise<Compared[]> => {
  const server = await startServer();
  const { origin, processorTime } = server;
  const feed = { url: `${origin}/tags/api/index.xml`, processorTime };
  const listing = { url: `${origin}/tags/api/`, processorTime };
  try {
    return [
      await compare('feed', feed, 200),
      await compare('feed, 304', feed, 304),
      await compare('feed, gzip', { ...feed, headers: { 'accept-encoding': 'gzip' } }, 200),
      await compare('listing', listing, 200),
    ];
  } finally {
    await server.kill();
  }
};

const main = async (): Promise<void> => {
  print(`Node.js ${process.version}, ${cpus().length} CPUs (${cpus()[0]?.model.trim()})`);
  print(`Hot: medians of ${ROUNDS} paired runs of ${SECONDS} s, 16 connections\n`);

  const hot = await measureHot();
  const table = (heading: string, number: (run: Compared['plugin']) => number, digits: number) => {
    print(`| ${heading} | plugin | bare Koa | bare node:http | to Koa | to node:http |`);
    print('|---|---|---|---|---|---|');
    for (const { name, plugin, koa, node, toKoa, toNode } of hot) {
      const measured = [plugin, koa, node].map((run) => round(number(run), digits));
      const ratios = [toKoa, toNode].map((run) => round(number(run), 2));
      print(`| ${[name, ...measured, ...ratios].join(' | ')} |`);
    }
    print('');
  };
  table('kept answers, requests/s', ({ perSecond }) => perSecond, 0);
  table('processor time for each, µs', ({ cost }) => cost, 1);

  const visible = await withArchive({ articles: 19, tags: { api: () => true } }, (app) =>
    measureVisible(app, 'api'),
  );
  print(`\nFrom a publication's end to the answer that shows it: ${round(visible, 1)} ms`);

  const memory = {
    identity: measureMemory(['identity']),
    all: measureMemory(['identity', 'gzip', 'br']),
  };
  print(`2,000 feeds of 20 items, kept: ${round(memory.identity)} MB more than idle;`);
  print(`  in gzip and Brotli as well: ${round(memory.all)} MB more`);

  const cold: Record<string, Awaited<ReturnType<typeof measureCold>>> = {
    sqlite: await measureCold('sqlite'),
    postgres: await measureCold('postgres'),
  };
  for (const [database, measured] of Object.entries(cold)) {
    print(
      `\n| first rendering, ${database}, ms | ${measured.map(({ articles }) => `${round(articles)} articles`).join(' | ')} | largest to smallest |`,
    );
    print(`|---|${measured.map(() => '---|').join('')}---|`);
    for (const name of Object.keys(measured[0]!.times)) {
      const times = measured.map(({ times: found }) => found[name]!);
      const ratio = times.at(-1)! / times[0]!;
      print(`| ${[name, ...times.map((time) => round(time, 1)), round(ratio, 2)].join(' | ')} |`);
    }
  }

  writeFileSync(
    OUTPUT,
    JSON.stringify({ node: process.version, hot, visible, memory, cold }, null, 2),
  );
  print(`\nWritten to ${OUTPUT}`);
};

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  },
);
