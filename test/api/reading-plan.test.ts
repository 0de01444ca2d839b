/**
 * @runs-on sqlite: What a mapping makes of entries that Strapi has read; that the lists follow them
 * is tested on every database by own-types.test.ts.
 */
import type { UID } from '@strapi/strapi';
import { parseAtomFeed, parseRssFeed } from 'feedsmith';

import { PERMISSIONS } from '../../src/lib/constants';
import { plans } from '../../src/mapping/compile-plan';
import { signIn } from '../helpers/admin';
import { preparedDatabase } from '../helpers/app';
import { CATEGORY_UID, MAPPED_PLAN, NEWS_UID, NOTE_UID, WRITER_UID } from '../helpers/mapped-plan';
import { MAPPED_TYPES } from '../helpers/mapped-types';
import { BASE, DATE, type Site, startSite } from '../helpers/site';
import { settled } from '../helpers/state';
import { untilIdle } from '../helpers/until-idle';

type Data = Record<string, unknown>;

let site: Site;
let tech: string;
let rural: string;
let ana: string;

const documents = (uid: string) => site.strapi.documents(uid as UID.ContentType);

const publish = async (uid: string, data: Data): Promise<string> =>
  (await documents(uid).create({ data, status: 'published' } as never)).documentId;

const draft = async (uid: string, data: Data): Promise<string> =>
  (await documents(uid).create({ data } as never)).documentId;

/** What somebody with the addresses of a preview sees. */
const preview = async (
  contentType: string,
  documentId: string,
): Promise<{ page: string; feed: string }> => {
  const admin = await signIn(site.app, 'strapi-super-admin');
  const query = `contentType=${contentType}&documentId=${documentId}`;
  const response = await admin(`/syndication/previews/address?${query}`);
  const { data } = (await response.json()) as { data: { page: string; feed: string } };
  // As the panel's own frame asks for it, which shows no bar.
  const init = { headers: { 'Sec-Fetch-Dest': 'iframe' } };
  const see = async (address: string): Promise<string> =>
    (await site.get(address.replace(BASE, ''), init)).text();
  return { page: await see(data.page), feed: await see(data.feed) };
};

const update = (uid: string, documentId: string, data: Data) =>
  documents(uid).update({ documentId, data, status: 'published' } as never);

const publishNews = (slug: string, more: Data = {}) =>
  publish(NEWS_UID, { headline: `News of ${slug}`, slug, day: DATE, category: tech, ...more });

const links = async (feed: string): Promise<string[]> =>
  (parseRssFeed(await site.read(feed)).items ?? []).map(({ link = '' }) => link.replace(BASE, ''));

beforeAll(async () => {
  await preparedDatabase({});
  jest.spyOn(plans, 'compile').mockReturnValue(MAPPED_PLAN);
  site = await startSite({}, undefined, { files: MAPPED_TYPES });
  tech = await publish(CATEGORY_UID, { label: 'Tech', slug: 'tech', about: 'All of it.' });
  rural = await publish(CATEGORY_UID, { label: 'Rural', slug: 'rural' });
  ana = await publish(WRITER_UID, { name: 'Ana' });
});

afterAll(async () => {
  jest.restoreAllMocks();
  await site?.stop();
});

