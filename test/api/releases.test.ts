/**
 * @runs-on sqlite postgres: Strapi publishes a release; that its transaction is told of at its commit,
 * or not at all, is tested on every database by transactions.test.ts.
 */
import { createRequire } from 'node:module';
import { rmSync } from 'node:fs';
import path from 'node:path';

import { ARTICLE_UID } from '../../src/lib/constants';
import { reachNextSecond } from '../helpers/clock';
import { itemTitles, readFeed, text } from '../helpers/feed';
import { type Site, startSite } from '../helpers/site';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { saveSettings, settled, spyOnAnnouncements } from '../helpers/state';

const SECTION = 'api::section.section';
const STORY = 'api::story.story';
const VERSION = 'plugin::content-manager.history-version';

type Data = Record<string, unknown>;

interface Entry {
  documentId: string;
  locale?: string;
}

let site: Site & { folder: string };

const files = siteTypes({
  section: {
    isLocalised: true,
    draftAndPublish: true,
    attributes: {
      name: { type: 'string', pluginOptions: LOCALISED },
      slug: { type: 'uid', targetField: 'name', pluginOptions: LOCALISED },
    },
  },
  story: {
    isLocalised: true,
    draftAndPublish: true,
    pluralName: 'stories',
    attributes: {
      title: { type: 'string', required: true, pluginOptions: LOCALISED },
      slug: { type: 'string', pluginOptions: LOCALISED },
      summary: { type: 'text', pluginOptions: LOCALISED },
      section: { type: 'relation', relation: 'manyToOne', target: SECTION },
    },
  },
});

const config = {
  sources: { [ARTICLE_UID]: {}, [STORY]: {} },
  locales: { en: {}, de: { path: '/de' } },
  itemsPerFeed: 0,
};

const documents = (uid: string) =>
  site.strapi.documents(uid as never) as unknown as Record<
    'create' | 'update' | 'publish' | 'unpublish' | 'findMany' | 'findOne',
    (parameters: Data) => Promise<Entry & Data>
  >;

beforeAll(async () => {
  const first = await startSite({ sources: config.sources }, undefined, { files });
  await first.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  await first.close();
  site = { ...(await startSite(config, first.folder, { files })), folder: first.folder };
});

afterAll(async () => {
  await site?.stop();
  if (site) rmSync(site.folder, { recursive: true, force: true });
});

const draft = async (uid: string, data: Data, locale = 'en'): Promise<Entry> => {
  const isLocalised = uid !== ARTICLE_UID;
  const { documentId } = await documents(uid).create({ data, ...(isLocalised && { locale }) });
  return isLocalised ? { documentId, locale } : { documentId };
};

const published = async (uid: string, data: Data): Promise<Entry> => {
  const entry = await draft(uid, data);
  await documents(uid).publish({ ...entry });
  return entry;
};

/** Entries of a release by content type, those that others lead to first. */
type Actions = [uid: string, { publish?: Entry[]; unpublish?: Entry[] }][];

/**
 * Does what Strapi does when somebody publishes a release, which needs a licence: the same calls in the
 * same transactions (`publish` in `server/services/release` of @strapi/content-releases 5.54). What fails
 * within is noted in the outer transaction, which is committed, and told to the user afterwards.
 */
const publishRelease = async (actions: Actions): Promise<void> => {
  const { db } = site.strapi;
  const error: unknown = await db.transaction(async () => {
    try {
      await db.transaction(async () => {
        for (const [uid, { publish = [], unpublish = [] }] of actions) {
          for (const entry of publish) await documents(uid).publish({ ...entry });
          for (const entry of unpublish) await documents(uid).unpublish({ ...entry });
        }
      });
      return undefined;
    } catch (failure) {
      return failure;
    }
  });
  if (error !== undefined) throw error;
};

/** The same as a job at its time: no request and no user (`runAsSystem` of the same package). */
const publishOnSchedule = (actions: Actions): Promise<void> =>
  site.strapi.requestContext.run(
    { state: { auditSource: 'scheduler' }, request: { url: '' } } as never,
    () => publishRelease(actions),
  ) as unknown as Promise<void>;

const titles = async (address: string): Promise<string[]> =>
  itemTitles(await site.read(address)).sort();

const guidOf = async (title: string, address = '/index.xml'): Promise<string | undefined> =>
  readFeed(await site.read(address))
    .items.filter((item) => text(item, 'title') === title)
    .map((item) => text(item, 'guid'))[0];

/** When subscribers were last told of an entry, as Atom says. */
const updated = async (slug: string): Promise<string | undefined> => {
  const entry = (await site.read('/atom.xml'))
    .split('<entry>')
    .find((part) => part.includes(`/${slug}/`));
  return /<updated>(.*?)</.exec(entry ?? '')?.[1];
};

