import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { SLUG_PATTERN } from '../../src/lib/url-paths';
import { type Admin, logIn } from '../helpers/admin';
import { articlesOf, tagsOf } from '../helpers/content';
import { type Site, startSite } from '../helpers/site';

const COLLECTIONS = '/content-manager/collection-types';

let site: Site;
let admin: Admin;

beforeAll(async () => {
  site = await startSite();
  admin = await logIn(site.app);
});

afterAll(() => site?.stop());

const articles = () => articlesOf(site);
const tags = () => tagsOf(site);

const create = async (data: object): Promise<string> =>
  (await articles().create({ data })).documentId;
const slugOf = async (documentId: string): Promise<unknown> =>
  (await articles().findOne({ documentId, status: 'draft' }))?.slug;
const publishedSlug = async (documentId: string): Promise<unknown> =>
  (await articles().findOne({ documentId, status: 'published' }))?.slug;

describe('until the first publication', () => {
  test('an article without a slug gets one from its title', async () => {
    const id = await create({ title: 'How I Read a Title' });
    expect(await slugOf(id)).toBe('how-i-read-a-title');
  });

  test.each([
    ['Tomorrow’s Outage', 'tomorrows-outage'],
    ["Cara's Notes", 'caras-notes'],
    ['The 90’s and the Editors’ Own', 'the-90s-and-the-editors-own'],
    ['Rock ’n’ Roll, "quoted"', 'rock-n-roll-quoted'],
  ])('an apostrophe within a word of %j parts nothing', async (title, slug) => {
    expect(await slugOf(await create({ title }))).toBe(slug);
  });

  test.each([
    ['L’été à Paris', 'l-ete-a-paris'],
    ["Aujourd'hui, qu’est-ce que c'est ?", 'aujourd-hui-qu-est-ce-que-c-est'],
    ['DELL’ARTE e un’altra', 'dell-arte-e-un-altra'],
    ['L’home d’avui', 'l-home-d-avui'],
    ['C’mon, Ma’am: S’mores!', 'cmon-maam-smores'],
  ])(
    'an apostrophe of %j parts an elided word from the next, and no other',
    async (title, slug) => {
      expect(await slugOf(await create({ title }))).toBe(slug);
    },
  );

  test('a slug made before apostrophes were left out stays', async () => {
    const { documentId } = await articles().create({
      data: { title: 'Cara’s Day', slug: 'cara-s-day' },
      status: 'published',
    });
    await articles().update({ documentId, data: { title: 'Cara’s Week' }, status: 'published' });
    expect(await publishedSlug(documentId)).toBe('cara-s-day');
    const draft = await create({ title: 'Cara’s Draft', slug: 'cara-s-draft' });
    await articles().update({ documentId: draft, data: { title: 'Cara’s Drafts' } });
    expect(await slugOf(draft)).toBe('cara-s-draft');
  });

  test('a tag’s slug is made in the same way', async () => {
    const { documentId } = await tags().create({ data: { name: 'Editor’s choice' } });
    expect(await tags().findOne({ documentId })).toMatchObject({ slug: 'editors-choice' });
  });

  test.each([undefined, null, ''])('a slug that is %p counts as none', async (slug) => {
    const { documentId } = await articles().create({
      data: { title: `Nothing as ${slug === '' ? 'empty' : slug}`, slug },
      status: 'published',
    });
    expect(await publishedSlug(documentId)).toMatch(/^nothing-as-(undefined|null|empty)$/);
  });

  test('the slug follows the title, whether a client sends the old slug along or not', async () => {
    const id = await create({ title: 'First words' });
    await articles().update({ documentId: id, data: { title: 'Second words' } });
    expect(await slugOf(id)).toBe('second-words');
    await articles().update({
      documentId: id,
      data: {
        title: 'Third words',
        slug: 'second-words',
        summary: 'A whole entry, as PUT sends it',
      },
    });
    expect(await slugOf(id)).toBe('third-words');
  });

  test('a slug an editor wrote stays when the title changes', async () => {
    const id = await create({ title: 'A long-winded title', slug: 'short' });
    await articles().update({ documentId: id, data: { title: 'Another title' } });
    await articles().publish({ documentId: id });
    expect(await publishedSlug(id)).toBe('short');
  });

  test('a slug an editor clears is made from the title again', async () => {
    const id = await create({ title: 'Cleared by hand', slug: 'short-cleared' });
    await articles().update({ documentId: id, data: { slug: '' } });
    expect(await slugOf(id)).toBe('cleared-by-hand');
  });

  test('a change of something else leaves the slug alone', async () => {
    const id = await create({ title: 'Only the summary', slug: 'only-summary' });
    await articles().update({ documentId: id, data: { summary: 'New' } });
    expect(await slugOf(id)).toBe('only-summary');
  });

  test('a draft without a title has no slug, and gets it with the title', async () => {
    const id = await create({ summary: 'Title comes later' });
    expect(await slugOf(id)).toBeNull();
    await articles().update({ documentId: id, data: { title: 'The title came' } });
    expect(await slugOf(id)).toBe('the-title-came');
  });

  test('a draft that Strapi called "article", as 0.1.0 let it, is published under its title', async () => {
    const id = await create({ title: 'Saved by an older version', slug: 'article' });
    await articles().publish({ documentId: id });
    expect(await publishedSlug(id)).toBe('saved-by-an-older-version');
    expect(await slugOf(id)).toBe('saved-by-an-older-version');
    expect(await site.status('/posts/article/')).toEqual([404]);
  });

  test('a draft that lost its slug in the database gets one when it is published', async () => {
    const id = await create({ title: 'Written past the service' });
    await site.strapi.db
      .query(ARTICLE_UID)
      .update({ where: { documentId: id }, data: { slug: null } });
    await articles().publish({ documentId: id });
    expect(await site.status('/posts/written-past-the-service/')).toEqual([200]);
  });
});

