/** @runs-on sqlite: where authors are follows from the options, and is the same on each database */
import { rmSync } from 'node:fs';

import { parseAtomFeed } from 'feedsmith';

import { ARTICLE_UID } from '../../src/lib/constants';
import type { SyndicationOptions } from '../../src/options/options';
import { documentsOf } from '../helpers/example-site';
import { BASE, startSite } from '../helpers/site';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const AUTHOR = 'api::author.author';
const POEM = 'api::poem.poem';

const title = { type: 'string' };
const author = { type: 'relation', relation: 'manyToOne', target: AUTHOR };
const files = siteTypes({
  author: { attributes: { name: title, slug: { type: 'uid' } } },
  poem: { draftAndPublish: true, attributes: { title, slug: title, author } },
});

const BEFORE = { sources: { [ARTICLE_UID]: {}, [POEM]: {} } };
const AFTER = {
  sources: {
    [ARTICLE_UID]: { topics: ['tags', { field: 'author', address: '/authors/{value}/' }] },
    [POEM]: {},
  },
  topics: { [AUTHOR]: { address: '/people/{slug}/' } },
};

it('authors who make room for names lead on where nobody has their name, and keep their ids', async () => {
  const start = (config: object, folder?: string) =>
    startSite(config as SyndicationOptions, folder, { files });
  let site = await start(BEFORE);
  const { folder } = site;
  const idOf = async (address: string): Promise<string | undefined> =>
    parseAtomFeed(await site.read(`${address}atom.xml`)).id;
  try {
    for (const [name, slug] of [
      ['Ada Lovelace', 'ada-lovelace'],
      ['Sappho', 'sappho'],
    ]) {
      const { documentId } = await documentsOf(site, AUTHOR).create({ data: { name, slug } });
      const data = { title: name, slug, author: documentId };
      await documentsOf(site, POEM).create({ data, status: 'published' });
    }
    await site.published('one', { author: 'Ada Lovelace' });
    const id = `${BASE}/authors/ada-lovelace/`;
    expect(await idOf('/authors/ada-lovelace/')).toBe(id);

    await site.close();
    site = await start(AFTER, folder);
    await settled(site);
    expect(await site.status('/authors/sappho/')).toEqual([301, '/people/sappho/']);
    expect(await site.read('/authors/ada-lovelace/')).toContain('/posts/one/');
    expect(await idOf('/people/ada-lovelace/')).toBe(id);
    expect(await idOf('/authors/ada-lovelace/')).toBe(`${id}#value`);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
