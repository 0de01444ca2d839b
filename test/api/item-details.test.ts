/**
 * @runs-on sqlite: What is read of an article and its files is read by Strapi; what is made of it
 * here is the same for every database.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';

import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { BASE, type Site, startSite } from '../helpers/site';

const BODY = [
  'See [the other](../other/) and <img src="/i.png" onerror="alert(1)" alt="">.',
  '<script>alert(1)</script>',
  '<iframe src="https://video.example/1" title="The film"></iframe>',
].join('\n\n');

let site: Site;
let files: string;
let tag: string;

/** Uploads a file to the media library as the panel does. */
const upload = async (name: string, mimetype: string, content: string): Promise<number> => {
  const filepath = path.join(files, name);
  writeFileSync(filepath, content);
  const { size } = statSync(filepath);
  const uploaded: { id: number }[] = await site.strapi
    .plugin('upload')
    .service('upload')
    .upload({
      data: { fileInfo: { alternativeText: 'A plug' } },
      files: { filepath, originalFilename: name, mimetype, size },
    });
  return uploaded[0]!.id;
};

beforeAll(async () => {
  files = mkdtempSync(path.join(tmpdir(), 'syndication-files-'));
  site = await startSite({
    content: 'full',
    itemDetails: true,
    copyright: '© 2026 Field Notes & co',
    ttl: 60,
    imageUrl: 'https://www.example.com/logo.png',
  });
  tag = await site.tag('api', { description: 'All about APIs.' });
  const sound = await upload('episode.mp3', 'audio/mpeg', 'x'.repeat(123_457));
  const picture = await upload(
    'plug.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  );
  await site.published('full', {
    tags: [tag],
    author: 'Ana Lima',
    summary: 'In short.',
    body: BODY,
    attachment: sound,
    cover: picture,
  });
});

afterAll(async () => {
  await site.stop();
  rmSync(files, { recursive: true, force: true });
});

const readRss = async () => parseRssFeed(await site.read('/tags/api/index.xml'));
const readAtom = async () => parseAtomFeed(await site.read('/tags/api/atom.xml'));
const readJson = async () => parseJsonFeed(await site.read('/tags/api/feed.json'));

describe('full text and details', () => {
  it('gives the whole article in every format, safe and with absolute addresses', async () => {
    const rss = (await readRss()).items?.[0]?.content?.encoded;
    const atom = (await readAtom()).entries?.[0]?.content;
    const json = (await readJson()).items?.[0]?.content_html;
    expect(rss).toContain(`<a href="${BASE}/posts/other/">the other</a>`);
    expect(rss).toContain('<img src="https://www.example.com/i.png" alt="" />');
    expect(rss).toContain('<a href="https://video.example/1">The film</a>');
    expect(rss).not.toMatch(/script|onerror|iframe/);
    expect(atom).toEqual({ value: rss, type: 'html' });
    expect(json).toBe(rss);
    const read = await new Parser().parseString(await site.read('/tags/api/index.xml'));
    expect(read.items[0]?.['content:encoded']).toBe(rss);
  });

  it('keeps the summary beside the full text', async () => {
    expect((await readRss()).items?.[0]?.description).toBe('In short.');
    expect((await readAtom()).entries?.[0]?.summary?.value).toBe('In short.');
    expect((await readJson()).items?.[0]?.summary).toBe('In short.');
  });

  it('attaches sound with its true length and type', async () => {
    const expected = { length: 123_457, type: 'audio/mpeg' };
    const [enclosure] = (await readRss()).items?.[0]?.enclosures ?? [];
    expect(enclosure).toMatchObject(expected);
    expect(enclosure?.url).toMatch(/^https:\/\/www\.example\.com\/uploads\/episode.*\.mp3$/);
    const link = (await readAtom()).entries?.[0]?.links?.find(({ rel }) => rel === 'enclosure');
    expect(link).toMatchObject({ ...expected, href: enclosure?.url });
    expect((await readJson()).items?.[0]?.attachments).toEqual([
      { url: enclosure?.url, mime_type: 'audio/mpeg', size_in_bytes: 123_457 },
    ]);
    const read = await new Parser().parseString(await site.read('/tags/api/index.xml'));
    expect(read.items[0]?.enclosure).toEqual({
      url: enclosure?.url,
      length: '123457',
      type: 'audio/mpeg',
    });
  });

  it('names author and tags and shows the cover, in RSS as well on request', async () => {
    const [item] = (await readRss()).items ?? [];
    expect(item?.dc?.creators).toEqual(['Ana Lima']);
    expect(item?.categories).toEqual([{ name: 'Api', domain: `${BASE}/tags/` }]);
    const [picture] = item?.media?.contents ?? [];
    expect(picture).toMatchObject({ type: 'image/svg+xml', medium: 'image' });
    expect(picture?.description?.value).toBe('A plug');
    expect((await readAtom()).entries?.[0]?.media?.contents?.[0]?.url).toBe(picture?.url);
    expect((await readJson()).items?.[0]?.image).toBe(picture?.url);
  });

  it('says who holds the rights, how often to ask and which picture stands for the site', async () => {
    const rss = await readRss();
    expect(rss).toMatchObject({
      copyright: '© 2026 Field Notes & co',
      ttl: 60,
      image: { url: 'https://www.example.com/logo.png', title: rss.title, link: rss.link },
    });
    const atom = await readAtom();
    expect(atom.rights?.value).toBe('© 2026 Field Notes & co');
    expect(atom.logo).toBe('https://www.example.com/logo.png');
    expect(atom.subtitle?.value).toBe('All about APIs.');
    expect((await readJson()).icon).toBe('https://www.example.com/logo.png');
  });

  it('stays valid with everything in it', async () => {
    expect(await atomErrors(await site.read('/tags/api/atom.xml'))).toEqual([]);
    expect(jsonFeedErrors(await site.read('/tags/api/feed.json'))).toEqual([]);
  });

  it('lets a tag choose summaries where the site has full text, and a picture of its own', async () => {
    const image = await upload(
      'tag.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    await site.changeTag(tag, { content: 'summary', image });
    expect(await site.read('/tags/api/index.xml')).not.toContain('content:encoded');
    expect((await readJson()).items?.[0]).not.toHaveProperty('content_html');
    expect((await readRss()).image?.url).toMatch(/\/uploads\/tag.*\.svg$/);
    expect(await site.read('/index.xml')).toContain('content:encoded');
  });

  it('says nothing of a file that is not there', async () => {
    const slug = 'plain';
    const article = await site.published(slug, { tags: [tag], body: '' });
    const item = (await readJson()).items?.find(({ url }) => url?.includes(slug));
    expect(item).not.toHaveProperty('attachments');
    expect(item).not.toHaveProperty('image');
    await site.delete(article);
  });
});
