import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { parseXml } from '@rgrove/parse-xml';

import { CACHE_TAGS } from '../../src/cache/cache-tags';
import { CATALOGUE_TABLE, listIn, SITE_LIST } from '../../src/catalogue/catalogue-table';
import { toColumn } from '../../src/catalogue/column';
import { partsOf } from '../../src/compose';
import { PERMALINK_UID, PERMISSIONS } from '../../src/constants';
import type {
  ArticlePreview,
  ArticleProblems,
  ChannelPreview,
  FeedDetail,
  FeedHealth,
  FeedPage,
  FeedWaiting,
  Schedule,
  SettingsResponse,
  SharedPreview,
  SourceExample,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { defaultDatabase } from '../helpers/database';
import { childElements, itemTitles, readFeed, text } from '../helpers/feed';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { htmlProblems } from '../helpers/html';
import { LOCALISED, siteComponent, siteTypes } from '../helpers/site-types';
import { statementsOn } from '../helpers/statements';

const logFile = 'warnings.log';
const STORY = 'api::story.story';
const SECTION = 'api::section.section';
const LABEL = 'api::label.label';
const NOTE = 'api::note.note';
const VISIT = 'api::visit.visit';
const REPORT = 'api::report.report';
const ESSAY = 'api::essay.essay';
const AUTHOR = 'api::author.author';

const localised = (type: string) => ({ type, pluginOptions: LOCALISED });
const named = { name: { type: 'string' }, slug: { type: 'uid' } };

const files = {
  ...siteComponent('shared.place', { slug: { type: 'string' } }),
  ...siteTypes({
    // Every saved one is public, and its component is in its address.
    report: {
      isLocalised: true,
      attributes: {
        title: localised('string'),
        slug: localised('string'),
        place: { type: 'component', component: 'shared.place', pluginOptions: LOCALISED },
      },
    },
    story: {
      isLocalised: true,
      draftAndPublish: true,
      attributes: {
        title: localised('string'),
        slug: localised('string'),
        body: localised('richtext'),
        day: localised('datetime'),
        legacy: { type: 'string' },
        section: { type: 'relation', relation: 'manyToOne', target: SECTION },
        labels: { type: 'relation', relation: 'manyToMany', target: LABEL },
      },
    },
    section: {
      isLocalised: true,
      attributes: { name: localised('string'), slug: localised('uid') },
    },
    label: { attributes: named },
    essay: {
      isLocalised: true,
      attributes: {
        title: localised('string'),
        slug: localised('string'),
        author: { type: 'relation', relation: 'manyToOne', target: AUTHOR },
      },
    },
    author: {
      isLocalised: true,
      attributes: { name: localised('string'), slug: localised('uid') },
    },
    note: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        slug: { type: 'string' },
        section: { type: 'relation', relation: 'manyToOne', target: SECTION },
      },
    },
    // Its addresses have the section's, whichever translation an editor picked.
    visit: {
      attributes: {
        title: { type: 'string' },
        slug: { type: 'string' },
        section: { type: 'relation', relation: 'manyToOne', target: SECTION },
      },
    },
  }),
};

const config = {
  baseUrl: 'https://www.example.com/notes',
  siteName: 'Field Notes',
  sources: {
    [STORY]: { address: '/stories/{slug}/', date: 'day', guid: 'legacy' },
    [NOTE]: { author: ['section.name'], topics: ['section'] },
    [REPORT]: { address: '/reports/{place.slug}/{slug}/' },
    [VISIT]: { address: '/visits/{section.slug}/{slug}/' },
    [ESSAY]: {},
  },
  locales: {
    en: { description: 'Notes from the field.' },
    de: { siteName: 'Feldnotizen', language: 'de-AT', timeZone: 'Europe/Vienna' },
    ar: { path: '/arabic' },
  },
};

type Data = Record<string, unknown>;
type Action = (parameters: Data) => Promise<{ documentId: string }>;

