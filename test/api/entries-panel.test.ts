/**
 * @runs-on sqlite postgres: The panel asks MariaDB what it asks PostgreSQL; how entries are counted
 * and ordered is tested on every database by counts.test.ts and one-date.test.ts.
 */
import { rmSync } from 'node:fs';

import type {
  Attention,
  Calendar,
  EntryInFeeds,
  EntryPage,
  FeedHealth,
  FeedPage,
} from '../../src/panel/admin-api';
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import { INSPECTED_AT_ONCE } from '../../src/panel/attention';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { LOCALISED, siteTypes } from '../helpers/site-types';

const STORY = 'api::story.story';
const ABOUT = 'api::about.about';
const READ = 'plugin::content-manager.explorer.read';
const SENTENCES =
  'A feed reader asks again and again whether there is something new to be read here. It never tires.';
/** A picture that nobody can load. */
const BROKEN = `${SENTENCES}\n\n![Chart](file:///home/chart.png)`;
const SOON = '2999-01-05T02:00:00.000Z';
const LATER = '2999-02-05T02:00:00.000Z';

const localised = (type: string) => ({ type, pluginOptions: LOCALISED });

const files = siteTypes({
  story: {
    isLocalised: true,
    draftAndPublish: true,
    pluralName: 'stories',
    attributes: {
      title: localised('string'),
      slug: localised('string'),
      body: localised('richtext'),
      day: localised('datetime'),
    },
  },
  about: {
    isSingle: true,
    draftAndPublish: true,
    attributes: { title: { type: 'string' }, content: { type: 'richtext' } },
  },
});

const config = {
  baseUrl: 'https://www.example.com',
  siteName: 'Notes',
  timeZone: 'Asia/Jakarta',
  itemsPerFeed: 3,
  sources: { [ARTICLE_UID]: {}, [STORY]: { address: '/stories/{slug}/', date: 'day' } },
  pages: { [ABOUT]: {} },
};
const locales = { en: {}, de: { siteName: 'Notizen', timeZone: 'Europe/Vienna' } };

let app: App & { folder: string };
let editor: AdminFetch;
const ids: Record<string, string> = {};

type Create = (parameters: object) => Promise<{ documentId: string }>;
const documents = (uid: string) =>
  app.strapi.documents(uid as never) as unknown as Record<'create' | 'update', Create>;

const create = async (
  title: string,
  { uid = ARTICLE_UID, draft = false, locale, ...more }: Record<string, unknown> = {},
): Promise<void> => {
  const { documentId } = await documents(String(uid)).create({
    data: { title, slug: title.toLowerCase().replaceAll(' ', '-'), body: SENTENCES, ...more },
    locale,
    status: draft ? 'draft' : 'published',
  });
  ids[title] = documentId;
};

