import { setTimeout as wait } from 'node:timers/promises';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { articlesOf, createEditor, type Editor } from '../helpers/content';
import { reach } from '../helpers/clock';
import { inTime } from '../helpers/due';
import { child, itemTitles, readFeed, text } from '../helpers/feed';

const BASE = 'https://notes.example.com';

let app: App;
let editor: Editor;
/** Document id of the tag "api". */
let api: string;

beforeAll(async () => {
  app = await startApp({
    config: {
      baseUrl: BASE,
      siteName: 'Field Notes',
      timeZone: 'Asia/Jakarta',
      itemsPerFeed: 0,
      entriesPerPage: 1000,
    },
  });
  editor = createEditor(app);
  api = await editor.tag({ name: 'api', slug: 'api' });
});

afterAll(() => app.stop());

const read = async (address: string): Promise<string> => (await app.get(address)).text();

/** The item of an article in the feed of "api", by its title. */
const findItem = async (title: string) => {
  const { items } = readFeed(await read('/tags/api/index.xml'));
  const item = items.find((candidate) => text(candidate, 'title') === title);
  return (
    item && {
      link: text(item, 'link'),
      guid: text(item, 'guid'),
      isPermaLink: child(item, 'guid').attributes.isPermaLink,
      pubDate: text(item, 'pubDate'),
      description: text(item, 'description'),
    }
  );
};

const countOfApi = async (): Promise<number> =>
  // A tag that nothing is published under is not in the list.
  Number(/>Api<\/a><\/h2><p class="meta">(\d+) article/.exec(await read('/tags/'))?.[1] ?? 0);

/** Addresses at which a word can be read. */
const whereSeen = async (word: string, slug: string): Promise<string[]> => {
  const addresses = [
    '/index.xml',
    '/tags/',
    '/tags/api/',
    '/tags/api/index.xml',
    `/posts/${slug}/`,
    '/posts/unknown/',
  ];
  const bodies = await Promise.all(addresses.map(read));
  return addresses.filter((_address, index) => bodies[index]!.includes(word));
};

const EVERYWHERE = (slug: string) => [
  '/index.xml',
  '/tags/api/',
  '/tags/api/index.xml',
  `/posts/${slug}/`,
  // A page that is not there names the newest articles, by their dates.
  '/posts/unknown/',
];

const statusOf = async (address: string): Promise<number> => (await app.get(address)).status;

const locationOf = async (address: string): Promise<string | null> => {
  const response = await app.get(address);
  return response.status === 301 ? response.headers.get('location') : null;
};

describe('publishing', () => {
  it('shows an article everywhere on the next request, and nothing of it before', async () => {
    const id = await editor.draft({
      title: 'How I Aardvark',
      slug: 'aardvark',
      summary: 'Aardvark.',
      tags: [api],
    });
    expect(await whereSeen('Aardvark', 'aardvark')).toEqual([]);
    expect(await statusOf('/posts/aardvark/')).toBe(404);
    const before = await countOfApi();
    await editor.publish(id);
    expect(await whereSeen('Aardvark', 'aardvark')).toEqual(EVERYWHERE('aardvark'));
    expect(await countOfApi()).toBe(before + 1);
  });

  it('takes an article away everywhere when it is unpublished', async () => {
    const id = await editor.published({ title: 'How I Badger', slug: 'badger', tags: [api] });
    const before = await countOfApi();
    await editor.unpublish(id);
    expect(await whereSeen('Badger', 'badger')).toEqual([]);
    expect(await statusOf('/posts/badger/')).toBe(410);
    expect(await countOfApi()).toBe(before - 1);
  });

  it('takes an article away everywhere when it is deleted, its former addresses too', async () => {
    const id = await editor.published({ title: 'How I Camel', slug: 'camel', tags: [api] });
    await editor.republish(id, { slug: 'dromedary' });
    await editor.delete(id);
    expect(await whereSeen('Camel', 'dromedary')).toEqual([]);
    expect(await statusOf('/posts/dromedary/')).toBe(410);
    expect(await statusOf('/posts/camel/')).toBe(410);
  });

  it('again brings the article back with its date and guid', async () => {
    const id = await editor.published({ title: 'How I Dingo', slug: 'dingo', tags: [api] });
    const before = await findItem('How I Dingo');
    await editor.unpublish(id);
    await editor.publish(id);
    expect(await findItem('How I Dingo')).toEqual(before);
    expect(before).toMatchObject({
      link: `${BASE}/posts/dingo/`,
      guid: `${BASE}/posts/dingo/`,
      isPermaLink: undefined,
      pubDate: 'Mon, 15 Jan 2024 09:00:00 +0700',
    });
  });

  it('works in one step with creating or updating', async () => {
    const articles = articlesOf(app);
    const { documentId } = await articles.create({
      data: { title: 'How I Emu', slug: 'emu', tags: [api] },
      status: 'published',
    });
    const first = await findItem('How I Emu');
    expect(first?.guid).toBe(`${BASE}/posts/emu/`);
    await articles.update({ documentId, data: { slug: 'emu-two' }, status: 'published' });
    expect(await findItem('How I Emu')).toEqual({
      ...first,
      link: `${BASE}/posts/emu-two/`,
      isPermaLink: 'false',
    });
    expect(await locationOf('/posts/emu/')).toBe(`${BASE}/posts/emu-two/`);
  });
});

