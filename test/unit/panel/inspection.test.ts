import type { Renderings } from '../../../src/cache/renderings';
import { ARTICLE_UID } from '../../../src/lib/constants';
import type { Article } from '../../../src/content/article';
import { inspect as inspectArticles } from '../../../src/panel/inspection';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const now = new Date('2026-01-05T02:00:00.000Z');
const article = {
  contentType: ARTICLE_UID,
  documentId: 'one',
  title: 'One',
  path: '/posts/one/',
  date: now,
  updatedAt: now,
  topics: [],
} as unknown as Article;

/** A site in which no entry has a rival. */
const edition = {
  plan: BUILT_IN_PLAN,
  entries: { findAllAt: () => Promise.resolve([]) },
  entryAddresses: { find: () => Promise.resolve({ kind: 'unknown' }) },
  inForce: {
    addresses: { entry: (path: string) => `https://www.example.com${path}` },
    language: 'en',
    summaryWords: 70,
  },
};

const body = {
  html: '',
  references: { images: [], links: [], empty: [] },
  missing: [],
};

/** Renderings whose summaries are empty, at once or when nobody waits any longer. */
const emptySummaries = (isLate: boolean) =>
  ({
    summary: async (_article: unknown, _options: unknown, deadline: number) => {
      const wait = isLate ? Math.max(0, deadline - Date.now()) : 0;
      await new Promise((done) => setTimeout(done, wait));
      return '';
    },
    body: () => Promise.resolve(body),
  }) as unknown as Renderings;

const inspect = async (isLate: boolean, milliseconds: number) => {
  const renderings = emptySummaries(isLate);
  const panel = {
    editions: [],
    drawnPages: { pages: true, anchors: true },
    strapi: { db: { query: () => ({ findMany: () => Promise.resolve([]) }) } },
    renderings,
  };
  const deadline = Date.now() + milliseconds;
  const user = {
    now,
    filterTopics: () => Promise.resolve([]),
    mayRead: () => Promise.resolve(() => false),
  };
  const found = await inspectArticles(
    panel as never,
    edition as never,
    [article],
    user,
    undefined,
    deadline,
  );
  return found.articles;
};

describe('an article without a summary', () => {
  it('is one that subscribers get nothing of', async () => {
    const [found] = await inspect(false, 60_000);
    expect(found?.problems.map(({ code }) => code)).toContain('summary-empty');
  });

  it('is not inspected when its summary is only late', async () => {
    expect(await inspect(true, 20)).toEqual([]);
  });
});
