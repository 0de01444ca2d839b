/**
 * @runs-on sqlite: What the panel says and who may do what; entries are changed by Strapi’s document
 * service.
 */
import { changeEntries, type TopicChange } from '../../admin/src/features/bulk-changes/changes';
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import type {
  FeedPage,
  MergePreview,
  PublishedTypes,
  TopicDetails,
} from '../../src/panel/admin-api';
import { type AdminFetch, clientOf, signIn } from '../helpers/admin';
import { LABEL, NOTE, ownTypes, SECTION, STORY } from '../helpers/own-types';
import { BASE, type Site, startSite } from '../helpers/site';

type Data = Record<string, unknown>;

let site: Site;
let editor: AdminFetch;

beforeAll(async () => {
  site = await startSite(
    {
      sources: {
        [ARTICLE_UID]: {},
        [STORY]: { address: '/stories/{slug}/', date: false, keepOut: 'noindex' },
        [NOTE]: {},
      },
    },
    undefined,
    { files: ownTypes() },
  );
  editor = await signIn(site.app, 'strapi-super-admin');
});

afterAll(() => site?.stop());

const create = async (uid: string, data: Data, status = 'published'): Promise<string> =>
  (await site.strapi.documents(uid as never).create({ data, status } as never)).documentId;

const ask = async <Value>(path: string, as = editor, body?: unknown): Promise<Value> => {
  const response = await as(`/syndication/${path}`, body ? { method: 'POST', body } : {});
  expect([path, response.status]).toEqual([path, 200]);
  return ((await response.json()) as { data: Value }).data;
};

const topicOf = (documentId: string, contentType: string = TAG_UID, as = editor) =>
  ask<TopicDetails | null>(`topics/${contentType}/${documentId}`, as);

/** Permissions of the Content Manager for a type. */
const permit = (subject: string, action: string, fields?: string[], conditions: string[] = []) => ({
  action: `plugin::content-manager.explorer.${action}`,
  subject,
  properties: fields ? { fields } : {},
  conditions,
});

describe('what content types are', () => {
  test('is told to every user, and of no entry', async () => {
    const types = await ask<PublishedTypes>('types', await signIn(site.app, {}));
    expect(types[STORY]).toEqual({
      source: {
        hasDrafts: true,
        topics: [
          { field: 'section', contentType: SECTION, slug: 'slug', isMultiple: false },
          { field: 'labels', contentType: LABEL, slug: 'slug', isMultiple: true },
        ],
      },
    });
    expect(types[NOTE]?.source).toMatchObject({ hasDrafts: false });
    expect(types[TAG_UID]).toEqual({
      topic: {
        ...{ canBeMerged: true, isLocalised: false, isOfAddress: false },
        choosesContent: 'Tag',
      },
    });
    expect(types[SECTION]).toEqual({
      topic: { canBeMerged: false, isLocalised: false, isOfAddress: false },
    });
  });
});