describe('draft edits on a published article', () => {
  it('do not leak until they are published', async () => {
    const secret = await editor.tag({ name: 'secret', slug: 'secret' });
    const id = await editor.published({
      title: 'How I Falcon',
      slug: 'falcon',
      summary: 'Public.',
      body: 'Public.',
      tags: [api],
    });
    const before = await read('/tags/api/index.xml');
    const page = await read('/posts/falcon/');
    const edit = {
      title: 'How I Gazelle',
      slug: 'gazelle',
      date: '2024-02-01T02:00:00.000Z',
      summary: 'Gazelle.',
      body: 'Gazelle.',
      author: 'Gazelle',
      tags: [secret],
    };
    await editor.change(id, edit);
    expect(await whereSeen('Gazelle', 'falcon')).toEqual([]);
    expect(await whereSeen('Gazelle', 'gazelle')).toEqual([]);
    expect(await read('/tags/api/index.xml')).toBe(before);
    expect(await read('/posts/falcon/')).toBe(page);
    expect(await statusOf('/posts/gazelle/')).toBe(404);
    expect(itemTitles(await read('/tags/secret/index.xml'))).toEqual([]);
    await editor.publish(id);
    expect(itemTitles(await read('/tags/secret/index.xml'))).toEqual(['How I Gazelle']);
    expect(await findItem('How I Gazelle')).toBeUndefined();
    expect(await locationOf('/posts/falcon/')).toBe(`${BASE}/posts/gazelle/`);
  });

  it('that are discarded leave everything as it was', async () => {
    const id = await editor.published({ title: 'How I Heron', slug: 'heron', tags: [api] });
    const before = await read('/tags/api/index.xml');
    await editor.change(id, { title: 'How I Ibis', slug: 'ibis' });
    await articlesOf(app).discardDraft({ documentId: id });
    await editor.publish(id);
    expect(await findItem('How I Heron')).toMatchObject({ link: `${BASE}/posts/heron/` });
    expect(itemTitles(await read('/tags/api/index.xml'))).toEqual(itemTitles(before));
  });
});

