/** @runs-on sqlite: Who may write and see what is decided by roles, before anything is written or read. */
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { articleForm } from '../helpers/article-form';
import { type Site, startSite } from '../helpers/site';

const TAGS = `/content-manager/collection-types/${TAG_UID}`;
const ARTICLES = `/content-manager/collection-types/${ARTICLE_UID}`;
const ARTICLE_FIELDS = [
  ...['title', 'slug', 'date', 'body', 'summary', 'tags'],
  ...['cover', 'attachment', 'author', 'keepOutOfFeeds'],
];
const TAG_FIELDS = ['name', 'slug', 'title', 'articles', 'hidden'];

let site: Site;
let owner: AdminFetch;
const ids: Record<string, string> = {};
let count = 0;

/** Permissions of the Content Manager for a type. */
const permit = (subject: string, actions: string[], fields: string[], conditions: string[] = []) =>
  actions.map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject,
    properties: action === 'publish' ? {} : { fields },
    conditions,
  }));

const mayTag = permit(TAG_UID, ['create', 'read', 'update'], TAG_FIELDS);
const OWN = ['admin::is-creator'];

const tagsOf = async (slug: string): Promise<unknown[]> => {
  const { items } = JSON.parse(await site.read('/feed.json')) as {
    items: { title: string; tags?: string[] }[];
  };
  return items.find(({ title }) => title === slug)?.tags ?? [];
};

const newTag = (articles?: unknown) => {
  count += 1;
  return {
    name: `new-${count}`,
    slug: `new-${count}`,
    ...(articles !== undefined && { articles }),
  };
};

const createArticle = async (by: AdminFetch, slug: string): Promise<string> => {
  const response = await by(ARTICLES, { method: 'POST', body: { title: slug, slug } });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: { documentId: string } };
  return data.documentId;
};

beforeAll(async () => {
  site = await startSite();
  owner = await signIn(site.app, 'strapi-super-admin');
  ids.first = await site.published('first');
  ids.second = await site.published('second');
  ids.known = await site.tag('known', { articles: [ids.first] });
});

afterAll(() => site?.stop());

describe('articles of a tag, written from the tag’s side', () => {
  const all = ['read', 'create', 'update'];
  const article = (documentId = ids.second) => ({ connect: [{ documentId }], disconnect: [] });

  const expectRefused = async (response: Response): Promise<void> => {
    const { error } = (await response.json()) as { error: { status: number; message: string } };
    expect(error).toMatchObject({ status: 403, name: 'PolicyError' });
    expect(error.message).toMatch(/update and publish.*Choose the tag in the article/);
    expect(error.message).not.toMatch(/first|second/);
  };

  it.each([
    ['may only tag', () => mayTag],
    ['may read articles', () => [...mayTag, ...permit(ARTICLE_UID, ['read'], ARTICLE_FIELDS)]],
    [
      'may update them, and not publish',
      () => [...mayTag, ...permit(ARTICLE_UID, all, ARTICLE_FIELDS)],
    ],
    [
      'may publish them, and not change their tags',
      () => [...mayTag, ...permit(ARTICLE_UID, [...all, 'publish'], ['title', 'slug'])],
    ],
    [
      'may update and publish their own',
      () => [...mayTag, ...permit(ARTICLE_UID, [...all, 'publish'], ARTICLE_FIELDS, OWN)],
    ],
  ])('are refused to whoever %s, and nothing is written', async (_who, permissions) => {
    const user = await signIn(site.app, { permissions: permissions() });
    const before = await site.strapi.db.query(TAG_UID).count();
    const send = (method: string, address: string, body: unknown) =>
      user(`${TAGS}${address}`, { method, body });
    await expectRefused(await send('POST', '', newTag(article())));
    await expectRefused(await send('POST', '', newTag([ids.second])));
    await expectRefused(await send('POST', '', newTag({ set: [ids.second] })));
    await expectRefused(await send('PUT', `/${ids.known}`, { articles: article() }));
    await expectRefused(await send('PUT', `/${ids.known}`, { articles: { set: [] } }));
    await expectRefused(
      await send('PUT', `/${ids.known}`, { articles: { disconnect: [{ documentId: ids.first }] } }),
    );
    await expectRefused(await send('POST', `/clone/${ids.known}`, newTag()));
    await expectRefused(await send('POST', `/clone/${ids.known}`, newTag(article(ids.first))));
    expect(await site.strapi.db.query(TAG_UID).count()).toBe(before);
    expect(await tagsOf('first')).toEqual(['Known']);
    expect(await tagsOf('second')).toEqual([]);
  });

  it('may be left alone by whoever may only tag', async () => {
    const user = await signIn(site.app, { permissions: mayTag });
    const empty = { connect: [], disconnect: [] };
    const created = await user(TAGS, { method: 'POST', body: newTag(empty) });
    expect(created.status).toBe(201);
    for (const articles of [undefined, empty]) {
      const body = { name: 'known', slug: 'known', ...(articles && { articles }) };
      const response = await user(`${TAGS}/${ids.known}`, { method: 'PUT', body });
      expect(response.status).toBe(200);
    }
    const copy = { method: 'POST', body: newTag({ set: [] }) };
    expect((await user(`${TAGS}/clone/${ids.known}`, copy)).status).toBe(200);
    // The original has no articles that the copy could take over.
    const { data } = (await created.json()) as { data: { documentId: string } };
    const further = { method: 'POST', body: newTag(empty) };
    expect((await user(`${TAGS}/clone/${data.documentId}`, further)).status).toBe(200);
    expect(await tagsOf('first')).toEqual(['Known']);
  });

  it('may be changed by whoever may update and publish every article, and not by a condition alone', async () => {
    const write = ['read', 'create', 'update', 'publish'];
    const send = async (conditions: string[]): Promise<number> => {
      const articles = permit(ARTICLE_UID, write, ARTICLE_FIELDS, conditions);
      const user = await signIn(site.app, { permissions: [...mayTag, ...articles] });
      const mine = await createArticle(user, `mine-${conditions.length}`);
      return (await user(TAGS, { method: 'POST', body: newTag(article(mine)) })).status;
    };
    expect(await send(OWN)).toBe(403);
    expect(await send([])).toBe(201);
    for (const body of [newTag(article()), newTag([ids.first])]) {
      expect((await owner(TAGS, { method: 'POST', body })).status).toBe(201);
    }
    expect(await tagsOf('second')).toHaveLength(1);
  });

  it('are offered in the panel to whoever may read them', async () => {
    const address = `/content-manager/relations/${TAG_UID}/articles`;
    const offered = async (permissions: object[]): Promise<string> => {
      const user = await signIn(site.app, { permissions: [...mayTag, ...permissions] });
      const response = await user(address);
      expect(response.status).toBe(200);
      return response.text();
    };
    const own = permit(ARTICLE_UID, ['read'], ARTICLE_FIELDS, OWN);
    // By their ids alone, where there is no permission at all.
    for (const few of [own, []]) expect(await offered(few)).not.toMatch(/first|second/);
    expect(await offered(permit(ARTICLE_UID, ['read'], ARTICLE_FIELDS))).toContain('first');
  });

  it('may be changed by code without a user', async () => {
    const { documentId } = await site.strapi
      .documents(TAG_UID)
      .create({ data: newTag([ids.second]) as never });
    await site.strapi.documents(TAG_UID).clone({ documentId, data: newTag() as never });
    expect((await tagsOf('second')).length).toBeGreaterThan(2);
  });
});