describe('what readers have of a tag', () => {
  test('are the addresses, and the numbers of the Feeds page', async () => {
    const tag = await site.tag('counted');
    const tags = [tag];
    await site.published('counted-one', { tags });
    const newest = await site.published('counted-two', { tags, date: '2026-02-01T02:00:00.000Z' });
    await create(ARTICLE_UID, { title: 'Draft', slug: 'counted-draft', tags }, 'draft');
    const details = await topicOf(tag);
    expect(details).toMatchObject({ timeZone: 'Asia/Jakarta' });
    const [feed, ...others] = details!.feeds;
    expect(others).toEqual([]);
    expect(feed).toMatchObject({
      title: 'Counted',
      language: null,
      page: `${BASE}/tags/counted/`,
      published: 2,
      waiting: 1,
      newest: { documentId: newest, title: 'counted-two', mayEdit: true },
      documents: [
        { name: 'rss', address: `${BASE}/tags/counted/index.xml` },
        { name: 'atom', address: `${BASE}/tags/counted/atom.xml` },
        { name: 'json', address: `${BASE}/tags/counted/feed.json` },
      ],
    });
    const list = (await (await editor('/syndication/feeds?_q=Counted')).json()) as FeedPage;
    const { id, published, waiting } = list.results.at(-1)!;
    expect(feed).toMatchObject({ id, published, waiting, newest: list.results.at(-1)!.newest });
  });

  test('is nothing of one that is hidden, and little of an empty one', async () => {
    const hidden = await site.tag('hidden', { hidden: true });
    const empty = await site.tag('empty');
    expect((await topicOf(hidden))?.feeds).toEqual([]);
    expect(await topicOf(empty)).toMatchObject({
      feeds: [{ published: 0, waiting: 0, newest: null }],
    });
  });

  test('is nothing of a site’s own topic without what it needs', async () => {
    const published = await create(SECTION, { name: 'World', slug: 'world' });
    expect((await topicOf(published, SECTION))?.feeds).toMatchObject([
      { page: `${BASE}/sections/world/` },
    ]);
    const draft = await create(SECTION, { name: 'Draft', slug: 'draft' }, 'draft');
    const unnamed = await create(LABEL, { slug: 'unnamed' });
    const unaddressed = await create(LABEL, { name: 'No address', slug: 'no.json' });
    expect((await topicOf(draft, SECTION))?.feeds).toEqual([]);
    expect((await topicOf(unnamed, LABEL))?.feeds).toEqual([]);
    expect((await topicOf(unaddressed, LABEL))?.feeds).toEqual([]);
  });

  test('is for who may see feeds and read the tag', async () => {
    const tag = await site.tag('guarded');
    const seesFeeds = { action: PERMISSIONS.readFeeds };
    const withTags = await signIn(site.app, {
      permissions: [seesFeeds, permit(TAG_UID, 'read', ['name', 'title', 'slug'])],
    });
    const withoutTags = await signIn(site.app, { permissions: [seesFeeds] });
    const withoutFeeds = await signIn(site.app, {
      permissions: [permit(TAG_UID, 'read', ['name', 'title', 'slug'])],
    });
    expect((await topicOf(tag, TAG_UID, withTags))?.feeds).toHaveLength(1);
    expect(await topicOf(tag, TAG_UID, withoutTags)).toBeNull();
    expect(await topicOf('nothing')).toBeNull();
    expect(await topicOf(tag, ARTICLE_UID)).toBeNull();
    const refused = await withoutFeeds(`/syndication/topics/${TAG_UID}/${tag}`);
    expect(refused.status).toBe(403);
  });
});

describe('the name of a tag', () => {
  test('is for who may read it, until something is published under it', async () => {
    const tag = await site.tag('merger-to-come');
    const withoutNames = await signIn(site.app, {
      permissions: [{ action: PERMISSIONS.readFeeds }, permit(TAG_UID, 'read', ['description'])],
    });
    const seen = () => topicOf(tag, TAG_UID, withoutNames);
    expect(await seen()).toBeNull();
    await site.published('merged-companies', { tags: [tag] });
    expect((await seen())?.feeds).toMatchObject([{ title: 'Merger-to-come', published: 1 }]);
  });
});

describe('what a merge would do', () => {
  test('is what it does', async () => {
    const [from, into] = [await site.tag('old-name'), await site.tag('merged-into')];
    await site.changeTag(from, { slug: 'from-tag' });
    await site.published('from-only', { tags: [from] });
    await site.published('from-both', { tags: [from, into] });
    await create(ARTICLE_UID, { title: 'D', slug: 'from-draft', tags: [from] }, 'draft');
    const preview = await ask<MergePreview>(`tags/${from}/merge?into=${into}`);
    expect(preview).toEqual({ articles: 3, both: 1, addresses: 2 });
    await ask(`tags/${from}/merge`, editor, { into });
    expect(await topicOf(into)).toMatchObject({ feeds: [{ published: 2, waiting: 1 }] });
    for (const slug of ['old-name', 'from-tag']) {
      expect(await site.status(`/tags/${slug}/`)).toEqual([301, '/tags/merged-into/']);
    }
  });

  test('is for who may merge', async () => {
    const tag = await site.tag('alone');
    const other = await signIn(site.app, { actions: [PERMISSIONS.readFeeds] });
    const statusOf = async (into: string, as = editor) =>
      (await as(`/syndication/tags/${tag}/merge?into=${into}`)).status;
    expect(await statusOf(tag, other)).toBe(403);
    expect(await statusOf(tag)).toBe(400);
    expect(await statusOf('nothing')).toBe(404);
  });
});

