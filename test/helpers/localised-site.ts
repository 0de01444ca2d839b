import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { SyndicationOptions } from '../../src/options/options';
import { type App, startApp } from './app';
import { defaultDatabase, testDatabase } from './database';
import { itemTitles } from './feed';
import { htmlProblems } from './html';
import { BASE } from './site';
import { LOCALISED, siteComponent, siteTypes } from './site-types';

const logFile = 'warnings.log';

export const STORY = 'api::story.story';
export const SECTION = 'api::section.section';
export const LABEL = 'api::label.label';
export const NOTE = 'api::note.note';
export const VISIT = 'api::visit.visit';
export const REPORT = 'api::report.report';
export const ESSAY = 'api::essay.essay';
export const AUTHOR = 'api::author.author';

const localised = (type: string) => ({ type, pluginOptions: LOCALISED });
const named = { name: { type: 'string' }, slug: { type: 'uid' } };

const files = {
  ...siteComponent('shared.place', { slug: { type: 'string' } }),
  ...siteTypes({
    // Without drafts: every saved entry is public. Its component is part of its address.
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
    // Its addresses contain the section's slug, whichever translation an editor picked.
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
  baseUrl: BASE,
  siteName: 'Field Notes',
  sources: {
    [STORY]: { address: '/stories/{slug}/', date: 'day', guid: 'legacy' },
    [NOTE]: { author: ['section.name'], topics: ['section'] },
    [REPORT]: { address: '/reports/{place.slug}/{slug}/' },
    [VISIT]: { address: '/visits/{section.slug}/{slug}/' },
    [ESSAY]: {},
  },
};

export const LOCALES = {
  en: { description: 'Notes from the field.' },
  de: { siteName: 'Feldnotizen', language: 'de-AT', timeZone: 'Europe/Vienna' },
  ar: { path: '/arabic' },
};

export type Data = Record<string, unknown>;
export type Action = (parameters: Data) => Promise<{ documentId: string }>;

/** Data of an entry in a locale, by the entry's name. */
export const dataOf = (uid: string, name: string, locale: string): Data => ({
  slug: `${name}-${locale}`,
  ...(uid === STORY
    ? {
        title: `${name} ${locale}`,
        body: `Text of ${name} in ${locale}.`,
        day: '2026-01-15T02:00:00.000Z',
      }
    : { name: `${name} ${locale}` }),
});

interface Page {
  response: Response;
  status: number;
  body: string;
}

/** A site in several locales of Strapi, with short functions for editors' and readers' actions. */
export interface LocalisedSite {
  /** The app; its addresses are not below the base address. */
  app: App;
  /** Starts another app on the same data, while this one is closed. */
  startWith: (locales?: Record<string, object>) => Promise<App>;
  /** Starts this app again after it was closed. */
  startAgain: () => Promise<void>;
  /** Warnings and errors of all apps on the site's data. */
  readLog: () => string;
  /** Stops the app and removes its data. */
  stop: () => Promise<void>;
  documents: (
    uid: string,
  ) => Record<'create' | 'update' | 'publish' | 'unpublish' | 'delete', Action>;
  /** Creates an entry and publishes it in some locales, one after the other. */
  publish: (
    uid: string,
    entry: { locales: string[]; more?: Data },
  ) => Promise<{ documentId: string; name: string }>;
  /** Requests an address below the base address. */
  get: (address: string) => Promise<Page>;
  /** Titles of the items of a feed. */
  titles: (address: string) => Promise<string[]>;
  /** hreflang links of a page, in its HTML and its header. */
  pageLanguages: (address: string) => Promise<string[]>;
}

/** Starts a site at `BASE` in three of four locales. */
export const startLocalisedSite = async (more: SyndicationOptions = {}): Promise<LocalisedSite> => {
  const start = (locales?: Record<string, object>, folder?: string) =>
    // The logger is loaded once for a folder.
    startApp({ config: { ...config, locales, ...more }, files, folder, logFile });

  // Strapi's locales are rows of its database, which have to exist before the site uses them.
  const first = await start();
  const { folder } = first;
  for (const [code, name] of [
    ['de', 'German'],
    ['ar', 'Arabic'],
    ['fr', 'French'],
  ]) {
    await first.strapi.plugin('i18n').service('locales').create({ code, name });
  }
  await first.close();

  let made = 0;
  const get: LocalisedSite['get'] = async (address) => {
    const response = await site.app.get(new URL(BASE).pathname + address);
    return { response, status: response.status, body: await response.text() };
  };
  const documents: LocalisedSite['documents'] = (uid) =>
    site.app.strapi.documents(uid as never) as never;

  const site: LocalisedSite = {
    app: await start(LOCALES, folder),
    startWith: (locales) => start(locales, folder),
    async startAgain() {
      site.app = await start(LOCALES, folder);
    },
    readLog: () => readFileSync(path.join(folder, logFile), 'utf8'),
    async stop() {
      await site.app.stop();
      await testDatabase(defaultDatabase, folder).drop();
      rmSync(folder, { recursive: true, force: true });
    },
    documents,
    async publish(uid, { locales, more = {} }) {
      made += 1;
      const name = `${uid.split('.')[1]}-${made}`;
      const [main = 'en', ...others] = locales;
      const status = uid === STORY ? { status: 'published' } : {};
      const data = (locale: string) => ({ ...dataOf(uid, name, locale), ...more });
      const { documentId } = await documents(uid).create({
        locale: main,
        data: data(main),
        ...status,
      });
      for (const locale of others) {
        await documents(uid).update({ documentId, locale, data: data(locale), ...status });
      }
      return { documentId, name };
    },
    get,
    titles: async (address) => itemTitles((await get(address)).body),
    async pageLanguages(address) {
      const { body, response, status } = await get(address);
      expect([address, status]).toEqual([address, 200]);
      expect(await htmlProblems(body)).toEqual([]);
      const links = [...body.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)];
      const header = response.headers.get('link') ?? '';
      const said = [...header.matchAll(/<([^>]*)>; rel="alternate"; hreflang="([^"]*)"/g)];
      expect(said.map(([, href, language]) => `${language} ${href}`)).toEqual(
        links.map(([, language, href]) => `${language} ${href}`),
      );
      return links.map(([, language, href]) => `${language} ${href}`);
    },
  };
  return site;
};
