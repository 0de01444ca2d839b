/**
 * @runs-on sqlite: What is made anew, and how it is dated, is decided before a database is asked;
 * that changes are told and dated is tested on every database by freshness.test.ts and
 * catalogue.test.ts.
 */
import type { App } from '../helpers/app';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { FEED_FORMATS } from '../../src/feed/formats';
import { reach, reachNextSecond } from '../helpers/clock';
import { inTime } from '../helpers/due';
import { type LocalisedSite, SECTION, startLocalisedSite, STORY } from '../helpers/localised-site';
import { type Site, startSite } from '../helpers/site';
import { forgetResponses, isCached, settled, watchCached } from '../helpers/state';

const FUTURE = '2999-01-01T00:00:00.000Z';

/** Public addresses below a listing, be it a page or a feed. */
const listing = (directory: string): string[] => [
  directory,
  ...FEED_FORMATS.map(({ fileName }) => directory + fileName),
];

/** What a reader is told at an address, by name of the header: all but the present time. */
type Told = Record<string, string | number>;

/** What a reader is told at some addresses, of what is in memory or made anew. */
const tellAll = async (app: App, addresses: string[]): Promise<Record<string, Told>> => {
  const told: Record<string, Told> = {};
  for (const address of addresses) {
    const response = await app.get(address);
    const headers: Record<string, string> = {};
    response.headers.forEach((value, name) => (headers[name] = value));
    delete headers.date;
    told[address] = { status: response.status, ...headers, body: await response.text() };
  }
  return told;
};

/** Of which addresses a reader is told something else, and what. */
const differences = (before: Record<string, Told>, after: Record<string, Told>): unknown[] =>
  Object.entries(before).flatMap(([address, was]) => {
    const is = after[address]!;
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return names.flatMap((name) =>
      was[name] === is[name] ? [] : [[address, name, was[name], is[name]]],
    );
  });

/** The same once each document has a date of a second that is over: a change after it would move it. */
const tellDated = async (app: App, addresses: string[]): Promise<Record<string, Told>> => {
  await settled(app);
  for (let last = await tellAll(app, addresses); ;) {
    reachNextSecond();
    const told = await tellAll(app, addresses);
    // Dates of several nodes may run ahead of the clock, and are given as the present moment until it comes.
    const isLasting = differences(last, told).length === 0;
    if (isLasting && Object.values(told).every((one) => 'last-modified' in one)) return told;
    last = told;
  }
};

/** Makes a change, and expects that nobody is told of it. */
type Untold = (change: () => Promise<unknown>) => Promise<void>;

/**
 * What expects of changes that nobody is told of them, by what is in memory or by what is made anew: after
 * each of them a reader is told what was told before the first.
 */
const startUntold = async (app: App, addresses: string[]): Promise<Untold> => {
  const before = await tellDated(app, addresses);
  return async (change) => {
    const madeAnew = watchCached(app, addresses);
    await change();
    await settled(app);
    const made = madeAnew();
    expect(differences(before, await tellAll(app, addresses))).toEqual([]);
    // How long it takes tells, too.
    expect(made).toEqual([]);
    forgetResponses(app);
    expect(differences(before, await tellAll(app, addresses))).toEqual([]);
  };
};