describe('previews', () => {
  interface Preview {
    feeds: { title: string }[];
    reasons: { code: string }[];
    problems?: { code: string }[];
  }

  const actions = [PERMISSIONS.readFeeds, PERMISSIONS.readProblems];
  const form = { title: 'x', slug: 'x', body: 'A text.', date: '2020-01-01T00:00:00.000Z' };
  const readArticles = permit(ARTICLE_UID, ['read'], ARTICLE_FIELDS);
  const readTags = permit(TAG_UID, ['read'], TAG_FIELDS);

  const preview = async (
    permissions: object[],
    form: Parameters<typeof articleForm>[0],
  ): Promise<[Preview, string]> => {
    const user = await signIn(site.app, { actions, permissions });
    const body = articleForm(form);
    const response = await user('/syndication/previews', { method: 'POST', body });
    const text = await response.text();
    expect(response.status).toBe(200);
    return [(JSON.parse(text) as { data: Preview }).data, text];
  };

  it('tell nothing of an article that the role may not read', async () => {
    const body = { ...form, documentId: ids.first };
    for (const permissions of [
      readTags,
      [...readTags, ...permit(ARTICLE_UID, ['read'], ARTICLE_FIELDS, OWN)],
    ]) {
      const [hidden, text] = await preview(permissions, body);
      const [unknown] = await preview(permissions, { ...form, documentId: 'unknown' });
      expect(hidden).toEqual(unknown);
      expect(text).not.toMatch(/first|Known|2026/);
    }
    const [shown, text] = await preview([...readTags, ...readArticles], body);
    expect(shown.feeds.map(({ title }) => title)).toContain('Known');
    expect(text).toContain('/posts/first/');
  });

  it('tell of an article of which the role may read a part alone that it is withheld, and the fields that the role lacks', async () => {
    const permissions = [...readTags, ...permit(ARTICLE_UID, ['read'], ['title'])];
    const [part] = await preview(permissions, { ...form, documentId: ids.first });
    const { fields, ...rest } = part as unknown as { fields: string[] };
    expect(rest).toEqual({ isWithheld: true });
    expect([...fields].sort()).toEqual(ARTICLE_FIELDS.filter((field) => field !== 'title').sort());
  });

  it('tell nothing of tags that the role may not read', async () => {
    const known = { ...form, tags: { added: [ids.known], removed: [] } };
    const both = { ...known, documentId: ids.first };
    for (const tagPermissions of [[], permit(TAG_UID, ['read'], TAG_FIELDS, OWN)]) {
      for (const body of [known, both]) {
        const [part] = await preview([...readArticles, ...tagPermissions], body);
        expect(part).toEqual({ isWithheld: true, fields: ['tags'] });
      }
    }
    const [shown] = await preview(readTags, known);
    expect(shown.feeds.map(({ title }) => title)).toContain('Known');
  });
});