describe('a release', () => {
  it('changes all feeds at once, at its commit: what comes, what changes, what goes', async () => {
    const gone = await published(STORY, { title: 'Goes', slug: 'goes' });
    const changed = await published(STORY, { title: 'Stays', slug: 'stays' });
    const guid = await guidOf('Stays');
    await documents(STORY).update({ ...changed, data: { summary: 'Changed.' } });
    const section = await draft(SECTION, { name: 'News', slug: 'news' });
    const stories = [
      await draft(STORY, { title: 'First', slug: 'first', section: section.documentId }),
      await draft(STORY, { title: 'Second', slug: 'second', section: section.documentId }),
    ];
    const article = await draft(ARTICLE_UID, { title: 'Article', body: 'Text.' });
    await settled(site);
    const before = await titles('/index.xml');
    const after = ['Article', 'First', 'Second', ...before.filter((title) => title !== 'Goes')];

    const seen = new Set<string>();
    let isOver = false;
    const reader = (async () => {
      while (!isOver) seen.add((await titles('/index.xml')).join());
    })();
    await settled(site);
    const announce = spyOnAnnouncements(site);
    await publishRelease([
      [SECTION, { publish: [section] }],
      [STORY, { publish: [...stories, changed], unpublish: [gone] }],
      [ARTICLE_UID, { publish: [article] }],
    ]);
    await settled(site);
    expect(announce).toHaveBeenCalledTimes(1);
    announce.mockRestore();
    isOver = true;
    await reader;

    expect(await titles('/index.xml')).toEqual(after.sort());
    expect([before.join(), after.join()]).toEqual(expect.arrayContaining([...seen]));
    expect(await titles('/sections/news/index.xml')).toEqual(['First', 'Second']);
    expect(await site.read('/stories/stays/')).toContain('Changed.');
    expect(await site.status('/stories/goes/')).toEqual([410]);
    expect(await guidOf('Stays')).toBe(guid);
    expect(await guidOf('First')).toMatch(/\/stories\/first\/$/);
  });

  it('publishes each language by itself', async () => {
    const story = await draft(STORY, { title: 'Two languages', slug: 'two' });
    const german = { documentId: story.documentId, locale: 'de' };
    await documents(STORY).update({ ...german, data: { title: 'Zwei Sprachen', slug: 'zwei' } });
    await publishRelease([[STORY, { publish: [german] }]]);
    await settled(site);
    expect(await titles('/de/index.xml')).toEqual(['Zwei Sprachen']);
    expect(await titles('/index.xml')).not.toContain('Two languages');
    await publishRelease([[STORY, { publish: [story], unpublish: [german] }]]);
    await settled(site);
    expect(await titles('/de/index.xml')).toEqual([]);
    expect(await titles('/index.xml')).toContain('Two languages');
  });

  it('tells subscribers as the setting says, of what was changed alone', async () => {
    const entries = [
      await published(STORY, { title: 'Changed', slug: 'changed' }),
      await published(STORY, { title: 'Unchanged', slug: 'unchanged' }),
    ];
    await settled(site);
    const dates = async () => Promise.all(['changed', 'unchanged'].map(updated));
    const first = await dates();
    reachNextSecond();
    await documents(STORY).update({ ...entries[0], data: { summary: 'Told of.' } });
    await publishRelease([[STORY, { publish: entries }]]);
    await settled(site);
    const told = await dates();
    expect(new Date(told[0]!).getTime()).toBeGreaterThan(new Date(first[0]!).getTime());
    expect(told[1]).toBe(first[1]);
    await saveSettings(site, { republishing: 'quietly' });
    try {
      reachNextSecond();
      await documents(STORY).update({ ...entries[0], data: { summary: 'Quiet.' } });
      await publishRelease([[STORY, { publish: entries }]]);
      await settled(site);
      expect(await site.read('/atom.xml')).toContain('Quiet.');
      expect(await dates()).toEqual(told);
    } finally {
      await saveSettings(site, { republishing: 'tell' });
    }
  });

  it('does the same at its time, without a request and a user', async () => {
    const stays = await published(STORY, { title: 'Stays till then', slug: 'till-then' });
    const comes = await draft(STORY, { title: 'Comes then', slug: 'then' });
    const article = await draft(ARTICLE_UID, { title: 'Article then', body: 'Text.' });
    await publishOnSchedule([
      [STORY, { publish: [comes], unpublish: [stays] }],
      [ARTICLE_UID, { publish: [article] }],
    ]);
    await settled(site);
    const now = await titles('/index.xml');
    expect(now).toEqual(expect.arrayContaining(['Comes then', 'Article then']));
    expect(now).not.toContain('Stays till then');
    expect(await site.status('/posts/article-then/')).toEqual([200]);
  });

  it('that is taken back changes nothing', async () => {
    const story = await published(STORY, { title: 'As it was', slug: 'as-it-was' });
    const other = await draft(STORY, { title: 'Never came', slug: 'never-came' });
    await settled(site);
    const before = await site.get('/index.xml');
    const bytes = await before.text();
    await expect(
      site.strapi.db.transaction(async () => {
        await publishRelease([[STORY, { publish: [other], unpublish: [story] }]]);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await settled(site);
    const after = await site.get('/index.xml');
    expect(await after.text()).toBe(bytes);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await site.status('/stories/never-came/')).toEqual([404]);
  });

  it('that fails halfway leaves feeds with what Strapi keeps as published, and nothing else', async () => {
    const first = await draft(STORY, { title: 'Before the failure', slug: 'before-failure' });
    const without = await draft(STORY, { slug: 'no-title' });
    const last = await draft(STORY, { title: 'After the failure', slug: 'after-failure' });
    await expect(publishRelease([[STORY, { publish: [first, without, last] }]])).rejects.toThrow(
      /title/,
    );
    await settled(site);
    const kept = (await documents(STORY).findMany({
      status: 'published',
      locale: 'en',
    })) as unknown as { title: string }[];
    expect(await titles('/stories/index.xml')).toEqual(kept.map(({ title }) => title).sort());
    expect(await titles('/stories/index.xml')).not.toContain('After the failure');
    // Once it is mended, what is left is published.
    await documents(STORY).update({ ...without, data: { title: 'Mended' } });
    await publishRelease([[STORY, { publish: [first, without, last] }]]);
    await settled(site);
    expect(await titles('/stories/index.xml')).toEqual(
      expect.arrayContaining(['Before the failure', 'Mended', 'After the failure']),
    );
  });
});

describe('a version of the history', () => {
  interface History {
    restoreVersion: (id: number) => Promise<Entry>;
  }

  /** What restores a version, as Strapi has it; it offers it with a licence alone. */
  const history = (): History => {
    const service = path.resolve(
      __dirname,
      '../../node_modules/@strapi/content-manager/dist/server/history/services/history.js',
    );
    const { createHistoryService } = createRequire(__filename)(service) as {
      createHistoryService: (context: { strapi: unknown }) => History;
    };
    return createHistoryService({ strapi: site.strapi });
  };

  /** Keeps an entry as it is now, as Strapi does after each save (`server/history/services/lifecycles`). */
  const keepVersion = async (uid: string, { documentId, locale }: Entry): Promise<number> => {
    const { attributes } = site.strapi.getModel(uid as never) as unknown as { attributes: Data };
    const data = await site.strapi.db.query(uid).findOne({
      where: { documentId, locale, publishedAt: null },
      populate: { section: { select: ['documentId', 'locale', 'publishedAt'] } },
    });
    const { id } = await site.strapi.db.query(VERSION).create({
      data: {
        contentType: uid,
        relatedDocumentId: documentId,
        locale,
        status: 'published',
        data,
        schema: attributes,
      },
    });
    return id as number;
  };

  it('comes back as a draft: readers have what they had until it is published', async () => {
    const sections = [
      await published(SECTION, { name: 'Old', slug: 'old' }),
      await published(SECTION, { name: 'New', slug: 'new' }),
    ];
    const story = await published(STORY, {
      title: 'Old title',
      slug: 'old-slug',
      section: sections[0]!.documentId,
    });
    const version = await keepVersion(STORY, story);
    const guid = await guidOf('Old title');
    const changes = { title: 'New title', slug: 'new-slug', section: sections[1]!.documentId };
    await documents(STORY).update({ ...story, data: changes });
    await documents(STORY).publish({ ...story });
    await settled(site);
    const addresses = ['/index.xml', '/sections/old/index.xml', '/sections/new/index.xml'];
    const before = await Promise.all(addresses.map(site.read));

    await history().restoreVersion(version);
    await settled(site);
    expect(await Promise.all(addresses.map(site.read))).toEqual(before);
    expect(await site.status('/stories/new-slug/')).toEqual([200]);
    expect(await site.status('/stories/old-slug/')).toEqual([301, '/stories/new-slug/']);
    expect(await documents(STORY).findOne({ ...story })).toMatchObject({
      title: 'Old title',
      slug: 'old-slug',
    });

    await documents(STORY).publish({ ...story });
    await settled(site);
    expect(await guidOf('Old title')).toBe(guid);
    expect(await site.status('/stories/old-slug/')).toEqual([200]);
    expect(await site.status('/stories/new-slug/')).toEqual([301, '/stories/old-slug/']);
    expect(await titles('/sections/old/index.xml')).toEqual(['Old title']);
    expect(await titles('/sections/new/index.xml')).toEqual([]);
  });
});
