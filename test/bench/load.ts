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
}

export const median = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

const requestsPerSecond = async (
  { url, headers }: Target,
  status: number,
  duration: number,
): Promise<number> => {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  const counted: Record<string, { count?: number }> = result.statusCodeStats ?? {};
  const right = counted[status]?.count ?? 0;
  if (right !== result.requests.total || result.errors > 0) {
    throw new Error(`${url} did not answer ${status} throughout`);
  }
  return result.requests.average;
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
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export interface Compared {
  name: string;
  plugin: number;
  koa: number;
  node: number;
  /** Medians of the ratios of runs that followed one another. */
  toKoa: number;
  toNode: number;
}

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
  const runs: { plugin: number; koa: number; node: number }[] = [];
  try {
    const measure = (url: string, seconds: number) =>
      requestsPerSecond({ url, headers: { ...headers, ...condition } }, status, seconds);
    for (const url of [koa.url, node.url, target.url]) await measure(url, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push({
        koa: await measure(koa.url, SECONDS),
        plugin: await measure(target.url, SECONDS),
        node: await measure(node.url, SECONDS),
      });
    }
  } finally {
    koa.stop();
    node.stop();
  }
  return {
    name,
    plugin: median(runs.map((run) => run.plugin)),
    koa: median(runs.map((run) => run.koa)),
    node: median(runs.map((run) => run.node)),
    toKoa: median(runs.map((run) => run.plugin / run.koa)),
    toNode: median(runs.map((run) => run.plugin / run.node)),
  };
};