describe('the date of an article', () => {
  const storedDate = async (documentId: string, status: 'draft' | 'published') => {
    const article = await articlesOf(app).findOne({ documentId, status });
    return new Date(String(article!.date)).toISOString();
  };

  it("is the editor's, whenever it is published", async () => {
    await editor.published({ title: 'How I Jackal', slug: 'jackal', tags: [api] });
    expect((await findItem('How I Jackal'))?.pubDate).toBe('Mon, 15 Jan 2024 09:00:00 +0700');
  });

  it('left empty is the moment of first publication, and the editor sees it', async () => {
    const earliest = Date.now();
    const id = await editor.published({
      title: 'How I Kiwi',
      slug: 'kiwi',
      date: null,
      tags: [api],
    });
    const date = await storedDate(id, 'published');
    expect(Date.parse(date)).toBeGreaterThanOrEqual(earliest);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    expect(await storedDate(id, 'draft')).toBe(date);
  });

  it('set at first publication does not make the draft look modified', async () => {
    const id = await editor.published({ slug: 'lemur', date: null, tags: [api] });
    const [draft, published] = await Promise.all(
      (['draft', 'published'] as const).map((status) =>
        articlesOf(app).findOne({ documentId: id, status }),
      ),
    );
    expect(Date.parse(String(draft!.updatedAt))).toBeLessThanOrEqual(
      Date.parse(String(published!.updatedAt)),
    );
  });

  it('set at first publication stays through every later one', async () => {
    const id = await editor.published({
      title: 'How I Moose',
      slug: 'moose',
      date: null,
      tags: [api],
    });
    const date = await storedDate(id, 'published');
    await wait(20);
    await editor.republish(id, { body: 'More.' });
    expect(await storedDate(id, 'published')).toBe(date);
    await editor.unpublish(id);
    await wait(20);
    await editor.publish(id);
    expect(await storedDate(id, 'published')).toBe(date);
  });

  it('comes back when the editor clears it: the moment of first publication', async () => {
    const id = await editor.published({
      title: 'How I Newt',
      slug: 'newt',
      date: null,
      tags: [api],
    });
    const date = await storedDate(id, 'published');
    await wait(20);
    await editor.republish(id, { date: null });
    expect(await storedDate(id, 'published')).toBe(date);
    await editor.unpublish(id);
    await wait(20);
    await editor.republish(id, { date: null });
    expect(await storedDate(id, 'published')).toBe(date);
  });

  describe('that was in the future, cleared', () => {
    const FUTURE = '2099-01-01T00:00:00.000Z';

    it('before anybody saw the article is the moment of the publication that shows it', async () => {
      const id = await editor.published({ slug: 'future-cleared', date: FUTURE, tags: [api] });
      await wait(20);
      const earliest = Date.now();
      await editor.republish(id, { date: null });
      const date = await storedDate(id, 'published');
      expect(Date.parse(date)).toBeGreaterThanOrEqual(earliest);
      expect(await storedDate(id, 'draft')).toBe(date);
      await wait(20);
      await editor.republish(id, { date: null });
      expect(await storedDate(id, 'published')).toBe(date);
    });

    it('is that moment as well for an article that was withdrawn before its date came', async () => {
      let id = '';
      const soon = await inTime(async (due) => {
        const slug = `future-withdrawn-${due.getTime()}`;
        id = await editor.published({ slug, date: due, tags: [api] });
        await editor.unpublish(id);
      });
      reach(soon);
      const earliest = Date.now();
      await editor.republish(id, { date: null });
      expect(Date.parse(await storedDate(id, 'published'))).toBeGreaterThanOrEqual(earliest);
    });

    it('once readers saw the article is the date it appeared at', async () => {
      let id = '';
      const soon = await inTime(async (due) => {
        const slug = `future-come-${due.getTime()}`;
        id = await editor.published({ slug, date: due, tags: [api] });
      });
      reach(soon);
      await editor.republish(id, { date: null });
      expect(Date.parse(await storedDate(id, 'published'))).toBe(soon.getTime());
    });

    it('of an article readers saw before is the moment of first publication', async () => {
      const id = await editor.published({ slug: 'future-again', date: null, tags: [api] });
      const date = await storedDate(id, 'published');
      await editor.republish(id, { date: FUTURE });
      await wait(20);
      await editor.republish(id, { date: null });
      expect(await storedDate(id, 'published')).toBe(date);
    });
  });

  it('moves when the editor moves it, and the guid stays', async () => {
    const id = await editor.published({ title: 'How I Otter', slug: 'otter', tags: [api] });
    await editor.republish(id, { date: '2023-07-01T02:00:00.000Z' });
    expect(await findItem('How I Otter')).toMatchObject({
      pubDate: 'Sat, 01 Jul 2023 09:00:00 +0700',
      guid: `${BASE}/posts/otter/`,
    });
  });
});

describe('a date in the future', () => {
  it('keeps an article out of everything, and its former addresses silent', async () => {
    const id = await editor.published({ title: 'How I Panda', slug: 'panda', tags: [api] });
    await editor.republish(id, { slug: 'red-panda', date: '2099-01-01T00:00:00.000Z' });
    expect(await whereSeen('Panda', 'red-panda')).toEqual([]);
    expect(await whereSeen('red-panda', 'panda')).toEqual([]);
    expect(await statusOf('/posts/red-panda/')).toBe(404);
    expect(await statusOf('/posts/panda/')).toBe(404);
  });

  it('shows the article by itself when its time comes', async () => {
    const before = await countOfApi();
    let id: string | undefined;
    const moment = await inTime(async (due) => {
      if (id) await editor.delete(id);
      id = await editor.published({
        title: 'How I Quokka',
        slug: 'quokka',
        date: due,
        tags: [api],
      });
      expect(await whereSeen('Quokka', 'quokka')).toEqual([]);
      expect(await countOfApi()).toBe(before);
    });
    reach(moment);
    expect(await whereSeen('Quokka', 'quokka')).toEqual(EVERYWHERE('quokka'));
    expect(await countOfApi()).toBe(before + 1);
  });
});