describe('a change that shows nowhere', () => {
  let own: Site;
  let api: string;
  let json: string;
  let secret: string;
  let open: string;
  let plain: string;

  const ADDRESSES = [
    ...listing('/'),
    ...['/tags/api/', '/tags/json/'].flatMap(listing),
    // The formats of a combination are made of one list, as those of a tag are.
    ...[
      '/tags/api+json/',
      '/tags/api+json/index.xml',
      '/tags/api,json/',
      '/tags/api,json/feed.json',
    ],
    ...['/tags/', '/archive/', '/archive/2026/', '/posts/open/', '/posts/plain/', '/posts/bare/'],
    ...['/posts/kept/', '/feeds.opml', '/sitemap.xml', '/subscribe/', '/llms.txt'],
  ].filter((address) => address !== '/');
  const articles = () => own.strapi.documents(ARTICLE_UID);
  const ofTags = () => own.strapi.documents(TAG_UID);
  let untold: Untold;

  beforeAll(async () => {
    own = await startSite({ baseUrl: 'https://www.example.com' });
    // At once: of changes one by one, each is dated a second later, for which `tellDated` waits.
    await own.strapi.db.transaction(async () => {
      api = await own.tag('api');
      json = await own.tag('json');
      secret = await own.tag('secret', { hidden: true });
      open = await own.published('open', { tags: [api, json, secret] });
      plain = await own.published('plain', { tags: [api], date: '2026-01-16T00:00:00.000Z' });
      await own.published('bare', { tags: [], date: '2026-01-17T00:00:00.000Z' });
      await own.published('kept', { tags: [json], keepOutOfFeeds: true });
    });
    untold = await startUntold(own.app, ADDRESSES);
  });
  afterAll(() => own?.stop());

  it('is one of a scheduled article', async () => {
    let later = '';
    await untold(async () => {
      later = await own.published('later', { date: FUTURE, tags: [api, secret] });
    });
    await untold(() => own.republish(later, { title: 'A new title', tags: [json] }));
    await untold(() => own.republish(later, { slug: 'much-later', keepOutOfFeeds: true }));
    await untold(() => own.republish(later, { date: '2998-01-01', keepOutOfFeeds: false }));
    await untold(() => own.unpublish(later));
    await untold(() => own.publish(later));
    await untold(() => own.delete(later));
  });

  it('is one of a draft', async () => {
    let draft = '';
    await untold(async () => (draft = await own.draft('draft', { tags: [api] })));
    await untold(() => own.change(draft, { title: 'Edited', tags: [json] }));
    await untold(() => own.change(open, { title: 'Not yet', tags: [] }));
    await untold(() => articles().discardDraft({ documentId: open }));
    await untold(() => own.delete(draft));
  });

  it('is one of a hidden tag', async () => {
    await untold(() => own.changeTag(secret, { name: 'renamed', title: 'Renamed' }));
    await untold(() => own.changeTag(secret, { slug: 'moved' }));
    await untold(() => own.changeTag(secret, { articles: { connect: [plain] } }));
    await untold(() => own.changeTag(secret, { articles: { disconnect: [open] } }));
    let another = '';
    await untold(async () => {
      another = await own.tag('another', { hidden: true, articles: [open, plain] });
    });
    await untold(() => own.deleteTag(another));
  });

  it('is one of a tag that nothing public has', async () => {
    let tag = '';
    await untold(async () => (tag = await own.tag('nothing')));
    await untold(() => own.changeTag(tag, { title: 'Nothing yet', description: 'Soon.' }));
    const later = await own.published('under-it', { date: FUTURE, tags: [tag] });
    await own.draft('draft-of-it', { tags: [tag] });
    await untold(() => own.changeTag(tag, { title: 'Still nothing' }));
    await untold(() => own.deleteTag(tag));
    await own.delete(later);
  });

  it('is told of once it shows', async () => {
    const before = await tellDated(own.app, ADDRESSES);
    /** Addresses of which the content is another than before, which their dates tell. */
    const moved = async (): Promise<string[]> => {
      const now = await tellDated(own.app, ADDRESSES);
      const changed = ADDRESSES.filter((address) => now[address]!.body !== before[address]!.body);
      const told = changed.filter(
        (address) => now[address]!['last-modified'] !== before[address]!['last-modified'],
      );
      expect(told).toEqual(changed);
      return changed;
    };
    const tag = await own.tag('fresh');
    await ofTags().update({ documentId: tag, data: { title: 'Fresh' } as never });
    await own.changeTag(tag, { articles: { connect: [open] } });
    expect(await moved()).toEqual(
      expect.arrayContaining(['/tags/', '/feeds.opml', '/sitemap.xml', '/posts/open/']),
    );
    await own.changeTag(tag, { hidden: true });
    expect(await moved()).toEqual([]);
    await own.changeTag(tag, { hidden: false });
    expect(await moved()).toEqual(expect.arrayContaining(['/tags/', '/posts/open/', '/atom.xml']));
    await own.deleteTag(tag);
    expect(await moved()).toEqual([]);
  });

  it('is in all lists when its date comes, though none was made anew before', async () => {
    const lists = [
      '/index.xml',
      '/atom.xml',
      '/tags/json/feed.json',
      '/tags/json/',
      '/sitemap.xml',
    ];
    const before = await own.read('/index.xml');
    const due = await inTime(async (moment) => {
      const documentId = await own.published(`due-${moment.getTime()}`, {
        date: moment,
        tags: [json],
      });
      await settled(own.app);
      const kept = ADDRESSES.every((address) => isCached(own, address));
      if (!kept) await own.delete(documentId);
      expect(kept).toBe(true);
    });
    expect(await own.read('/index.xml')).toBe(before);
    reach(due);
    for (const list of lists) {
      expect(await own.read(list)).toContain(`due-${due.getTime()}`);
    }
    const after = await tellDated(own.app, lists);
    for (const list of lists) {
      const modified = new Date(after[list]!['last-modified']!).getTime();
      // By its date, or by the sweep that has found since that this has come.
      expect(modified).toBeGreaterThanOrEqual(Math.ceil(due.getTime() / 1_000) * 1_000);
      expect(modified).toBeLessThanOrEqual(Date.now());
    }
  });
});

describe('a change that shows nowhere, in several languages', () => {
  let localised: LocalisedSite;

  beforeAll(async () => {
    localised = await startLocalisedSite();
  });
  afterAll(() => localised?.stop());

  it('is one of a scheduled translation, or of a section that nothing has', async () => {
    const { app, documents, publish } = localised;
    const [section, story, both] = await app.strapi.db.transaction(async () => {
      const made = await publish(SECTION, { locales: ['en', 'de'] });
      const more = { section: made.documentId };
      return [
        made,
        await publish(STORY, { locales: ['en'], more }),
        await publish(STORY, { locales: ['en', 'de'] }),
      ] as const;
    });
    const sections = `/sections/${section.name}-en/`;
    const mount = '/notes';
    const addresses = [
      ...['', '/de'].flatMap((path) =>
        ['/index.xml', '/sitemap.xml', '/feeds.opml', '/subscribe/', '/sections/'].map(
          (address) => path + address,
        ),
      ),
      ...listing(sections),
      ...[`/stories/${story.name}-en/`, `/stories/${both.name}-en/`],
      `/de/stories/${both.name}-de/`,
    ].map((address) => mount + address);
    const { documentId } = story;
    const data = { title: 'Bald', slug: 'bald', day: FUTURE };
    const untold = await startUntold(app, addresses);
    await untold(() =>
      documents(STORY).update({ documentId, locale: 'de', data, status: 'published' }),
    );
    await untold(() =>
      documents(STORY).update({
        documentId,
        locale: 'de',
        data: { ...data, slug: 'spaeter', day: '2998-01-01T00:00:00.000Z' },
        status: 'published',
      }),
    );
    await untold(() => documents(STORY).unpublish({ documentId, locale: 'de' }));
    let empty = '';
    await untold(async () => {
      empty = (await publish(SECTION, { locales: ['en', 'de'] })).documentId;
    });
    await untold(() => documents(SECTION).delete({ documentId: empty, locale: '*' }));
  });
});
