import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';

import { type App, startApp } from '../helpers/app';
import { quickDocuments } from '../helpers/indexed';
import { siteTypes } from '../helpers/site-types';
import { forgetResponses, rebuild, settled } from '../helpers/state';

const CATEGORY = 'api::category.category';
const STORY = 'api::story.story';
const BASE = 'https://www.example.com';

const string = { type: 'string' };
const files = siteTypes({
  category: { pluralName: 'categories', attributes: { name: string, slug: string } },
  story: {
    draftAndPublish: true,
    pluralName: 'stories',
    attributes: {
      title: string,
      slug: string,
      category: { type: 'relation', relation: 'manyToOne', target: CATEGORY },
    },
  },
});
const config = {
  baseUrl: BASE,
  siteName: 'Notes',
  itemsPerFeed: 0,
  sources: { [STORY]: { address: '/stories/{category.slug}/{slug}/', topics: ['category'] } },
  topics: { [CATEGORY]: { address: '/categories/{slug}/' } },
};

/** Milliseconds, on each database: on all but SQLite, transactions overlap. */
const PROPERTY_TIME = 3_000;

let app: App;

beforeAll(async () => {
  app = await startApp({ config, files });
});
afterAll(() => app.stop());

const documents = (uid: string) =>
  quickDocuments(app.strapi)(uid as never) as unknown as Record<
    'create' | 'update' | 'publish' | 'unpublish',
    (parameters: object) => Promise<{ documentId: string }>
  >;

// Of each case: its categories, the names that each may have, and its stories, the first of which are published before.
const CATEGORIES = [0, 1];
const NAMES = [0, 1, 2];
/** The name that each has at last. */
const LAST = NAMES.length;
const STORIES = [0, 1, 2];

const step = fc.record({
  kind: fc.constantFrom('rename', 'rename', 'publish', 'move', 'unpublish'),
  category: fc.constantFrom(...CATEGORIES),
  name: fc.constantFrom(...NAMES),
  // Milliseconds before the step.
  after: fc.integer({ min: 0, max: 15 }),
});
/** Editors at work at the same time, each with a story: Strapi itself may publish one twice that two publish. */
const editors = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    isTransaction: fc.boolean(),
    // Milliseconds before a commit.
    lasts: fc.integer({ min: 0, max: 15 }),
  }),
  { minLength: 2, maxLength: STORIES.length },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Editors = typeof editors extends fc.Arbitrary<infer Value> ? Value : never;

const slugOf = (of: string, story: number): string => `${of}-story-${story}`;
const nameOf = (of: string, category: number, name: number): string => `${of}-${category}-${name}`;

/** All addresses that the categories and stories of a case may have had. */
const addressesOf = (of: string): string[] =>
  CATEGORIES.flatMap((category) =>
    [...NAMES, LAST].flatMap((name) => {
      const slug = nameOf(of, category, name);
      const stories = STORIES.map((story) => `/stories/${slug}/${slugOf(of, story)}/`);
      return [`/categories/${slug}/`, `/categories/${slug}/index.xml`, ...stories];
    }),
  );

const OF_ALL = ['/', '/index.xml', '/atom.xml', '/feed.json', '/categories/', '/sitemap.xml'];

/** Answers by address: status, where it leads, and the body of what is there. */
type Answers = Record<string, { status: number; to: string; body: string }>;

