import { copyResponse, startBaseline } from './baseline';
import { type Run, startGenerator, type Target } from './generator';
import { median } from './median';

/** Length of one run, in seconds, and runs of each server: short and many, as the machine varies. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.5);
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 21);

/** An address of the plugin, and how it is compared. */
export interface Comparison extends Target {
  name: string;
  status: 200 | 304;
  /** Whether the bare servers give three headers instead of all that the plugin gives. */
  few?: boolean;
}

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

type Round = Record<'koa' | 'plugin' | 'node', Run>;

/**
 * Requests per second of addresses of the plugin, beside bare Koa and bare node:http with the same
 * bytes: a run of each in turn, again and again, since the machine's own speed varies. All servers
 * give all responses, since one that ever gives the same is compiled for it and faster.
 */
export const compare = async (comparisons: Comparison[]): Promise<Compared[]> => {
  const prepared = await Promise.all(
    comparisons.map(async ({ url, status, few = false, headers: own }) => {
      const headers: Record<string, string> = { 'accept-encoding': 'identity', ...own };
      const response = await copyResponse(url, headers, few);
      if (status === 304) headers['if-none-match'] = response.entityTag;
      return { response, headers };
    }),
  );
  const responses = prepared.map(({ response }) => response);
  const koa = await startBaseline('koa', responses);
  const node = await startBaseline('node', responses);
  const generator = startGenerator();
  const rounds: Round[][] = comparisons.map(() => []);
  try {
    const measure = async (place: number, round: number): Promise<Round> => {
      const { url, status, processorTime } = comparisons[place]!;
      const { headers } = prepared[place]!;
      const targets: [keyof Round, Target][] = [
        ['koa', { ...koa, url: koa.urlOf(place) }],
        ['plugin', { url, processorTime }],
        ['node', { ...node, url: node.urlOf(place) }],
      ];
      // Each comes first, second and last equally often.
      const first = round % targets.length;
      const measured: [keyof Round, Run][] = [];
      for (const [name, target] of [...targets.slice(first), ...targets.slice(0, first)]) {
        measured.push([name, await generator.load({ ...target, headers }, status, SECONDS)]);
      }
      return Object.fromEntries(measured) as Round;
    };
    for (const place of comparisons.keys()) await measure(place, 0);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const place of comparisons.keys()) rounds[place]!.push(await measure(place, round));
    }
  } finally {
    generator.stop();
    koa.stop();
    node.stop();
  }
  return comparisons.map(({ name }, place) => {
    const runs = rounds[place]!;
    return {
      name,
      plugin: medianOf(runs.map(({ plugin }) => plugin)),
      koa: medianOf(runs.map((run) => run.koa)),
      node: medianOf(runs.map((run) => run.node)),
      toKoa: medianOf(runs.map((run) => ratio(run.plugin, run.koa))),
      toNode: medianOf(runs.map((run) => ratio(run.plugin, run.node))),
    };
  });
};
