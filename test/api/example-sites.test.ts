/**
 * @runs-on sqlite: which addresses a site has is decided by its configuration; that the database
 * finds what is at them is tested on each by any-slug and own-types
 */
import { parseRssFeed } from 'feedsmith';

import bratislava from '../../examples/sites/bratislava';
import launchpad from '../../examples/sites/launchpad';
import m10z from '../../examples/sites/m10z';
import notumStarter from '../../examples/sites/notum-starter';
import { ARTICLE_UID } from '../../src/lib/constants';
import type { Schemas } from '../../src/mapping/schemas';
import type { SyndicationOptions } from '../../src/options/options';
import { BRATISLAVA } from '../fixtures/schemas/bratislava';
import { LAUNCHPAD } from '../fixtures/schemas/launchpad';
import { M10Z } from '../fixtures/schemas/m10z';
import { NOTUM_STARTER } from '../fixtures/schemas/notum-starter';
import { type App, startApp } from '../helpers/app';
import { projectFiles } from '../helpers/project-files';
import { settled } from '../helpers/state';

const BASE = 'https://www.example.com';
const DATE = '2026-01-15T02:00:00.000Z';

type Example = typeof m10z;

interface Site {
  app: App;
  /** Publishes an entry, in the languages it is given in. */
  publish: (type: string, ...data: Record<string, unknown>[]) => Promise<string>;
}

const withSite = async (
  example: Example,
  schemas: Schemas,
  use: (site: Site) => Promise<void>,
): Promise<void> => {
  const { syndication } = example({ env: () => BASE } as never) as unknown as {
    syndication: { config: SyndicationOptions };
  };
  const app = await startApp({
    files: projectFiles(schemas),
    config: syndication.config,
    fromNothing: true,
  });
  try {
    const locales = app.strapi.plugin('i18n').service('locales');
    for (const code of Object.keys(syndication.config.locales ?? {})) {
      if (!(await locales.findByCode(code))) await locales.create({ code, name: code });
    }
    await use({
      app,
      async publish(type, ...data) {
        const uid = type.includes('::') ? type : `api::${type}.${type}`;
        const documents = app.strapi.documents(uid as never) as unknown as {
          create: (given: object) => Promise<{ documentId: string }>;
          update: (given: object) => Promise<unknown>;
        };
        const [{ locale, ...first } = {}, ...others] = data;
        const created = { data: first, locale, status: 'published' };
        const { documentId } = await documents.create(created);
        for (const { locale: further, ...more } of others) {
          await documents.update({ documentId, locale: further, data: more, status: 'published' });
        }
        return documentId;
      },
    });
  } finally {
    await app.stop();
  }
};

const led = async ({ app }: Site, path: string) => {
  const response = await app.get(path);
  const location = response.headers.get('location')?.replace(BASE, '');
  return location === undefined ? [response.status] : [response.status, location];
};

const read = async ({ app }: Site, path: string): Promise<string> => {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

/** Where items of all feeds and pages of the sitemaps lead, each of which must be there. */
const followAll = async (site: Site, locales: string[] = ['']): Promise<Set<string>> => {
  await settled(site.app as never);
  const links = new Set<string>();
  for (const locale of locales) {
    const opml = await read(site, `${locale}/feeds.opml`);
    for (const [, feed = ''] of opml.matchAll(/xmlUrl="([^"]*)"/g)) {
      const { items = [] } = parseRssFeed(await read(site, feed.replace(BASE, '')));
      items.forEach(({ link = '' }) => links.add(link));
    }
    const sitemap = await read(site, `${locale}/sitemap.xml`);
    for (const [, link = ''] of sitemap.matchAll(/<loc>([^<]*)</g)) links.add(link);
  }
  const paths = new Set([...links].map((link) => link.replace(BASE, '') || '/'));
  for (const path of paths) expect([path, await led(site, path)]).toEqual([path, [200]]);
  return paths;
};