describe('from the first publication on', () => {
  test('the slug stays when the title changes, while the article is withdrawn too', async () => {
    const id = await create({ title: 'Known to readers' });
    await articles().publish({ documentId: id });
    await articles().update({ documentId: id, data: { title: 'Renamed' }, status: 'published' });
    expect(await publishedSlug(id)).toBe('known-to-readers');
    await articles().unpublish({ documentId: id });
    await articles().update({ documentId: id, data: { title: 'Renamed again' } });
    await articles().publish({ documentId: id });
    expect(await publishedSlug(id)).toBe('known-to-readers');
  });

  test.each([null, ''])('a slug cleared with %p stays what it was', async (slug) => {
    const id = await create({ title: `Kept although cleared ${String(slug)}` });
    await articles().publish({ documentId: id });
    const before = await publishedSlug(id);
    await articles().update({ documentId: id, data: { slug }, status: 'published' });
    expect(await publishedSlug(id)).toBe(before);
  });

  test('an editor may still move it, and the old address leads to the new one', async () => {
    const id = await create({ title: 'Moves once' });
    await articles().publish({ documentId: id });
    await articles().update({ documentId: id, data: { slug: 'moved' }, status: 'published' });
    expect(await site.status('/posts/moves-once/')).toEqual([301, '/posts/moved/']);
  });
});

describe('a slug made from a title', () => {
  test("is nobody else's: neither a draft's, nor a published one, nor an old address", async () => {
    const title = 'The same title';
    const first = await create({ title });
    expect(await slugOf(await create({ title }))).toBe('the-same-title-1');
    await articles().publish({ documentId: first });
    await articles().update({
      documentId: first,
      data: { slug: 'elsewhere' },
      status: 'published',
    });
    expect(await slugOf(await create({ title }))).toBe('the-same-title-2');
    expect(await site.status('/posts/the-same-title/')).toEqual([301, '/posts/elsewhere/']);
  });

  test('is free again when the article that had it is deleted', async () => {
    const title = 'Deleted and written anew';
    const id = await create({ title });
    await articles().publish({ documentId: id });
    await articles().delete({ documentId: id });
    expect(await slugOf(await create({ title }))).toBe('deleted-and-written-anew');
  });

  test('keeps its number while the title stays', async () => {
    const title = 'Keeps its number';
    const first = await create({ title });
    const second = await create({ title });
    await articles().delete({ documentId: first });
    await articles().update({ documentId: second, data: { title, summary: 'x' } });
    expect(await slugOf(second)).toBe('keeps-its-number-1');
  });

  test('gets a number at publication when another took it meanwhile', async () => {
    const waiting = await create({ title: 'Overtaken' });
    await articles().create({ data: { title: 'Other', slug: 'overtaken' }, status: 'published' });
    await articles().publish({ documentId: waiting });
    expect(await publishedSlug(waiting)).toBe('overtaken-1');
  });

  test('gets a number at publication when readers come by it to another', async () => {
    const waiting = await create({ title: 'Held before' });
    const other = { title: 'Other again', slug: 'held-before' };
    const { documentId } = await articles().create({ data: other, status: 'published' });
    await articles().update({ documentId, data: { slug: 'gone-on' }, status: 'published' });
    await articles().publish({ documentId: waiting });
    expect(await publishedSlug(waiting)).toBe('held-before-1');
    expect(await site.status('/posts/held-before/')).toEqual([301, '/posts/gone-on/']);
  });

  test.each([
    ['Chinese', '如何调试接口'],
    ['Thai', 'วิธีทดสอบ'],
    ['emoji', '🎉🎉'],
    ['punctuation', '!!!'],
  ])('of %s alone names the day', async (_, title) => {
    const id = await create({ title });
    expect(await slugOf(id)).toMatch(/^article-\d{4}-\d{2}-\d{2}(-\d+)?$/);
    await articles().publish({ documentId: id });
    expect(await site.status(`/posts/${String(await publishedSlug(id))}/`)).toEqual([200]);
  });

  test.each([
    ['GraphQL and GitHub on an iPhone', 'graphql-and-github-on-an-iphone'],
    ['FÜR ALLE ÄRZTE', 'fuer-alle-aerzte'],
  ])('of "%s" divides no word at its capitals', async (title, slug) => {
    expect(await slugOf(await create({ title }))).toBe(slug);
  });

  test('of a title that gets Latin letters later follows it', async () => {
    const id = await create({ title: '如何' });
    await articles().update({ documentId: id, data: { title: '如何 test' } });
    expect(await slugOf(id)).toBe('test');
  });

  test.each([
    ['Arabic', 'مرحبا بالعالم'],
    ['Greek', 'Πώς δοκιμάζω'],
    ['German', 'Über größere Häuser'],
  ])('of %s is written in Latin letters', async (_, title) => {
    const slug = await slugOf(await create({ title }));
    expect(slug).toMatch(SLUG_PATTERN);
    expect(slug).not.toMatch(/^article/);
  });

  test('is never too long, numbered or not', async () => {
    const title = 'word '.repeat(51).trim();
    const slugs = [await slugOf(await create({ title })), await slugOf(await create({ title }))];
    for (const slug of slugs) {
      expect(slug).toMatch(SLUG_PATTERN);
      expect(String(slug).length).toBeLessThanOrEqual(200);
    }
    expect(slugs[0]).not.toBe(slugs[1]);
  });
});

