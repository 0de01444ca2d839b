import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';

import { partsOf } from '../../src/compose';
import { BASE, type Site, startSite } from '../helpers/site';
import { settled } from '../helpers/state';

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
      await partsOf(after.strapi).ids.reset();
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
});
