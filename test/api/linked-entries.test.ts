/**
 * @runs-on sqlite: What an entry leads to is populated by Strapi’s own queries; that a date brings
 * and ends entries is tested on a server by until.test.ts and freshness.test.ts.
 */
/** Components that lead to other entries, as functions of the site show them. */
import { documentsOf } from '../helpers/example-site';
import { dateOf } from '../helpers/dated';
import { reach } from '../helpers/clock';
import { inTime } from '../helpers/due';
import { BASE, type Site, startSite } from '../helpers/site';
import { siteComponent, siteTypes } from '../helpers/site-types';
import { statementsOn } from '../helpers/statements';

const POST = 'api::post.post';

const posts = { type: 'relation', relation: 'oneToMany', target: POST };
const title = { type: 'string' };

const files = {
  ...siteTypes({
    post: {
      draftAndPublish: true,
      attributes: {
        title,
        slug: { type: 'uid' },
        date: { type: 'datetime' },
        ends: { type: 'datetime' },
        secret: { type: 'string', private: true },
        zone: { type: 'dynamiczone', components: ['shared.related', 'shared.box'] },
      },
    },
    place: { attributes: { name: title } },
  }),
  ...siteComponent('shared.related', {
    heading: title,
    posts,
    first: { type: 'relation', relation: 'oneToOne', target: POST },
    places: { type: 'relation', relation: 'oneToMany', target: 'api::place.place' },
    hidden: { ...posts, private: true },
  }),
  ...siteComponent('shared.box', {
    heading: title,
    related: { type: 'component', component: 'shared.related', repeatable: true },
  }),
  'config/plugins.js': `
  const { readFileSync } = require('node:fs');
  const list = ({ heading, posts, first, places, hidden }) =>
    '<h2>' + heading + '</h2>' + [...posts, ...first]
      .map(({ title, url, ...more }) =>
        '<p><a href="' + url + '">' + title + '</a>' + JSON.stringify(more) + '</p>').join('') +
    '<p>' + JSON.stringify([places, hidden]) + '</p>';
  module.exports = () => {
    const plugins = JSON.parse(readFileSync(require('node:path').join(__dirname, '../plugins.json')));
    plugins.syndication.config.sources['${POST}'].components = {
      'shared.related': list,
      'shared.box': ({ heading, related }) => '<h2>' + heading + '</h2>' + related.map(list).join(''),
    };
    return plugins;
  };`,
};

let site: Site;

const create = async (slug: string, more = {}, status: 'draft' | 'published' = 'published') =>
  (
    await documentsOf(site, POST).create({
      data: { title: `About ${slug}`, slug, ...more } as never,
      status,
    })
  ).documentId;

const related = (...ids: string[]) => ({
  __component: 'shared.related',
  heading: 'See also',
  posts: ids,
});

/** Titles and addresses of the links of a page's body, without the address of the site. */
const linksOf = async (path: string): Promise<string[]> => {
  const page = await site.read(path);
  return [...page.matchAll(/<a href="([^"]+)">(About [^<]+)<\/a>/g)]
    .filter(
      ([, url]) =>
        url!.startsWith(`${BASE}/posts/`) && page.includes(`<p dir="auto"><a href="${url}"`),
    )
    .map(([, url, text]) => `${text} ${url!.slice(BASE.length)}`);
};

const text = async (path: string): Promise<string> =>
  (await site.read(path)).replace(/&quot;|&#34;/g, '"');

beforeAll(async () => {
  site = await startSite(
    { sources: { [POST]: { date: 'date', until: 'ends' } } as never },
    undefined,
    { files },
  );
});
afterAll(() => site?.stop());

it('gets the titles and addresses of public entries, in their order, and nothing else of them', async () => {
  const one = await create('one', { secret: 'x' });
  const two = await create('two');
  const draft = await create('draft', {}, 'draft');
  await create('host', { zone: [related(two, one, draft)] });
  expect(await linksOf('/posts/host/')).toEqual(['About two /posts/two/', 'About one /posts/one/']);
  const page = await text('/posts/host/');
  expect(page).toContain('</a>{}</p>');
  // What has no page, or is private, is left out.
  expect(page).toContain('<p dir="auto">[null,null]</p>');
  expect(page).not.toContain('About draft');
  expect(await site.read('/posts/index.xml')).not.toContain('About draft');
});

it('follows what they are called and where they are, and that they are withdrawn', async () => {
  const ahead = await create('ahead');
  await create('follower', { zone: [related(ahead)] });
  expect(await linksOf('/posts/follower/')).toEqual(['About ahead /posts/ahead/']);
  await documentsOf(site, POST).update({
    documentId: ahead,
    data: { title: 'About later', slug: 'later' } as never,
    status: 'published',
  });
  expect(await linksOf('/posts/follower/')).toEqual(['About later /posts/later/']);
  await documentsOf(site, POST).unpublish({ documentId: ahead });
  expect(await linksOf('/posts/follower/')).toEqual([]);
});

it('gets nothing of one that waits for its date, until that comes', async () => {
  let before = '';
  const due = await inTime(async (date) => {
    const waiting = await create(`waiting-${date.getTime()}`, { date });
    await create(`early-${date.getTime()}`, { zone: [related(waiting)] });
    expect(await linksOf(`/posts/early-${date.getTime()}/`)).toEqual([]);
    before = await dateOf(site, `/posts/early-${date.getTime()}/`);
  }, 12_000);
  const path = `/posts/early-${due.getTime()}/`;
  reach(due);
  expect(await linksOf(path)).toHaveLength(1);
  const again = await site.get(path, { headers: { 'If-Modified-Since': before } });
  expect(again.status).toBe(200);
});

it('gets nothing of one that has ended, from the moment on', async () => {
  let before = '';
  const due = await inTime(async (ends) => {
    const ending = await create(`ending-${ends.getTime()}`, { ends });
    await create(`late-${ends.getTime()}`, { zone: [related(ending)] });
    expect(await linksOf(`/posts/late-${ends.getTime()}/`)).toHaveLength(1);
    before = await dateOf(site, `/posts/late-${ends.getTime()}/`);
  }, 12_000);
  const path = `/posts/late-${due.getTime()}/`;
  reach(due);
  expect(await linksOf(path)).toEqual([]);
  const again = await site.get(path, { headers: { 'If-Modified-Since': before } });
  expect(again.status).toBe(200);
});

it('gets them in components within, and of relations to one, with few statements more', async () => {
  const [a, b] = [await create('a'), await create('b')];
  const inner = { heading: 'Inner', posts: [a], first: b };
  await create('nested', {
    zone: [{ __component: 'shared.box', heading: 'Outer', related: [inner, inner] }],
  });
  expect(await linksOf('/posts/nested/')).toEqual([
    'About a /posts/a/',
    'About b /posts/b/',
    'About a /posts/a/',
    'About b /posts/b/',
  ]);
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      create(`many-${place}`, { zone: [related(a), related(b)] }),
    ),
  );
  expect(many).toHaveLength(12);
  const asked = await statementsOn(site.app, 'posts_lnk', () => site.read('/posts/feed.json'));
  // Of all components of a response together, not of each.
  // Whole entries are read by Strapi itself, for its events.
  const own = asked.filter(({ sql }) => !/t0.?\.\*/.test(sql));
  expect(own).toHaveLength(1);
});