describe('changing many entries', () => {
  /** Changes entries as the panel does. */
  const change = (
    kind: TopicChange['kind'],
    [field, documentId, status]: [field: string, topic: string, status?: string],
    documentIds: string[],
    { as = editor, contentType = STORY } = {},
  ) =>
    changeEntries(
      { contentType, hasDrafts: contentType === STORY, documentIds, locale: undefined },
      { kind, field, topic: { documentId, status } },
      clientOf(as),
      () => {},
    );

  const storyOf = async (documentId: string, status: string): Promise<Data> =>
    (await site.strapi.documents(STORY as never).findOne({
      documentId,
      status,
      populate: ['labels', 'section'],
    } as never)) as unknown as Data;

  const labelsOf = async (documentId: string, status: string): Promise<unknown[]> =>
    ((await storyOf(documentId, status)).labels as { name: string }[]).map(({ name }) => name);

  const feedOf = async (label: string): Promise<{ title: string; date_modified?: string }[]> =>
    (JSON.parse(await site.read(`/labels/${label}/feed.json`)) as { items: { title: string }[] })
      .items;

  const labels: Record<string, string> = {};
  const stories: Record<string, string> = {};

  beforeAll(async () => {
    for (const slug of ['one', 'two']) {
      labels[slug] = await create(LABEL, { name: slug, slug });
    }
    const story = (slug: string, more: Data = {}) => ({
      title: `Story ${slug}`,
      slug,
      labels: [labels.one],
      ...more,
    });
    stories.published = await create(STORY, story('published'));
    stories.draft = await create(STORY, story('draft'), 'draft');
    stories.modified = await create(STORY, story('modified'));
    await site.strapi.documents(STORY as never).update({
      documentId: stories.modified,
      data: { title: 'Not for readers yet' },
    } as never);
    stories.tagged = await create(STORY, story('tagged', { labels: [labels.one, labels.two] }));
  });

  test('adds a topic: published ones are published again, quietly, if nothing else waits', async () => {
    const ids = [stories.published!, stories.draft!, stories.modified!, stories.tagged!, 'gone'];
    const [before] = (await feedOf('one')).filter(({ title }) => title === 'Story published');
    const left = [
      { documentId: stories.modified, reason: 'unpublished-changes' },
      { documentId: 'gone', reason: 'refused' },
    ];
    const outcome = await change('add-topic', ['labels', labels.two!], ids);
    expect(outcome).toMatchObject({ changed: 3, published: 1, left });
    expect(await labelsOf(stories.published!, 'published')).toEqual(['one', 'two']);
    expect(await labelsOf(stories.draft!, 'draft')).toEqual(['one', 'two']);
    expect(await labelsOf(stories.modified!, 'draft')).toEqual(['one', 'two']);
    expect(await storyOf(stories.modified!, 'published')).toMatchObject({
      title: 'Story modified',
      labels: [{ name: 'one' }],
    });
    expect(await storyOf(stories.draft!, 'published')).toBeNull();
    const feed = await feedOf('two');
    expect(feed.map(({ title }) => title).sort()).toEqual(['Story published', 'Story tagged']);
    const after = feed.find(({ title }) => title === 'Story published');
    expect(after?.date_modified).toBe(before?.date_modified);
    // Readers of the one with other changes still do not have it.
    const again = await change('add-topic', ['labels', labels.two!], ids.slice(0, 4));
    const { documentId } = left[0]!;
    const inDraft = [{ documentId, reason: 'unpublished-before' }];
    expect(again).toMatchObject({ changed: 0, published: 0, left: inDraft });
  });

  test('removes a topic, and no other', async () => {
    const ids = [stories.tagged!];
    const outcome = await change('remove-topic', ['labels', labels.one!], ids);
    expect(outcome).toEqual({ changed: 1, published: 1, left: [] });
    expect(await labelsOf(stories.tagged!, 'published')).toEqual(['two']);
  });

  test('puts another in the place of the only topic an entry can have', async () => {
    const section = await create(SECTION, { name: 'Culture', slug: 'culture' });
    const next = await create(SECTION, { name: 'Science', slug: 'science' });
    const story = await create(STORY, { title: 'Placed', slug: 'placed', section });
    await change('add-topic', ['section', next], [story]);
    expect(await storyOf(story, 'published')).toMatchObject({ section: { name: 'Science' } });
  });

  test('does not take the only topic away from readers for one that they do not have', async () => {
    const section = await create(SECTION, { name: 'Sport', slug: 'sport' });
    const soon = await create(SECTION, { name: 'Soon', slug: 'soon' }, 'draft');
    const story = await create(STORY, { title: 'Kept', slug: 'kept', section });
    const response = await editor(`/content-manager/collection-types/${SECTION}?_q=Soon`);
    const { results } = (await response.json()) as { results: { status: string }[] };
    const topic: [string, string, string] = ['section', soon, results[0]!.status];
    const outcome = await change('add-topic', topic, [story]);
    expect(outcome.left).toMatchObject([{ documentId: story, reason: 'unpublished-topic' }]);
    expect(await storyOf(story, 'published')).toMatchObject({ section: { name: 'Sport' } });
    expect(await storyOf(story, 'draft')).toMatchObject({ section: { name: 'Soon' } });
  });

  test('saves entries without drafts, which readers have at once', async () => {
    const note = await create(NOTE, { name: 'A note', slug: 'a-note' });
    const as = { contentType: NOTE };
    const outcome = await change('add-topic', ['label', labels.two!], [note], as);
    expect(outcome).toEqual({ changed: 1, published: 0, left: [] });
    expect((await feedOf('two')).map(({ title }) => title)).toContain('A note');
  });

  describe('by a role', () => {
    const all = ['title', 'slug', 'labels', 'noindex'];
    const own = ['admin::is-creator'];
    let story: string;

    beforeAll(async () => {
      story = await create(STORY, { title: 'Of a role', slug: 'of-a-role' });
    });

    const changeBy = async (...permissions: object[]) => {
      const as = await signIn(site.app, { permissions });
      return change('add-topic', ['labels', labels.two!], [story], { as });
    };

    test.each([
      ['no permission', []],
      ['no permission to update', [permit(STORY, 'read', all), permit(STORY, 'publish')]],
      [
        'a permission to update its own entries',
        [permit(STORY, 'read', all), permit(STORY, 'update', all, own), permit(STORY, 'publish')],
      ],
      [
        'a permission to update the title alone',
        [permit(STORY, 'read', all), permit(STORY, 'update', ['title']), permit(STORY, 'publish')],
      ],
    ])('with %s changes and publishes nothing', async (_what, permissions) => {
      const { publishedAt } = await storyOf(story, 'published');
      const outcome = await changeBy(permit(LABEL, 'read', ['name']), ...permissions);
      const left = [{ documentId: story, reason: 'refused' }];
      expect(outcome).toMatchObject({ changed: 0, published: 0, left });
      expect(await labelsOf(story, 'draft')).toEqual([]);
      expect(await storyOf(story, 'published')).toMatchObject({ publishedAt });
      // Strapi saves a draft without the fields that a role may not change.
      await site.strapi.documents(STORY as never).discardDraft({ documentId: story } as never);
    });

    test.each([
      ['may not publish', []],
      ['may publish its own entries', [permit(STORY, 'publish', undefined, own)]],
    ])('that %s changes the draft alone', async (_what, permissions) => {
      const outcome = await changeBy(
        permit(LABEL, 'read', ['name']),
        permit(STORY, 'read', all),
        permit(STORY, 'update', all),
        ...permissions,
      );
      const left = [{ documentId: story, reason: 'may-not-publish' }];
      expect(outcome).toMatchObject({ changed: 1, published: 0, left });
      expect(await labelsOf(story, 'draft')).toEqual(['two']);
      expect(await labelsOf(story, 'published')).toEqual([]);
      await site.strapi.documents(STORY as never).discardDraft({ documentId: story } as never);
    });
  });
});
