/**
 * @runs-on sqlite: Which translations are named follows from the lists that have them, which
 * locales.test.ts asks every database for.
 */
import { parseXml } from '@rgrove/parse-xml';

import { childElements, readFeed, text } from '../helpers/feed';
import { atomErrors } from '../helpers/formats';
import {
  AUTHOR,
  dataOf,
  type Data,
  ESSAY,
  LABEL,
  type LocalisedSite,
  NOTE,
  REPORT,
  SECTION,
  startLocalisedSite,
  STORY,
} from '../helpers/localised-site';
import { BASE } from '../helpers/site';
import { settled, spyOnAnnouncements, untilKept, watchCached } from '../helpers/state';

describe('a site in several locales', () => {
  let site: LocalisedSite;

  beforeAll(async () => {
    site = await startLocalisedSite();
  });
  afterAll(() => site?.stop());

  /** One of a type that is not localised. */
  const publishNote = (slug: string) =>
    site.documents(NOTE).create({ data: { title: slug, slug }, status: 'published' });

  it('links an entry to no translation at whose address readers find another entry', async () => {
    const publish = async (english: string): Promise<string> => {
      const { documentId } = await site.documents(STORY).create({
        locale: 'en',
        data: { ...dataOf(STORY, english, 'en'), slug: english },
        status: 'published',
      });
      await site.documents(STORY).update({
        documentId,
        locale: 'de',
        data: { ...dataOf(STORY, english, 'de'), slug: 'beide' },
        status: 'published',
      });
      return documentId;
    };
    const first = await publish('first-of-both');
    await publish('second-of-both');
    const languages = (slug: string): string[] => [
      `en ${BASE}/stories/${slug}/`,
      `x-default ${BASE}/stories/${slug}/`,
      `de-AT ${BASE}/de/stories/beide/`,
    ];
    expect(await site.pageLanguages('/stories/first-of-both/')).toEqual(languages('first-of-both'));
    expect(await site.pageLanguages('/stories/second-of-both/')).toEqual([]);
    await site.documents(STORY).unpublish!({ documentId: first, locale: 'de' });
    expect(await site.pageLanguages('/stories/first-of-both/')).toEqual([]);
    expect(await site.pageLanguages('/stories/second-of-both/')).toEqual(
      languages('second-of-both'),
    );
    for (const locale of ['en', 'de'])
      await site.documents(STORY).delete({ documentId: first, locale });
  });

  it('links an entry to its author in the language of both, under the name used there', async () => {
    const author = await site.documents(AUTHOR).create({
      locale: 'en',
      data: { name: 'Jane of York', slug: 'jane' },
    });
    const { documentId } = author;
    const german = { name: 'Jane aus York', slug: 'jane-aus-york' };
    await site.documents(AUTHOR).update({ documentId, locale: 'de', data: german });
    const essay = await site.documents(ESSAY).create({
      locale: 'en',
      data: { title: 'In English', slug: 'english', author: documentId },
    });
    await site.documents(ESSAY).update({
      documentId: essay.documentId,
      locale: 'de',
      data: { title: 'Auf Deutsch', slug: 'deutsch', author: documentId },
    });
    const link = (path: string, name: string) =>
      `<a rel="author" href="${BASE}${path}"><bdi>${name}</bdi></a>`;
    const english = (await site.get('/essays/english/')).body;
    expect(english).toContain(link('/authors/jane/', 'Jane of York'));
    const inGerman = (await site.get('/de/essays/deutsch/')).body;
    expect(inGerman).toContain(link('/de/authors/jane-aus-york/', 'Jane aus York'));
    expect(await site.pageLanguages('/de/authors/jane-aus-york/')).toEqual([
      `en ${BASE}/authors/jane/`,
      `x-default ${BASE}/authors/jane/`,
      `de-AT ${BASE}/de/authors/jane-aus-york/`,
    ]);
    expect(await site.titles('/de/authors/jane-aus-york/index.xml')).toEqual(['Auf Deutsch']);
    const { channel } = readFeed((await site.get('/de/authors/jane-aus-york/index.xml')).body);
    expect(text(channel, 'description')).toBe('Neues von Jane aus York auf Feldnotizen');
    expect((await site.get('/de/authors/')).body).toContain('<h1>Autorinnen und Autoren</h1>');
  });

  it('links a translation where it is, whose component is in its address and was saved with it', async () => {
    const reports = site.documents(REPORT);
    const dataIn = (locale: string) => ({
      title: `Report ${locale}`,
      slug: 'report',
      place: { slug: `place-${locale}` },
    });
    const { documentId } = await reports.create({ locale: 'en', data: dataIn('en') });
    await reports.update({ documentId, locale: 'de', data: dataIn('de') });
    const page = '/reports/place-en/report/';
    const german = 'de-AT https://www.example.com/notes/de/reports';
    expect(await site.pageLanguages(page)).toContain(`${german}/place-de/report/`);
    const row = await site.app.strapi.db
      .query(REPORT as never)
      .findOne({ where: { documentId, locale: 'de' }, populate: ['place'] } as never);
    const { id } = (row as unknown as { place: { id: number } }).place;
    const data = { place: { id, slug: 'ort' } };
    await reports.update({ documentId, locale: 'de', data });
    expect(await site.pageLanguages(page)).toContain(`${german}/ort/report/`);
    await reports.delete({ documentId, locale: '*' });
  });

  it('links an article to itself in all languages in which it is public, and back', async () => {
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'] });
    const paths = [`/stories/${name}-en/`, `/de/stories/${name}-de/`];
    const both = [
      `en ${BASE}${paths[0]}`,
      `x-default ${BASE}${paths[0]}`,
      `de-AT ${BASE}${paths[1]}`,
    ];
    for (const path of paths) expect(await site.pageLanguages(path)).toEqual(both);
    await site.documents(STORY).unpublish({ documentId, locale: 'de' });
    expect(await site.pageLanguages(paths[0]!)).toEqual([]);
    const data = { ...dataOf(STORY, name, 'ar'), day: '2999-01-01T00:00:00.000Z' };
    await site.documents(STORY).update({ documentId, locale: 'ar', data, status: 'published' });
    expect(await site.pageLanguages(paths[0]!)).toEqual([]);
    await site.documents(STORY).publish({ documentId, locale: 'de' });
    expect(await site.pageLanguages(paths[0]!)).toEqual(both);
  });

  it('links listings, topics and the home in all languages in which they have something, and back', async () => {
    const section = await site.publish(SECTION, { locales: ['en', 'de', 'ar'] });
    const label = await site.app.strapi
      .documents(LABEL as never)
      .create({ data: { name: 'linked', slug: 'linked' } } as never);
    const more = { section: section.documentId, labels: [label.documentId] };
    const { documentId } = await site.publish(STORY, { locales: ['en', 'de'], more });
    const english = `/sections/${section.name}-en/`;
    const german = `/de/sections/${section.name}-de/`;
    const both = [`en ${BASE}${english}`, `x-default ${BASE}${english}`, `de-AT ${BASE}${german}`];
    for (const path of [english, german]) expect(await site.pageLanguages(path)).toEqual(both);
    // There it has no article.
    expect(await site.pageLanguages(`/arabic/sections/${section.name}-ar/`)).toEqual([]);
    for (const path of ['/labels/linked/', '/de/labels/linked/']) {
      expect(await site.pageLanguages(path)).toEqual([
        `en ${BASE}/labels/linked/`,
        `x-default ${BASE}/labels/linked/`,
        `de-AT ${BASE}/de/labels/linked/`,
      ]);
    }
    for (const path of ['/', '/stories/', '/sections/', '/subscribe/']) {
      const expected = [`en ${BASE}${path}`, `x-default ${BASE}${path}`, `de-AT ${BASE}/de${path}`];
      expect(await site.pageLanguages(path)).toEqual(expect.arrayContaining(expected));
      expect(await site.pageLanguages(`/de${path}`)).toEqual(await site.pageLanguages(path));
    }
    // Notes are in one language alone.
    await publishNote('listed');
    expect(await site.pageLanguages('/notes/')).toEqual([]);
    await site.documents(STORY).unpublish({ documentId, locale: 'de' });
    for (const path of [english, german, '/labels/linked/']) {
      expect(await site.pageLanguages(path)).toEqual([]);
    }
    const later = { ...more, day: '2999-01-01T00:00:00.000Z' };
    const { documentId: scheduled } = await site.publish(STORY, { locales: ['de'], more: later });
    expect(await site.pageLanguages(english)).toEqual([]);
    await site.documents(STORY).delete({ documentId: scheduled, locale: 'de' });
    await site.documents(STORY).publish({ documentId, locale: 'de' });
    for (const path of [english, german]) expect(await site.pageLanguages(path)).toEqual(both);
    const data = { slug: `${section.name}-neu` };
    await site.documents(SECTION).update({ documentId: section.documentId, locale: 'de', data });
    expect(await site.pageLanguages(english)).toContain(
      `de-AT ${BASE}/de/sections/${section.name}-neu/`,
    );
  });

  it('names a feed in other languages in its headers, and in it no page but its own, which readers open', async () => {
    const section = await site.publish(SECTION, { locales: ['en', 'de', 'ar'] });
    await site.publish(STORY, { locales: ['en', 'de'], more: { section: section.documentId } });
    const directories: Record<string, string> = {
      en: `/sections/${section.name}-en/`,
      'de-AT': `/de/sections/${section.name}-de/`,
    };
    for (const [language, other] of [
      ['en', 'de-AT'],
      ['de-AT', 'en'],
    ] as const) {
      for (const [file, type] of [
        ['index.xml', 'application/rss+xml'],
        ['atom.xml', 'application/atom+xml'],
      ] as const) {
        const { response, body } = await site.get(directories[language]! + file);
        const root = parseXml(body).root!;
        const feed = root.name === 'rss' ? childElements(root)[0]! : root;
        const alternates = childElements(feed)
          .filter(({ name, attributes }) => /link$/.test(name) && attributes.rel === 'alternate')
          .map(({ attributes }) => attributes.href);
        expect(alternates).toEqual(root.name === 'rss' ? [] : [BASE + directories[language]!]);
        const href = BASE + directories[other]! + file;
        expect(response.headers.get('link')).toContain(
          `<${href}>; rel="alternate"; type="${type}"; hreflang="${other}"`,
        );
        if (root.name === 'feed') expect(await atomErrors(body)).toEqual([]);
        const said = root.name === 'rss' ? text(feed, 'language') : root.attributes['xml:lang'];
        expect(said).toBe(language);
      }
      const json = await site.get(`${directories[language]!}feed.json`);
      expect(JSON.parse(json.body)).toMatchObject({ language });
    }
  });

  it('have headers that nginx passes on as it is installed, however long their addresses are', async () => {
    const slug = 'การเขียนโปรแกรมคอมพิวเตอร์'.repeat(3);
    await site.publish(STORY, { locales: ['en', 'de'], more: { slug } });
    const { response, body } = await site.get(`/stories/${encodeURI(slug)}/`);
    expect(response.status).toBe(200);
    expect(body.match(/ hreflang="(?:en|de-AT|x-default)" href=/g)).toHaveLength(3);
    let bytes = 'HTTP/1.1 200 OK'.length + 4;
    response.headers.forEach((value, name) => {
      bytes += name.length + value.length + 4;
    });
    // `proxy_buffer_size` has the size of a page of memory; with more, readers get 502.
    expect(bytes).toBeLessThan(4_096);
    expect(response.headers.get('link')).toContain('rel="canonical"');
  });

  it('has readers subscribe to the language of a page, whether they take its first feed or its last', async () => {
    const { name } = await site.publish(STORY, { locales: ['en', 'de'] });
    for (const [path, own, other] of [
      ['/', '/index.xml', '/de/index.xml'],
      ['/de/', '/de/index.xml', '/index.xml'],
      [`/de/stories/${name}-de/`, '/de/index.xml', '/index.xml'],
    ] as const) {
      const { body } = await site.get(path);
      const feeds = [
        ...body.matchAll(/<link [^>]*type="application\/(?:rss|atom)\+xml"[^>]*>/g),
      ].map(([link]) => link);
      expect(feeds[0]).toContain(`href="https://www.example.com/notes${own}"`);
      expect(feeds[0]).not.toContain('hreflang');
      expect(feeds.slice(1).join()).toContain(`href="https://www.example.com/notes${other}"`);
      expect(feeds.at(-1)).not.toContain('hreflang');
    }
    expect((await site.get('/')).body).toContain('hreflang="de-AT" title="Feldnotizen"');
  });

  it('names every page in all of its languages in the sitemaps, and pages of one language without', async () => {
    const section = await site.publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: section.documentId };
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'], more });
    const alone = await site.publish(STORY, { locales: ['en'] });
    await publishNote('in-the-sitemap');
    const sitemap = async (path: string) => {
      const { root } = parseXml((await site.get(path)).body);
      expect(root?.attributes['xmlns:xhtml']).toBe('http://www.w3.org/1999/xhtml');
      return new Map(
        childElements(root!).map((url) => [
          text(url, 'loc'),
          childElements(url)
            .filter((child) => child.name === 'xhtml:link')
            .map(({ attributes }) => `${attributes.hreflang} ${attributes.href}`),
        ]),
      );
    };
    const [english, german] = [await sitemap('/sitemap.xml'), await sitemap('/de/sitemap.xml')];
    for (const [one, other] of [
      [`/stories/${name}-en/`, `/de/stories/${name}-de/`],
      [`/sections/${section.name}-en/`, `/de/sections/${section.name}-de/`],
    ] as const) {
      const all = [`en ${BASE}${one}`, `x-default ${BASE}${one}`, `de-AT ${BASE}${other}`];
      expect(english.get(BASE + one)).toEqual(all);
      expect(german.get(BASE + other)).toEqual(all);
    }
    for (const path of ['/', '/stories/', '/sections/']) {
      expect(english.get(BASE + path)).toEqual(await site.pageLanguages(path));
      expect(german.get(`${BASE}/de${path}`)).toEqual(await site.pageLanguages(path));
    }
    expect(english.get(`${BASE}/stories/${alone.name}-en/`)).toEqual([]);
    expect(english.get(`${BASE}/notes/`)).toEqual([]);
    await site.documents(STORY).unpublish({ documentId, locale: 'de' });
    expect((await sitemap('/sitemap.xml')).get(`${BASE}/stories/${name}-en/`)).toEqual([]);
  });

  it('lists the feeds of all locales by language, and those of one below its path', async () => {
    await site.publish(STORY, { locales: ['en', 'de', 'ar'] });
    const outlines = async (path: string) => {
      const opml = parseXml((await site.get(path)).body).root!;
      return childElements(childElements(opml).find(({ name }) => name === 'body')!);
    };
    const groups = await outlines('/feeds.opml');
    expect(groups.map(({ attributes }) => attributes.text)).toEqual([
      'English',
      'Österreichisches Deutsch',
      'العربية',
    ]);
    const german = childElements(groups[1]!).map(({ attributes }) => attributes.xmlUrl);
    expect(german).toContain('https://www.example.com/notes/de/index.xml');
    const own = (await outlines('/de/feeds.opml')).map(({ attributes }) => attributes.xmlUrl);
    expect(own).toEqual(german);
  });

  it('leaves the bytes of all other locales when one is published, changed and withdrawn', async () => {
    const section = await site.publish(SECTION, { locales: ['en', 'de', 'ar'] });
    const more = { section: section.documentId };
    // Which languages there are is told in all of them: an older one keeps what is listed in each.
    const older = { ...more, day: '2024-01-15T02:00:00.000Z' };
    await site.publish(STORY, { locales: ['en', 'de', 'ar'], more: older });
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'], more });
    const paths = ['', `/sections/${section.name}-en`, '/de', `/de/sections/${section.name}-de`]
      .flatMap((path) => ['index.xml', 'atom.xml', 'feed.json'].map((file) => `${path}/${file}`))
      .concat(['/', '/de/', '/sections/', '/de/sections/', '/stories/', '/de/stories/']);
    const read = async (locale: 'en' | 'de') =>
      Promise.all(
        paths
          .filter((path) => path.startsWith('/de/') === (locale === 'de'))
          .map(async (path) => {
            const { response, status, body } = await site.get(path);
            expect([path, status]).toEqual([path, 200]);
            return [path, response.headers.get('etag'), body];
          }),
      );
    await untilKept(
      site.app,
      paths.map((path) => `/notes${path}`),
    );
    const [english, german] = [await read('en'), await read('de')];
    const isEnglish = (path: string) => !path.startsWith('/de/');
    const madeAnew = watchCached(
      site.app,
      paths.filter(isEnglish).map((path) => `/notes${path}`),
    );
    /** What a change is told with says of nothing but its locale: no other response is purged or dated. */
    const change = async (locale: string, write: () => Promise<unknown>): Promise<void> => {
      await settled(site.app);
      const announce = spyOnAnnouncements(site.app);
      await write();
      await settled(site.app);
      const told = announce.mock.calls.flat(2);
      announce.mockRestore();
      const dated = told.filter((cacheTag) => !cacheTag.startsWith('address:'));
      expect(dated.length).toBeGreaterThan(0);
      const isOfLocale = (cacheTag: string) =>
        cacheTag.endsWith(`|${locale}`) || cacheTag.includes(`:${locale}|`);
      expect(dated.filter((cacheTag) => !isOfLocale(cacheTag))).toEqual([]);
    };
    const inLocale = (locale: string) => ({ documentId, locale });
    const arabic = { ...dataOf(STORY, name, 'ar'), ...more };
    await change('ar', () =>
      site.documents(STORY).update({ ...inLocale('ar'), data: arabic, status: 'published' }),
    );
    expect(await site.titles('/arabic/index.xml')).toContain(`${name} ar`);
    expect(await read('en')).toEqual(english);
    expect(await read('de')).toEqual(german);
    const data = { title: `${name} neu` };
    await change('de', () =>
      site.documents(STORY).update({ ...inLocale('de'), data, status: 'published' }),
    );
    expect(await site.titles('/de/index.xml')).toContain(`${name} neu`);
    expect(await read('en')).toEqual(english);
    await change('de', () => site.documents(STORY).unpublish(inLocale('de')));
    expect(await site.titles('/de/index.xml')).not.toContain(`${name} neu`);
    expect(await read('en')).toEqual(english);
    await change('ar', () => site.documents(STORY).delete(inLocale('ar')));
    expect(await site.titles('/arabic/index.xml')).not.toContain(`${name} ar`);
    expect(await read('en')).toEqual(english);
    expect(madeAnew()).toEqual([]);
  });

  it('makes no page of other languages anew when a text is saved, but when it is elsewhere', async () => {
    const section = await site.publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: section.documentId };
    const older = { ...more, day: '2024-01-15T02:00:00.000Z' };
    await site.publish(STORY, { locales: ['en', 'de'], more: older });
    // The listings of a year are linked by the first article of it.
    const first = { ...more, day: '2026-01-01T02:00:00.000Z' };
    await site.publish(STORY, { locales: ['en', 'de'], more: first });
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'], more });
    const page = `/stories/${name}-en/`;
    const paths = [page, '/sitemap.xml', `/sections/${section.name}-en/`, '/feeds.opml'];
    const read = () =>
      Promise.all(
        paths.map(async (path) => {
          const { response, status, body } = await site.get(path);
          return [path, status, response.headers.get('etag'), body];
        }),
      );
    await untilKept(
      site.app,
      paths.map((path) => `/notes${path}`),
    );
    const before = await read();
    // The OPML names the feeds of all languages.
    const ofLanguage = paths.filter((path) => path !== '/feeds.opml');
    const madeAnew = watchCached(
      site.app,
      ofLanguage.map((path) => `/notes${path}`),
    );
    const save = (data: Data) =>
      site.documents(STORY).update({ documentId, locale: 'de', data, status: 'published' });
    for (const data of [{ body: 'Anders.' }, { title: `${name} neu` }, { labels: [] }]) {
      await save(data);
      expect(await read()).toEqual(before);
    }
    expect((await site.get(`/de/stories/${name}-de/`)).body).toContain('Anders.');
    await site.app.strapi.db
      .query(STORY)
      .updateMany({ where: { documentId, locale: 'de' }, data: { title: `${name} anders` } });
    expect(await site.titles('/de/index.xml')).toContain(`${name} anders`);
    expect(await read()).toEqual(before);
    expect(madeAnew()).toEqual([]);

    const germanOf = async (path: string): Promise<string[]> => {
      const { body } = await site.get(path);
      const links = [...body.matchAll(/hreflang="de-AT" href="([^"]*)"/g)];
      return links.map(([, href]) => href!.replace(BASE, '')).filter((href) => href.includes(name));
    };
    const everywhere = (places: string[]) =>
      Promise.all(
        paths
          .slice(0, 2)
          .map(async (path) => expect([path, await germanOf(path)]).toEqual([path, places])),
      );
    await everywhere([`/de/stories/${name}-de/`]);
    await save({ slug: `${name}-neu` });
    await everywhere([`/de/stories/${name}-neu/`]);
    await save({ day: '2999-01-01T00:00:00.000Z' });
    await everywhere([]);
    await save({ day: '2026-01-15T02:00:00.000Z' });
    await everywhere([`/de/stories/${name}-neu/`]);
    await save({ slug: null });
    await everywhere([]);
    await save({ slug: `${name}-neu` });
    await everywhere([`/de/stories/${name}-neu/`]);
    const rows = () => site.app.strapi.db.query(STORY);
    const where = { documentId, locale: 'de', publishedAt: { $notNull: true } };
    await rows().updateMany({ where, data: { slug: `${name}-query` } });
    await everywhere([`/de/stories/${name}-query/`]);
    await site.app.strapi.db.transaction(async () => {
      await save({ slug: `${name}-neu` });
      await site.documents(STORY).unpublish({ documentId, locale: 'de' });
    });
    await everywhere([]);
    await site.documents(STORY).publish({ documentId, locale: 'de' });
    await everywhere([`/de/stories/${name}-neu/`]);
    await rows().deleteMany({ where: { documentId, locale: 'de' } });
    await everywhere([]);
  });
});
