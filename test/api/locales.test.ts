import { parseXml } from '@rgrove/parse-xml';

import { CATALOGUE_TABLE, listIn, SITE_LIST } from '../../src/catalogue/catalogue-table';
import { toColumn } from '../../src/lib/database';
import { PERMALINK_UID } from '../../src/lib/constants';
import { readFeed, text } from '../helpers/feed';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { htmlProblems } from '../helpers/html';
import {
  dataOf,
  LABEL,
  type LocalisedSite,
  NOTE,
  SECTION,
  startLocalisedSite,
  STORY,
  VISIT,
} from '../helpers/localised-site';
import { isIndexed, listedFromOldest, rebuild, startIdsOver } from '../helpers/state';

describe('a site in several locales', () => {
  let site: LocalisedSite;

  beforeAll(async () => {
    site = await startLocalisedSite();
  });
  afterAll(() => site?.stop());

  it('lists an entry in each locale in which it is published, and nowhere else', async () => {
    const { name } = await site.publish(STORY, { locales: ['en', 'de'] });
    expect(await site.titles('/index.xml')).toContain(`${name} en`);
    expect(await site.titles('/index.xml')).not.toContain(`${name} de`);
    expect(await site.titles('/de/index.xml')).toContain(`${name} de`);
    expect(await site.titles('/de/index.xml')).not.toContain(`${name} en`);
    expect(await site.titles('/arabic/index.xml')).toEqual([]);
    expect((await site.get(`/de/stories/${name}-de/`)).status).toBe(200);
    expect((await site.get(`/stories/${name}-de/`)).status).toBe(404);
    expect((await site.get(`/de/stories/${name}-en/`)).status).toBe(404);
    expect((await site.get(`/arabic/stories/${name}-de/`)).status).toBe(404);
  });

  it('leads from an entry to those beside it in its own locale', async () => {
    const first = await site.publish(STORY, { locales: ['en', 'de'] });
    const second = await site.publish(STORY, { locales: ['en'] });
    const third = await site.publish(STORY, { locales: ['en', 'de'] });
    // All are of one date, so in the order of their titles.
    const [one = '', two = '', three = ''] = [first, second, third]
      .map(({ name }) => name)
      .sort(new Intl.Collator('en').compare);
    const leads = async (path: string): Promise<string[]> =>
      [
        ...(await site.get(path)).body.matchAll(/rel="(?:prev|next)" href="[^"]*notes([^"]*)"/g),
      ].map(([, href = '']) => href);
    expect(await leads(`/stories/${two}-en/`)).toEqual([
      `/stories/${three}-en/`,
      `/stories/${one}-en/`,
    ]);
    const [before = '', after = ''] = [first.name, third.name].sort(
      new Intl.Collator('de').compare,
    );
    expect(await leads(`/de/stories/${before}-de/`)).toContain(`/de/stories/${after}-de/`);
    expect(await leads(`/de/stories/${after}-de/`)).toContain(`/de/stories/${before}-de/`);
  });

  it('has an archive in each locale, whose years are linked where they have articles', async () => {
    const { name } = await site.publish(STORY, { locales: ['de'] });
    const languages = (path: string): string[] => [
      `en https://www.example.com/notes${path}`,
      `x-default https://www.example.com/notes${path}`,
      `de-AT https://www.example.com/notes/de${path}`,
    ];
    for (const path of ['/archive/', '/archive/2026/']) {
      expect(await site.pageLanguages(path)).toEqual(languages(path));
      expect(await site.pageLanguages(`/de${path}`)).toEqual(languages(path));
      expect((await site.get(`/arabic${path}`)).status).toBe(404);
    }
    expect((await site.get('/de/archive/2026/')).body).toContain(`${name} de`);
    expect((await site.get('/de/archive/')).body).toContain('<h1>Archiv</h1>');
    expect((await site.get('/archive/2026/')).body).not.toContain(`${name} de`);
  });

  it('leaves locales alone that it is not in', async () => {
    const { name, documentId } = await site.publish(STORY, { locales: ['fr'] });
    expect(await site.titles('/index.xml')).not.toContain(`${name} fr`);
    const known = await site.app.strapi.db
      .connection(CATALOGUE_TABLE)
      .where({ document_id: documentId })
      .select('id');
    expect(known).toEqual([]);
    expect(
      await site.app.strapi.db.query(PERMALINK_UID).findMany({ where: { entry: documentId } }),
    ).toEqual([]);
  });

  it('gives each locale an address and a guid of its own, which outlast its slug', async () => {
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'] });
    await site.documents(STORY).update({
      documentId,
      locale: 'de',
      data: { slug: `${name}-neu` },
      status: 'published',
    });
    const itemIn = async (path: string) =>
      readFeed((await site.get(path)).body).items.find((item) =>
        text(item, 'title').startsWith(name),
      )!;
    const english = await itemIn('/index.xml');
    const german = await itemIn('/de/index.xml');
    const base = 'https://www.example.com/notes';
    expect(text(english, 'guid')).toBe(`${base}/stories/${name}-en/`);
    expect(text(english, 'link')).toBe(`${base}/stories/${name}-en/`);
    expect(text(german, 'guid')).toBe(`${base}/de/stories/${name}-de/`);
    expect(text(german, 'link')).toBe(`${base}/de/stories/${name}-neu/`);
    const { response } = await site.get(`/de/stories/${name}-de/`);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${base}/de/stories/${name}-neu/`);
  });

  it('tells translations apart that have one field for their ids', async () => {
    const more = { legacy: 'tag:example.com,2019:7' };
    const { name } = await site.publish(STORY, { locales: ['en', 'de'], more });
    const idIn = async (path: string) => {
      const { items } = readFeed((await site.get(path)).body);
      return text(
        items.find((item) => text(item, 'title').startsWith(name))!,
        'guid',
      );
    };
    expect(await idIn('/index.xml')).toBe('tag:example.com,2019:7');
    expect(await idIn('/de/index.xml')).toBe('tag:example.com,2019:7#de');
  });

  it('has a topic again whose translation was deleted, asked for and written anew', async () => {
    const { documentId, name } = await site.publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: documentId };
    await site.publish(STORY, { locales: ['en', 'de'], more });
    const address = `/de/sections/${name}-de/index.xml`;
    expect((await site.get(address)).status).toBe(200);
    await site.documents(SECTION).delete({ documentId, locale: 'de' });
    expect((await site.get(address)).status).toBe(410);
    const data = dataOf(SECTION, name, 'de');
    await site.documents(SECTION).update({ documentId, locale: 'de', data });
    expect((await site.get(address)).status).toBe(200);
  });

  it('answers 410 where one locale was withdrawn, and 200 in the others', async () => {
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'] });
    await site.documents(STORY).unpublish({ documentId, locale: 'de' });
    expect((await site.get(`/de/stories/${name}-de/`)).status).toBe(410);
    expect((await site.get(`/stories/${name}-en/`)).status).toBe(200);
  });

  it('has entries of types that are not localised in the main locale alone', async () => {
    await site.app.strapi.documents(NOTE as never).create({
      data: { title: 'A note', slug: 'a-note' },
      status: 'published',
    } as never);
    expect(await site.titles('/index.xml')).toContain('A note');
    expect((await site.get('/notes/a-note/')).status).toBe(200);
    expect(await site.titles('/de/index.xml')).not.toContain('A note');
    expect((await site.get('/de/notes/a-note/')).status).toBe(404);
  });

  it('shows entries without languages with their topics in the main one', async () => {
    const { documentId, name } = await site.publish(SECTION, { locales: ['en', 'de'] });
    const make = async (uid: string, slug: string, locale: string) =>
      site.documents(uid).create({
        data: { title: slug, slug, section: { documentId, locale } },
        ...(uid === NOTE && { status: 'published' }),
      });
    await make(NOTE, `${name}-note`, 'en');
    await make(NOTE, `${name}-german`, 'de');
    const visit = await make(VISIT, `${name}-visit`, 'de');
    const visits = `/visits/${name}-de`;
    const note = `/notes/${name}-note/`;
    const german = [`/notes/${name}-german/`, `${visits}/${name}-visit/`];
    const sectionsOf = async (path: string) => {
      const { status, body } = await site.get(path);
      expect([path, status]).toEqual([path, 200]);
      const found = [...body.matchAll(/href="[^"]*\/notes(\/[^"]*sections\/[^"]+\/)"/g)];
      return [...new Set(found.map(([, section]) => section))];
    };
    expect(await sectionsOf(note)).toEqual([`/sections/${name}-en/`]);
    for (const page of german) expect(await sectionsOf(page)).toEqual([]);
    const rename = (locale: string, slug: string) =>
      site.documents(SECTION).update({ documentId, locale, data: { name: slug, slug } });
    await rename('en', `${name}-new`);
    expect(await sectionsOf(note)).toEqual([`/sections/${name}-new/`]);
    expect((await site.get('/feed.json')).body).toContain(`S${name.slice(1)}-new`);
    // The address is that of the translation that was picked.
    await rename('de', `${name}-neu`);
    expect((await site.get(german[1]!)).response.headers.get('location')).toBe(
      `https://www.example.com/notes/visits/${name}-neu/${name}-visit/`,
    );
    // So is what is read through it.
    expect((await site.get(german[0]!)).body).toContain(`${name}-neu`);
    await site.documents(SECTION).delete({ documentId, locale: 'en' });
    expect(await sectionsOf(note)).toEqual([]);
    await site.documents(VISIT).delete({ documentId: visit.documentId });
  });

  it('writes feeds and pages in the language, the name and the time zone of their locale', async () => {
    const { name } = await site.publish(STORY, { locales: ['en', 'de', 'ar'] });
    const { channel, items } = readFeed((await site.get('/de/index.xml')).body);
    expect(text(channel, 'title')).toBe('Feldnotizen');
    expect(text(channel, 'language')).toBe('de-AT');
    expect(text(channel, 'link')).toBe('https://www.example.com/notes/de/');
    expect(text(items[0]!, 'pubDate')).toMatch(/\+0100$/);
    const atom = await site.get('/arabic/atom.xml');
    expect(await atomErrors(atom.body)).toEqual([]);
    expect(parseXml(atom.body).root?.attributes['xml:lang']).toBe('ar');
    const json = await site.get('/de/feed.json');
    expect(jsonFeedErrors(json.body)).toEqual([]);
    expect(JSON.parse(json.body)).toMatchObject({ language: 'de-AT', title: 'Feldnotizen' });
    const page = await site.get(`/arabic/stories/${name}-ar/`);
    expect(page.body).toContain('<html lang="ar" dir="rtl">');
    expect(await htmlProblems(page.body)).toEqual([]);
    expect((await site.get('/de/')).body).toContain('<html lang="de-AT">');
  });

  it('has topics in each locale: localised ones by their own slugs, others by the one they have', async () => {
    const section = await site.publish(SECTION, { locales: ['en', 'de'] });
    const label = await site.app.strapi
      .documents(LABEL as never)
      .create({ data: { name: 'api', slug: 'api' } } as never);
    const more = { section: section.documentId, labels: [label.documentId] };
    const { name } = await site.publish(STORY, { locales: ['en', 'de'], more });
    expect(await site.titles(`/sections/${section.name}-en/index.xml`)).toEqual([`${name} en`]);
    expect(await site.titles(`/de/sections/${section.name}-de/index.xml`)).toEqual([`${name} de`]);
    expect((await site.get(`/de/sections/${section.name}-en/`)).status).toBe(404);
    expect(await site.titles('/labels/api/index.xml')).toEqual([`${name} en`]);
    expect(await site.titles('/de/labels/api/index.xml')).toEqual([`${name} de`]);
    const idOf = async (path: string): Promise<string> =>
      text(parseXml((await site.get(path)).body).root!, 'id');
    const ids = await Promise.all(
      ['/labels/api/', '/de/labels/api/', '/', '/de/'].map((path) => idOf(`${path}atom.xml`)),
    );
    expect(new Set(ids).size).toBe(4);
    expect((await site.get('/de/sections/')).body).toContain(`/de/sections/${section.name}-de/`);
    expect((await site.get('/arabic/sections/')).body).not.toContain(section.name);
  });

  it('takes the entries of a large topic off its list when a translation of it is deleted', async () => {
    const MANY = 520;
    const { documentId, name } = await site.publish(SECTION, { locales: ['en', 'de'] });
    const { name: kept } = await site.publish(STORY, {
      locales: ['en'],
      more: { section: documentId },
    });
    const { connection, metadata } = site.app.strapi.db;
    const section: { id: number } = await site.app.strapi.db
      .query(SECTION)
      .findOne({ where: { documentId, locale: 'de' } });
    const date = toColumn(site.app.strapi, new Date());
    const ids = Array.from({ length: MANY }, (_, index) => `${name}-${index}`);
    const stories = metadata.get(STORY);
    const rowsOf = () => connection(stories.tableName).where('document_id', 'like', `${name}-%`);
    await connection.transaction((trx) =>
      trx.batchInsert(
        stories.tableName,
        ids.map((id) => ({
          ...{ document_id: id, locale: 'de', title: id, slug: id, day: date },
          ...{ created_at: date, updated_at: date, published_at: date },
        })),
        50,
      ),
    );
    const { joinTable } = stories.attributes.section as unknown as {
      joinTable: {
        name: string;
        joinColumn: { name: string };
        inverseJoinColumn: { name: string };
      };
    };
    const rowIds: number[] = await rowsOf().pluck('id');
    await connection.transaction((trx) =>
      trx.batchInsert(
        joinTable.name,
        rowIds.map((id) => ({
          [joinTable.joinColumn.name]: id,
          [joinTable.inverseJoinColumn.name]: section.id,
        })),
        50,
      ),
    );
    await rebuild(site.app);
    const list = `de|${SECTION}:${documentId}`;
    const countList = async (): Promise<number> =>
      (await connection(CATALOGUE_TABLE).where({ list }).pluck('id')).length;
    expect(await countList()).toBe(MANY);
    await site.get(`/de/sections/${name}-de/`);
    await site.documents(SECTION).delete({ documentId, locale: 'de' });
    expect(await countList()).toBe(0);
    expect(await isIndexed(site.app, STORY, ids)).toBe(true);
    expect((await site.get(`/de/sections/${name}-de/`)).status).toBe(410);
    expect(await site.titles(`/sections/${name}-en/index.xml`)).toEqual([`${kept} en`]);
    await site.app.strapi.db
      .query(STORY)
      .deleteMany({ where: { documentId: { $startsWith: `${name}-` } } });
    expect(await site.titles('/de/index.xml')).not.toContain(ids[0]);
  });

  it('counts stretches of a large archive in each locale by its own entries', async () => {
    const COUNT = 10_100;
    const { connection } = site.app.strapi.db;
    const idOf = (index: number): string => `old-${String(index).padStart(6, '0')}`;
    // What is old in one locale is of other days in the other.
    const yearOf: Record<string, number> = { '': 1980, de: 1990 };
    const rowOf = (mark: string, index: number) => ({
      content_type: 'api::gone.gone',
      document_id: idOf(index),
      locale: mark || 'en',
      list: listIn(mark, SITE_LIST),
      state: 'listed',
      date: toColumn(site.app.strapi, new Date(Date.UTC(yearOf[mark]!, 0, 1) + index * 60_000)),
      title: 'A title',
    });
    const read = async (start: number, locale?: string) => {
      const found = await listedFromOldest(site.app, { start, limit: 2, locale });
      return found.map(({ documentId }) => documentId);
    };
    const rows = ['', 'de'].flatMap((mark) =>
      Array.from({ length: COUNT }, (_, index) => rowOf(mark, index)),
    );
    await connection.transaction((trx) => trx.batchInsert(CATALOGUE_TABLE, rows, 400));
    const start = 10_050;
    const expected = [idOf(start), idOf(start + 1)];
    expect([await read(start), await read(start, 'de')]).toEqual([expected, expected]);
    // An older one in German alone moves German stretches alone.
    const { documentId, name } = await site.publish(STORY, { locales: ['de'] });
    const data = { day: '1970-01-02T00:00:00.000Z', title: `${name} alt` };
    await site.documents(STORY).update({ documentId, locale: 'de', data, status: 'published' });
    expect(await read(start, 'de')).toEqual([idOf(start - 1), idOf(start)]);
    expect(await read(start)).toEqual(expected);
    await site.documents(STORY).delete({ documentId, locale: 'de' });
    expect(await read(start, 'de')).toEqual(expected);
    await connection(CATALOGUE_TABLE).where({ content_type: 'api::gone.gone' }).delete();
  });

  it('starts ids over at the present address of each locale', async () => {
    const base = 'https://www.example.com/notes';
    // Those of earlier tests that have moved.
    await startIdsOver(site.app);
    // The newest, or the feed may have no room for it.
    const more = { day: '2026-01-16T02:00:00.000Z' };
    const { documentId, name } = await site.publish(STORY, { locales: ['en', 'de'], more });
    const data = { slug: `${name}-neu` };
    await site.documents(STORY).update({ documentId, locale: 'de', data, status: 'published' });
    expect(await startIdsOver(site.app)).toBe(1);
    const guids = async (path: string) =>
      readFeed((await site.get(path)).body).items.map((item) => text(item, 'guid'));
    expect(await guids('/index.xml')).toContain(`${base}/stories/${name}-en/`);
    expect(await guids('/de/index.xml')).toContain(`${base}/de/stories/${name}-neu/`);
  });

  it('leaves the ids of what is in a locale that is published no more', async () => {
    const url = 'https://old.example.org/notes/fr/stories/ancienne/';
    const known = { contentType: STORY, entry: 'former', locale: 'fr', slug: 'ancienne' };
    await site.app.strapi.db.query(PERMALINK_UID).create({ data: { ...known, url } });
    await startIdsOver(site.app);
    const [row] = await site.app.strapi.db.query(PERMALINK_UID).findMany({ where: known });
    expect(row).toMatchObject({ url });
  });

  it('finds the newest entries of a locale by the index', async () => {
    const { client } = site.app.strapi.db.dialect;
    const connection = site.app.strapi.db.connection;
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      content_type: 'api::gone.gone',
      document_id: `document-${index}`,
      locale: ['en', 'de', 'ar'][index % 3],
      list: ['site', 'de|site', 'ar|site'][index % 3],
      state: 'listed',
      date: client === 'sqlite' ? index : new Date(index * 1_000),
      title: 'A title',
    }));
    for (let start = 0; start < rows.length; start += 100) {
      await connection(CATALOGUE_TABLE).insert(rows.slice(start, start + 100));
    }
    if (client === 'postgres') await connection.raw(`analyze ${CATALOGUE_TABLE}`);
    if (client === 'mysql') await connection.raw(`analyze table ${CATALOGUE_TABLE}`);
    const query = connection(CATALOGUE_TABLE)
      .where({ list: 'de|site', state: 'listed' })
      .where('date', '<=', client === 'sqlite' ? Date.now() : new Date())
      .orderBy('date', 'desc')
      .limit(20)
      .select('document_id', 'date')
      .toSQL();
    const explain = client === 'sqlite' ? 'explain query plan' : 'explain';
    const plan = JSON.stringify(
      await connection.raw(`${explain} ${query.sql}`, query.bindings as never),
    );
    expect(plan).toContain('syndication_catalogue_list_index');
    expect(plan).not.toMatch(/TEMP B-TREE|"Sort|filesort/);
    await connection(CATALOGUE_TABLE).where({ content_type: 'api::gone.gone' }).delete();
  });
});
