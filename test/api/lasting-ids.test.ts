import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';

import { type App, startApp } from '../helpers/app';
import { BASE, type Site, startSite } from '../helpers/site';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { settled, startIdsOver } from '../helpers/state';

describe('ids that last', () => {
  const readIds = async (from: Site, tag: string) => {
    const directory = `/tags/${tag}/`;
    const rss = parseRssFeed(await from.read(`${directory}index.xml`));
    const atom = parseAtomFeed(await from.read(`${directory}atom.xml`));
    const json = parseJsonFeed(await from.read(`${directory}feed.json`));
    return {
      feed: atom.id,
      items: [
        rss.items?.map(({ guid }) => guid?.value),
        atom.entries?.map(({ id }) => id),
        json.items?.map(({ id }) => id),
      ],
    };
  };

  it('keeps ids through new slugs, titles, tags, languages and base addresses, until they are started over', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'syndication-ids-'));
    const before = await startSite({}, folder);
    const tag = await before.tag('tools');
    const other = await before.tag('other');
    const article = await before.published('hammer', { tags: [tag] });
    const expected = {
      feed: `${BASE}/tags/tools/`,
      items: Array(3).fill([`${BASE}/posts/hammer/`]),
    };
    const feedIds = async (from: Site) => [
      parseAtomFeed(await from.read('/atom.xml')).id,
      parseAtomFeed(await from.read('/posts/atom.xml')).id,
    ];
    const given = await feedIds(before);
    expect(given).toEqual([`${BASE}/`, `${BASE}/posts/`]);
    try {
      expect(await readIds(before, 'tools')).toEqual(expected);
      await before.republish(article, { slug: 'mallet', title: 'A mallet', tags: [tag, other] });
      await before.changeTag(tag, { slug: 'utensils', name: 'utensils', title: 'Utensils' });
      expect(await readIds(before, 'utensils')).toEqual(expected);
    } finally {
      await before.stop();
    }
    const moved = { baseUrl: 'https://elsewhere.example', language: 'id', siteName: 'Else' };
    const after = await startSite(moved, folder);
    try {
      expect(await readIds(after, 'utensils')).toEqual(expected);
      expect(await feedIds(after)).toEqual(given);
      const [entry] = parseAtomFeed(await after.read('/tags/utensils/atom.xml')).entries ?? [];
      expect(entry?.links?.[0]?.href).toBe('https://elsewhere.example/posts/mallet/');
      await startIdsOver(after);
      await settled(after);
      expect(await feedIds(after)).toEqual([
        'https://elsewhere.example/',
        'https://elsewhere.example/posts/',
      ]);
    } finally {
      await after.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('keeps the ids of types’ feeds through other addresses, main languages and types, until they are started over', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'syndication-feed-ids-'));
    const host = 'https://www.example.com';
    const files = siteTypes({
      note: {
        isLocalised: true,
        attributes: {
          title: { type: 'string', pluginOptions: LOCALISED },
          slug: { type: 'string', pluginOptions: LOCALISED },
        },
      },
      report: { attributes: { title: { type: 'string' }, slug: { type: 'string' } } },
    });
    let app: App | undefined;
    const start = async (config: object): Promise<void> => {
      await app?.close();
      app = await startApp({ folder, files, config: { baseUrl: host, ...config } });
      await settled(app);
    };
    const create = (uid: string, locale?: string) =>
      app!.strapi.documents(uid as never).create({
        locale,
        data: { title: 'First', slug: `first-${locale}` } as never,
      });
    const feedIds = async (...directories: string[]): Promise<(string | undefined)[]> => {
      const found: (string | undefined)[] = [];
      for (const directory of directories) {
        const response = await app!.get(`${directory}atom.xml`);
        found.push(parseAtomFeed(await response.text()).id?.replace(host, ''));
      }
      return found;
    };
    const notes = 'api::note.note';
    const reports = 'api::report.report';
    try {
      await start({
        sources: { [notes]: { address: '/notes/{slug}/' } },
        locales: { en: {}, de: {} },
      });
      await app!.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
      await create(notes, 'en');
      await create(notes, 'de');
      expect(await feedIds('/notes/', '/de/notes/')).toEqual(['/notes/', '/de/notes/']);

      await start({
        sources: {
          [notes]: { address: '/texts/{slug}/' },
          [reports]: { address: '/notes/{slug}/' },
        },
        locales: { de: {}, en: {} },
      });
      await create(reports);
      const directories = ['/en/texts/', '/texts/', '/notes/'];
      // Another type's feed has had the third address as its id.
      const ids = ['/notes/', '/de/notes/', `/notes/#${reports}`];
      expect(await feedIds(...directories)).toEqual(ids);

      await startIdsOver(app!);
      await settled(app!);
      expect(await feedIds(...directories)).toEqual(directories);
    } finally {
      await app?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
