/**
 * @runs-on sqlite: Addresses and names of combinations; which entries they have is asked of every
 * database by large-archive.test.ts and one-date.test.ts.
 */
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';

import { TAG_UID } from '../../src/lib/constants';
import { FEED_FORMATS } from '../../src/feed/formats';
import { BASE, type Site, startSite } from '../helpers/site';

let site: Site;

const titles = async (name: string) => [
  parseRssFeed(await site.read(`/tags/${name}/index.xml`)).items?.map(({ title }) => title),
  parseAtomFeed(await site.read(`/tags/${name}/atom.xml`)).entries?.map(
    ({ title }) => title?.value,
  ),
  parseJsonFeed(await site.read(`/tags/${name}/feed.json`)).items?.map(({ title }) => title),
];

const times = <T>(value: T): T[] => FEED_FORMATS.map(() => value);

beforeAll(async () => {
  site = await startSite();
  const api = await site.tag('api');
  const testing = await site.tag('testing');
  const json = await site.tag('json', { title: 'JSON' });
  for (const slug of ['a', 'b', 'c']) await site.tag(slug);
  await site.tag('secret', { hidden: true });
  await site.published('1-both', { tags: [api, testing] });
  await site.published('2-api', { tags: [api] });
  await site.published('3-testing', { tags: [testing] });
  await site.published('4-all', { tags: [api, testing, json] });
  await site.published('5-none');
});

afterAll(() => site.stop());

describe('combined feeds', () => {
  it('holds the articles with all tags, each once, in every format', async () => {
    expect(await titles('api+testing')).toEqual(times(['1-both', '4-all']));
    expect(await titles('api+json+testing')).toEqual(times(['4-all']));
  });

  it('holds the articles with any of the tags, each once, in every format', async () => {
    expect(await titles('api,testing')).toEqual(times(['1-both', '2-api', '3-testing', '4-all']));
    expect(await titles('json,testing')).toEqual(times(['1-both', '3-testing', '4-all']));
  });

  it('has a listing, named after its tags', async () => {
    const page = await site.read('/tags/api+json/');
    expect(page).toContain('<h1><bdi>Api and JSON</bdi></h1>');
    expect(page).toContain(`<link rel="canonical" href="${BASE}/tags/api+json/"/>`);
    expect(page).toContain('4-all');
    expect(page).not.toContain('2-api');
    expect(await site.read('/tags/api,json/')).toContain('<h1><bdi>Api or JSON</bdi></h1>');
    const feed = parseRssFeed(await site.read('/tags/api+json/index.xml'));
    expect(feed.title).toBe('Api and JSON on Field Notes');
  });

  it('is nowhere without an article, and there with its first one', async () => {
    const files = ['', ...FEED_FORMATS.map(({ fileName }) => fileName)];
    for (const name of ['a+b', 'a,b']) {
      for (const file of files) expect(await site.status(`/tags/${name}/${file}`)).toEqual([404]);
    }
    const tags = await site.strapi.db
      .query(TAG_UID)
      .findMany({ where: { slug: { $in: ['a', 'b'] } } });
    const article = await site.published('first', {
      tags: tags.map(({ documentId }: { documentId: string }) => documentId),
    });
    for (const name of ['a+b', 'a,b']) {
      for (const file of files) expect(await site.status(`/tags/${name}/${file}`)).toEqual([200]);
    }
    await site.delete(article);
    expect(await site.status('/tags/a+b/index.xml')).toEqual([404]);
  });

  it('has one address: others lead to it', async () => {
    for (const file of ['', ...FEED_FORMATS.map(({ fileName }) => fileName)]) {
      expect(await site.status(`/tags/testing+api/${file}`)).toEqual([
        301,
        `/tags/api+testing/${file}`,
      ]);
      expect(await site.status(`/tags/testing,api,api/${file}`)).toEqual([
        301,
        `/tags/api,testing/${file}`,
      ]);
      expect(await site.status(`/tags/api+api/${file}`)).toEqual([301, `/tags/api/${file}`]);
      expect(await site.status(`/tags/api%2Btesting/${file}`)).toEqual([
        301,
        `/tags/api+testing/${file}`,
      ]);
    }
    expect(await site.status('/tags/api+testing')).toEqual([301, '/tags/api+testing/']);
  });

  it('is unknown with an unknown or hidden tag, more than four tags, or both signs', async () => {
    for (const name of [
      'api+unknown',
      'api,unknown',
      'api+secret',
      'a+api+b+c+testing',
      'api+testing,json',
      'api+',
      ',api',
      'api++testing',
      'api testing',
    ]) {
      expect([name, await site.status(`/tags/${encodeURI(name)}/`)]).toEqual([name, [404]]);
      expect([name, await site.status(`/tags/${encodeURI(name)}/atom.xml`)]).toEqual([name, [404]]);
    }
    expect(await site.status('/tags/a,api,b,testing/')).toEqual([200]);
  });

  it('follows its tags to their new slugs and keeps its id', async () => {
    const old = await site.tag('old-name');
    const api = await site.strapi.db.query(TAG_UID).findOne({ where: { slug: 'api' } });
    await site.published('renamed', { tags: [old, api.documentId] });
    const id = async (name: string) => parseAtomFeed(await site.read(`/tags/${name}/atom.xml`)).id;
    const before = await id('api+old-name');
    await site.changeTag(old, { slug: 'a-new-name' });
    expect(await site.status('/tags/api+old-name/feed.json')).toEqual([
      301,
      '/tags/a-new-name+api/feed.json',
    ]);
    expect(await id('a-new-name+api')).toBe(before);
    expect(await id('a-new-name,api')).not.toBe(before);
  });
});