const ask = async <Value>(path: string, as = editor): Promise<Value> => {
  const response = await as(`/syndication/${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Value;
};
const list = (query: string, as = editor) => ask<EntryPage>(`entries?${query}`, as);
const calendar = async (query: string, as = editor) =>
  (await ask<{ data: Calendar }>(`entries/calendar?${query}`, as)).data;
const attention = (query = '', as = editor) => ask<Attention>(`attention?${query}`, as);

const titles = ({ results }: { results: EntryInFeeds[] }): string[] =>
  results.map(({ title }) => title);
/** How many entries are live, scheduled and drafts. */
const countsOf = (query = '', as = editor) =>
  Promise.all(
    ['live', 'scheduled', 'draft'].map(
      async (status) => (await list(`status=${status}&${query}`, as)).pagination.total,
    ),
  );

const ARTICLE_FIELDS = [
  ...['title', 'slug', 'date', 'tags', 'summary', 'body', 'cover'],
  ...['attachment', 'author', 'keepOutOfFeeds'],
];

/** A user whose role may see the Feeds page, and read some content. */
const reader = (uid: string, properties: object, conditions: string[] = []) =>
  signIn(app, {
    actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
    permissions: [{ action: READ, subject: uid, properties, conditions }],
  });

beforeAll(async () => {
  // Strapi's locales are rows of its database: they are there before the site is in them. It makes the
  // roles after the plugin has started, as in every new application.
  const before = await startApp({ config, files, fromNothing: true });
  await before.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  await before.close();
  app = await startApp({ config: { ...config, locales }, files, folder: before.folder });
  for (const slug of ['api', 'rare', 'secret']) {
    ids[slug] = (await documents(TAG_UID).create({ data: { name: slug, slug } })).documentId;
  }
  const [api, rare, secret] = [ids.api, ids.rare, ids.secret];
  await create('Oldest', { tags: [rare], date: '2020-01-01T00:00:00.000Z', body: BROKEN });
  await create('First', { tags: [api], date: '2026-01-05T02:00:00.000Z' });
  // By the clock of the site, in February.
  await create('Last of January', { tags: [api], date: '2026-01-31T18:00:00.000Z' });
  await create('Story', { uid: STORY, locale: 'en', day: '2026-01-06T02:00:00.000Z' });
  await create('Geschichte', { uid: STORY, locale: 'de', day: '2026-01-07T02:00:00.000Z' });
  await create('Newest', { tags: [api], date: '2026-02-02T02:00:00.000Z' });
  await create('Later', { tags: [api], date: LATER });
  await create('Soon', { tags: [api, secret], date: SOON, body: BROKEN });
  await create('Bald', { uid: STORY, locale: 'de', day: SOON });
  await create('Unfinished', { draft: true, tags: [api, secret], body: BROKEN });
  await create('Unfertig', { uid: STORY, locale: 'de', draft: true });
  await create('Kept out', { tags: [api], keepOutOfFeeds: true });
  editor = await signIn(app, 'strapi-editor');
  // Of Strapi's own roles, those of a new type may do nothing yet.
  const { id } = await app.strapi.service('admin::role').findOne({ code: 'strapi-editor' });
  const actions = ['read', 'update'].map((name) => `plugin::content-manager.explorer.${name}`);
  const fields = ['title', 'slug', 'body', 'day'];
  await app.strapi.service('admin::role').addPermissions(
    id,
    actions.map((action) => ({
      action,
      subject: STORY,
      properties: { fields, locales: ['en', 'de'] },
    })),
  );
});

afterAll(async () => {
  await app?.stop();
  if (app) rmSync(app.folder, { recursive: true, force: true });
});

describe('entries by what readers have of them', () => {
  test('are those of all types and languages: live the newest first', async () => {
    const page = await list('status=live');
    expect(titles(page)).toEqual([
      'Newest',
      'Last of January',
      'Geschichte',
      'Story',
      'First',
      'Oldest',
    ]);
    expect(page.results.slice(2, 4)).toEqual([
      {
        contentType: STORY,
        typeName: 'story',
        documentId: ids.Geschichte,
        locale: 'de',
        language: 'de',
        title: 'Geschichte',
        status: 'live',
        date: '2026-01-07T02:00:00.000Z',
        changed: expect.any(String),
        timeZone: 'Europe/Vienna',
        // In German the feed of all stories is that of the whole site.
        feeds: [],
        mayEdit: true,
      },
      expect.objectContaining({
        language: 'en',
        timeZone: 'Asia/Jakarta',
        feeds: [{ id: STORY, title: expect.any(String) }],
      }),
    ]);
    expect(page.results[0]!.feeds.map(({ title }) => title)).toContain('Api');
  });

  test('are those to come: scheduled the next one first, drafts the one last changed', async () => {
    const scheduled = await list('status=scheduled');
    expect(titles(scheduled).slice(0, 2).sort()).toEqual(['Bald', 'Soon']);
    expect(titles(scheduled)[2]).toBe('Later');
    const drafts = await list('status=draft');
    expect(titles(drafts)).toEqual(['Unfertig', 'Unfinished']);
    expect(drafts.results[1]).toMatchObject({ status: 'draft', date: null, mayEdit: true });
    expect(drafts.results[1]!.feeds.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Api', 'Secret']),
    );
  });

  test('are as many as the list of feeds says', async () => {
    expect(await countsOf()).toEqual([6, 3, 2]);
    const { results } = await ask<FeedPage>('feeds');
    const sites = results.filter(({ contentType }) => contentType === null);
    const sum = (of: 'published' | 'waiting') => sites.reduce((all, feed) => all + feed[of], 0);
    expect([sum('published'), sum('waiting')]).toEqual([6, 5]);
    const api = results.find(({ id }) => id === ids.api)!;
    const [live, scheduled, draft] = await countsOf(`feed=${ids.api}`);
    expect([live, scheduled! + draft!]).toEqual([api.published, api.waiting]);
  });

  test('are cut into pages by the server, over all languages', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => list(`status=live&pageSize=2&page=${page}`)),
    );
    expect(pages.flatMap(titles)).toEqual(titles(await list('status=live')));
    expect(pages[0]!.pagination).toEqual({ page: 1, pageSize: 2, pageCount: 3, total: 6 });
    expect(await list('status=live&pageSize=2&page=99')).toEqual(pages[2]);
    const ofFeed = await list(`status=live&pageSize=2&page=2&feed=${ids.api}`);
    expect(titles(ofFeed)).toEqual(['First']);
  });

  test('are those of a feed, of a language, and those whose titles have what is searched for', async () => {
    expect(titles(await list(`status=live&feed=${ids.rare}`))).toEqual(['Oldest']);
    expect(titles(await list('status=live&locale=de'))).toEqual(['Geschichte']);
    expect(titles(await list(`status=scheduled&feed=${encodeURIComponent('de|site')}`))).toEqual([
      'Bald',
    ]);
    expect(titles(await list('status=live&_q=EST'))).toEqual(['Newest', 'Oldest']);
    expect(await countsOf('_q=so')).toEqual([0, 1, 0]);
  });

  test('come with the name of the chosen feed, and with the languages there are', async () => {
    const locales = [
      { code: 'en', language: 'en' },
      { code: 'de', language: 'de' },
    ];
    expect(await list('')).toMatchObject({ feed: null, locales });
    const feed = { id: ids.rare, title: 'Rare' };
    expect(await list(`feed=${ids.rare}`)).toMatchObject({ feed, locales });
    expect(await calendar(`feed=${ids.rare}`)).toMatchObject({ feed, locales });
  });

  test('that are to come are for who may read them, whatever is searched', async () => {
    const author = await signIn(app, 'strapi-author');
    expect(titles(await list('status=live', author))).toHaveLength(6);
    for (const search of ['', 'Soon', 'nothing']) {
      const page = await list(`status=scheduled&_q=${search}`, author);
      expect([titles(page), page.pagination.total]).toEqual([[], 0]);
    }
    expect(await countsOf('', author)).toEqual([6, 0, 0]);
    const { results } = await list('status=live', author);
    expect(results.some(({ mayEdit }) => mayEdit)).toBe(false);
  });

  test('of one language are for the role that may read that one', async () => {
    const fields = ['title', 'slug', 'body', 'day'];
    const german = await reader(STORY, { fields, locales: ['de'] });
    expect(titles(await list('status=scheduled', german))).toEqual(['Bald']);
    const english = await reader(STORY, { fields, locales: ['en'] });
    expect(titles(await list('status=scheduled', english))).toEqual([]);
  });

  test('that wait are for a role that may read all of them', async () => {
    for (const left of ['title', 'body', 'tags', 'keepOutOfFeeds']) {
      const fields = ARTICLE_FIELDS.filter((field) => field !== left);
      const partly = await reader(ARTICLE_UID, { fields });
      for (const status of ['draft', 'scheduled']) {
        for (const feed of ['', `&feed=${ids.api}`]) {
          expect(titles(await list(`status=${status}${feed}`, partly))).toEqual([]);
        }
      }
      // What is public says so to everybody.
      const [live] = (await list('status=live', partly)).results;
      expect(live!.feeds.map(({ id }) => id)).toContain(ids.api);
    }
    const whole = await reader(ARTICLE_UID, { fields: ARTICLE_FIELDS });
    const [draft] = (await list('status=draft', whole)).results;
    expect(draft!.feeds.map(({ id }) => id)).toContain(ids.api);
    expect(titles(await list(`status=draft&feed=${ids.api}`, whole))).toEqual(['Unfinished']);
    // Nothing is public under it, and the role may not read tags.
    expect(draft!.feeds.map(({ id }) => id)).not.toContain(ids.secret);
  });

  test('are dated by the clock of their language, in their forms and lists as well', async () => {
    const zoneOf = async (path: string) =>
      (await ask<{ data: { timeZone: string } }>(path)).data.timeZone;
    expect([
      await zoneOf(`schedule?type=${STORY}&locale=en&articles=${ids.Story}`),
      await zoneOf(`schedule?type=${STORY}&locale=de&articles=${ids.Bald}`),
      await zoneOf(`schedule?type=${STORY}&locale=de`),
    ]).toEqual(['Asia/Jakarta', 'Europe/Vienna', 'Europe/Vienna']);
  });

  test('of a feed that there is not, or that the user may not know of, are not found', async () => {
    const reader = await signIn(app, {
      actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
    });
    const responses = await Promise.all([
      editor('/syndication/entries?feed=unknown'),
      editor('/syndication/entries/calendar?feed=fr%7Csite'),
      reader(`/syndication/entries?feed=${ids.secret}`),
      reader(`/syndication/attention?feed=${ids.secret}`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await editor(`/syndication/entries?feed=${ids.secret}`)).status).toBe(200);
  });

  test.each(['status=lost', 'page=0', 'pageSize=1000', 'feed=%00'])(
    'are not asked for by %s',
    async (query) => {
      expect((await editor(`/syndication/entries?${query}`)).status).toBe(400);
    },
  );
});

describe('a month', () => {
  test('has what came, by the days of the site', async () => {
    const january = await calendar('month=2026-01');
    expect(january).toMatchObject({ month: '2026-01', timeZone: 'Asia/Jakarta', isWhole: true });
    expect(
      Object.entries(january.days).map(([day, entries]) => [
        day,
        entries.map(({ title }) => title),
      ]),
    ).toEqual([
      ['2026-01-05', ['First']],
      ['2026-01-06', ['Story']],
      ['2026-01-07', ['Geschichte']],
    ]);
    const february = await calendar('month=2026-02');
    expect(Object.keys(february.days)).toEqual(['2026-02-01', '2026-02-02']);
  });

  test('has what will come, for who may read it', async () => {
    const scheduled = await calendar('month=2999-01');
    const entries = Object.values(scheduled.days).flat();
    expect(entries.map(({ title }) => title).sort()).toEqual(['Bald', 'Soon']);
    expect(entries.every(({ status, mayEdit }) => status === 'scheduled' && mayEdit)).toBe(true);
    const author = await signIn(app, 'strapi-author');
    expect((await calendar('month=2999-01', author)).days).toEqual({});
  });

  test('is the present one unless another is asked for, and of a language by its clock', async () => {
    const { month, today } = await calendar('');
    expect(today.startsWith(`${month}-`)).toBe(true);
    const german = await calendar('month=2026-01&locale=de');
    expect(german.timeZone).toBe('Europe/Vienna');
    expect(Object.keys(german.days)).toEqual(['2026-01-07']);
    for (const wrong of ['2026-13', '2026-1', '0000-01', 'x']) {
      expect((await editor(`/syndication/entries/calendar?month=${wrong}`)).status).toBe(400);
    }
  });
});

describe('what needs attention', () => {
  test('is looked for among older entries, some at a time, down to the oldest', async () => {
    const { live } = INSPECTED_AT_ONCE;
    INSPECTED_AT_ONCE.live = 2;
    const asked = async (older: number) => {
      const { results, lookedAt, cut } = await attention(`locale=en&older=${older}`);
      return { titles: results.map(({ title }) => title), lookedAt, cut };
    };
    const [newest, older, oldest] = [await asked(0), await asked(1), await asked(2)];
    INSPECTED_AT_ONCE.live = live;
    expect([newest.lookedAt.live, newest.cut]).toEqual([2, ['live']]);
    expect(newest.titles).toEqual(['Soon']);
    // What comes next was looked at with the newest.
    expect([older.titles, older.lookedAt.waiting]).toEqual([[], 0]);
    expect(oldest).toEqual({ titles: ['Oldest'], lookedAt: { live: 1, waiting: 0 }, cut: [] });
  });

  test('is in any feed, or comes next, worst first, each with its field; a draft is unfinished', async () => {
    const found = await attention();
    expect(found.results.map(({ title, status }) => [title, status])).toEqual([
      // No longer in the feed of the site, which shows three.
      ['Oldest', 'live'],
      ['Soon', 'scheduled'],
    ]);
    for (const { problems, contentType, feeds } of found.results) {
      expect(problems).toMatchObject([{ code: 'image-address', field: 'body' }]);
      expect(contentType).toBe(ARTICLE_UID);
      expect(feeds.length).toBeGreaterThan(0);
    }
    expect(found).toMatchObject({
      pagination: { total: 2 },
      lookedAt: { live: 6, waiting: 3 },
      cut: [],
      late: 0,
    });
  });

  test('agrees with the health of the feed that is asked for', async () => {
    const feeds = [ids.rare!, ids.api!];
    const { data } = await ask<{ data: Record<string, FeedHealth> }>(
      `health?feeds=${feeds.join(',')}`,
    );
    for (const feed of feeds) {
      const { results } = await attention(`feed=${feed}`);
      const live = results.filter(({ status }) => status === 'live');
      expect(live).toHaveLength(data[feed]!.error + data[feed]!.warning);
    }
    expect(titles(await attention(`feed=${ids.api}`))).toEqual(['Soon']);
  });

  test('is told of no longer once it is mended', async () => {
    await create('Mended', { tags: [ids.rare], date: '2020-02-01T00:00:00.000Z', body: BROKEN });
    expect(titles(await attention('_q=mended'))).toEqual(['Mended']);
    const documentId = ids.Mended;
    const data = { body: SENTENCES, keepOutOfFeeds: true };
    await documents(ARTICLE_UID).update({ documentId, data, status: 'published' });
    expect(titles(await attention('_q=mended'))).toEqual([]);
  });

  test('is searched and cut into pages', async () => {
    expect(titles(await attention('_q=old'))).toEqual(['Oldest']);
    expect(titles(await attention('pageSize=1&page=2'))).toEqual(['Soon']);
    // Who mends the last page's only entry is on a page that is no more.
    expect(titles(await attention('pageSize=50&page=9'))).toEqual(titles(await attention('')));
    expect(titles(await attention('locale=de'))).toEqual([]);
  });

  test('is also what other entries tell, as the side panel says it: in feeds, and of pages', async () => {
    const veiled = { name: 'Veiled', slug: 'veiled', hidden: true };
    const { documentId: hidden } = await documents(TAG_UID).create({ data: veiled });
    const ours = ['/posts/none/', '/posts/first/', '/stories/story/', '/de/tags/', '/tags/api'];
    const links = [...ours, 'debug-cors', '#nowhere'];
    const body = `${SENTENCES} ${links.map((link) => `[link](${link})`).join(' ')}`;
    await create('Linked', { tags: [ids.rare, hidden], date: '2019-01-01T00:00:00.000Z', body });
    await create('Copied', { uid: STORY, locale: 'en', slug: 'story', day: SOON });
    await documents(ABOUT).create({
      data: { title: 'About', content: 'We moved [there](/tags/veiled/).' },
      status: 'published',
    });
    const found = async (query: string, as = editor) => {
      const { results } = await attention(`_q=${query}`, as);
      return results.flatMap(({ problems }) =>
        problems.map(({ code, params, field }) => [code, params, field]),
      );
    };
    const missing = ['/posts/none/', 'debug-cors', '#nowhere'].map((address) => [
      'link-missing',
      { address },
      'body',
    ]);
    expect(await found('linked')).toEqual([
      ...missing,
      ['topic-hidden', { name: 'Veiled', field: 'tags' }, 'tags'],
    ]);
    expect(await found('copied')).toEqual([
      ['address-taken', { address: 'https://www.example.com/stories/story/' }, 'slug'],
    ]);
    expect(await found('about')).toEqual([
      ['link-missing', { address: '/tags/veiled/' }, 'content'],
    ]);
    expect((await attention()).lookedAt).toEqual({ live: 8, waiting: 4 });
    // One who may not read tags does not learn of those that readers do not see.
    const partly = await reader(ARTICLE_UID, { fields: ['title', 'slug', 'date'] });
    expect(await found('linked', partly)).toEqual(missing);
    const ofArticle = await reader(ARTICLE_UID, { fields: ARTICLE_FIELDS });
    expect(await found('linked', ofArticle)).toEqual(missing);
    const problems = await ask<{ data: { problems: { code: string }[] }[] }>(
      `feeds/${ids.rare}/problems`,
      partly,
    );
    const codes = problems.data.flatMap((one) => one.problems.map(({ code }) => code));
    expect(codes.sort()).toEqual(['image-address', ...missing.map(() => 'link-missing')]);
  });

  test('of what is to come is for who may read all of it that an item shows', async () => {
    const partly = await reader(ARTICLE_UID, { fields: ['title', 'slug', 'date', 'tags'] });
    expect(titles(await attention('', partly))).toEqual(['Oldest', 'Linked', 'About']);
    const mayNot = await signIn(app, { actions: [PERMISSIONS.readFeeds] });
    expect((await mayNot('/syndication/attention')).status).toBe(403);
    expect((await mayNot('/syndication/entries')).status).toBe(200);
  });
});
