/**
 * @runs-on sqlite postgres: What an address leads to is asked for by statements that other tests ask every database,
 * such as former-addresses.test.ts, cached-notices.test.ts and any-slug.test.ts.
 */
import { parseAtomFeed, parseRssFeed } from 'feedsmith';

import { FEED_FORMATS } from '../../src/feed/formats';
import { reach } from '../helpers/clock';
import { BASE, type Site, startSite } from '../helpers/site';

const FILES = FEED_FORMATS.map(({ fileName }) => fileName);

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.stop());

describe('addresses that last', () => {
  it('leads from every slug a tag ever had to its present one, in every format', async () => {
    const tag = await site.tag('first');
    await site.changeTag(tag, { slug: 'second' });
    await site.changeTag(tag, { slug: 'third' });
    for (const slug of ['first', 'second']) {
      for (const end of ['', ...FILES]) {
        expect(await site.status(`/tags/${slug}/${end}`)).toEqual([301, `/tags/third/${end}`]);
      }
      expect(await site.status(`/tags/${slug}/page/2/atom.xml`)).toEqual([
        301,
        '/tags/third/page/2/atom.xml',
      ]);
    }
    expect(await site.status('/tags/third/feed.json')).toEqual([200]);
  });

  it('gives a freed slug to the tag that takes it', async () => {
    const tag = await site.tag('taken');
    await site.changeTag(tag, { slug: 'moved' });
    await site.tag('taken');
    expect(await site.status('/tags/taken/atom.xml')).toEqual([200]);
  });

  it('answers 410 for a deleted tag and 404 for one that never was', async () => {
    const tag = await site.tag('deleted');
    await site.deleteTag(tag);
    for (const end of ['', ...FILES]) {
      expect(await site.status(`/tags/deleted/${end}`)).toEqual([410]);
      expect(await site.status(`/tags/never/${end}`)).toEqual([404]);
    }
  });

  it('answers 404 for a hidden tag, under its old slugs as well', async () => {
    const tag = await site.tag('visible');
    await site.changeTag(tag, { slug: 'hidden-now', hidden: true });
    for (const slug of ['visible', 'hidden-now']) {
      for (const end of ['', ...FILES]) {
        expect(await site.status(`/tags/${slug}/${end}`)).toEqual([404]);
      }
    }
    expect(await site.read('/tags/')).not.toContain('hidden-now');
    expect(await site.read('/feeds.opml')).not.toContain('hidden-now');
    expect(await site.read('/sitemap.xml')).not.toContain('hidden-now');
  });

  it('tells nobody of a tag that was never shown, not even when it is deleted', async () => {
    const tag = await site.tag('secret', { hidden: true });
    await site.changeTag(tag, { slug: 'secret-too' });
    await site.deleteTag(tag);
    for (const slug of ['secret', 'secret-too']) {
      expect(await site.status(`/tags/${slug}/`)).toEqual([404]);
    }
  });

  it('leads on from the former slug of a tag that a hidden one has now', async () => {
    const tag = await site.tag('before');
    await site.changeTag(tag, { slug: 'after' });
    const hidden = await site.tag('before', { hidden: true });
    expect(await site.status('/tags/before/index.xml')).toEqual([301, '/tags/after/index.xml']);
    await site.deleteTag(tag);
    expect(await site.status('/tags/before/')).toEqual([410]);
    await site.changeTag(hidden, { hidden: false });
    expect(await site.status('/tags/before/')).toEqual([200]);
  });

  it('answers 410 for a withdrawn article, whatever waits for its date at the address', async () => {
    const article = await site.published('withdrawn');
    await site.unpublish(article);
    expect(await site.status('/posts/withdrawn/')).toEqual([410]);
    const waiting = await site.published('withdrawn', { date: '2099-01-01T00:00:00.000Z' });
    expect(await site.status('/posts/withdrawn/')).toEqual([410]);
    await site.unpublish(waiting);
    expect(await site.status('/posts/withdrawn/')).toEqual([410]);
  });

  it('leads from the old slugs of an article to the present one', async () => {
    const article = await site.published('one');
    await site.republish(article, { slug: 'two' });
    await site.republish(article, { slug: 'three' });
    expect(await site.status('/posts/one/')).toEqual([301, '/posts/three/']);
    expect(await site.status('/posts/two/')).toEqual([301, '/posts/three/']);
  });

  it('tells articles apart that had the same address one after the other', async () => {
    const tag = await site.tag('apart');
    const earlier = await site.published('same', { tags: [tag] });
    await site.republish(earlier, { slug: 'not-the-same' });
    // Another title: a slug that only follows the title makes way for addresses of others.
    const later = await site.published('same', { title: 'Once more', tags: [tag] });
    const guids = async () =>
      parseRssFeed(await site.read('/tags/apart/index.xml')).items?.map(({ guid, link }) => [
        link,
        guid?.value,
        guid?.isPermaLink,
      ]);
    const expected = expect.arrayContaining([
      [`${BASE}/posts/not-the-same/`, `${BASE}/posts/same/`, false],
      [`${BASE}/posts/same/`, `${BASE}/posts/same/#${later}`, false],
    ]);
    expect(await guids()).toEqual(expected);
    await site.delete(earlier);
    expect(await guids()).toEqual([[`${BASE}/posts/same/`, `${BASE}/posts/same/#${later}`, false]]);
  });

  it('gives a new article or tag at the address of a deleted one an id of its own', async () => {
    const tag = await site.tag('again');
    const earlier = await site.published('written-anew', { tags: [tag] });
    await site.delete(earlier);
    const later = await site.published('written-anew', { tags: [tag] });
    const [item] = parseRssFeed(await site.read('/tags/again/index.xml')).items!;
    expect([item!.link, item!.guid?.value]).toEqual([
      `${BASE}/posts/written-anew/`,
      `${BASE}/posts/written-anew/#${later}`,
    ]);
    const idOf = async () => parseAtomFeed(await site.read('/tags/again/atom.xml')).id;
    const before = await idOf();
    await site.deleteTag(tag);
    await site.tag('again');
    expect(await idOf()).not.toBe(before);
  });

  it('never leads to a draft: a withdrawn article is gone', async () => {
    const article = await site.published('withdrawn');
    await site.republish(article, { slug: 'withdrawn-later' });
    await site.unpublish(article);
    expect(await site.status('/posts/withdrawn/')).toEqual([410]);
    expect(await site.status('/posts/withdrawn-later/')).toEqual([410]);
    await site.publish(article);
    expect(await site.status('/posts/withdrawn-later/')).toEqual([200]);
  });

  it('says in HTML that a page is gone and in plain text that a feed is', async () => {
    const article = await site.published('removed');
    await site.delete(article);
    const page = await site.get('/posts/removed/');
    expect(page.status).toBe(410);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const feed = await site.get('/tags/deleted/atom.xml');
    expect(feed.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('tells nobody of an article that waits for its date', async () => {
    await site.published('tomorrow', { date: '2999-01-01T00:00:00.000Z' });
    expect(await site.status('/posts/tomorrow/')).toEqual([404]);
    const article = await site.published('postponed');
    await site.republish(article, { date: '2999-01-01T00:00:00.000Z', slug: 'postponed-2' });
    expect(await site.status('/posts/postponed/')).toEqual([404]);
  });

  it('tells nobody that there was an article that went before its date came', async () => {
    const date = '2999-01-01T00:00:00.000Z';
    const deleted = await site.published('embargoed', { date });
    await site.republish(deleted, { slug: 'embargoed-2' });
    const taken = await site.published('embargoed-3', { date });
    const addresses = ['embargoed', 'embargoed-2', 'embargoed-3'].flatMap((slug) => [
      `/posts/${slug}/`,
      `/posts/${slug}/index.md`,
    ]);
    const statuses = () => Promise.all(addresses.map(site.status));
    const unknown = addresses.map(() => [404]);
    expect(await statuses()).toEqual(unknown);
    await site.delete(deleted);
    await site.unpublish(taken);
    await site.change(taken, { date: null });
    expect(await statuses()).toEqual(unknown);
    await site.delete(taken);
    expect(await statuses()).toEqual(unknown);
  });

  it('says that an article is gone that readers saw once, whatever its date was in the end', async () => {
    const seen = await site.published('seen');
    await site.republish(seen, { slug: 'seen-2' });
    await site.republish(seen, { date: '2999-01-01T00:00:00.000Z' });
    // Another article was to be where it was.
    const other = await site.published('seen', { date: '2999-01-01T00:00:00.000Z' });
    for (const documentId of [seen, other]) await site.delete(documentId);
    for (const slug of ['seen', 'seen-2']) {
      expect(await site.status(`/posts/${slug}/`)).toEqual([410]);
    }
  });

  it('says that an article is gone whose date came, at the addresses it had by then', async () => {
    const due = new Date(Date.now() + 2_000);
    const article = await site.published('came', { date: due });
    reach(due);
    expect(await site.status('/posts/came/')).toEqual([200]);
    await site.republish(article, { slug: 'came-2' });
    await site.delete(article);
    expect(await site.status('/posts/came/')).toEqual([410]);
    expect(await site.status('/posts/came-2/')).toEqual([410]);
  });
});