describe("a site's own content types", () => {
  it('are published at addresses made from their fields, and of fields of what they point to', async () => {
    await publishNews('fibre', {
      text: 'Cables *everywhere*.',
      writer: ana,
      agency: 'dpa',
      further: [rural],
      seo: { description: 'All villages.' },
    });
    const page = await site.read('/news/tech/fibre/');
    expect(page).toContain('<h1 dir="auto">News of fibre</h1>');
    expect(page).toContain('Cables <em>everywhere</em>.');
    expect(page).toContain('Ana');
    expect(page).toContain(`<a href="${BASE}/categories/tech/" dir="auto">Tech</a>`);
    expect(await site.status('/news/tech/fibre')).toEqual([301, '/news/tech/fibre/']);
    expect(await site.status('/news/rural/fibre/')).toEqual([404]);
    expect(await site.status('/news/tech/')).toEqual([404]);
    expect(await site.read('/news/tech/fibre/index.md')).toContain('Cables *everywhere*.');
  });

  it('are items of feeds as the mapping says, by the last word of its function', async () => {
    const [item] = parseRssFeed(await site.read('/news/index.xml')).items!;
    expect(item).toMatchObject({
      title: 'News of fibre [dpa]',
      link: `${BASE}/news/tech/fibre/`,
      guid: { value: `${BASE}/news/tech/fibre/` },
      description: 'All villages.',
    });
    const [entry] = parseAtomFeed(await site.read('/categories/tech/atom.xml')).entries!;
    expect(entry).toMatchObject({
      authors: [{ name: 'Ana' }],
      categories: [
        { term: 'tech', label: 'Tech', scheme: `${BASE}/categories/` },
        { term: 'rural', label: 'Rural', scheme: `${BASE}/categories/` },
      ],
    });
  });

  it('are previewed as they will be published, with what they point to as it is public', async () => {
    const local = await publish(CATEGORY_UID, { label: 'Local', slug: 'local' });
    const changed = { label: 'Not yet', slug: 'not-yet' };
    await documents(CATEGORY_UID).update({ documentId: local, data: changed } as never);
    const secret = await draft(CATEGORY_UID, { label: 'Secret', slug: 'secret' });
    const documentId = await draft(NEWS_UID, {
      ...{ headline: 'Soon', slug: 'soon', day: DATE, text: 'Here *soon*.', agency: 'dpa' },
      ...{ category: local, further: [tech, secret], writer: ana, seo: { description: 'Few.' } },
    });
    const { page, feed } = await preview(NEWS_UID, documentId);
    expect(page).toContain(`${BASE}/news/local/soon/`);
    for (const shown of ['Here <em>soon</em>.', 'Ana', 'Local', 'Tech']) {
      expect(page).toContain(shown);
    }
    expect(page).not.toMatch(/Not yet|Secret/);
    expect(parseRssFeed(feed).items).toMatchObject([
      { title: '[Draft] Soon [dpa]', link: `${BASE}/news/local/soon/`, description: 'Few.' },
    ]);
    await documents(NEWS_UID).publish({ documentId } as never);
    // The moment of publication, which comes after that of the preview.
    const withoutMoment = (html: string) =>
      html
        .replace(/"dateModified":"[^"]*"/, '')
        .replace(/(article:modified_time" content=")[^"]*/, '$1');
    expect(withoutMoment(page)).toBe(withoutMoment(await site.read('/news/local/soon/')));
    await documents(NEWS_UID).delete({ documentId } as never);
  });

  it('are previewed before they have an address, and are no item where they are kept out', async () => {
    const documentId = await draft(NEWS_UID, { headline: 'Hardly begun', noindex: true });
    const { page, feed } = await preview(NEWS_UID, documentId);
    expect(page).toContain('<h1 dir="auto">Hardly begun</h1>');
    expect(parseRssFeed(feed).items ?? []).toEqual([]);
  });

  it('are previewed by who may read all that is shown of them', async () => {
    const documentId = await draft(NEWS_UID, { headline: 'For some', slug: 'for-some' });
    const query = `contentType=${NEWS_UID}&documentId=${documentId}`;
    const statusWith = async (fields: string[]): Promise<number> => {
      const action = 'plugin::content-manager.explorer.read';
      const user = await signIn(site.app, {
        actions: [PERMISSIONS.sharePreviews],
        permissions: [{ action, subject: NEWS_UID, properties: { fields } }],
      });
      return (await user(`/syndication/previews/address?${query}`)).status;
    };
    const shown = ['headline', 'slug', 'teaser', 'text', 'day', 'agency', 'picture', 'noindex'];
    const related = ['category', 'further', 'writer', 'seo.description'];
    expect(await statusWith([...shown, ...related])).toBe(200);
    expect(await statusWith([...shown.slice(1), ...related])).toBe(404);
  });

  it('have feeds and listings of their own, and all together those of the site', async () => {
    const note = await publish(NOTE_UID, { title: 'A note' });
    expect(await links('/notes/index.xml')).toEqual([`/notes/${note}/read/`]);
    expect(await links('/news/index.xml')).toEqual(['/news/tech/fibre/']);
    expect(await links('/index.xml')).toEqual([`/notes/${note}/read/`, '/news/tech/fibre/']);
    expect(await links('/categories/rural+tech/index.xml')).toEqual(['/news/tech/fibre/']);
    expect(await site.read('/notes/')).toContain('<h1><bdi>Notes</bdi></h1>');
    expect(await site.read(`/notes/${note}/read/`)).toContain('<h1 dir="auto">A note</h1>');
    expect(await site.read(`/notes/${note}/read/`)).toContain(
      `<a rel="prev" href="${BASE}/news/tech/fibre/">`,
    );
    expect(await site.read('/categories/')).toContain('<h1>Categories</h1>');
    expect(await site.status('/posts/')).toEqual([404]);
    expect(await site.status('/tags/')).toEqual([404]);
    const opml = await site.read('/feeds.opml');
    const sitemap = await site.read('/sitemap.xml');
    for (const path of ['/news/', '/notes/', '/categories/rural/', '/categories/tech/']) {
      expect(opml).toContain(`xmlUrl="${BASE}${path}index.xml"`);
      expect(sitemap).toContain(`<loc>${BASE}${path}</loc>`);
    }
    expect(sitemap).toContain(`<loc>${BASE}/notes/${note}/read/</loc>`);
    expect(await site.read('/llms.txt')).toContain('News of fibre');
  });

  it('have no address without all of its parts, and are listed nowhere then', async () => {
    await publishNews('adrift', { category: null });
    const draft = await documents(CATEGORY_UID).create({
      data: { label: 'X', slug: 'x' },
    } as never);
    await publishNews('early', { category: draft.documentId });
    await publishNews('kept-out', { noindex: true });
    expect(await links('/news/index.xml')).toEqual(['/news/tech/fibre/']);
    expect(await site.status('/news/x/early/')).toEqual([404]);
    expect(await site.read('/news/tech/kept-out/')).toContain('News of kept-out');
  });

  it('show what they point to as it is, in the next response', async () => {
    const addresses = ['/news/tech/fibre/', '/news/atom.xml', '/categories/tech/feed.json'];
    for (const address of addresses) expect(await site.read(address)).toContain('Ana');
    await update(WRITER_UID, ana, { name: 'Bo' });
    for (const address of addresses) expect(await site.read(address)).toContain('Bo');
    await update(CATEGORY_UID, rural, { label: 'Countryside' });
    for (const address of addresses) expect(await site.read(address)).toContain('Countryside');
    await documents(CATEGORY_UID).unpublish({ documentId: rural } as never);
    for (const address of addresses) expect(await site.read(address)).not.toContain('Countryside');
    expect(await site.status('/categories/rural/')).toEqual([410]);
    await documents(CATEGORY_UID).publish({ documentId: rural } as never);
    expect(await site.status('/categories/rural/')).toEqual([200]);
    await documents(CATEGORY_UID).unpublish({ documentId: rural } as never);
  });

  it('are found where they were when a part of their address changes', async () => {
    expect(await site.read('/news/tech/fibre/')).toContain('News of fibre');
    await update(CATEGORY_UID, tech, { slug: 'it' });
    expect(await site.status('/news/tech/fibre/')).toEqual([301, '/news/it/fibre/']);
    expect(await site.status('/categories/tech/')).toEqual([301, '/categories/it/']);
    const [item] = parseRssFeed(await site.read('/news/index.xml')).items!;
    expect(item).toMatchObject({
      link: `${BASE}/news/it/fibre/`,
      guid: { value: `${BASE}/news/tech/fibre/` },
    });
  });

  it('are gone when they were deleted or withdrawn', async () => {
    const gone = await publishNews('gone');
    const withdrawn = await publishNews('withdrawn');
    expect(await site.read('/news/it/gone/')).toContain('News of gone');
    await documents(NEWS_UID).delete({ documentId: gone } as never);
    await documents(NEWS_UID).unpublish({ documentId: withdrawn } as never);
    expect(await site.status('/news/it/gone/')).toEqual([410]);
    expect(await site.status('/news/it/withdrawn/')).toEqual([410]);
    expect(await site.status('/news/it/never/')).toEqual([404]);
  });

  it('are read by as many statements, however many there are', async () => {
    const { connection } = site.strapi.db;
    /** Statements on the site's own tables; those of housekeeping come when they come. */
    const count = async (): Promise<number> => {
      // So that no response is cached.
      await publish(NOTE_UID, { title: 'Another note' });
      let statements = 0;
      const note = ({ sql }: { sql: string }) => {
        // For its own events Strapi reads whole rows, some time after a publication.
        if (/\bsite_/.test(sql) && !sql.includes('.*')) statements += 1;
      };
      connection.on('query', note);
      await settled(site.app);
      // Strapi reads for its own events what was written, after the commit.
      await untilIdle(site.strapi, 3);
      statements = 0;
      await site.read('/feed.json');
      connection.removeListener('query', note);
      return statements;
    };
    const before = await count();
    expect(before).toBeGreaterThan(0);
    for (let number = 0; number < 8; number += 1) await publishNews(`more-${number}`);
    expect(await count()).toBe(before);
  });
});
