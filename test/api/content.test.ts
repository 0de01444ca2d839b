/**
 * @runs-on sqlite mysql: MariaDB has limits of its own for dates, characters and what is unique;
 * that slugs are nobody else’s is tested on PostgreSQL by slugs.test.ts and saves-at-once.test.ts.
 */
import { errors } from '@strapi/utils';
import Parser from 'rss-parser';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type Admin, logIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { articlesOf, createEditor, type Editor, tagsOf } from '../helpers/content';
import { itemTitles, readFeed, text, unescapeHtml } from '../helpers/feed';
import { countElements, htmlProblems } from '../helpers/html';
import { HOSTILE } from '../helpers/pages';

const BASE = 'https://notes.example.com';

let app: App;
let editor: Editor;
let admin: Admin;

beforeAll(async () => {
  app = await startApp({
    config: {
      baseUrl: BASE,
      siteName: 'Field Notes',
      timeZone: 'Asia/Jakarta',
      itemsPerFeed: 4,
      entriesPerPage: 3,
      excerptCharacters: 60,
      summaryWords: 8,
    },
  });
  editor = createEditor(app);
  admin = await logIn(app);
});

afterAll(() => app.stop());

const read = async (address: string): Promise<string> => (await app.get(address)).text();

const locationOf = async (address: string): Promise<string | null> => {
  const response = await app.get(address);
  return response.status === 301 ? response.headers.get('location') : null;
};

const titlesIn = async (tag: string): Promise<string[]> =>
  itemTitles(await read(`/tags/${tag}/index.xml`));

/** What a call is refused with: message and path of each problem. */
const refusal = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(errors.ValidationError);
  const { message, details } = error as errors.ValidationError<
    string,
    { errors: { path: string[]; message: string }[] }
  >;
  return { message, paths: details.errors.map(({ path }) => path.join('.')) };
};

describe('a tag that is renamed', () => {
  it('shows its new name and title', async () => {
    const id = await editor.tag({ name: 'graphql', slug: 'graphql' });
    await editor.published({ tags: [id] });
    expect(await read('/tags/graphql/index.xml')).toContain(
      '<title>Graphql on Field Notes</title>',
    );
    await editor.changeTag(id, { name: 'GraphQL' });
    expect(await read('/tags/graphql/index.xml')).toContain(
      '<title>GraphQL on Field Notes</title>',
    );
    await editor.changeTag(id, { title: 'All about GraphQL' });
    const xml = await read('/tags/graphql/index.xml');
    expect(xml).toContain('<title>All about GraphQL on Field Notes</title>');
    expect(xml).toContain(
      '<description>Recent content in All about GraphQL on Field Notes</description>',
    );
    expect(await read('/tags/graphql/')).toContain('<h1><bdi>All about GraphQL</bdi></h1>');
    expect(await read('/tags/')).toContain('>All about GraphQL</a>');
  });

  it('is found at its new address, and its old ones lead there', async () => {
    const id = await editor.tag({ name: 'web', slug: 'web' });
    await editor.changeTag(id, { slug: 'web-apis' });
    await editor.changeTag(id, { slug: 'apis' });
    for (const former of ['web', 'web-apis']) {
      expect(await locationOf(`/tags/${former}/`)).toBe(`${BASE}/tags/apis/`);
      expect(await locationOf(`/tags/${former}/index.xml`)).toBe(`${BASE}/tags/apis/index.xml`);
      expect(await locationOf(`/tags/${former}/page/2/`)).toBe(`${BASE}/tags/apis/page/2/`);
    }
    expect(await read('/tags/apis/index.xml')).toContain(
      `<atom:link href="${BASE}/tags/apis/index.xml"`,
    );
    expect(await read('/tags/')).not.toContain(`${BASE}/tags/web/`);
  });

  it('keeps its articles', async () => {
    const id = await editor.tag({ name: 'http', slug: 'http' });
    await editor.published({ title: 'How I Read Headers', tags: [id] });
    await editor.changeTag(id, { slug: 'http-basics' });
    expect(await titlesIn('http-basics')).toEqual(['How I Read Headers']);
  });

  it('gives its old address up to a tag that takes it over', async () => {
    const id = await editor.tag({ name: 'old', slug: 'old' });
    await editor.changeTag(id, { slug: 'older' });
    await editor.tag({ name: 'new owner', slug: 'old' });
    expect(await read('/tags/old/')).toContain('<h1><bdi>New Owner</bdi></h1>');
    expect(await read('/tags/older/')).toContain('<h1><bdi>Old</bdi></h1>');
  });
});

