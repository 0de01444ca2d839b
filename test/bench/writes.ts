import { article as articleType } from '../../src/own-types/schemas';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import type { App } from '../helpers/app';
import type { DatabaseKind } from '../helpers/database';
import { quickDocuments } from '../helpers/indexed';
import { withArchive } from './app';
import { median } from './median';
import { seedArticles, type SeededTypes, type Share } from './seed';
import { siteTypes } from '../helpers/site-types';
import { mergeTags, settled } from '../helpers/state';

const SIZES = (process.env.BENCH_ARTICLES ?? '19,110000').split(',').map(Number);
const ROUNDS = 20;
const DELETIONS = 3;

/** Three tags, of which one has every article; some to merge away, and some to delete, of as many articles as there are. */
const tagsOf = (articles: number): Record<string, Share> => ({
  all: () => true,
  some: (index) => index % 11 === 0,
  few: (index) => index % Math.ceil(articles / 19) === 0,
  'merged-1': (index) => index < Math.min(articles, 2_000),
  'merged-2': (index) => index < Math.min(articles, 8_000),
  // The first deletion only warms up.
  'deleted-0': (index) => index < 19,
  ...Object.fromEntries(
    Array.from({ length: DELETIONS }, (_, number) => [`deleted-${number + 1}`, () => true]),
  ),
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const OWN: SeededTypes = { articles: ARTICLE_UID, tags: TAG_UID };

/** A site's own types with the same fields, of which the plugin publishes nothing. */
const PLAIN: SeededTypes = { articles: 'api::plain.plain', tags: 'api::label.label' };

const { tags: _tags, slug: _slug, date: _date, ...fields } = articleType.attributes;

const files = siteTypes({
  plain: {
    draftAndPublish: true,
    attributes: {
      ...fields,
      slug: { type: 'uid', targetField: 'title' },
      date: { type: 'datetime' },
      tags: {
        type: 'relation',
        relation: 'manyToMany',
        target: PLAIN.tags,
        inversedBy: 'articles',
      },
    },
  },
  label: {
    attributes: {
      name: { type: 'string' },
      slug: { type: 'uid', targetField: 'name' },
      articles: {
        type: 'relation',
        relation: 'manyToMany',
        target: PLAIN.articles,
        mappedBy: 'tags',
      },
    },
  },
});

/** What is done to an article, in this order. */
const SAVES = ['create', 'publish', 'publish again'] as const;

const DELETION = 'delete a tag of all' as const;

type Saves = Record<(typeof SAVES)[number], number>;

/** What is measured of a plain type, too. */
export type PlainTimes = Saves & Record<typeof DELETION, number>;

/** What is done to a tag of so many articles. */
const MERGES = ['merge 2,000', 'merge 8,000'] as const;

/** All that is measured. */
export const OPERATIONS = [...SAVES, DELETION, ...MERGES];

/** What a save waits for in milliseconds, by operation; of a plain type, too. */
export type WriteTimes = PlainTimes &
  Record<(typeof MERGES)[number], number> & { plain: PlainTimes };

type Documents = Record<
  'create' | 'publish' | 'delete',
  (parameters: object) => Promise<{ documentId: string }>
>;

const idsOf = async ({ strapi }: App, { tags }: SeededTypes): Promise<Map<string, string>> => {
  const rows: { documentId: string; slug: string }[] = await strapi.db
    .query(tags)
    .findMany({ select: ['documentId', 'slug'] });
  return new Map(rows.map(({ slug, documentId }) => [slug, documentId]));
};

/** Saves articles of two types in turn, with all indexed in between, so that what else the machine does is in both. */
const measureSaves = async (app: App, all: SeededTypes[]): Promise<Saves[]> => {
  const times = all.map(() => SAVES.map(() => [] as number[]));
  const tagsOfAll = await Promise.all(all.map((types) => idsOf(app, types)));
  for (let number = 0; number < ROUNDS; number += 1) {
    for (const [place, { articles }] of all.entries()) {
      const documents = quickDocuments(app.strapi)(articles as never) as unknown as Documents;
      const tags = ['all', 'some', 'few'].map((slug) => tagsOfAll[place]!.get(slug)!);
      const slug = `written-${number}`;
      const data = { slug, title: slug, summary: 'What it says.', tags, date: new Date() };
      let documentId = '';
      const saves = [
        async () => {
          ({ documentId } = await documents.create({ data }));
        },
        () => documents.publish({ documentId }),
        () => documents.publish({ documentId }),
      ];
      for (const [index, save] of saves.entries()) {
        times[place]![index]!.push(await timed(save));
        await settled(app);
      }
    }
  }
  return times.map(
    (some) => Object.fromEntries(SAVES.map((name, place) => [name, median(some[place]!)])) as Saves,
  );
};

/** Deletes tags of two types in turn, as `measureSaves` saves. */
const measureDeletions = async (app: App, all: SeededTypes[]): Promise<number[]> => {
  const times = all.map(() => [] as number[]);
  const tagsOfAll = await Promise.all(all.map((types) => idsOf(app, types)));
  for (let number = 0; number <= DELETIONS; number += 1) {
    for (const [place, { tags }] of all.entries()) {
      const documents = quickDocuments(app.strapi)(tags as never) as unknown as Documents;
      const documentId = tagsOfAll[place]!.get(`deleted-${number}`)!;
      const time = await timed(() => documents.delete({ documentId }));
      if (number > 0) times[place]!.push(time);
      await settled(app);
    }
  }
  return times.map(median);
};

const measure = async (app: App, articles: number): Promise<WriteTimes> => {
  await seedArticles(app.strapi, articles, tagsOf(articles), PLAIN);
  const types = [OWN, PLAIN];
  const saves = await measureSaves(app, types);
  const deletions = await measureDeletions(app, types);
  const [own, plain] = saves.map((ofType, place) => ({
    ...ofType,
    [DELETION]: deletions[place]!,
  }));
  const tags = await idsOf(app, OWN);
  const merge = (slug: string) => timed(() => mergeTags(app, tags.get(slug)!, tags.get('few')!));
  return {
    ...own!,
    'merge 2,000': await merge('merged-1'),
    'merge 8,000': await merge('merged-2'),
    plain: plain!,
  };
};

/** What saving costs in archives of several sizes. */
export const measureWrites = async (
  database: DatabaseKind,
): Promise<{ articles: number; times: WriteTimes }[]> => {
  const measured = [];
  for (const articles of SIZES) {
    const archive = { articles, tags: tagsOf(articles), database, files };
    const times = await withArchive(archive, (app) => measure(app, articles));
    measured.push({ articles, times });
  }
  return measured;
};
