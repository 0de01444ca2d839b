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
}

export interface Compared {
  name: string;
  plugin: Run;
  koa: Run;
  /** Medians of the ratios of runs that followed one another. */
  toKoa: Run;
}

const medianOf = (runs: Run[]): Run => ({
  perSecond: median(runs.map(({ perSecond }) => perSecond)),
  cost: median(runs.map(({ cost }) => cost)),
});

const ratio = (a: Run, b: Run): Run => ({
  perSecond: a.perSecond / b.perSecond,
  cost: a.cost / b.cost,
});

type Round = Record<'koa' | 'plugin', Run>;

/**
 * Requests per second of addresses of the plugin, beside bare Koa with the same bytes and the same headers:
 * a run of each in turn, again and again, since the machine's own speed varies. Both give all responses,
 * since a server that ever gives the same is compiled for it and faster.
 */
export const compare = async (comparisons: Comparison[]): Promise<Compared[]> => {
  const prepared = await Promise.all(
    comparisons.map(async ({ url, status, headers: own }) => {
      const headers: Record<string, string> = { 'accept-encoding': 'identity', ...own };
      const response = await copyResponse(url, headers);
      if (status === 304) headers['if-none-match'] = response.entityTag;
      return { response, headers };
    }),
  );
  const responses = prepared.map(({ response }) => response);
  const koa = await startBaseline(responses);
  const generator = startGenerator();
  const rounds: Round[][] = comparisons.map(() => []);
  try {
    const measure = async (place: number, round: number): Promise<Round> => {
      const { url, status, processorTime } = comparisons[place]!;
      const { headers } = prepared[place]!;
      const targets: [keyof Round, Target][] = [
        ['koa', { ...koa, url: koa.urlOf(place) }],
        ['plugin', { url, processorTime }],
      ];
      // Each comes first equally often.
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
  }
  return comparisons.map(({ name }, place) => {
    const runs = rounds[place]!;
    return {
      name,
      plugin: medianOf(runs.map(({ plugin }) => plugin)),
      koa: medianOf(runs.map((run) => run.koa)),
      toKoa: medianOf(runs.map((run) => ratio(run.plugin, run.koa))),
    };
  });
};
