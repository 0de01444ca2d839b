import { TAG_UID } from '../../src/constants';
import type { App } from '../helpers/app';
import { createEditor } from '../helpers/content';
import type { DatabaseKind } from '../helpers/database';
import { withArchive } from './app';
import { median } from './median';
import type { Share } from './seed';
import { mergeTags } from '../helpers/state';

const SIZES = (process.env.BENCH_ARTICLES ?? '19,110000').split(',').map(Number);
const ROUNDS = 20;

/** Three tags, of which one has every article; and some to merge away, of as many articles as there are. */
const tagsOf = (articles: number): Record<string, Share> => ({
  all: () => true,
  some: (index) => index % 11 === 0,
  few: (index) => index % Math.ceil(articles / 19) === 0,
  'merged-1': (index) => index < Math.min(articles, 2_000),
  'merged-2': (index) => index < Math.min(articles, 8_000),
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** What a save waits for in milliseconds, by operation. */
export type WriteTimes = Record<
  'create' | 'publish' | 'publish again' | 'merge 2,000' | 'merge 8,000',
  number
>;

const measure = async (app: App): Promise<WriteTimes> => {
  const editor = createEditor(app);
  const rows: { documentId: string; slug: string }[] = await app.strapi.db
    .query(TAG_UID)
    .findMany({ select: ['documentId', 'slug'] });
  const idOf = (slug: string): string => rows.find((row) => row.slug === slug)!.documentId;
  const tags = ['all', 'some', 'few'].map(idOf);
  const times = { create: [] as number[], publish: [] as number[], again: [] as number[] };
  for (let number = 0; number < ROUNDS; number += 1) {
    const slug = `written-${number}`;
    let id = '';
    times.create.push(
      await timed(async () => {
        id = await editor.draft({ slug, title: slug, tags, date: new Date() });
      }),
    );
    times.publish.push(await timed(() => editor.publish(id)));
    times.again.push(await timed(() => editor.publish(id)));
  }
  const merge = (slug: string) => timed(() => mergeTags(app, idOf(slug), idOf('few')));
  return {
    create: median(times.create),
    publish: median(times.publish),
    'publish again': median(times.again),
    'merge 2,000': await merge('merged-1'),
    'merge 8,000': await merge('merged-2'),
  };
};

/** What saving costs in archives of several sizes. */
export const measureWrites = async (
  database: DatabaseKind,
): Promise<{ articles: number; times: WriteTimes }[]> => {
  const measured = [];
  for (const articles of SIZES) {
    const archive = { articles, tags: tagsOf(articles), database };
    measured.push({ articles, times: await withArchive(archive, measure) });
  }
  return measured;
};