const read = async (addresses: string[]): Promise<Answers> => {
  const answers = addresses.map(async (address) => {
    const response = await app.get(address, { redirect: 'manual' });
    const { status, headers } = response;
    const text = await response.text();
    const to = (headers.get('location') ?? '').replace(BASE, '');
    return [address, { status, to, body: status === 200 ? text : '' }] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
};

const rename = (documentId: string, slug: string): Promise<unknown> =>
  documents(CATEGORY).update({ documentId, data: { name: slug, slug } });

/** Has all editors of a case do what they do; resolves when all is committed. */
/** @returns document ids of its categories */
const work = async (of: string, all: Editors): Promise<string[]> => {
  const categories: string[] = [];
  for (const category of CATEGORIES) {
    const slug = nameOf(of, category, 0);
    categories.push((await documents(CATEGORY).create({ data: { name: slug, slug } })).documentId);
  }
  const stories: string[] = [];
  for (const story of STORIES) {
    const slug = slugOf(of, story);
    const data = { title: slug, slug, category: categories[story % 2] };
    const status = story < 1 ? 'published' : 'draft';
    stories.push((await documents(STORY).create({ data, status })).documentId);
  }
  const feeds = [...addressesOf(of).filter((address) => address.endsWith('.xml')), '/index.xml'];
  await settled(app);
  await read(feeds);

  const take = ({ kind, category, name }: Step, documentId: string): Promise<unknown> => {
    if (kind === 'publish') return documents(STORY).publish({ documentId });
    if (kind === 'unpublish') return documents(STORY).unpublish({ documentId });
    if (kind === 'rename') return rename(categories[category]!, nameOf(of, category, name));
    const data = { category: categories[category] };
    return documents(STORY).update({ documentId, data, status: 'published' });
  };
  const results = await Promise.allSettled(
    all.map(({ steps, isTransaction, lasts }, story) => {
      const act = async (): Promise<void> => {
        for (const one of steps) {
          await sleep(one.after);
          await take(one, stories[story]!);
          // What is cached meanwhile must not stay.
          if (!isTransaction) await read(feeds);
        }
        if (isTransaction) await sleep(lasts);
      };
      return isTransaction ? app.strapi.db.transaction(act) : act();
    }),
  );
  for (const result of results) {
    // Two transactions that wait for each other: the database ends one of them.
    if (result.status === 'rejected') expect(String(result.reason)).toMatch(/deadlock/i);
  }
  return categories;
};

/** What Strapi has of a case: names of its categories, and those of its published stories by their addresses. */
const committed = async (of: string) => {
  const where = { slug: { $startsWith: `${of}-` } };
  const query = (uid: string) => app.strapi.db.query(uid);
  const categories: { slug: string }[] = await query(CATEGORY).findMany({ where });
  const rows: { slug: string; category: { slug: string } }[] = await query(STORY).findMany({
    where: { ...where, publishedAt: { $notNull: true } },
    populate: ['category'],
  });
  return {
    names: new Set(categories.map(({ slug }) => slug)),
    stories: new Map(
      rows.map(({ slug, category }) => [`/stories/${category.slug}/${slug}/`, category.slug]),
    ),
  };
};

const sorted = (addresses: Iterable<string | undefined>): string[] =>
  [...addresses].map((address = '') => address.replace(BASE, '')).sort();

const itemsOf = (rss: string): string[] =>
  sorted((parseRssFeed(rss).items ?? []).map(({ link }) => link));

/** What readers of a case find is what is published, each at its address and in its category. */
const check = (
  answers: Answers,
  { names, stories }: Awaited<ReturnType<typeof committed>>,
): void => {
  const addresses = sorted(stories.keys());
  for (const [address, { status, to, body }] of Object.entries(answers)) {
    const [, directory, name = '', file] = address.split('/');
    const isThere = directory === 'stories' ? stories.has(address) : names.has(name);
    expect([address, status === 200]).toEqual([address, isThere]);
    // An address that somebody had leads to where that is now.
    if (to) {
      const [, , now = '', rest] = to.split('/');
      expect([address, rest, directory === 'stories' ? stories.has(to) : names.has(now)]).toEqual([
        ...[address, file, true],
      ]);
    }
    if (directory === 'categories' && isThere) {
      const ofCategory = addresses.filter((story) => stories.get(story) === name);
      if (file) expect([address, itemsOf(body)]).toEqual([address, ofCategory]);
      for (const story of addresses)
        expect([address, story, body.includes(story)]).toEqual([
          ...[address, story, ofCategory.includes(story)],
        ]);
    }
  }
};

test('stories that are published while their category is renamed are everywhere as if made anew', async () => {
  const began = Date.now();
  const cases: string[] = [];
  const all: string[] = [];
  await fc.assert(
    fc.asyncProperty(editors, async (atWork) => {
      if (Date.now() - began > PROPERTY_TIME) return;
      const of = `case-${cases.length}`;
      cases.push(of);
      const categories = await work(of, atWork);
      await settled(app);
      const answers = await read(addressesOf(of));
      const found = await committed(of);
      check(answers, found);
      const rest = await read(['/index.xml', '/feed.json', '/sitemap.xml']);
      const addresses = sorted([...all, ...found.stories.keys()]);
      expect(itemsOf(rest['/index.xml']!.body)).toEqual(addresses);
      const { items = [] } = parseJsonFeed(rest['/feed.json']!.body);
      expect(sorted(items.map(({ url }) => url))).toEqual(addresses);
      expect(
        sorted(
          rest['/sitemap.xml']!.body.match(/(?<=<loc>)[^<]*\/stories\/[^<]+\/[^<]+(?=<)/g) ?? [],
        ),
      ).toEqual(addresses);
      forgetResponses(app);
      expect(answers).toEqual(await read(addressesOf(of)));

      // Whatever was public after all that leads on when it is public elsewhere.
      for (const category of CATEGORIES) {
        await rename(categories[category]!, nameOf(of, category, LAST));
      }
      await settled(app);
      const later = await read(addressesOf(of));
      const last = await committed(of);
      check(later, last);
      for (const [address, name] of found.stories) {
        expect([address, later[address]!.to]).toEqual([
          address,
          address.replace(name, `${name.slice(0, -1)}${LAST}`),
        ]);
      }
      all.push(...last.stories.keys());
    }),
    { numRuns: 200, endOnFailure: true },
  );
  const addresses = [...cases.flatMap(addressesOf), ...OF_ALL];
  const before = await read(addresses);
  await rebuild(app);
  await settled(app);
  forgetResponses(app);
  expect(before).toEqual(await read(addresses));
});