describe('a site in several locales', () => {
  let app: App & { folder: string };
  let folder: string;
  let made = 0;

  beforeAll(async () => {
    // Strapi's locales are rows of its database: they are there before the site is in them.
    const { locales: _locales, ...before } = config;
    // What logs is loaded once for a folder.
    const first = await startApp({ config: before, files, logFile });
    ({ folder } = first);
    for (const [code, name] of [
      ['de', 'German'],
      ['ar', 'Arabic'],
      ['fr', 'French'],
    ]) {
      await first.strapi.plugin('i18n').service('locales').create({ code, name });
    }
    await first.close();
    app = await startApp({ config, files, folder, logFile });
  });
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const documents = (uid: string) =>
    app.strapi.documents(uid as never) as unknown as Record<
      'create' | 'update' | 'publish' | 'unpublish' | 'delete',
      Action
    >;

  const dataOf = (name: string, locale: string): Data => ({
    title: `${name} ${locale}`,
    name: `${name} ${locale}`,
    slug: `${name}-${locale}`,
    body: `Text of ${name} in ${locale}.`,
    day: '2026-01-15T02:00:00.000Z',
  });

  const ownData = (uid: string, data: Data): Data =>
    uid === STORY
      ? Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'name'))
      : { name: data.name, slug: data.slug };

  /** An entry that is published in some locales, one after the other. */
  const publish = async (
    uid: string,
    { locales, more = {} }: { locales: string[]; more?: Data },
  ): Promise<{ documentId: string; name: string }> => {
    made += 1;
    const name = `${uid.split('.')[1]}-${made}`;
    const [first = 'en', ...others] = locales;
    const status = uid === STORY ? { status: 'published' } : {};
    const data = (locale: string) => ({ ...ownData(uid, dataOf(name, locale)), ...more });
    const { documentId } = await documents(uid).create({
      locale: first,
      data: data(first),
      ...status,
    });
    for (const locale of others) {
      await documents(uid).update({ documentId, locale, data: data(locale), ...status });
    }
    return { documentId, name };
  };

  const get = async (path: string, init?: RequestInit) => {
    const response = await app.get(`/notes${path}`, { redirect: 'manual', ...init });
    return { response, status: response.status, body: await response.text() };
  };

  const titles = async (path: string): Promise<string[]> => itemTitles((await get(path)).body);

  /** What a page says it is in other languages, in itself and in its header. */
  const pageLanguages = async (path: string): Promise<string[]> => {
    const { body, response, status } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(await htmlProblems(body)).toEqual([]);
    const links = [...body.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)];
    const header = response.headers.get('link') ?? '';
    const said = [...header.matchAll(/<([^>]*)>; rel="alternate"; hreflang="([^"]*)"/g)];
    expect(said.map(([, href, language]) => `${language} ${href}`)).toEqual(
      links.map(([, language, href]) => `${language} ${href}`),
    );
    return links.map(([, language, href]) => `${language} ${href}`);
  };

  it('links an entry to its author in the language of both, under the name used there', async () => {
    const author = await documents(AUTHOR).create({
      locale: 'en',
      data: { name: 'Jane of York', slug: 'jane' },
    });
    const { documentId } = author;
    const german = { name: 'Jane aus York', slug: 'jane-aus-york' };
    await documents(AUTHOR).update({ documentId, locale: 'de', data: german });
    const essay = await documents(ESSAY).create({
      locale: 'en',
      data: { title: 'In English', slug: 'english', author: documentId },
    });
    await documents(ESSAY).update({
      documentId: essay.documentId,
      locale: 'de',
      data: { title: 'Auf Deutsch', slug: 'deutsch', author: documentId },
    });
    const link = (path: string, name: string) =>
      `<a rel="author" href="${config.baseUrl}${path}">${name}</a>`;
    const english = (await get('/essays/english/')).body;
    expect(english).toContain(link('/authors/jane/', 'Jane of York'));
    const inGerman = (await get('/de/essays/deutsch/')).body;
    expect(inGerman).toContain(link('/de/authors/jane-aus-york/', 'Jane aus York'));
    expect(await pageLanguages('/de/authors/jane-aus-york/')).toEqual([
      `en ${config.baseUrl}/authors/jane/`,
      `x-default ${config.baseUrl}/authors/jane/`,
      `de-AT ${config.baseUrl}/de/authors/jane-aus-york/`,
    ]);
    expect(await titles('/de/authors/jane-aus-york/index.xml')).toEqual(['Auf Deutsch']);
    const { channel } = readFeed((await get('/de/authors/jane-aus-york/index.xml')).body);
    expect(text(channel, 'description')).toBe('Neues von Jane aus York auf Feldnotizen');
    expect((await get('/de/authors/')).body).toContain('<h1>Autorinnen und Autoren</h1>');
  });

  it('lists an entry in each locale in which it is published, and nowhere else', async () => {
    const { name } = await publish(STORY, { locales: ['en', 'de'] });
    expect(await titles('/index.xml')).toContain(`${name} en`);
    expect(await titles('/index.xml')).not.toContain(`${name} de`);
    expect(await titles('/de/index.xml')).toContain(`${name} de`);
    expect(await titles('/de/index.xml')).not.toContain(`${name} en`);
    expect(await titles('/arabic/index.xml')).toEqual([]);
    expect((await get(`/de/stories/${name}-de/`)).status).toBe(200);
    expect((await get(`/stories/${name}-de/`)).status).toBe(404);
    expect((await get(`/de/stories/${name}-en/`)).status).toBe(404);
    expect((await get(`/arabic/stories/${name}-de/`)).status).toBe(404);
  });

  it('leads from an entry to those beside it in its own locale', async () => {
    const first = await publish(STORY, { locales: ['en', 'de'] });
    const second = await publish(STORY, { locales: ['en'] });
    const third = await publish(STORY, { locales: ['en', 'de'] });
    // All are of one date, so in the order of their titles.
    const [one = '', two = '', three = ''] = [first, second, third]
      .map(({ name }) => name)
      .sort(new Intl.Collator('en').compare);
    const leads = async (path: string): Promise<string[]> =>
      [...(await get(path)).body.matchAll(/rel="(?:prev|next)" href="[^"]*notes([^"]*)"/g)].map(
        ([, href = '']) => href,
      );
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
    const { name } = await publish(STORY, { locales: ['de'] });
    const languages = (path: string): string[] => [
      `en https://www.example.com/notes${path}`,
      `x-default https://www.example.com/notes${path}`,
      `de-AT https://www.example.com/notes/de${path}`,
    ];
    for (const path of ['/archive/', '/archive/2026/']) {
      expect(await pageLanguages(path)).toEqual(languages(path));
      expect(await pageLanguages(`/de${path}`)).toEqual(languages(path));
      expect((await get(`/arabic${path}`)).status).toBe(404);
    }
    expect((await get('/de/archive/2026/')).body).toContain(`${name} de`);
    expect((await get('/de/archive/')).body).toContain('<h1>Archiv</h1>');
    expect((await get('/archive/2026/')).body).not.toContain(`${name} de`);
  });

  it('leaves locales alone that it is not in', async () => {
    const { name, documentId } = await publish(STORY, { locales: ['fr'] });
    expect(await titles('/index.xml')).not.toContain(`${name} fr`);
    const known = await app.strapi.db
      .connection(CATALOGUE_TABLE)
      .where({ document_id: documentId })
      .select('id');
    expect(known).toEqual([]);
    expect(
      await app.strapi.db.query(PERMALINK_UID).findMany({ where: { entry: documentId } }),
    ).toEqual([]);
  });

  it('gives each locale an address and a guid of its own, which outlast its slug', async () => {
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'] });
    await documents(STORY).update({
      documentId,
      locale: 'de',
      data: { slug: `${name}-neu` },
      status: 'published',
    });
    const itemIn = async (path: string) =>
      readFeed((await get(path)).body).items.find((item) => text(item, 'title').startsWith(name))!;
    const english = await itemIn('/index.xml');
    const german = await itemIn('/de/index.xml');
    const base = 'https://www.example.com/notes';
    expect(text(english, 'guid')).toBe(`${base}/stories/${name}-en/`);
    expect(text(english, 'link')).toBe(`${base}/stories/${name}-en/`);
    expect(text(german, 'guid')).toBe(`${base}/de/stories/${name}-de/`);
    expect(text(german, 'link')).toBe(`${base}/de/stories/${name}-neu/`);
    const { response } = await get(`/de/stories/${name}-de/`);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${base}/de/stories/${name}-neu/`);
  });

  it('links a translation where it is, whose component is in its address and was saved with it', async () => {
    const reports = documents(REPORT);
    const dataIn = (locale: string) => ({
      title: `Report ${locale}`,
      slug: 'report',
      place: { slug: `place-${locale}` },
    });
    const { documentId } = await reports.create({ locale: 'en', data: dataIn('en') });
    await reports.update({ documentId, locale: 'de', data: dataIn('de') });
    const page = '/reports/place-en/report/';
    const german = 'de-AT https://www.example.com/notes/de/reports';
    expect(await pageLanguages(page)).toContain(`${german}/place-de/report/`);
    const row = await app.strapi.db
      .query(REPORT as never)
      .findOne({ where: { documentId, locale: 'de' }, populate: ['place'] } as never);
    const { id } = (row as unknown as { place: { id: number } }).place;
    const data = { place: { id, slug: 'ort' } };
    await reports.update({ documentId, locale: 'de', data });
    expect(await pageLanguages(page)).toContain(`${german}/ort/report/`);
    await reports.delete({ documentId, locale: '*' });
  });

  it('tells translations apart that have one field for their ids', async () => {
    const more = { legacy: 'tag:example.com,2019:7' };
    const { name } = await publish(STORY, { locales: ['en', 'de'], more });
    const idIn = async (path: string) => {
      const { items } = readFeed((await get(path)).body);
      return text(
        items.find((item) => text(item, 'title').startsWith(name))!,
        'guid',
      );
    };
    expect(await idIn('/index.xml')).toBe('tag:example.com,2019:7');
    expect(await idIn('/de/index.xml')).toBe('tag:example.com,2019:7#de');
  });

  it('has a topic again whose translation was deleted, asked for and written anew', async () => {
    const { documentId, name } = await publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: documentId };
    await publish(STORY, { locales: ['en', 'de'], more });
    const address = `/de/sections/${name}-de/index.xml`;
    expect((await get(address)).status).toBe(200);
    await documents(SECTION).delete({ documentId, locale: 'de' });
    expect((await get(address)).status).toBe(410);
    const data = ownData(SECTION, dataOf(name, 'de'));
    await documents(SECTION).update({ documentId, locale: 'de', data });
    expect((await get(address)).status).toBe(200);
  });

  it('answers 410 where one locale was withdrawn, and 200 in the others', async () => {
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'] });
    await documents(STORY).unpublish({ documentId, locale: 'de' });
    expect((await get(`/de/stories/${name}-de/`)).status).toBe(410);
    expect((await get(`/stories/${name}-en/`)).status).toBe(200);
  });

  it('has entries of types that are not localised in the main locale alone', async () => {
    await app.strapi.documents(NOTE as never).create({
      data: { title: 'A note', slug: 'a-note' },
      status: 'published',
    } as never);
    expect(await titles('/index.xml')).toContain('A note');
    expect((await get('/notes/a-note/')).status).toBe(200);
    expect(await titles('/de/index.xml')).not.toContain('A note');
    expect((await get('/de/notes/a-note/')).status).toBe(404);
  });

  it('shows entries without languages with their topics in the main one, whichever they lead to', async () => {
    const { documentId, name } = await publish(SECTION, { locales: ['en', 'de'] });
    const german = await publish(SECTION, { locales: ['de'] });
    const make = async (uid: string, slug: string, section: string) =>
      documents(uid).create({
        data: { title: slug, slug, section: { documentId: section, locale: 'de' } },
        ...(uid === NOTE && { status: 'published' }),
      });
    await make(NOTE, `${name}-note`, documentId);
    await make(NOTE, `${german.name}-note`, german.documentId);
    const visit = await make(VISIT, `${name}-visit`, documentId);
    const visits = `/visits/${name}-de`;
    const pages = [`/notes/${name}-note/`, `${visits}/${name}-visit/`];
    const sectionsOf = async (path: string) => {
      const { status, body } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      const found = [...body.matchAll(/href="[^"]*\/notes(\/[^"]*sections\/[^"]+\/)"/g)];
      return [...new Set(found.map(([, section]) => section))];
    };
    for (const page of pages) expect(await sectionsOf(page)).toEqual([`/sections/${name}-en/`]);
    expect(await titles(`/sections/${name}-en/index.xml`)).toEqual(
      expect.arrayContaining([`${name}-note`, `${name}-visit`]),
    );
    const rename = (id: string, locale: string, slug: string) =>
      documents(SECTION).update({ documentId: id, locale, data: { name: slug, slug } });
    await rename(documentId, 'en', `${name}-new`);
    for (const page of pages) expect(await sectionsOf(page)).toEqual([`/sections/${name}-new/`]);
    expect((await get('/feed.json')).body).toContain(`S${name.slice(1)}-new`);
    // Not there in the main language, and then it is.
    const lonely = `/notes/${german.name}-note/`;
    expect(await sectionsOf(lonely)).toEqual([]);
    await rename(german.documentId, 'en', `${german.name}-en`);
    expect(await sectionsOf(lonely)).toEqual([`/sections/${german.name}-en/`]);
    // The address is that of the translation that was picked.
    await rename(documentId, 'de', `${name}-neu`);
    expect((await get(pages[1]!)).response.headers.get('location')).toBe(
      `https://www.example.com/notes/visits/${name}-neu/${name}-visit/`,
    );
    // So is what is read through it.
    expect((await get(pages[0]!)).body).toContain(`${name}-neu`);
    await documents(SECTION).delete({ documentId, locale: 'en' });
    expect(await sectionsOf(pages[0]!)).toEqual([]);
    await documents(VISIT).delete({ documentId: visit.documentId });
  });

  it('writes feeds and pages in the language, the name and the time zone of their locale', async () => {
    const { name } = await publish(STORY, { locales: ['en', 'de', 'ar'] });
    const { channel, items } = readFeed((await get('/de/index.xml')).body);
    expect(text(channel, 'title')).toBe('Feldnotizen');
    expect(text(channel, 'language')).toBe('de-AT');
    expect(text(channel, 'link')).toBe('https://www.example.com/notes/de/');
    expect(text(items[0]!, 'pubDate')).toMatch(/\+0100$/);
    const atom = await get('/arabic/atom.xml');
    expect(await atomErrors(atom.body)).toEqual([]);
    expect(parseXml(atom.body).root?.attributes['xml:lang']).toBe('ar');
    const json = await get('/de/feed.json');
    expect(jsonFeedErrors(json.body)).toEqual([]);
    expect(JSON.parse(json.body)).toMatchObject({ language: 'de-AT', title: 'Feldnotizen' });
    const page = await get(`/arabic/stories/${name}-ar/`);
    expect(page.body).toContain('<html lang="ar" dir="rtl">');
    expect(await htmlProblems(page.body)).toEqual([]);
    expect((await get('/de/')).body).toContain('<html lang="de-AT">');
  });

  it('has topics in each locale: localised ones by their own slugs, others by the one they have', async () => {
    const section = await publish(SECTION, { locales: ['en', 'de'] });
    const label = await app.strapi
      .documents(LABEL as never)
      .create({ data: { name: 'api', slug: 'api' } } as never);
    const more = { section: section.documentId, labels: [label.documentId] };
    const { name } = await publish(STORY, { locales: ['en', 'de'], more });
    expect(await titles(`/sections/${section.name}-en/index.xml`)).toEqual([`${name} en`]);
    expect(await titles(`/de/sections/${section.name}-de/index.xml`)).toEqual([`${name} de`]);
    expect((await get(`/de/sections/${section.name}-en/`)).status).toBe(404);
    expect(await titles('/labels/api/index.xml')).toEqual([`${name} en`]);
    expect(await titles('/de/labels/api/index.xml')).toEqual([`${name} de`]);
    const idOf = async (path: string): Promise<string> =>
      text(parseXml((await get(path)).body).root!, 'id');
    const ids = await Promise.all(
      ['/labels/api/', '/de/labels/api/', '/', '/de/'].map((path) => idOf(`${path}atom.xml`)),
    );
    expect(new Set(ids).size).toBe(4);
    expect((await get('/de/sections/')).body).toContain(`/de/sections/${section.name}-de/`);
    expect((await get('/arabic/sections/')).body).not.toContain(section.name);
  });

  it('links an article to itself in all languages in which it is public, and back', async () => {
    const base = 'https://www.example.com/notes';
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'] });
    const paths = [`/stories/${name}-en/`, `/de/stories/${name}-de/`];
    const both = [
      `en ${base}${paths[0]}`,
      `x-default ${base}${paths[0]}`,
      `de-AT ${base}${paths[1]}`,
    ];
    for (const path of paths) expect(await pageLanguages(path)).toEqual(both);
    await documents(STORY).unpublish({ documentId, locale: 'de' });
    expect(await pageLanguages(paths[0]!)).toEqual([]);
    const data = ownData(STORY, { ...dataOf(name, 'ar'), day: '2999-01-01T00:00:00.000Z' });
    await documents(STORY).update({ documentId, locale: 'ar', data, status: 'published' });
    expect(await pageLanguages(paths[0]!)).toEqual([]);
    await documents(STORY).publish({ documentId, locale: 'de' });
    expect(await pageLanguages(paths[0]!)).toEqual(both);
  });

  it('links listings, topics and the home in all languages in which they have something, and back', async () => {
    const base = 'https://www.example.com/notes';
    const section = await publish(SECTION, { locales: ['en', 'de', 'ar'] });
    const label = await app.strapi
      .documents(LABEL as never)
      .create({ data: { name: 'linked', slug: 'linked' } } as never);
    const more = { section: section.documentId, labels: [label.documentId] };
    const { documentId } = await publish(STORY, { locales: ['en', 'de'], more });
    const english = `/sections/${section.name}-en/`;
    const german = `/de/sections/${section.name}-de/`;
    const both = [`en ${base}${english}`, `x-default ${base}${english}`, `de-AT ${base}${german}`];
    for (const path of [english, german]) expect(await pageLanguages(path)).toEqual(both);
    // There it has no article.
    expect(await pageLanguages(`/arabic/sections/${section.name}-ar/`)).toEqual([]);
    for (const path of ['/labels/linked/', '/de/labels/linked/']) {
      expect(await pageLanguages(path)).toEqual([
        `en ${base}/labels/linked/`,
        `x-default ${base}/labels/linked/`,
        `de-AT ${base}/de/labels/linked/`,
      ]);
    }
    for (const path of ['/', '/stories/', '/sections/', '/subscribe/']) {
      const expected = [`en ${base}${path}`, `x-default ${base}${path}`, `de-AT ${base}/de${path}`];
      expect(await pageLanguages(path)).toEqual(expect.arrayContaining(expected));
      expect(await pageLanguages(`/de${path}`)).toEqual(await pageLanguages(path));
    }
    // Notes are in one language alone.
    expect(await pageLanguages('/notes/')).toEqual([]);
    await documents(STORY).unpublish({ documentId, locale: 'de' });
    for (const path of [english, german, '/labels/linked/']) {
      expect(await pageLanguages(path)).toEqual([]);
    }
    const later = { ...more, day: '2999-01-01T00:00:00.000Z' };
    const { documentId: scheduled } = await publish(STORY, { locales: ['de'], more: later });
    expect(await pageLanguages(english)).toEqual([]);
    await documents(STORY).delete({ documentId: scheduled, locale: 'de' });
    await documents(STORY).publish({ documentId, locale: 'de' });
    for (const path of [english, german]) expect(await pageLanguages(path)).toEqual(both);
    const data = { slug: `${section.name}-neu` };
    await documents(SECTION).update({ documentId: section.documentId, locale: 'de', data });
    expect(await pageLanguages(english)).toContain(
      `de-AT ${base}/de/sections/${section.name}-neu/`,
    );
  });

  it('links feeds to the same feed in other languages, in its format, and back', async () => {
    const base = 'https://www.example.com/notes';
    const section = await publish(SECTION, { locales: ['en', 'de', 'ar'] });
    await publish(STORY, { locales: ['en', 'de'], more: { section: section.documentId } });
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
        const { response, body } = await get(directories[language]! + file);
        const root = parseXml(body).root!;
        const feed = root.name === 'rss' ? childElements(root)[0]! : root;
        const linked = childElements(feed)
          .filter(({ name, attributes }) => /link$/.test(name) && attributes.hreflang)
          .map(({ attributes }) => ({ ...attributes }));
        const expected = { rel: 'alternate', type, hreflang: other };
        const href = base + directories[other]! + file;
        expect(linked).toEqual([{ ...expected, href }]);
        expect(response.headers.get('link')).toContain(
          `<${href}>; rel="alternate"; type="${type}"; hreflang="${other}"`,
        );
        if (root.name === 'feed') expect(await atomErrors(body)).toEqual([]);
        const said = root.name === 'rss' ? text(feed, 'language') : root.attributes['xml:lang'];
        expect(said).toBe(language);
      }
      const json = await get(`${directories[language]!}feed.json`);
      expect(JSON.parse(json.body)).toMatchObject({ language });
    }
  });

  it('names the feeds of the own language of a page before those of others', async () => {
    const { name } = await publish(STORY, { locales: ['en', 'de'] });
    for (const [path, own, other] of [
      ['/', '/index.xml', '/de/index.xml'],
      ['/de/', '/de/index.xml', '/index.xml'],
      [`/de/stories/${name}-de/`, '/de/index.xml', '/index.xml'],
    ] as const) {
      const { body } = await get(path);
      const feeds = [...body.matchAll(/<link [^>]*type="application\/rss\+xml"[^>]*>/g)].map(
        ([link]) => link,
      );
      expect(feeds[0]).toContain(`href="https://www.example.com/notes${own}"`);
      expect(feeds[0]).not.toContain('hreflang');
      expect(feeds.slice(1).join()).toContain(`href="https://www.example.com/notes${other}"`);
    }
    expect((await get('/')).body).toContain('hreflang="de-AT" title="Feldnotizen"');
  });

  it('names every page in all of its languages in the sitemaps, and pages of one language without', async () => {
    const base = 'https://www.example.com/notes';
    const section = await publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: section.documentId };
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'], more });
    const alone = await publish(STORY, { locales: ['en'] });
    const sitemap = async (path: string) => {
      const { root } = parseXml((await get(path)).body);
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
      const all = [`en ${base}${one}`, `x-default ${base}${one}`, `de-AT ${base}${other}`];
      expect(english.get(base + one)).toEqual(all);
      expect(german.get(base + other)).toEqual(all);
    }
    for (const path of ['/', '/stories/', '/sections/']) {
      expect(english.get(base + path)).toEqual(await pageLanguages(path));
      expect(german.get(`${base}/de${path}`)).toEqual(await pageLanguages(path));
    }
    expect(english.get(`${base}/stories/${alone.name}-en/`)).toEqual([]);
    expect(english.get(`${base}/notes/`)).toEqual([]);
    await documents(STORY).unpublish({ documentId, locale: 'de' });
    expect((await sitemap('/sitemap.xml')).get(`${base}/stories/${name}-en/`)).toEqual([]);
  });

  it('lists the feeds of all locales by language, and those of one below its path', async () => {
    const outlines = async (path: string) => {
      const opml = parseXml((await get(path)).body).root!;
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
    const section = await publish(SECTION, { locales: ['en', 'de', 'ar'] });
    const more = { section: section.documentId };
    // Which languages there are is told in all of them: an older one keeps what is listed in each.
    const older = { ...more, day: '2024-01-15T02:00:00.000Z' };
    await publish(STORY, { locales: ['en', 'de', 'ar'], more: older });
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'], more });
    const paths = ['', `/sections/${section.name}-en`, '/de', `/de/sections/${section.name}-de`]
      .flatMap((path) => ['index.xml', 'atom.xml', 'feed.json'].map((file) => `${path}/${file}`))
      .concat(['/', '/de/', '/sections/', '/de/sections/', '/stories/', '/de/stories/']);
    const read = async (locale: 'en' | 'de') =>
      Promise.all(
        paths
          .filter((path) => path.startsWith('/de/') === (locale === 'de'))
          .map(async (path) => {
            const { response, status, body } = await get(path);
            expect([path, status]).toEqual([path, 200]);
            return [path, response.headers.get('etag'), body];
          }),
      );
    const [english, german] = [await read('en'), await read('de')];
    const [{ feeds, pages }] = partsOf(app.strapi).editions;
    const made = [
      jest.spyOn(feeds, 'find'),
      jest.spyOn(pages, 'listing'),
      jest.spyOn(pages, 'index'),
    ];
    /** What a change is told with says of nothing but its locale: no other response is dropped or dated. */
    const change = async (locale: string, write: () => Promise<unknown>): Promise<void> => {
      const announce = jest.spyOn(partsOf(app.strapi).log, 'announce');
      await write();
      const told = announce.mock.calls.flat(2);
      announce.mockRestore();
      const dated = told.filter((cacheTag) => !cacheTag.startsWith('address:'));
      expect(dated.length).toBeGreaterThan(0);
      const isOfLocale = (cacheTag: string) =>
        cacheTag.endsWith(`|${locale}`) || cacheTag.includes(`:${locale}|`);
      expect(dated.filter((cacheTag) => !isOfLocale(cacheTag))).toEqual([]);
    };
    const inLocale = (locale: string) => ({ documentId, locale });
    const arabic = { ...ownData(STORY, dataOf(name, 'ar')), ...more };
    await change('ar', () =>
      documents(STORY).update({ ...inLocale('ar'), data: arabic, status: 'published' }),
    );
    expect(await titles('/arabic/index.xml')).toContain(`${name} ar`);
    expect(await read('en')).toEqual(english);
    expect(await read('de')).toEqual(german);
    const data = { title: `${name} neu` };
    await change('de', () =>
      documents(STORY).update({ ...inLocale('de'), data, status: 'published' }),
    );
    expect(await titles('/de/index.xml')).toContain(`${name} neu`);
    expect(await read('en')).toEqual(english);
    await change('de', () => documents(STORY).unpublish(inLocale('de')));
    expect(await titles('/de/index.xml')).not.toContain(`${name} neu`);
    expect(await read('en')).toEqual(english);
    await change('ar', () => documents(STORY).delete(inLocale('ar')));
    expect(await titles('/arabic/index.xml')).not.toContain(`${name} ar`);
    expect(await read('en')).toEqual(english);
    // None of them was made anew. Of several nodes each has moments of its own for its changes, which
    // run ahead of the clock here: what is dated by one is not kept until the clock is there.
    if (defaultDatabase === 'sqlite') {
      expect(made.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    }
    made.forEach((spy) => spy.mockRestore());
  });

  it('makes no page of other languages anew when a text is saved, but when it is elsewhere', async () => {
    const section = await publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: section.documentId };
    const older = { ...more, day: '2024-01-15T02:00:00.000Z' };
    await publish(STORY, { locales: ['en', 'de'], more: older });
    // The listings of a year are linked by the first article of it.
    const first = { ...more, day: '2026-01-01T02:00:00.000Z' };
    await publish(STORY, { locales: ['en', 'de'], more: first });
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'], more });
    const page = `/stories/${name}-en/`;
    const paths = [page, '/sitemap.xml', `/sections/${section.name}-en/`, '/feeds.opml'];
    const read = () =>
      Promise.all(
        paths.map(async (path) => {
          const { response, status, body } = await get(path);
          return [path, status, response.headers.get('etag'), body];
        }),
      );
    const before = await read();
    const [{ pages, discovery }] = partsOf(app.strapi).editions;
    const made = [
      jest.spyOn(pages, 'article'),
      jest.spyOn(pages, 'listing'),
      jest.spyOn(discovery, 'pages'),
      jest.spyOn(discovery, 'subscriptions'),
    ];
    const save = (data: Data) =>
      documents(STORY).update({ documentId, locale: 'de', data, status: 'published' });
    for (const data of [{ body: 'Anders.' }, { title: `${name} neu` }, { labels: [] }]) {
      await save(data);
      expect(await read()).toEqual(before);
    }
    expect((await get(`/de/stories/${name}-de/`)).body).toContain('Anders.');
    await app.strapi.db
      .query(STORY)
      .updateMany({ where: { documentId, locale: 'de' }, data: { title: `${name} anders` } });
    expect(await titles('/de/index.xml')).toContain(`${name} anders`);
    expect(await read()).toEqual(before);
    // On several nodes what is dated ahead of the clock is not kept until the clock is there.
    if (defaultDatabase === 'sqlite') {
      // OPML is of all languages.
      expect(made.slice(0, 3).map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    }
    made.forEach((spy) => spy.mockRestore());

    const base = 'https://www.example.com/notes';
    const germanOf = async (path: string): Promise<string[]> => {
      const { body } = await get(path);
      const links = [...body.matchAll(/hreflang="de-AT" href="([^"]*)"/g)];
      return links.map(([, href]) => href!.replace(base, '')).filter((href) => href.includes(name));
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
    const rows = () => app.strapi.db.query(STORY);
    const where = { documentId, locale: 'de', publishedAt: { $notNull: true } };
    await rows().updateMany({ where, data: { slug: `${name}-query` } });
    await everywhere([`/de/stories/${name}-query/`]);
    await app.strapi.db.transaction(async () => {
      await save({ slug: `${name}-neu` });
      await documents(STORY).unpublish({ documentId, locale: 'de' });
    });
    await everywhere([]);
    await documents(STORY).publish({ documentId, locale: 'de' });
    await everywhere([`/de/stories/${name}-neu/`]);
    await rows().deleteMany({ where: { documentId, locale: 'de' } });
    await everywhere([]);
  });

  it('reads no entry of a large topic when a translation of it is deleted', async () => {
    const MANY = 520;
    const { documentId, name } = await publish(SECTION, { locales: ['en', 'de'] });
    const { name: kept } = await publish(STORY, {
      locales: ['en'],
      more: { section: documentId },
    });
    const { connection, metadata } = app.strapi.db;
    const section: { id: number } = await app.strapi.db
      .query(SECTION)
      .findOne({ where: { documentId, locale: 'de' } });
    const date = toColumn(app.strapi, new Date());
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
    const { catalogue } = partsOf(app.strapi);
    await catalogue.refresh(STORY, ids);
    const list = `de|${SECTION}:${documentId}`;
    expect(await catalogue.countList(list)).toBe(MANY);
    await get(`/de/sections/${name}-de/`);
    const statements = await statementsOn(app, stories.tableName, () =>
      documents(SECTION).delete({ documentId, locale: 'de' }),
    );
    const named = statements.flatMap(({ bindings }) => bindings);
    expect(named.length).toBeLessThan(MANY / 10);
    expect(await catalogue.countList(list)).toBe(0);
    expect(await catalogue.findWrong(STORY, ids)).toEqual([]);
    expect((await get(`/de/sections/${name}-de/`)).status).toBe(410);
    expect(await titles(`/sections/${name}-en/index.xml`)).toEqual([`${kept} en`]);
    await app.strapi.db
      .query(STORY)
      .deleteMany({ where: { documentId: { $startsWith: `${name}-` } } });
    expect(await titles('/de/index.xml')).not.toContain(ids[0]);
  });

  it('previews a draft as it will be in its locale, and none in a locale that is not published', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const section = await publish(SECTION, { locales: ['en', 'de', 'fr'] });
    const { documentId, name } = await publish(STORY, {
      locales: ['en', 'de', 'fr'],
      more: { section: section.documentId },
    });
    await documents(STORY).update({ documentId, locale: 'de', data: { title: `${name} neu` } });
    const share = (locale: string) => {
      const query = new URLSearchParams({ contentType: STORY, documentId, locale });
      return admin(`/syndication/previews/address?${query.toString()}`);
    };
    const { data } = (await (await share('de')).json()) as { data: SharedPreview };
    const see = async (address: string) => (await app.get(new URL(address).pathname)).text();
    const page = await see(data.page!);
    expect(page).toContain('<html lang="de-AT">');
    expect(page).toContain(`${name} neu`);
    expect(page).toContain(`/notes/de/sections/${section.name}-de/`);
    expect(await htmlProblems(page)).toEqual([]);
    const { channel, items } = readFeed(await see(data.feed));
    expect(text(channel, 'title')).toBe('Feldnotizen');
    expect(items.map((item) => [text(item, 'title'), text(item, 'link')])).toEqual([
      [`${name} neu`, `https://www.example.com/notes/de/stories/${name}-de/`],
    ]);
    const english = (await (await share('en')).json()) as { data: SharedPreview };
    expect(await see(english.data.page!)).toContain(`${name} en`);
    expect((await share('fr')).status).toBe(404);
    expect(await titles('/de/index.xml')).not.toContain(`${name} neu`);
  });

  it('tells in the settings what readers of the main language have, whatever gives it', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const { data } = (await (await admin('/syndication/settings')).json()) as {
      data: SettingsResponse;
    };
    // Each locale has a language; one of three has a description.
    expect(data.fixed).toEqual(expect.arrayContaining(['siteName', 'language']));
    expect(data.fixed).not.toContain('description');
    expect(data.values).toMatchObject({ siteName: 'Field Notes', language: 'en', description: '' });
    const response = await admin('/syndication/settings/preview', {
      method: 'POST',
      body: { description: 'For all others.' },
    });
    const preview = (await response.json()) as { data: ChannelPreview };
    const feed = await readFeed(await (await app.get('/notes/index.xml')).text());
    expect(preview.data.site.description).toBe('Notes from the field.');
    expect(text(feed.channel, 'description')).toBe(preview.data.site.description);
  });

  it('shows the feeds of every language in the panel, each with its own articles', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const ask = async <Data>(path: string): Promise<Data> =>
      (await (await admin(`/syndication/feeds${path}`)).json()) as Data;
    const section = await publish(SECTION, { locales: ['en', 'de'] });
    const more = { section: section.documentId };
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'], more });
    await publish(STORY, { locales: ['de'], more: { ...more, day: '2999-01-01T00:00:00.000Z' } });
    const { results } = await ask<FeedPage>(`?_q=${section.name}`);
    expect(
      results.map(({ title, language, address, published, newest }) => ({
        ...{ title, language, published },
        address: new URL(address).pathname,
        newest: [newest?.documentId, newest?.title, newest?.locale],
      })),
    ).toEqual([
      {
        title: `S${section.name.slice(1)} De`,
        language: 'de-AT',
        published: 1,
        address: `/notes/de/sections/${section.name}-de/index.xml`,
        newest: [documentId, `${name} de`, 'de'],
      },
      {
        title: `S${section.name.slice(1)} En`,
        language: 'en',
        published: 1,
        address: `/notes/sections/${section.name}-en/index.xml`,
        newest: [documentId, `${name} en`, 'en'],
      },
    ]);
    const [german, english] = results.map(({ id }) => encodeURIComponent(id));
    const { data: detail } = await ask<{ data: FeedDetail }>(`/${german}`);
    expect(detail).toMatchObject({ id: results[0]!.id, language: 'de-AT' });
    // The panel's links open what they stand at, not its translation.
    const inGerman = { documentId, locale: 'de' };
    expect(detail.items).toMatchObject([{ title: `${name} de`, ...inGerman }]);
    const waiting = (id: string) => ask<{ data: FeedWaiting }>(`/${id}/waiting`);
    const { articles } = (await waiting(german!)).data;
    expect(articles).toMatchObject([{ date: '2999-01-01T00:00:00.000Z', locale: 'de' }]);
    const data = { title: `${name} <b>de</b>` };
    await documents(STORY).update({ ...inGerman, data, status: 'published' });
    const problems = await ask<{ data: ArticleProblems[] }>(`/${german}/problems`);
    expect(problems.data).toMatchObject([inGerman]);
    const example = await admin(`/syndication/sources/${STORY}/example`);
    expect(((await example.json()) as { data: SourceExample }).data.locale).toBe('en');
    expect(JSON.stringify(await waiting(english!))).not.toContain('2999-01-01');
    const asked = await admin(`/syndication/health?feeds=${german},${english}`);
    const health = (await asked.json()) as { data: object };
    expect(Object.keys(health.data).sort()).toEqual(results.map(({ id }) => id).sort());
    const all = await ask<FeedPage>('?pageSize=100');
    expect(
      all.results
        .slice(0, 3)
        .map(({ address }) => new URL(address).pathname)
        .sort(),
    ).toEqual(['/notes/arabic/index.xml', '/notes/de/index.xml', '/notes/index.xml']);
    expect((await admin('/syndication/feeds/fr%7Csite')).status).toBe(404);
  });

  describe('to a role that is limited to one language', () => {
    const localeReader = (locales: string[]) => {
      const properties = (fields: string[]) => ({ fields, locales });
      const explorer = 'plugin::content-manager.explorer';
      const fields = ['title', 'slug', 'body', 'day', 'legacy', 'section', 'labels'];
      return signIn(app, {
        actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
        permissions: [
          { action: `${explorer}.read`, subject: STORY, properties: properties(fields) },
          { action: `${explorer}.update`, subject: STORY, properties: properties(fields) },
          {
            action: `${explorer}.read`,
            subject: SECTION,
            properties: properties(['name', 'slug']),
          },
        ],
      });
    };
    const ask = async <Data>(user: AdminFetch, path: string): Promise<Data> =>
      ((await (await user(`/syndication/${path}`)).json()) as { data: Data }).data;

    it('the panel tells what is written in that language, and leads to it', async () => {
      const section = await publish(SECTION, { locales: ['en', 'de'] });
      const more = { section: section.documentId };
      const { documentId } = await publish(STORY, { locales: ['en', 'de'], more });
      const day = '2999-01-01T00:00:00.000Z';
      const waiting = await publish(STORY, { locales: ['en', 'de'], more: { ...more, day } });
      const german = await localeReader(['de']);
      const told = async (mark: string) => {
        const id = encodeURIComponent(listIn(mark, section.documentId));
        const { items } = await ask<FeedDetail>(german, `feeds/${id}`);
        const { articles } = await ask<FeedWaiting>(german, `feeds/${id}/waiting`);
        return [
          items.map((item) => [item.documentId, item.mayEdit]),
          articles.map((article) => [article.documentId, article.mayEdit]),
        ];
      };
      expect(await told('de')).toEqual([[[documentId, true]], [[waiting.documentId, true]]]);
      expect(await told('')).toEqual([[[documentId, false]], []]);
      await documents(STORY).delete({ documentId: waiting.documentId, locale: '*' });
      // The example of a source is of the site's main language.
      const example = `sources/${STORY}/example`;
      const english = await localeReader(['en']);
      expect(await ask<SourceExample>(english, example)).toMatchObject({ mayEdit: true });
      expect(await ask<SourceExample | null>(german, example)).toBeNull();
    });

    it('a topic that nothing is published under is named in that language alone', async () => {
      const { documentId } = await publish(SECTION, { locales: ['en', 'de'] });
      const german = await localeReader(['de']);
      const statusOf = async (mark: string) =>
        (await german(`/syndication/feeds/${encodeURIComponent(listIn(mark, documentId))}`)).status;
      expect(await statusOf('de')).toBe(200);
      expect(await statusOf('')).toBe(404);
    });

    it('the preview has what the entry leads to in that language, and nothing of others', async () => {
      const section = await publish(SECTION, { locales: ['en', 'de'] });
      const german = await localeReader(['de']);
      const preview = async (locale: string, as = german) => {
        const chosen = { documentId: section.documentId, locale };
        const values = {
          title: 'Neu',
          slug: 'neu',
          section: { connect: [chosen], disconnect: [] },
        };
        const body = { contentType: STORY, locale: 'de', values };
        return (await as('/syndication/previews', { method: 'POST', body })).text();
      };
      expect(await preview('de')).toContain(`/de/sections/${section.name}-de/`);
      const foreign = await preview('en');
      expect(foreign).not.toContain(section.name);
      expect(foreign).not.toContain('relation-unpublished');
      // What is saved leads there without the form saying so.
      const more = { section: section.documentId };
      const { documentId, name } = await publish(STORY, { locales: ['en', 'de'], more });
      const values = { title: `${name} neu`, slug: `${name}-de`, section: {} };
      const body = { contentType: STORY, documentId, locale: 'de', values };
      const answer = await german('/syndication/previews', { method: 'POST', body });
      const { data } = (await answer.json()) as { data: ArticlePreview };
      expect(data.feeds.map(({ id, now, next }) => [id, now, next])).toContainEqual([
        listIn('de', section.documentId),
        true,
        true,
      ]);
      expect(data.effects).toEqual([{ code: 'change' }]);
    });
  });

  it('leads from the feed of a language to the form of that language', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const section = await publish(SECTION, { locales: ['en', 'de'] });
    const entriesOf = async (id: string) => {
      const answer = await admin(`/syndication/feeds/${encodeURIComponent(id)}`);
      return ((await answer.json()) as { data: FeedDetail }).data.entries;
    };
    const topic = section.documentId;
    const german = { contentType: STORY, locale: 'de' };
    expect(await entriesOf(listIn('de', topic))).toEqual({ ...german, topic });
    expect(await entriesOf(listIn('de', SITE_LIST))).toEqual({ ...german, topic: null });
    expect(await entriesOf(topic)).toEqual({ contentType: STORY, locale: 'en', topic });
    expect(await entriesOf(NOTE)).toEqual({ contentType: NOTE, locale: null, topic: null });
    const { start } = (await (await admin('/syndication/feeds')).json()) as FeedPage;
    expect(start.topic).toMatchObject({ contentType: SECTION, locale: 'en' });
    expect(start.source).toMatchObject({ contentType: STORY, locale: 'en' });
  });

  it('says of a language that is not published what is published in that one', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const { documentId, name } = await publish(STORY, { locales: ['en'] });
    const values = ownData(STORY, dataOf(name, 'fr'));
    const reasons = async () => {
      const body = { contentType: STORY, documentId, locale: 'fr', values };
      const answer = await admin('/syndication/previews', { method: 'POST', body });
      const { data } = (await answer.json()) as { data: ArticlePreview };
      return data.reasons.map(({ code }) => code);
    };
    await documents(STORY).update({ documentId, locale: 'fr', data: values });
    expect(await reasons()).toEqual(['not-in-language', 'draft', 'no-tags']);
    await documents(STORY).publish({ documentId, locale: 'fr' });
    expect(await reasons()).toEqual(['not-in-language', 'no-tags']);
  });

  it('says in each language what is scheduled in that one, and nothing where it is not published', async () => {
    const { documentId, name } = await publish(STORY, { locales: ['en'] });
    const day = '2999-01-01T00:00:00.000Z';
    for (const locale of ['de', 'fr']) {
      const data = { ...ownData(STORY, dataOf(name, locale)), day };
      await documents(STORY).update({ documentId, locale, data, status: 'published' });
    }
    const scheduled = async (user: AdminFetch, locale: string) => {
      const query = new URLSearchParams({ type: STORY, articles: documentId, locale });
      const response = await user(`/syndication/schedule?${query.toString()}`);
      return ((await response.json()) as { data: Schedule }).data.scheduled;
    };
    const admin = await signIn(app, 'strapi-super-admin');
    expect(await scheduled(admin, 'de')).toEqual({ [documentId]: day });
    expect(await scheduled(admin, 'en')).toEqual({});
    // Strapi's default language.
    expect(await scheduled(admin, '')).toEqual({});
    expect(await scheduled(admin, 'fr')).toEqual({});
    const readerOf = (locale: string) => {
      const properties = { fields: ['title', 'day'], locales: [locale] };
      const action = 'plugin::content-manager.explorer.read';
      return signIn(app, { permissions: [{ action, subject: STORY, properties }] });
    };
    expect(await scheduled(await readerOf('de'), 'de')).toEqual({ [documentId]: day });
    expect(await scheduled(await readerOf('en'), 'de')).toEqual({});
    await documents(STORY).delete({ documentId, locale: '*' });
  });

  it('counts stretches of a large archive in each locale by its own entries', async () => {
    const COUNT = 10_100;
    const { connection } = app.strapi.db;
    const { editions } = partsOf(app.strapi);
    const [main, german] = ['', 'de'].map((code) =>
      editions.find(({ locale }) => (locale!.isMain ? '' : locale!.code) === code)!,
    );
    const idOf = (index: number): string => `old-${String(index).padStart(6, '0')}`;
    // What is old in one locale is of other days in the other.
    const yearOf: Record<string, number> = { '': 1980, de: 1990 };
    const rowOf = (mark: string, index: number) => ({
      content_type: 'api::gone.gone',
      document_id: idOf(index),
      locale: mark || 'en',
      list: listIn(mark, SITE_LIST),
      state: 'listed',
      date: toColumn(app.strapi, new Date(Date.UTC(yearOf[mark]!, 0, 1) + index * 60_000)),
      title: 'A title',
    });
    const forget = () =>
      editions.forEach(({ landmarks }) => landmarks.purge([CACHE_TAGS.everything]));
    const read = async (site: (typeof editions)[number] | undefined, start: number) =>
      (await site!.queries.findOldest({ start, limit: 2, now: new Date() })).map(
        ({ documentId }) => documentId,
      );
    const rows = ['', 'de'].flatMap((mark) =>
      Array.from({ length: COUNT }, (_, index) => rowOf(mark, index)),
    );
    await connection.transaction((trx) => trx.batchInsert(CATALOGUE_TABLE, rows, 400));
    forget();
    const start = 10_050;
    const expected = [idOf(start), idOf(start + 1)];
    expect([await read(main, start), await read(german, start)]).toEqual([expected, expected]);
    // An older one in German alone moves German stretches alone.
    const { documentId, name } = await publish(STORY, { locales: ['de'] });
    const data = { day: '1970-01-02T00:00:00.000Z', title: `${name} alt` };
    await documents(STORY).update({ documentId, locale: 'de', data, status: 'published' });
    expect(await read(german, start)).toEqual([idOf(start - 1), idOf(start)]);
    expect(await read(main, start)).toEqual(expected);
    await documents(STORY).delete({ documentId, locale: 'de' });
    expect(await read(german, start)).toEqual(expected);
    await connection(CATALOGUE_TABLE).where({ content_type: 'api::gone.gone' }).delete();
    forget();
  });

  it('starts ids over at the present address of each locale', async () => {
    const base = 'https://www.example.com/notes';
    const { ids } = partsOf(app.strapi);
    // Those of earlier tests that have moved.
    await ids.reset();
    // The newest, or the feed may have no room for it.
    const more = { day: '2026-01-16T02:00:00.000Z' };
    const { documentId, name } = await publish(STORY, { locales: ['en', 'de'], more });
    const data = { slug: `${name}-neu` };
    await documents(STORY).update({ documentId, locale: 'de', data, status: 'published' });
    expect(await ids.reset()).toBe(1);
    const guids = async (path: string) =>
      readFeed((await get(path)).body).items.map((item) => text(item, 'guid'));
    expect(await guids('/index.xml')).toContain(`${base}/stories/${name}-en/`);
    expect(await guids('/de/index.xml')).toContain(`${base}/de/stories/${name}-neu/`);
  });

  it('leaves the ids of what is in a locale that is published no more', async () => {
    const url = 'https://old.example.org/notes/fr/stories/ancienne/';
    const known = { contentType: STORY, entry: 'former', locale: 'fr', slug: 'ancienne' };
    await app.strapi.db.query(PERMALINK_UID).create({ data: { ...known, url } });
    await partsOf(app.strapi).ids.reset();
    const [row] = await app.strapi.db.query(PERMALINK_UID).findMany({ where: known });
    expect(row).toMatchObject({ url });
  });

  it('finds the newest entries of a locale by the index', async () => {
    const { client } = app.strapi.db.dialect;
    const connection = app.strapi.db.connection;
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

  it('does not start with a locale that Strapi does not have, and says which was meant', async () => {
    await app.close();
    const start = startApp({
      config: { ...config, locales: { en: {}, dee: { language: 'de' } } },
      files,
      folder,
    });
    await expect(start).rejects.toThrow(/no locale "dee"\. Allowed: .*Did you mean "de"\?/);
    app = await startApp({ config, files, folder, logFile });
  });

  it('says at a start which languages share their feeds without the option, and how to name them', async () => {
    await app.close();
    const { locales: _locales, ...without } = config;
    const shared = await startApp({ config: without, files, folder, logFile });
    expect(readFileSync(path.join(folder, logFile), 'utf8')).toContain(
      `${STORY}, ${REPORT}, ${ESSAY}: all languages are in the same feeds, since the option "locales" does not name them: locales: { en: {}, ar: {}, de: {}, fr: {} }.`,
    );
    const admin = await signIn(shared, 'strapi-super-admin');
    const section = await shared.strapi
      .documents(SECTION as never)
      .create({ data: { name: 'Both', slug: 'both' } } as never);
    const body = 'Words enough for a summary. '.repeat(4);
    const data = { ...ownData(STORY, dataOf('both', 'en')), body, section: section.documentId };
    const story = shared.strapi.documents(STORY as never) as unknown as Record<string, Action>;
    const { documentId } = await story.create!({ data, status: 'published' });
    const german = { ...data, title: 'both <b>de</b>', slug: 'both-de', section: undefined };
    await story.update!({ documentId, locale: 'de', data: german, status: 'published' });
    // One of the two translations has a problem, which is not counted twice.
    const healthOf = async (id: string) => {
      const answer = await admin(`/syndication/health?feeds=${encodeURIComponent(id)}`);
      return ((await answer.json()) as { data: Record<string, FeedHealth> }).data[id]!;
    };
    const problems = await admin(`/syndication/feeds/${encodeURIComponent(STORY)}/problems`);
    const found = ((await problems.json()) as { data: ArticleProblems[] }).data;
    const count = (severity: string, less?: string) =>
      found.filter(
        ({ problems: all }) =>
          all.some((problem) => problem.severity === severity) &&
          !all.some((problem) => problem.severity === less),
      ).length;
    expect(await healthOf(STORY)).toEqual({
      error: count('error'),
      warning: count('warning', 'error'),
    });
    await shared.close();
    app = await startApp({ config, files, folder, logFile });
  });
});
