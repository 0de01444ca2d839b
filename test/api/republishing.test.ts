/**
 * @runs-on sqlite postgres: By which dates subscribers are told; how each database keeps and
 * compares them is tested by later-save.test.ts and one-date.test.ts.
 */
import { rmSync } from 'node:fs';

import * as fc from 'fast-check';

import { ARTICLE_UID, PERMALINK_UID, REPUBLISHING_PARAMETER } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { propertyRuns } from '../helpers/property-time';
import { type Site, startSite } from '../helpers/site';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { rebuild, saveSettings, settled } from '../helpers/state';

const NOTE = 'api::note.note';
const STORY = 'api::story.story';

/** When everything was written and told of, before a test begins. */
const LONG_AGO = new Date('2026-02-01T05:00:00.000Z');

let site: Site & { folder: string };
let editor: AdminFetch;
let made = 0;

const files = siteTypes({
  // Without drafts: what is saved is public.
  note: { attributes: { title: { type: 'string' }, slug: { type: 'string' } } },
  story: {
    isLocalised: true,
    draftAndPublish: true,
    attributes: {
      title: { type: 'string', pluginOptions: LOCALISED },
      slug: { type: 'string', pluginOptions: LOCALISED },
    },
  },
});

const config = {
  sources: { [ARTICLE_UID]: {}, [NOTE]: {}, [STORY]: {} },
  locales: { en: {}, de: { path: '/de' } },
  itemsPerFeed: 0,
};

const documents = (uid: string) =>
  site.strapi.documents(uid as never) as unknown as Record<
    'create' | 'update' | 'publish' | 'unpublish',
    (parameters: object) => Promise<{ documentId: string }>
  >;

/** Makes everything as old as `LONG_AGO`; nobody noted when subscribers were told, as before an upgrade. */
const growOld = async (): Promise<void> => {
  await settled(site);
  const { connection, metadata } = site.strapi.db;
  const moment = site.strapi.db.dialect.client === 'sqlite' ? LONG_AGO.getTime() : LONG_AGO;
  for (const uid of [ARTICLE_UID, NOTE, STORY]) {
    const { tableName } = metadata.get(uid);
    await connection(tableName).update({ updated_at: moment, created_at: moment });
  }
  await connection(metadata.get(PERMALINK_UID).tableName).update({
    told_at: null,
    created_at: moment,
  });
  await rebuild(site);
  await settled(site);
};

const publish = async (more: object = {}): Promise<{ documentId: string; slug: string }> => {
  made += 1;
  const slug = `article-no-${made}`;
  const documentId = await site.published(slug, { summary: 'As it was.', ...more });
  await growOld();
  return { documentId, slug };
};

/** The part of a document that is about an entry. */
const partOf = (body: string, slug: string, element: string): string =>
  body.split(`<${element}>`).find((part) => part.includes(`/${slug}/`)) ?? '';

const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? 'none';

const milliseconds = (moment: string): number => new Date(moment).getTime();