describe('a tag that is deleted', () => {
  it('is gone with its feed and former addresses; its articles stay', async () => {
    const id = await editor.tag({ name: 'doomed', slug: 'doomed' });
    await editor.published({ title: 'How I Stay', slug: 'stay', tags: [id] });
    await editor.changeTag(id, { slug: 'doomed-too' });
    await editor.deleteTag(id);
    for (const address of ['/tags/doomed/', '/tags/doomed-too/', '/tags/doomed/index.xml']) {
      expect((await app.get(address)).status).toBe(410);
    }
    expect((await app.get('/posts/stay/')).status).toBe(200);
    expect(await read('/posts/stay/')).not.toContain('Doomed');
  });
});

describe('articles linked from the tag', () => {
  it('are in its feed: by the document service, when it is created', async () => {
    const article = await editor.published({ title: 'How I Link A' });
    await editor.tag({ slug: 'side-a', articles: [article] });
    expect(await titlesIn('side-a')).toEqual(['How I Link A']);
  });

  it('are in its feed: by the document service, when they are connected', async () => {
    const article = await editor.published({ title: 'How I Link B' });
    const id = await editor.tag({ name: 'side-b', slug: 'side-b' });
    await editor.changeTag(id, { articles: { connect: [article] } });
    expect(await titlesIn('side-b')).toEqual(['How I Link B']);
    expect(await read('/tags/side-b/')).toContain('How I Link B');
    await editor.publish(article);
    expect(await titlesIn('side-b')).toEqual(['How I Link B']);
    await editor.changeTag(id, { articles: { disconnect: [article] } });
    expect(await titlesIn('side-b')).toEqual([]);
  });

  it('are in its feed: by the Content Manager', async () => {
    const article = await editor.published({ title: 'How I Link C' });
    const id = await editor.tag({ name: 'side-c', slug: 'side-c' });
    const response = await admin.send('PUT', `/content-manager/collection-types/${TAG_UID}/${id}`, {
      name: 'side-c',
      slug: 'side-c',
      articles: { connect: [{ documentId: article }] },
    });
    expect(response.status).toBe(200);
    expect(await titlesIn('side-c')).toEqual(['How I Link C']);
  });

  it('are not in its feed while they are drafts, and are once published', async () => {
    const article = await editor.draft({ title: 'How I Link D' });
    const id = await editor.tag({ name: 'side-d', slug: 'side-d' });
    await editor.changeTag(id, { articles: { connect: [article] } });
    expect(await titlesIn('side-d')).toEqual([]);
    expect(await read('/tags/')).not.toContain('>Side-d</a>');
    await editor.publish(article);
    expect(await titlesIn('side-d')).toEqual(['How I Link D']);
    expect(await read('/tags/')).toMatch(/>Side-d<\/a><\/h2><p class="meta">1 article/);
  });
});

describe('articles written in the Content Manager', () => {
  it('are in the feed of the tag they were given', async () => {
    const tag = await editor.tag({ name: 'panel', slug: 'panel' });
    const created = await admin.send('POST', `/content-manager/collection-types/${ARTICLE_UID}`, {
      title: 'How I Use the Panel',
      slug: 'use-the-panel',
      keepOutOfFeeds: false,
      tags: { connect: [{ documentId: tag }] },
    });
    expect(created.status).toBe(201);
    const { documentId } = created.body.data as { documentId: string };
    expect(await titlesIn('panel')).toEqual([]);
    const address = `/content-manager/collection-types/${ARTICLE_UID}/${documentId}/actions/publish`;
    const published = await admin.send('POST', address, {
      title: 'How I Use the Panel',
      slug: 'use-the-panel',
      keepOutOfFeeds: false,
    });
    expect(published.status).toBe(200);
    expect(await titlesIn('panel')).toEqual(['How I Use the Panel']);
  });

  it('with a slug that is no address are refused with what to do, at the field', async () => {
    const { status, body } = await admin.send(
      'POST',
      `/content-manager/collection-types/${ARTICLE_UID}`,
      { title: 'How I Slash', slug: 'How/Slash', keepOutOfFeeds: false },
    );
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining('Use lowercase letters, digits and single hyphens'),
      details: { errors: [{ path: ['slug'] }] },
    });
  });
});