describe('an article that moves', () => {
  it('has a new link and its old guid, and all former addresses lead to the present one', async () => {
    const id = await editor.published({ title: 'How I Raven', slug: 'raven-one', tags: [api] });
    await editor.republish(id, { slug: 'raven-two' });
    await editor.republish(id, { slug: 'raven-three' });
    expect(await findItem('How I Raven')).toMatchObject({
      link: `${BASE}/posts/raven-three/`,
      guid: `${BASE}/posts/raven-one/`,
      isPermaLink: 'false',
    });
    expect(await locationOf('/posts/raven-one/')).toBe(`${BASE}/posts/raven-three/`);
    expect(await locationOf('/posts/raven-two/')).toBe(`${BASE}/posts/raven-three/`);
    expect(await statusOf('/posts/raven-three/')).toBe(200);
  });

  it('back to its first address has guid and link equal again', async () => {
    const id = await editor.published({ title: 'How I Stork', slug: 'stork', tags: [api] });
    const before = await findItem('How I Stork');
    await editor.republish(id, { slug: 'white-stork' });
    await editor.republish(id, { slug: 'stork' });
    expect(await findItem('How I Stork')).toEqual(before);
    expect(await statusOf('/posts/stork/')).toBe(200);
    expect(await locationOf('/posts/white-stork/')).toBe(`${BASE}/posts/stork/`);
  });

  it('only as a draft has not moved', async () => {
    const id = await editor.published({ title: 'How I Tapir', slug: 'tapir', tags: [api] });
    await editor.change(id, { slug: 'tapir-draft' });
    await editor.change(id, { slug: 'tapir-final' });
    await editor.publish(id);
    expect(await statusOf('/posts/tapir-draft/')).toBe(404);
    expect(await locationOf('/posts/tapir/')).toBe(`${BASE}/posts/tapir-final/`);
  });

  it('gives its old address up to an article that takes it over, and gets it back after', async () => {
    const first = await editor.published({ title: 'How I Urchin', slug: 'urchin', tags: [api] });
    await editor.republish(first, { slug: 'sea-urchin' });
    const second = await editor.published({
      title: 'How I Vulture',
      slug: 'urchin',
      body: 'About vultures.',
      tags: [api],
    });
    expect(await statusOf('/posts/urchin/')).toBe(200);
    expect(await read('/posts/urchin/')).toContain('How I Vulture');
    expect(await findItem('How I Urchin')).toMatchObject({
      link: `${BASE}/posts/sea-urchin/`,
      guid: `${BASE}/posts/urchin/`,
    });
    // The last to have had the address is the one meant by it.
    await editor.republish(second, { slug: 'vulture' });
    expect(await locationOf('/posts/urchin/')).toBe(`${BASE}/posts/vulture/`);
    await editor.delete(second);
    expect(await locationOf('/posts/urchin/')).toBe(`${BASE}/posts/sea-urchin/`);
  });

  it('may swap addresses with another, and both keep their guids', async () => {
    const one = await editor.published({ title: 'How I Walrus', slug: 'walrus', tags: [api] });
    const two = await editor.published({ title: 'How I Yak', slug: 'yak', tags: [api] });
    await editor.republish(one, { slug: 'swap' });
    await editor.republish(two, { slug: 'walrus' });
    await editor.republish(one, { slug: 'yak' });
    expect(await read('/posts/yak/')).toContain('How I Walrus');
    expect(await read('/posts/walrus/')).toContain('How I Yak');
    expect(await findItem('How I Walrus')).toMatchObject({
      link: `${BASE}/posts/yak/`,
      guid: `${BASE}/posts/walrus/`,
      isPermaLink: 'false',
    });
    expect(await findItem('How I Yak')).toMatchObject({
      link: `${BASE}/posts/walrus/`,
      guid: `${BASE}/posts/yak/`,
      isPermaLink: 'false',
    });
    expect(await locationOf('/posts/swap/')).toBe(`${BASE}/posts/yak/`);
  });
});

describe('an article that is duplicated', () => {
  it('gets a guid and addresses of its own', async () => {
    const id = await editor.published({ title: 'How I Zebra', slug: 'zebra', tags: [api] });
    await editor.republish(id, { slug: 'plains-zebra' });
    const duplicate = await articlesOf(app).clone({
      documentId: id,
      data: { title: 'How I Zorilla', slug: 'zorilla' },
    });
    await editor.publish(duplicate!.documentId);
    expect(await findItem('How I Zorilla')).toMatchObject({
      link: `${BASE}/posts/zorilla/`,
      guid: `${BASE}/posts/zorilla/`,
      isPermaLink: undefined,
    });
    expect(await findItem('How I Zebra')).toMatchObject({ guid: `${BASE}/posts/zebra/` });
    expect(await locationOf('/posts/zebra/')).toBe(`${BASE}/posts/plains-zebra/`);
  });
});

