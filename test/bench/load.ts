import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import autocannon from 'autocannon';

/** Length of one run, in seconds, and runs of each server. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 16;

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** Processor time the server has taken so far, in microseconds. */
  processorTime: () => Promise<number>;
}

interface Run {
  perSecond: number;
  /** Processor time of the server for each request, in microseconds. */
  cost: number;
}

export const median = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

const load = async (
  { url, headers, processorTime }: Target,
  status: number,
  duration: number,
): Promise<Run> => {
  const before = await processorTime();
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  const counted: Record<string, { count?: number }> = result.statusCodeStats ?? {};
  const right = counted[status]?.count ?? 0;
  if (right !== result.requests.total || result.errors > 0) {
    throw new Error(`${url} did not answer ${status} throughout`);
  }
  const cost = ((await processorTime()) - before) / result.requests.total;
  return { perSecond: result.requests.average, cost };
};

/** Starts a server of the same bytes in a process of its own. */
const startBaseline = async (kind: 'koa' | 'node', body: Buffer, entityTag: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const file = path.join(folder, 'body');
  writeFileSync(file, body);
  const child = fork(path.join(__dirname, 'baseline.cjs'), [kind, file, entityTag]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/`,
    async processorTime() {
      child.send('measure');
      const [time] = (await once(child, 'message')) as [number];
      return time;
    },
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export interface Compared {
  name: string;
  plugin: Run;
  koa: Run;
  node: Run;
  /** Medians of the ratios of runs that followed one another. */
  toKoa: Run;
  toNode: Run;
}

const medianOf = (runs: Run[]): Run => ({
  perSecond: median(runs.map(({ perSecond }) => perSecond)),
  cost: median(runs.map(({ cost }) => cost)),
});

const ratio = (a: Run, b: Run): Run => ({
  perSecond: a.perSecond / b.perSecond,
  cost: a.cost / b.cost,
});

/**
 * Requests per second of an address of the plugin, beside bare Koa and bare node:http with the same
 * bytes: a run of each in turn, again and again, since the machine's own speed varies.
 */
export const compare = async (name: string, target: Target, status: number): Promise<Compared> => {
  const headers = { 'accept-encoding': 'identity', ...target.headers };
  const answer = await fetch(target.url, { headers });
  const entityTag = answer.headers.get('etag') ?? '';
  // Undecoded, a coding's bytes are as many as its Content-Length says; which they are is no matter.
  const length = Number(answer.headers.get('content-length'));
  const bytes = Buffer.from(await answer.arrayBuffer()).subarray(0, length);
  const koa = await startBaseline('koa', bytes, entityTag);
  const node = await startBaseline('node', bytes, entityTag);
  const condition: Record<string, string> = status === 304 ? { 'if-none-match': entityTag } : {};
  const runs: { plugin: Run; koa: Run; node: Run }[] = [];
  try {
    const measure = ({ url, processorTime }: Target, seconds: number) =>
      load({ url, processorTime, headers: { ...headers, ...condition } }, status, seconds);
    for (const server of [koa, node, target]) await measure(server, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push({
        koa: await measure(koa, SECONDS),
        plugin: await measure(target, SECONDS),
        node: await measure(node, SECONDS),
      });
    }
  } finally {
    koa.stop();
    node.stop();
  }
  return {
    name,
    plugin: medianOf(runs.map(({ plugin }) => plugin)),
    koa: medianOf(runs.map((run) => run.koa)),
    node: medianOf(runs.map((run) => run.node)),
    toKoa: medianOf(runs.map((run) => ratio(run.plugin, run.koa))),
    toNode: medianOf(runs.map((run) => ratio(run.plugin, run.node))),
  };
};
