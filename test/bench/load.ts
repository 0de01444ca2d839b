import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Length of one run, in seconds, and runs of each server: short and many, as the machine varies. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.5);
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 21);
export const CONNECTIONS = 16;

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

type Generated =
  { seconds: number; errors: number; statuses: Record<string, number> } | { failure: string };

export const median = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

const startGenerator = () => {
  const child = fork(path.join(__dirname, 'generator.cjs'), { execArgv: [] });
  return {
    async load({ url, headers, processorTime }: Target, status: number): Promise<Run> {
      const before = await processorTime();
      child.send({ url, headers, connections: CONNECTIONS, duration: SECONDS, sampleInt: 100 });
      const [result] = (await once(child, 'message')) as [Generated];
      if ('failure' in result) throw new Error(result.failure);
      const { [status]: right = 0, ...wrong } = result.statuses;
      if (Object.keys(wrong).length > 0 || result.errors > 0 || right === 0) {
        throw new Error(`${url} did not answer ${status} throughout`);
      }
      const cost = ((await processorTime()) - before) / right;
      return { perSecond: right / result.seconds, cost };
    },
    stop: () => child.kill(),
  };
};

/** What a bare server answers. */
interface Baseline {
  body: Buffer;
  entityTag: string;
  ok: Record<string, string>;
  notModified: Record<string, string>;
}

/** Starts a bare server in a process of its own. */
const startBaseline = async (kind: 'koa' | 'node', { body, ...headers }: Baseline) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const files = [path.join(folder, 'body'), path.join(folder, 'headers.json')] as const;
  writeFileSync(files[0], body);
  writeFileSync(files[1], JSON.stringify(headers));
  const child = fork(path.join(__dirname, 'baseline.cjs'), [kind, ...files], { execArgv: [] });
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

/** Headers that node:http adds to any answer by itself. */
const OWN_HEADERS = ['connection', 'date', 'keep-alive'];
const FEW_HEADERS = ['content-type', 'content-length', 'etag'];

const headersOf = (answer: Response, few: boolean): Record<string, string> => {
  const found: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    if (few ? FEW_HEADERS.includes(name) : !OWN_HEADERS.includes(name)) found[name] = value;
  });
  return found;
};

/** What a bare server has to answer, to be compared with an address of the plugin. */
const baselineOf = async (
  url: string,
  headers: Record<string, string>,
  few: boolean,
): Promise<Baseline> => {
  const answer = await fetch(url, { headers });
  const entityTag = answer.headers.get('etag') ?? '';
  // Undecoded, a coding's bytes are as many as its Content-Length says; which they are is no matter.
  const length = Number(answer.headers.get('content-length'));
  const body = Buffer.from(await answer.arrayBuffer()).subarray(0, length);
  const unchanged = await fetch(url, { headers: { ...headers, 'if-none-match': entityTag } });
  return {
    body,
    entityTag,
    ok: headersOf(answer, few),
    notModified: headersOf(unchanged, few),
  };
};

/** An address of the plugin, and how it is compared. */
export interface Comparison extends Target {
  name: string;
  status: 200 | 304;
  /** Whether the bare servers give three headers instead of all that the plugin gives. */
  few?: boolean;
}

/**
 * Requests per second of an address of the plugin, beside bare Koa and bare node:http with the same
 * bytes: a run of each in turn, again and again, since the machine's own speed varies.
 */
export const compare = async ({ name, status, few = false, ...target }: Comparison) => {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', ...target.headers };
  const baseline = await baselineOf(target.url, headers, few);
  if (status === 304) headers['if-none-match'] = baseline.entityTag;
  const koa = await startBaseline('koa', baseline);
  const node = await startBaseline('node', baseline);
  const generator = startGenerator();
  const runs: { plugin: Run; koa: Run; node: Run }[] = [];
  try {
    const measure = ({ url, processorTime }: Target) =>
      generator.load({ url, processorTime, headers }, status);
    for (const server of [koa, node, target]) await measure(server);
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push({
        koa: await measure(koa),
        plugin: await measure(target),
        node: await measure(node),
      });
    }
  } finally {
    generator.stop();
    koa.stop();
    node.stop();
  }
  const compared: Compared = {
    name,
    plugin: medianOf(runs.map(({ plugin }) => plugin)),
    koa: medianOf(runs.map((run) => run.koa)),
    node: medianOf(runs.map((run) => run.node)),
    toKoa: medianOf(runs.map((run) => ratio(run.plugin, run.koa))),
    toNode: medianOf(runs.map((run) => ratio(run.plugin, run.node))),
  };
  return compared;
};