describe('an article kept out of feeds', () => {
  it('is in no feed, listing or count, and can be read at its address', async () => {
    const before = await countOfApi();
    await editor.published({
      title: 'How I Okapi',
      slug: 'okapi',
      // It would be among the newest.
      date: new Date(),
      keepOutOfFeeds: true,
      tags: [api],
    });
    expect(await whereSeen('Okapi', 'okapi')).toEqual(['/posts/okapi/']);
    expect(await countOfApi()).toBe(before);
  });

  it('is back in them once the switch is off and it is published again', async () => {
    const id = await editor.published({
      title: 'How I Oryx',
      slug: 'oryx',
      // It would be among the newest.
      date: new Date(),
      keepOutOfFeeds: true,
      tags: [api],
    });
    await editor.change(id, { keepOutOfFeeds: false });
    expect(await whereSeen('Oryx', 'oryx')).toEqual(['/posts/oryx/']);
    await editor.publish(id);
    expect(await whereSeen('Oryx', 'oryx')).toEqual(EVERYWHERE('oryx'));
  });
});

describe('an article written past the document service', () => {
  it('is public like any other, with a date and an address that lasts', async () => {
    const query = app.strapi.db.query(ARTICLE_UID);
    const tag = await app.strapi.db.query(TAG_UID).findOne({ where: { documentId: api } });
    const { id } = await query.create({
      data: {
        documentId: 'imported00000000000000001',
        title: 'How I Import',
        slug: 'import',
        publishedAt: new Date(),
        tags: [tag.id],
      },
    });
    const first = await findItem('How I Import');
    expect(first).toMatchObject({ guid: `${BASE}/posts/import/` });
    await query.update({ where: { id }, data: { slug: 'imported' } });
    expect(await findItem('How I Import')).toEqual({
      ...first,
      link: `${BASE}/posts/imported/`,
      isPermaLink: 'false',
    });
    expect(await locationOf('/posts/import/')).toBe(`${BASE}/posts/imported/`);
  });

  it('without a title or a slug breaks nothing and is not shown', async () => {
    const before = await read('/tags/api/index.xml');
    const count = await countOfApi();
    const tag = await app.strapi.db.query(TAG_UID).findOne({ where: { documentId: api } });
    const complete = {
      title: 'How I Break',
      slug: 'break',
      date: new Date('2024-01-15T02:00:00.000Z'),
      publishedAt: new Date(),
      tags: [tag.id],
    };
    for (const missing of ['title', 'slug']) {
      const documentId = `incomplete00000000000${missing}`;
      await app.strapi.db
        .query(ARTICLE_UID)
        .create({ data: { ...complete, documentId, [missing]: null } });
    }
    expect(await read('/tags/api/index.xml')).toBe(before);
    expect((await app.get('/index.xml')).status).toBe(200);
    expect((await app.get('/tags/api/')).status).toBe(200);
    expect((await app.get('/posts/break/')).status).toBe(404);
    expect(await countOfApi()).toBe(count);
  });

  it('without a date has that of its first publication', async () => {
    const { ids } = await app.strapi.db.query(ARTICLE_UID).createMany({
      data: [
        {
          documentId: 'dateless',
          title: 'How I Forget',
          slug: 'forget',
          date: null,
          publishedAt: new Date('2026-02-03T04:05:06.000Z'),
        },
      ],
    });
    expect(ids).toHaveLength(1);
    const { headers } = await app.get('/posts/forget/');
    expect(headers.get('link')).toContain('/posts/forget/index.md');
    expect(await (await app.get('/posts/forget/')).text()).toContain('datetime="2026-02-03');
  });
});

describe('lastBuildDate', () => {
  const lastBuildDate = async () =>
    Date.parse(text(readFeed(await read('/tags/build/index.xml')).channel, 'lastBuildDate'));
  const seconds = (date: unknown) => Math.floor(Date.parse(String(date)) / 1000) * 1000;

  it('is the newest change among the items, and identical content is identical bytes', async () => {
    const tag = await editor.tag({ name: 'build', slug: 'build' });
    const id = await editor.published({ slug: 'build-one', tags: [tag] });
    await editor.published({ slug: 'build-two', tags: [tag] });
    await wait(1100);
    await editor.republish(id, { body: 'A change.' });
    const changed = await articlesOf(app).findOne({ documentId: id, status: 'published' });
    // Subscribers got it when it was published, which is a moment after it was written.
    expect(await lastBuildDate()).toBe(seconds(changed!.publishedAt));
    const before = await read('/tags/build/index.xml');
    await wait(1100);
    expect(await read('/tags/build/index.xml')).toBe(before);
  });
});