/** What every format says of when an entry last changed, in milliseconds since 1970. */
const datesOf = async (slug: string): Promise<Record<string, number>> => {
  const json = JSON.parse(await site.read('/feed.json')) as {
    items: { url: string; date_modified: string }[];
  };
  const page = await site.read(`/posts/${slug}/`);
  const markdown = await site.read(`/posts/${slug}/index.md`);
  const sitemap = partOf(
    await site.read('/sitemap/1.xml').catch(() => site.read('/sitemap.xml')),
    slug,
    'url',
  );
  const dates = {
    atom: found(partOf(await site.read('/atom.xml'), slug, 'entry'), /<updated>(.*?)</),
    json: json.items.find(({ url }) => url.includes(`/${slug}/`))?.date_modified ?? 'none',
    page: found(page, /"dateModified":"(.*?)"/),
    meta: found(page, /article:modified_time" content="(.*?)"/),
    markdown: found(markdown, /^updated: "?(.*?)"?$/m),
    sitemap: found(sitemap, /<lastmod>(.*?)</),
  };
  return Object.fromEntries(
    Object.entries(dates).map(([name, date]) => [name, milliseconds(date)]),
  );
};

/** Whether readers of the page see that it was updated. */
const isSaidToBeUpdated = async (slug: string): Promise<boolean> =>
  (await site.read(`/posts/${slug}/`)).includes('Updated <time');

const everywhere = (moment: Date, dates: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.keys(dates).map((name) => [name, moment.getTime()]));

/** Publishes in the panel, with what the user chose. */
const publishInPanel = (
  documentId: string,
  body: object,
  choice?: string,
  user: AdminFetch = editor,
): Promise<Response> =>
  user(
    `/content-manager/collection-types/${ARTICLE_UID}/${documentId}/actions/publish` +
      (choice === undefined ? '' : `?${REPUBLISHING_PARAMETER}=${choice}`),
    { method: 'POST', body },
  );

const isRecent = (moment: number): boolean => moment > Date.now() - 60_000;

const choose = async (republishing: string): Promise<void> => {
  await saveSettings(site, { republishing });
  await settled(site);
};

beforeAll(async () => {
  const first = await startSite({ sources: config.sources }, undefined, { files });
  await first.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  await first.close();
  site = { ...(await startSite(config, first.folder, { files })), folder: first.folder };
  editor = await signIn(site.app, 'strapi-super-admin');
});

afterAll(async () => {
  await site?.stop();
  if (site) rmSync(site.folder, { recursive: true, force: true });
});

describe('publishing a published article again', () => {
  it('tells subscribers, unless it is done quietly: the dates are those of the publication', async () => {
    const { documentId, slug } = await publish();
    const before = await datesOf(slug);
    expect(before).toEqual(everywhere(LONG_AGO, before));
    expect(await isSaidToBeUpdated(slug)).toBe(false);
    await site.republish(documentId, { summary: 'As it is.' });
    await settled(site);
    const after = await datesOf(slug);
    expect(Object.values(after).every(isRecent)).toBe(true);
    expect(await isSaidToBeUpdated(slug)).toBe(true);
  });

  it('gives the moment of publication, however long before it was written', async () => {
    const { documentId, slug } = await publish();
    await site.change(documentId, { summary: 'Written on Monday.' });
    const written = new Date('2026-03-02T02:00:00.000Z');
    const { connection, metadata, dialect } = site.strapi.db;
    await connection(metadata.get(ARTICLE_UID).tableName)
      .where({ document_id: documentId, published_at: null })
      .update({ updated_at: dialect.client === 'sqlite' ? written.getTime() : written });
    await site.publish(documentId);
    await settled(site);
    expect(Object.values(await datesOf(slug)).every(isRecent)).toBe(true);
  });

  it('quietly changes the bytes and leaves the dates, whoever asks with what they have', async () => {
    const { documentId, slug } = await publish();
    const addresses = ['/atom.xml', '/feed.json', '/index.xml', `/posts/${slug}/`];
    const dates = await datesOf(slug);
    // Of the feed itself, which comes before its items.
    const ofFeed = /<updated>(.*?)</;
    const updated = found(await site.read('/atom.xml'), ofFeed);
    const before = await Promise.all(addresses.map((address) => site.get(address)));
    const response = await publishInPanel(documentId, { summary: 'Without a typo.' }, 'quietly');
    expect(response.status).toBe(200);
    await settled(site);
    expect(await datesOf(slug)).toEqual(dates);
    expect(await isSaidToBeUpdated(slug)).toBe(false);
    for (const [index, address] of addresses.entries()) {
      const known = before[index]!.headers;
      const after = await site.get(address);
      expect(await after.text()).toContain('Without a typo.');
      expect(after.headers.get('etag')).not.toBe(known.get('etag'));
      const [modified, earlier] = [after.headers, known].map((headers) =>
        milliseconds(headers.get('last-modified') ?? '1970-01-01'),
      );
      expect(modified).toBeGreaterThanOrEqual(earlier!);
      for (const headers of [
        { 'if-none-match': known.get('etag')! },
        { 'if-modified-since': known.get('last-modified') ?? new Date().toUTCString() },
      ] as Record<string, string>[]) {
        expect((await site.get(address, { headers })).status).toBe(200);
      }
    }
    expect(found(await site.read('/atom.xml'), ofFeed)).toBe(updated);
  });

  it('keeps what subscribers were told through further quiet ones and a rebuild, until they are told', async () => {
    const { documentId, slug } = await publish();
    await publishInPanel(documentId, { summary: 'One.' }, 'quietly');
    await publishInPanel(documentId, { summary: 'Two.' }, 'quietly');
    await rebuild(site);
    await settled(site);
    const dates = await datesOf(slug);
    expect(dates).toEqual(everywhere(LONG_AGO, dates));
    // Nothing but the choice is new.
    await publishInPanel(documentId, {}, 'tell');
    await settled(site);
    expect(Object.values(await datesOf(slug)).every(isRecent)).toBe(true);
  });

  it('quietly leaves the dates of a localised type, for which Strapi empties the query', async () => {
    const slug = `story-${(made += 1)}`;
    const create = { data: { title: 'A story', slug }, status: 'published' };
    const { documentId } = await documents(STORY).create(create);
    await settled(site);
    const modified = async () =>
      /dateModified":"([^"]+)/.exec(await site.read(`/storys/${slug}/`))?.[1];
    const before = await modified();
    const address = `/content-manager/collection-types/${STORY}/${documentId}/actions/publish`;
    const body = { title: 'The story' };
    await editor(`${address}?${REPUBLISHING_PARAMETER}=quietly`, { method: 'POST', body });
    await settled(site);
    expect(await site.read(`/storys/${slug}/`)).toContain('The story');
    expect(await modified()).toBe(before);
  });

  it('quietly leaves the dates of the page of an article that is kept out of feeds', async () => {
    const { documentId, slug } = await publish({ keepOutOfFeeds: true });
    const modified = async () =>
      found(await site.read(`/posts/${slug}/`), /"dateModified":"(.*?)"/);
    const before = await modified();
    await publishInPanel(documentId, { summary: 'Without a typo.' }, 'quietly');
    await settled(site);
    expect(await site.read(`/posts/${slug}/`)).toContain('Without a typo.');
    expect(await modified()).toBe(before);
    await publishInPanel(documentId, { summary: 'With more.' }, 'tell');
    await settled(site);
    expect(isRecent(milliseconds(await modified()))).toBe(true);
  });

  it('leaves the dates where nothing was written since', async () => {
    const { documentId, slug } = await publish();
    await site.publish(documentId);
    await settled(site);
    const dates = await datesOf(slug);
    expect(dates).toEqual(everywhere(LONG_AGO, dates));
  });

  it('leaves what was corrected quietly so when it is published again unchanged', async () => {
    const { documentId, slug } = await publish();
    await publishInPanel(documentId, { summary: 'Corrected.' }, 'quietly');
    await settled(site);
    await site.publish(documentId);
    await settled(site);
    const dates = await datesOf(slug);
    expect(dates).toEqual(everywhere(LONG_AGO, dates));
  });

  it('tells of a change though a wrong clock once told of one in a year to come', async () => {
    const { documentId, slug } = await publish();
    await publishInPanel(documentId, { summary: 'Noted.' }, 'tell');
    const { connection, dialect, metadata } = site.strapi.db;
    const future = new Date('2999-01-01T00:00:00.000Z');
    await connection(metadata.get(PERMALINK_UID).tableName)
      .where({ entry: documentId })
      .whereNotNull('told_at')
      .update({ told_at: dialect.client === 'sqlite' ? future.getTime() : future });
    await publishInPanel(documentId, { summary: 'Now.' }, 'tell');
    await settled(site);
    expect(Object.values(await datesOf(slug)).every(isRecent)).toBe(true);
  });

  it('tells of what readers did not have, quietly or not', async () => {
    const { documentId, slug } = await publish();
    await site.unpublish(documentId);
    await publishInPanel(documentId, { summary: 'Back.' }, 'quietly');
    await settled(site);
    expect(Object.values(await datesOf(slug)).every(isRecent)).toBe(true);
  });

  it('changes nothing in a transaction that is taken back', async () => {
    const { documentId, slug } = await publish();
    await expect(
      site.strapi.db.transaction(async () => {
        await site.republish(documentId, { summary: 'Never.' });
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    const dates = await datesOf(slug);
    expect(dates).toEqual(everywhere(LONG_AGO, dates));
  });

  it.each([
    ['takes the choice', 'tell', `?${REPUBLISHING_PARAMETER}=quietly`],
    ['follows the setting', 'quietly', ''],
  ])('%s for all that are published at once', async (_what, setting, query) => {
    await choose(setting);
    const articles = [await publish(), await publish()];
    for (const { documentId } of articles) {
      await site.change(documentId, { summary: 'Together.' });
    }
    const response = await editor(
      `/content-manager/collection-types/${ARTICLE_UID}/actions/bulkPublish${query}`,
      { method: 'POST', body: { documentIds: articles.map(({ documentId }) => documentId) } },
    );
    expect(response.status).toBe(200);
    await settled(site);
    expect(await site.read('/atom.xml')).toContain('Together.');
    for (const { slug } of articles) {
      const dates = await datesOf(slug);
      expect(dates).toEqual(everywhere(LONG_AGO, dates));
    }
    await choose('tell');
  });
});

describe('the choice', () => {
  it('is of who may publish', async () => {
    const { documentId } = await publish();
    const reader = await signIn(site.app, {
      permissions: [
        { action: 'plugin::content-manager.explorer.read', subject: ARTICLE_UID },
        { action: 'plugin::content-manager.explorer.update', subject: ARTICLE_UID },
      ],
    });
    const response = await publishInPanel(documentId, { summary: 'Refused.' }, 'quietly', reader);
    expect(response.status).toBe(403);
    expect(await site.read('/atom.xml')).not.toContain('Refused.');
  });

  it('is none where it says nothing known', async () => {
    const { documentId, slug } = await publish();
    await publishInPanel(documentId, { summary: 'Loud.' }, 'silently');
    await settled(site);
    expect(Object.values(await datesOf(slug)).every(isRecent)).toBe(true);
  });

  it('is told to the panel, as is when subscribers were last told', async () => {
    const { documentId, slug } = await publish();
    const ask = async () => {
      const response = await editor('/syndication/previews', {
        method: 'POST',
        body: { contentType: ARTICLE_UID, documentId, locale: 'en', values: { title: slug, slug } },
      });
      return ((await response.json()) as { data: { lastTold: string | null } }).data.lastTold;
    };
    expect(await ask()).toBe(LONG_AGO.toISOString());
    await publishInPanel(documentId, { summary: 'Quiet.' }, 'quietly');
    expect(await ask()).toBe(LONG_AGO.toISOString());
    const schedule = await editor(`/syndication/schedule?type=${ARTICLE_UID}`);
    expect(await schedule.json()).toMatchObject({ data: { republishing: 'tell' } });
    await site.unpublish(documentId);
    expect(await ask()).toBeNull();
  });
});

describe('the setting', () => {
  afterEach(() => choose('tell'));

  it.each([
    ['documents', (documentId: string) => site.republish(documentId, { summary: 'Changed.' })],
    [
      'a query',
      (documentId: string) =>
        site.strapi.db.query(ARTICLE_UID).update({
          where: { documentId, publishedAt: { $notNull: true } },
          data: { summary: 'Changed.' },
        }),
    ],
    ['the panel', (documentId: string) => publishInPanel(documentId, { summary: 'Changed.' })],
  ])('says what a change by %s does', async (_way, change) => {
    const { documentId, slug } = await publish();
    await choose('quietly');
    await change(documentId);
    await settled(site);
    expect(await site.read('/atom.xml')).toContain('Changed.');
    const dates = await datesOf(slug);
    expect(dates).toEqual(everywhere(LONG_AGO, dates));
    await choose('ask');
    await site.republish(documentId, { summary: 'And told of.' });
    await settled(site);
    expect(Object.values(await datesOf(slug)).every(isRecent)).toBe(true);
  });

  it('gives way to the choice in the panel', async () => {
    const { documentId, slug } = await publish();
    await choose('quietly');
    await publishInPanel(documentId, { summary: 'Said aloud.' }, 'tell');
    await settled(site);
    expect(Object.values(await datesOf(slug)).every(isRecent)).toBe(true);
  });

  it('is that of types without drafts, too', async () => {
    const slug = `note-${(made += 1)}`;
    const { documentId } = await documents(NOTE).create({ data: { title: 'As it was', slug } });
    await growOld();
    const updated = async () =>
      milliseconds(found(partOf(await site.read('/atom.xml'), slug, 'entry'), /<updated>(.*?)</));
    await choose('quietly');
    await documents(NOTE).update({ documentId, data: { title: 'As it is' } });
    await settled(site);
    expect(await site.read('/atom.xml')).toContain('As it is');
    const first = await site.strapi.db.query(NOTE).findOne({ where: { documentId } });
    expect(await updated()).toBeGreaterThan(0);
    expect(isRecent(milliseconds(first.updatedAt as string))).toBe(true);
    const quiet = await updated();
    await choose('tell');
    await documents(NOTE).update({ documentId, data: { title: 'As it is now' } });
    await settled(site);
    expect([quiet, isRecent(await updated())]).toEqual([LONG_AGO.getTime(), true]);
  });

  it('is of each locale by itself', async () => {
    const slug = `story-${(made += 1)}`;
    const create = { data: { title: 'Story', slug }, locale: 'en', status: 'published' };
    const { documentId } = await documents(STORY).create(create);
    const german = { documentId, locale: 'de', status: 'published' };
    await documents(STORY).update({ ...german, data: { title: 'Geschichte', slug } });
    await growOld();
    const updated = async (feed: string) =>
      milliseconds(found(partOf(await site.read(feed), slug, 'entry'), /<updated>(.*?)</));
    await documents(STORY).update({ ...german, data: { title: 'Eine Geschichte' } });
    await settled(site);
    expect(await updated('/atom.xml')).toBeLessThan(await updated('/de/atom.xml'));
    expect(isRecent(await updated('/de/atom.xml'))).toBe(true);
  });
});

describe('whatever is written in whatever way', () => {
  it('shows what a fresh rendering shows, and never an earlier date', async () => {
    const articles = [await publish(), await publish()];
    const slugs = articles.map(({ slug }) => slug);
    const write = fc.record({
      index: fc.nat(1),
      choice: fc.constantFrom('tell', 'quietly', undefined),
      way: fc.constantFrom('panel', 'documents', 'again', 'withdrawn', 'query'),
    });
    let last = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 5 }), async (writes) => {
        const dates = await Promise.all(slugs.map(datesOf));
        for (const { index, choice, way } of writes) {
          const { documentId } = articles[index]!;
          const summary = `Version ${(last += 1)}`;
          if (way === 'panel') await publishInPanel(documentId, { summary }, choice);
          if (way === 'documents') await site.republish(documentId, { summary });
          if (way === 'again') await site.publish(documentId);
          if (way === 'withdrawn') {
            await site.unpublish(documentId);
            await site.publish(documentId);
          }
          if (way === 'query') {
            await site.strapi.db
              .query(ARTICLE_UID)
              .updateMany({ where: { documentId }, data: { summary } });
          }
        }
        await settled(site);
        const addresses = ['/atom.xml', '/feed.json', '/index.xml', '/sitemap.xml'];
        const kept = await Promise.all(addresses.map(site.read));
        const after = await Promise.all(slugs.map(datesOf));
        await rebuild(site);
        await settled(site);
        expect(await Promise.all(addresses.map(site.read))).toEqual(kept);
        for (const [index, known] of dates.entries()) {
          for (const [name, moment] of Object.entries(known)) {
            expect(after[index]![name]).toBeGreaterThanOrEqual(moment);
          }
        }
      }),
      { numRuns: propertyRuns(5) },
    );
  });
});