describe('the items of a feed', () => {
  it('are as many as the limit, newest first, and of one date by title', async () => {
    const tag = await editor.tag({ name: 'limit', slug: 'limit' });
    const write = (title: string, date: string) =>
      editor.published({ title, date: `${date}T02:00:00.000Z`, tags: [tag] });
    // Written in an order that is neither that of the dates nor that of the titles.
    await write('Tie C', '2024-01-02');
    await write('Oldest', '2024-01-01');
    await write('tie b', '2024-01-02');
    await write('Newest', '2024-01-03');
    await write('Tie A', '2024-01-02');
    await write('Tie D', '2024-01-02');
    expect(await titlesIn('limit')).toEqual(['Newest', 'Tie A', 'tie b', 'Tie C']);
    const pages = await Promise.all(['/tags/limit/', '/tags/limit/page/2/'].map(read));
    expect(
      pages.map((html) => [...html.matchAll(/">([^<]+)<\/a><\/h2>/g)].map(([, t]) => t)),
    ).toEqual([
      ['Newest', 'Tie A', 'tie b'],
      ['Tie C', 'Tie D', 'Oldest'],
    ]);
  });

  it('are the articles of that tag alone; the site has them all', async () => {
    const one = await editor.tag({ name: 'alone-one', slug: 'alone-one' });
    const two = await editor.tag({ name: 'alone-two', slug: 'alone-two' });
    // Later than every other article of this file, so that the site's feed begins with them.
    const date = new Date();
    await editor.published({ title: 'Alone both', date, tags: [one, two] });
    await editor.published({ title: 'Alone one', date, tags: [one] });
    await editor.published({ title: 'Alone untagged', date });
    expect(await titlesIn('alone-one')).toEqual(['Alone both', 'Alone one']);
    expect(await titlesIn('alone-two')).toEqual(['Alone both']);
    expect(itemTitles(await read('/index.xml')).slice(0, 3)).toEqual([
      'Alone both',
      'Alone one',
      'Alone untagged',
    ]);
  });

  it('have the opening sentences of the body for a summary, and listings the start of it', async () => {
    const tag = await editor.tag({ name: 'summary', slug: 'summary' });
    await editor.published({
      tags: [tag],
      body: '# Heading\n\nThis *first* sentence has six words. The second, a bit longer, reaches the count. The third is left out.',
    });
    const { items } = readFeed(await read('/tags/summary/index.xml'));
    expect(text(items[0]!, 'description')).toBe(
      'This first sentence has six words. The second, a bit longer, reaches the count.',
    );
    expect(await read('/tags/summary/')).toContain(
      '<p dir="auto">This first sentence has six words…</p>',
    );
  });
});

describe('the page of an article', () => {
  it('shows its cover, author and tags', async () => {
    const tag = await editor.tag({ name: 'gallery', slug: 'gallery' });
    const cover = await app.strapi.db.query('plugin::upload.file').create({
      data: {
        name: 'desk.png',
        hash: 'desk',
        ext: '.png',
        mime: 'image/png',
        size: 1,
        url: '/uploads/desk.png',
        provider: 'local',
        alternativeText: 'A desk',
        width: 800,
        height: 600,
      },
    });
    const { documentId } = await articlesOf(app).create({
      data: { title: 'How I Sit', slug: 'sit', author: 'Ayu', cover: cover.id, tags: [tag] },
    });
    await editor.publish(documentId);
    const html = await read('/posts/sit/');
    expect(html).toContain(
      `<img src="${BASE}/uploads/desk.png" alt="A desk" width="800" height="600"/>`,
    );
    expect(html).toContain('Ayu');
    expect(html).toContain(`<a href="${BASE}/tags/gallery/" dir="auto">Gallery</a>`);
    expect(await htmlProblems(html)).toEqual([]);
  });

  it('offers pictures of the media library in the sizes it has, and follows them', async () => {
    const files = app.strapi.db.query('plugin::upload.file');
    const format = (width: number, name: string) => ({ width, url: `/uploads/${name}_fox.png` });
    const { id } = await files.create({
      data: {
        name: 'fox.png',
        hash: 'fox',
        ext: '.png',
        mime: 'image/png',
        size: 1,
        url: '/uploads/fox.png',
        provider: 'local',
        width: 2400,
        height: 1600,
        formats: {
          thumbnail: format(234, 'thumbnail'),
          large: format(1000, 'large'),
          small: format(500, 'small'),
        },
      },
    });
    const { documentId } = await articlesOf(app).create({
      data: {
        title: 'How I Draw',
        slug: 'draw',
        cover: id,
        body: '![Fox](/uploads/fox.png)\n\n![Other](/elsewhere/fox.png)\n\n![No](/uploads/no.png)',
      },
    });
    await editor.publish(documentId);
    const html = await read('/posts/draw/');
    const srcset = `srcset="${BASE}/uploads/small_fox.png 500w, ${BASE}/uploads/large_fox.png 1000w"`;
    expect(html.split(srcset)).toHaveLength(3);
    expect(html).toContain(`<img src="${BASE}/elsewhere/fox.png" alt="Other" loading="lazy" />`);
    expect(await htmlProblems(html)).toEqual([]);
    await files.update({ where: { id }, data: { width: 480, height: 320, formats: null } });
    expect(await read('/posts/draw/')).not.toContain('srcset');
    expect(await read('/posts/draw/')).toContain('width="480" height="320"');
  });
});

describe('hostile input', () => {
  const title = `${HOSTILE} ]]> &nbsp; &#1; 👩‍👩‍👧‍👦 שלום \u202E`;

  beforeAll(async () => {
    const tag = await editor.tag({
      name: HOSTILE,
      slug: 'hostile',
      title: HOSTILE,
      description: HOSTILE,
    });
    await editor.published({
      title,
      slug: 'hostile',
      summary: title,
      author: HOSTILE,
      body: [
        HOSTILE,
        '<script>alert(1)</script>',
        '<img src="/a.png" onerror="alert(1)" alt="A">',
        '[link](javascript:alert(1)) [relative](/tags/)',
        '<iframe src="https://evil.example"></iframe><style>*{display:none}</style>',
        '<form action="https://evil.example"><input></form><svg onload="alert(1)"></svg>',
      ].join('\n\n'),
      tags: [tag],
    });
  });

  it('comes back from the feed as the same characters', async () => {
    const xml = await read('/tags/hostile/index.xml');
    const { channel, items } = readFeed(xml);
    expect(text(channel, 'title')).toBe(`${HOSTILE} on Field Notes`);
    expect(text(items[0]!, 'title')).toBe(title);
    expect(unescapeHtml(text(items[0]!, 'description'))).toBe(title);
    const parsed = await new Parser().parseString(xml);
    expect(parsed.items[0]!.title).toBe(title);
    expect(unescapeHtml(parsed.items[0]!.content!)).toBe(title);
  });

  it.each(['/tags/', '/tags/hostile/', '/posts/hostile/'])(
    'is text on the page %s',
    async (address) => {
      const html = await read(address);
      expect(await htmlProblems(html)).toEqual([]);
      // Data for search engines is no script.
      expect(html.replace(/<script type="application\/ld\+json">/g, '')).not.toMatch(/<script/i);
      for (const name of ['iframe', 'form', 'input', 'svg']) {
        expect([name, countElements(html, name)]).toEqual([name, 0]);
      }
      expect(countElements(html, 'style')).toBe(1);
      expect(html).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+=/);
      expect(html).not.toContain('="javascript:');
    },
  );

  it('in a body is sanitised, and its relative links become absolute', async () => {
    const html = await read('/posts/hostile/');
    expect(html).toContain(`<img src="${BASE}/a.png" alt="A" loading="lazy" />`);
    expect(html).toContain(`<a href="${BASE}/tags/">relative</a>`);
  });
});

describe('what would break an address or a feed', () => {
  const bad = ['How I', 'a/b', 'UPPER', 'a--b', '-a', 'a_b', 'ü', '..', 'a?b'];

  it.each(bad)('is refused as the slug of an article: %j', async (slug) => {
    const { message, paths } = await refusal(
      articlesOf(app).create({ data: { title: 'How I Test', slug } }),
    );
    expect(paths).toEqual(['slug']);
    expect(message).toContain(`"${slug}" cannot be part of an address.`);
    expect(message).toContain('Use lowercase letters, digits and single hyphens, for example "');
  });

  it.each(bad)('is refused as the slug of a tag: %j', async (slug) => {
    const { paths } = await refusal(tagsOf(app).create({ data: { name: 'x', slug } }));
    expect(paths).toEqual(['slug']);
  });

  it('suggests a slug that is allowed', async () => {
    const { message } = await refusal(
      articlesOf(app).create({ data: { title: 'x', slug: 'How I/Test gRPC' } }),
    );
    expect(message).toMatch(/for example "[a-z0-9]+(-[a-z0-9]+)*"\.$/);
  });

  it('is refused at an update and at publication as well', async () => {
    const id = await editor.draft({});
    expect(
      (await refusal(articlesOf(app).update({ documentId: id, data: { slug: 'A/B' } }))).paths,
    ).toEqual(['slug']);
    const untitled = await articlesOf(app).create({ data: { slug: 'untitled' } });
    const { paths } = await refusal(articlesOf(app).publish({ documentId: untitled.documentId }));
    expect(paths).toEqual(['title']);
  });

  it.each([' ', '\n\t', '\u00A0', '\u0001', '\u200B'])(
    'is refused as a title or name: %j',
    async (empty) => {
      const article = await refusal(articlesOf(app).create({ data: { title: empty, slug: 'x' } }));
      expect(article.paths).toEqual(['title']);
      expect(article.message).toContain('The title is empty.');
      const tag = await refusal(tagsOf(app).create({ data: { name: empty, slug: 'x' } }));
      expect(tag.paths).toEqual(['name']);
    },
  );

  it('is refused at publication as an empty title', async () => {
    const id = await editor.draft({ slug: 'empty-title', title: '' });
    const { paths } = await refusal(articlesOf(app).publish({ documentId: id }));
    expect(paths).toEqual(['title']);
  });

  it('is refused as an empty name of a tag', async () => {
    const data = { slug: 'empty-name', name: '' };
    expect((await refusal(tagsOf(app).create({ data }))).paths).toEqual(['name']);
  });

  it.each(['0999-12-31T00:00:00.000Z', '9999-01-01T00:00:00.000Z'])(
    'is refused as a date: %s',
    async (date) => {
      const { message, paths } = await refusal(
        articlesOf(app).create({ data: { title: 'x', slug: 'x', date } }),
      );
      expect(paths).toEqual(['date']);
      expect(message).toContain('Choose a year from 1000 to 9998.');
    },
  );

  it('is refused with all that is wrong at once', async () => {
    const { paths } = await refusal(articlesOf(app).create({ data: { title: ' ', slug: '/' } }));
    expect(paths.sort()).toEqual(['slug', 'title']);
  });

  it.each([
    ['title', 255],
    ['slug', 200],
    ['summary', 1000],
    ['author', 255],
  ])('is refused as a %s of more than %i characters', async (field, length) => {
    const data = (value: string) => ({ title: 'x', slug: `long-${field}`, [field]: value });
    await articlesOf(app).create({ data: data('x'.repeat(length)) });
    const { paths } = await refusal(articlesOf(app).create({ data: data('x'.repeat(length + 1)) }));
    expect(paths).toEqual([field]);
  });
});

describe('two tags', () => {
  it('never share a slug: the second is refused', async () => {
    await editor.tag({ name: 'twin', slug: 'twin' });
    expect(
      (await refusal(tagsOf(app).create({ data: { name: 'x', slug: 'twin' } }))).paths,
    ).toEqual(['slug']);
    const other = await editor.tag({ name: 'other', slug: 'other' });
    expect(
      (await refusal(tagsOf(app).update({ documentId: other, data: { slug: 'twin' } }))).paths,
    ).toEqual(['slug']);
  });

  it('never share a slug, even when they are written past the document service', async () => {
    await editor.tag({ name: 'twin2', slug: 'twin2' });
    const query = app.strapi.db.query(TAG_UID);
    const outcome: unknown = await query
      .create({ data: { documentId: 'twin2', name: 'twin2', slug: 'twin2' } })
      // As text: the SQLite driver's errors come from outside Jest's realm and are no `Error` here.
      .catch((reason: { message: string }) => reason.message);
    expect(outcome).toMatch(/unique/i);
  });

  it('that are created at once never share a slug', async () => {
    const attempts = await Promise.allSettled(
      [1, 2, 3].map(() => tagsOf(app).create({ data: { name: 'race', slug: 'race' } })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('two published articles', () => {
  it('never share a slug', async () => {
    await editor.published({ slug: 'same' });
    await refusal(
      articlesOf(app).create({ data: { title: 'x', slug: 'same' }, status: 'published' }),
    );
  });
});