test('a title or slug of a megabyte is refused as any that is too long', async () => {
  const long = 'A'.repeat(1_000_000);
  await expect(create({ title: long })).rejects.toThrow('at most 255 characters');
  const refused = create({ title: 'Fine', slug: long });
  await expect(refused).rejects.toThrow(/^"A{119}…" cannot be part of an address/);
});

describe('a tag', () => {
  const tagSlug = async (documentId: string) => (await tags().findOne({ documentId }))?.slug;

  test('gets its slug from its name, and keeps it: it has no drafts', async () => {
    const { documentId } = await tags().create({ data: { name: 'Field Notes' } });
    expect(await tagSlug(documentId)).toBe('field-notes');
    await tags().update({ documentId, data: { name: 'Lab Notes' } });
    await tags().update({ documentId, data: { slug: '' } });
    expect(await tagSlug(documentId)).toBe('field-notes');
    expect(await site.status('/tags/field-notes/')).toEqual([200]);
  });

  test('gets a number when another has its name', async () => {
    await tags().create({ data: { name: 'Twice' } });
    const { documentId } = await tags().create({ data: { name: 'Twice' } });
    expect(await tagSlug(documentId)).toBe('twice-1');
  });
});

describe('in the Content Manager', () => {
  const send = async (method: string, path: string, body: object) => {
    const response = await admin.send(method, `${COLLECTIONS}/${path}`, body);
    return { status: response.status, data: response.body.data as Record<string, unknown> };
  };

  test('an article published right away has the address of its title', async () => {
    const { status, data } = await send('POST', `${ARTICLE_UID}/actions/publish`, {
      title: 'Published in one go',
    });
    expect([status, data.slug]).toEqual([200, 'published-in-one-go']);
    expect(await site.status('/posts/published-in-one-go/')).toEqual([200]);
  });

  test('a draft follows the title of the form that is published', async () => {
    const { data } = await send('POST', ARTICLE_UID, { title: 'Working title' });
    expect(data.slug).toBe('working-title');
    const published = await send(
      'POST',
      `${ARTICLE_UID}/${String(data.documentId)}/actions/publish`,
      { title: 'Final title', slug: 'working-title' },
    );
    expect(published.data.slug).toBe('final-title');
  });

  test('drafts published together have the addresses of their titles', async () => {
    const documentIds = [await create({ title: 'Bulk one' }), await create({ title: 'Bulk two' })];
    const { status } = await send('POST', `${ARTICLE_UID}/actions/bulkPublish`, { documentIds });
    expect(status).toBe(200);
    expect(await Promise.all(documentIds.map(publishedSlug))).toEqual(['bulk-one', 'bulk-two']);
  });

  test('a tag has the address of its name', async () => {
    const { data } = await send('POST', TAG_UID, { name: 'Made in the Panel' });
    expect(data.slug).toBe('made-in-the-panel');
  });

  test('the form does not ask Strapi for a slug', () => {
    for (const uid of [ARTICLE_UID, TAG_UID] as const) {
      expect(site.strapi.contentTypes[uid]?.attributes.slug).not.toHaveProperty('required');
    }
  });
});
