/**
 * @runs-on sqlite: What parts of an entry are read from is read by Strapi's own queries, the same on every
 * database; what is shown of them is made by functions that are tested on their own.
 */
import { parseAtomFeed, parseOpml, parseRssFeed } from 'feedsmith';

import { FILE_UID, PERMISSIONS } from '../../src/lib/constants';
import { signIn } from '../helpers/admin';
import { documentsOf } from '../helpers/example-site';
import { htmlProblems } from '../helpers/html';
import { BASE, type Site, startSite } from '../helpers/site';
import { siteComponent, siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';

const POST = 'api::post.post';
const NOTICE = 'api::notice.notice';
const WRITER = 'api::writer.writer';
const MEMBER = 'api::member.member';
const CATEGORY = 'api::category.category';
const COLUMN = 'api::column.column';
const PANEL_USER = 'admin::user';

const title = { type: 'string' };
const slug = { type: 'uid' };
const relation = (target: string) => ({ type: 'relation', relation: 'manyToMany', target });
const pictures = { type: 'media', multiple: true, allowedTypes: ['images', 'files'] };
const picture = { type: 'media', multiple: false, allowedTypes: ['images'] };
const person = {
  firstName: title,
  lastName: title,
  slug: { type: 'uid', targetField: 'lastName' },
};

const files = {
  ...siteTypes({
    post: {
      draftAndPublish: true,
      attributes: {
        title,
        slug,
        cover: picture,
        content: { type: 'richtext' },
        dynamic_zone: { type: 'dynamiczone', components: ['shared.box'] },
        gallery: pictures,
        downloads: { type: 'component', component: 'shared.file', repeatable: true },
        blog_authors: relation(WRITER),
        team: relation(MEMBER),
        guest: title,
        categories: relation(CATEGORY),
      },
    },
    notice: { attributes: { title, slug, authors: { type: 'json' } } },
    column: {
      attributes: { title, slug, author: { ...relation(PANEL_USER), relation: 'oneToOne' } },
    },
    writer: { attributes: person },
    member: { draftAndPublish: true, attributes: person },
    category: { pluralName: 'categories', attributes: { name: title, slug, image: picture } },
  }),
  ...siteComponent('shared.box', { heading: title, text: { type: 'text' } }),
  ...siteComponent('shared.file', {
    title,
    media: { type: 'media', multiple: false, allowedTypes: ['images', 'files'] },
  }),
};

/** Functions are in no JSON: the configuration is read, and these are added. */
const PLUGINS = `
  const { readFileSync } = require('node:fs');
  module.exports = () => {
    const plugins = JSON.parse(readFileSync(require('node:path').join(__dirname, '../plugins.json')));
    plugins.syndication.config.sources['${NOTICE}'].entry = (shown, { title }) =>
      title === 'A notice'
        ? { title: 'Noticed: ' + shown.title, summary: 'In short.', author: 'The desk' }
        : undefined;
    return plugins;
  };`;

let site: Site;
const ids: Record<string, string> = {};
/** What is logged as an error from the start on: a failure is said once. */
let failures: jest.SpyInstance;

const file = async (name: string, mime: string): Promise<number> => {
  const created = await site.strapi.db.query(FILE_UID).create({
    data: {
      ...{ name, hash: name.replace('.', '_'), ext: name.slice(-4), mime, size: 12.5 },
      ...{ provider: 'local', url: `/uploads/${name}`, width: 800, height: 600 },
    },
  });
  return created.id as number;
};

const create = async (uid: string, data: object): Promise<string> =>
  (await documentsOf(site, uid).create({ data: data as never, status: 'published' })).documentId;

beforeAll(async () => {
  site = await startSite(
    {
      content: 'full',
      itemDetails: true,
      sources: {
        [POST]: {
          cover: ['cover', 'categories.image', 'gallery'],
          author: ['blog_authors', 'team', 'guest'],
          listing: {
            title: { en: 'The <Log>', cs: 'Deník' },
            description: 'What we do & why.',
          },
        },
        [NOTICE]: {},
        [COLUMN]: { author: ['author.firstname', 'author.lastname'] },
      } as never,
    },
    undefined,
    { files: { ...files, 'config/plugins.js': PLUGINS } },
  );
  failures = jest.spyOn(site.strapi.log, 'error').mockReturnValue(site.strapi.log);
  const [pdf, one, two] = [
    await file('plan.pdf', 'application/pdf'),
    await file('bridge.jpg', 'image/jpeg'),
    await file('harbour.jpg', 'image/jpeg'),
  ];
  ids.ada = await create(WRITER, { firstName: 'Ada', lastName: 'Byron', slug: 'byron' });
  ids.grace = await create(MEMBER, { firstName: 'Grace', lastName: 'Hopper', slug: 'hopper' });
  ids.plain = await create(CATEGORY, { name: 'plain', slug: 'plain' });
  ids.news = await create(CATEGORY, { name: 'news', slug: 'news', image: two });
  ids.full = await create(POST, {
    ...{ title: 'With everything', slug: 'full', content: 'The *content*.' },
    dynamic_zone: [{ __component: 'shared.box', heading: 'A box', text: 'What is in it.' }],
    gallery: [pdf, one],
    downloads: [{ title: 'The whole plan', media: pdf }],
    ...{ blog_authors: [ids.ada], team: [ids.grace], categories: [ids.plain, ids.news] },
  });
  await create(NOTICE, { title: 'A notice', slug: 'a' });
  await create(NOTICE, {
    ...{ title: 'By two', slug: 'two', authors: [{ given: 'Ada', family: 'Byron' }, 'Grace'] },
  });
  const { id: user } = await site.strapi.db.query(PANEL_USER).create({
    data: { firstname: 'Erika', lastname: 'Muster', email: 'erika@example.com', isActive: true },
  });
  await create(COLUMN, { title: 'By a user', slug: 'by-a-user', author: user });
  ids.bare = await create(POST, {
    ...{ title: 'With little', slug: 'bare', gallery: [pdf, one], guest: 'A guest' },
  });
  await settled(site);
});
afterAll(() => site?.stop());

const itemAt = async (path: string) =>
  (parseRssFeed(await site.read('/posts/index.xml')).items ?? []).find(
    ({ link }) => link === BASE + path,
  )!;

describe('an entry with its parts in several fields', () => {
  it('has its text, its zone, its gallery and its files in this order, on its page and in feeds', async () => {
    const html = (await itemAt('/posts/full/')).content!.encoded!;
    const places = [
      '<em>content</em>',
      '<h2>A box</h2>',
      'What is in it.',
      'bridge.jpg',
      '>plan.pdf</a></li>',
      '>The whole plan</a></p>',
    ].map((text) => html.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    const page = await site.read('/posts/full/');
    expect(await htmlProblems(page)).toEqual([]);
    expect(page).toContain('A box');
    expect(page).toContain('bridge.jpg');
  });

  it('is by the user of the panel whose first and last name its source asks for', async () => {
    const feed = await site.read('/columns/index.xml');
    expect(feed).toContain('<dc:creator>Erika Muster</dc:creator>');
    expect(feed).not.toContain('erika@');
  });

  it('is previewed by a role, which cannot be given the users of the panel', async () => {
    const editor = await signIn(site.app, {
      actions: [PERMISSIONS.readFeeds],
      permissions: [
        {
          action: 'plugin::content-manager.explorer.read',
          subject: COLUMN,
          properties: { fields: ['title', 'slug', 'author'] },
        },
      ],
    });
    const { documentId } = await site.strapi.db
      .query(COLUMN)
      .findOne({ where: { slug: 'by-a-user' } });
    const preview = async (values: object) => {
      const body = {
        contentType: COLUMN,
        documentId,
        values: { title: 'By a user', slug: 'by-a-user', ...values },
      };
      const response = await editor('/syndication/previews', { method: 'POST', body });
      return ((await response.json()) as { data: object }).data;
    };
    expect(await preview({})).toMatchObject({ publicLink: `${BASE}/columns/by-a-user/` });
    // Who chooses another one would learn the name.
    const { documentId: other } = await site.strapi.db.query(PANEL_USER).create({
      data: { firstname: 'Otto', lastname: 'Other', email: 'otto@example.com', isActive: true },
    });
    const author = { connect: [{ documentId: other }], disconnect: [] };
    expect(await preview({ author })).toEqual({ isWithheld: true, fields: ['author'] });
  });

  it('is by everybody that its relations lead to, each by a name of two fields with a page', async () => {
    const page = await site.read('/posts/full/');
    expect(page).toContain(
      `<a rel="author" href="${BASE}/writers/byron/"><bdi>Ada Byron</bdi></a>`,
    );
    expect(page).toContain(
      `<a rel="author" href="${BASE}/members/hopper/"><bdi>Grace Hopper</bdi></a>`,
    );
    for (const [path, name] of [
      ['/writers/byron/', 'Ada Byron'],
      ['/members/hopper/', 'Grace Hopper'],
    ] as const) {
      const own = await site.read(path);
      expect(own).toContain(`<h1><bdi>${name}</bdi></h1>`);
      expect(own).toContain(`${BASE}/posts/full/`);
      expect(own).not.toContain(`${BASE}/posts/bare/`);
    }
  });

  it('is by the name in a text where its relations lead to nobody', async () => {
    expect((await itemAt('/posts/bare/')).dc?.creators).toEqual(['A guest']);
  });

  it('has the first picture there is for its cover, of several fields and of one with several', async () => {
    expect(await site.read('/posts/full/')).toMatch(/og:image" content="[^"]*harbour\.jpg"/);
    expect(await site.read('/posts/bare/')).toMatch(/og:image" content="[^"]*bridge\.jpg"/);
  });

  it('is listed under the title that the type is given, with what it says of itself, in every format', async () => {
    const page = await site.read('/posts/');
    expect(await htmlProblems(page)).toEqual([]);
    expect(page).toContain('<h1><bdi>The &lt;Log></bdi></h1>');
    expect(page).toContain('What we do &amp; why.');
    const { title: named, description } = parseRssFeed(await site.read('/posts/index.xml'));
    expect(named).toBe('The <Log> on Field Notes');
    // Every reader takes it for HTML.
    expect(description).toBe('What we do &amp; why.');
    const atom = parseAtomFeed(await site.read('/posts/atom.xml'));
    expect(JSON.stringify(atom.subtitle)).toContain('What we do & why.');
    expect(await site.read('/notices/')).toContain('<h1><bdi>Notices</bdi></h1>');
    const { body } = parseOpml(await site.read('/feeds.opml'));
    expect(JSON.stringify(body)).toContain('The <Log> on Field Notes');
  });

  it('shows at once what changes behind its relations', async () => {
    await documentsOf(site, MEMBER).update({
      documentId: ids.grace!,
      data: { lastName: 'Murray Hopper' },
      status: 'published',
    });
    await settled(site);
    expect(await site.read('/posts/full/')).toContain('<bdi>Grace Murray Hopper</bdi></a>');
  });
});

describe('the last word of the site', () => {
  it('holds for pages and listings, and not for feeds; of one that fails, once said, an entry is as it is', async () => {
    for (const address of ['/notices/a/', '/notices/', '/']) {
      const page = await site.read(address);
      expect(page).toContain('Noticed: A notice');
      expect(page).toContain('In short.');
    }
    const page = await site.read('/notices/a/');
    expect(await htmlProblems(page)).toEqual([]);
    expect(page).toContain('<h1 dir="auto">Noticed: A notice</h1>');
    expect(page).toContain('The desk');
    expect(await site.read('/notices/a/index.md')).toMatch(/title: .*Noticed: A notice/);
    expect(await site.read('/llms.txt')).toContain('Noticed: A notice');
    const { items } = parseRssFeed(await site.read('/notices/index.xml'));
    expect(items!.map((item) => item.title)).toContain('A notice');
    expect(await site.read('/notices/two/')).toContain('<h1 dir="auto">By two</h1>');
    expect(failures.mock.calls.map(([line]) => String(line))).toEqual([
      expect.stringContaining('The function "entry" of "api::notice.notice" returned nothing'),
    ]);
    failures.mockRestore();
  });
});

it('names the people of a list in JSON', async () => {
  expect(await site.read('/notices/two/')).toMatch(/Ada Byron[^]*Grace/);
  const { entries } = parseAtomFeed(await site.read('/notices/atom.xml'));
  const entry = entries!.find(({ title: text }) => text?.value === 'By two')!;
  expect(entry.authors).toEqual([{ name: 'Ada Byron' }, { name: 'Grace' }]);
});