it('LaunchPad: articles, products and pages below the path of each language', () =>
  withSite(launchpad, LAUNCHPAD, async (site) => {
    const { publish } = site;
    await publish(
      'article',
      { locale: 'en', title: 'Lift-off', slug: 'lift-off', description: 'Up.' },
      { locale: 'fr', title: 'Décollage', slug: 'decollage', description: 'Et hop.' },
    );
    await publish('product', { locale: 'en', name: 'Rocket', slug: 'rocket', description: 'New.' });
    const seo = { metaTitle: 'Pricing', metaDescription: 'What it costs.' };
    await publish('page', { locale: 'en', slug: 'pricing', seo });
    const paths = await followAll(site, ['/en', '/fr']);
    for (const path of ['blog/lift-off', 'products/rocket', 'pricing']) {
      expect(paths).toContain(`/en/${path}`);
    }
    expect(paths).toContain('/fr/blog/decollage');
    expect(await led(site, '/fr/pricing')).toEqual([404]);
  }));

it("notum's starter: a tree of pages, in the main language without its path", () =>
  withSite(notumStarter, NOTUM_STARTER, async (site) => {
    const { publish } = site;
    await publish(ARTICLE_UID, { title: 'An article', slug: 'an-article', body: 'A text.' });
    await publish('page', { locale: 'en', title: 'Home', slug: 'root', fullPath: '/' });
    await publish(
      'page',
      { locale: 'en', title: 'Team', slug: 'team', fullPath: '/about/team' },
      { locale: 'cs', title: 'Tým', slug: 'tym', fullPath: '/o-nas/tym' },
    );
    const paths = await followAll(site, ['', '/cs']);
    expect(paths).toContain('/about/team');
    expect(paths).toContain('/cs/o-nas/tym');
    expect(await led(site, '/')).not.toEqual([500]);
    expect(await led(site, '/cs/about/team')).toEqual([404]);
  }));

it('bratislava.sk: pages with slashes in their slugs, feeds where subscribers know them', () =>
  withSite(bratislava, BRATISLAVA, async (site) => {
    const { publish } = site;
    const of = { perex: 'V meste.', addedAt: DATE };
    await publish(
      'article',
      { locale: 'sk', title: 'Správa', slug: 'sprava', ...of },
      { locale: 'en', title: 'A message', slug: 'a-message', ...of },
    );
    await publish('inba-release', { title: 'Marec', slug: 'marec', releaseDate: '2026-03-01' });
    await publish('asset', { title: 'Plán', slug: 'plan' });
    await publish(
      'page',
      { locale: 'sk', title: 'Doprava', slug: 'mesto/doprava' },
      { locale: 'en', title: 'Traffic', slug: 'city/traffic' },
    );
    const paths = await followAll(site, ['', '/en']);
    for (const path of ['/spravy/sprava', '/inba/vydania/marec', '/dokumenty/plan']) {
      expect(paths).toContain(path);
    }
    expect(paths).toContain('/mesto/doprava');
    expect(paths).toContain('/en/spravy/a-message');
    expect(paths).toContain('/en/city/traffic');
    expect(await led(site, '/api/feed')).toEqual([301, '/spravy/index.xml']);
    expect(await led(site, '/api/feed?lang=en')).toEqual([301, '/en/spravy/index.xml']);
  }));

it('m10z: articles and a podcast, whose feeds lead on from where they were', () =>
  withSite(m10z, M10Z, async (site) => {
    const { publish } = site;
    const games = await publish('category', { title: 'Spiele', slug: 'spiele' });
    const ada = await publish('author', { title: 'Ada', slug: 'ada' });
    const of = { date: DATE, description: 'Viel.', categories: [games], authors: [ada] };
    await publish('article', { title: 'Ein Artikel', slug: 'ein-artikel', ...of });
    await publish('podcast', { title: 'Ein Gespräch', slug: 'ein-gespraech', ...of });
    const paths = await followAll(site);
    for (const path of ['artikel/ein-artikel', 'podcasts/ein-gespraech', 'kategorien/spiele']) {
      expect(paths).toContain(`/${path}`);
    }
    expect(paths).toContain('/team/ada');
    expect(await led(site, '/rss.xml')).toEqual([301, '/artikel/index.xml']);
    expect(await led(site, '/audiofeed.xml')).toEqual([301, '/podcasts/index.xml']);
  }));
