/**
 * @runs-on sqlite: What the panel says and who may do what; entries are changed by Strapi’s document
 * service.
 */
import { changeRequest, type TopicChange } from '../../admin/src/features/bulk-changes/changes';
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import type {
  BulkChange,
  FeedPage,
  MergePreview,
  PlannedChange,
  PublishedTypes,
  TopicDetails,
} from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
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
      topic: { canBeMerged: true, isLocalised: false, isOfAddress: false },
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
    expect(details).toMatchObject({ timeZone: 'Asia/Jakarta', notices: [] });
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
    expect(await topicOf(hidden)).toMatchObject({ notices: [{ code: 'hidden' }], feeds: [] });
    expect(await topicOf(empty)).toMatchObject({
      notices: [{ code: 'empty' }],
      feeds: [{ published: 0, waiting: 0, newest: null }],
    });
  });

  test('of a site’s own topics say what they lack', async () => {
    const draft = await create(SECTION, { name: 'Draft', slug: 'draft' }, 'draft');
    const published = await create(SECTION, { name: 'World', slug: 'world' });
    const unnamed = await create(LABEL, { slug: 'unnamed' });
    const unaddressed = await create(LABEL, { name: 'No address', slug: 'no.json' });
    expect((await topicOf(draft, SECTION))?.notices).toEqual([{ code: 'draft' }]);
    expect(await topicOf(published, SECTION)).toMatchObject({
      notices: [{ code: 'empty' }],
      feeds: [{ page: `${BASE}/sections/world/` }],
    });
    expect((await topicOf(unnamed, LABEL))?.notices).toEqual([{ code: 'no-name', field: 'name' }]);
    expect((await topicOf(unaddressed, LABEL))?.notices).toEqual([
      { code: 'no-address', field: 'slug' },
    ]);
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
    expect(await seen()).toEqual({
      timeZone: 'Asia/Jakarta',
      notices: [{ code: 'empty' }],
      feeds: [],
    });
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
  const planOf = (change: BulkChange, documentIds: string[], as = editor, contentType = STORY) =>
    ask<PlannedChange[]>('bulk-changes/plan', as, { contentType, documentIds, change });

  /** Sends what the panel sends for a planned entry. */
  const apply = async (
    { documentId, step }: PlannedChange,
    written: TopicChange,
    { as = editor, contentType = STORY } = {},
  ): Promise<number> => {
    if (step !== 'save' && step !== 'publish') throw new Error(`There is nothing to do: ${step}`);
    const entries = { contentType, locale: undefined };
    const { method, url, data, params } = changeRequest(entries, { documentId, step }, written);
    const query = new URLSearchParams(params).toString();
    return (await as(`${url}?${query}`, { method, body: data })).status;
  };

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
    const change: BulkChange = { kind: 'add-topic', field: 'labels', topic: labels.two! };
    const ids = [stories.published!, stories.draft!, stories.modified!, stories.tagged!, 'gone'];
    const planned = await planOf(change, ids);
    expect(planned).toMatchObject([
      { step: 'publish', title: 'Story published' },
      { step: 'save', title: 'Story draft' },
      { step: 'save', title: 'Not for readers yet', reason: 'unpublished-changes' },
      { step: 'none' },
      { step: 'refused', title: null },
    ]);
    const [before] = (await feedOf('one')).filter(({ title }) => title === 'Story published');
    const written = { ...change, topic: { documentId: labels.two! } } as TopicChange;
    for (const one of planned.slice(0, 3)) expect(await apply(one, written)).toBe(200);
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
    expect((await planOf(change, ids)).map(({ step }) => step)).toEqual([
      'none',
      'none',
      'none',
      'none',
      'refused',
    ]);
  });

  test('removes a topic, and no other', async () => {
    const change: BulkChange = { kind: 'remove-topic', field: 'labels', topic: labels.one! };
    const planned = await planOf(change, [stories.tagged!]);
    const written = { ...change, topic: { documentId: labels.one! } } as TopicChange;
    expect(await apply(planned[0]!, written)).toBe(200);
    expect(await labelsOf(stories.tagged!, 'published')).toEqual(['two']);
  });

  test('puts another in the place of the only topic an entry can have', async () => {
    const section = await create(SECTION, { name: 'Culture', slug: 'culture' });
    const next = await create(SECTION, { name: 'Science', slug: 'science' });
    const draft = await create(SECTION, { name: 'Soon', slug: 'soon' }, 'draft');
    const story = await create(STORY, { title: 'Placed', slug: 'placed', section });
    const change: BulkChange = { kind: 'add-topic', field: 'section', topic: next };
    const [planned] = await planOf(change, [story]);
    expect(planned).toMatchObject({ step: 'publish' });
    await apply(planned!, { ...change, topic: { documentId: next } } as TopicChange);
    expect(await storyOf(story, 'published')).toMatchObject({ section: { name: 'Science' } });
    const [unpublished] = await planOf({ ...change, topic: draft }, [story]);
    expect(unpublished).toMatchObject({ step: 'save', reason: 'unpublished-topic' });
  });

  test('saves entries without drafts, which readers have at once', async () => {
    const note = await create(NOTE, { name: 'A note', slug: 'a-note' });
    const change: BulkChange = { kind: 'add-topic', field: 'label', topic: labels.two! };
    const [planned] = await planOf(change, [note], editor, NOTE);
    expect(planned).toEqual({ documentId: note, title: 'A note', step: 'save' });
    const written = { ...change, topic: { documentId: labels.two! } } as TopicChange;
    expect(await apply(planned!, written, { contentType: NOTE })).toBe(200);
    expect((await feedOf('two')).map(({ title }) => title)).toContain('A note');
  });

  test('is refused of fields, types and sizes that there are not', async () => {
    const statusOf = async (body: Data) =>
      (await editor('/syndication/bulk-changes/plan', { method: 'POST', body })).status;
    const topic = labels.one;
    const added = { kind: 'add-topic', field: 'labels', topic };
    const documentIds = [stories.published];
    for (const body of [
      { contentType: STORY, documentIds, change: { kind: 'add-topic', field: 'writer', topic } },
      { contentType: LABEL, documentIds, change: added },
      { contentType: STORY, documentIds, change: { ...added, kind: 'keep-out' } },
      { contentType: STORY, documentIds: [], change: added },
      { contentType: STORY, documentIds: Array(101).fill('a'), change: added },
      { contentType: STORY, documentIds: ['a\0'], change: added },
    ]) {
      expect(await statusOf(body)).toBe(400);
    }
  });

  describe('by a role', () => {
    const change = (): BulkChange => ({ kind: 'add-topic', field: 'labels', topic: labels.two! });
    const all = ['title', 'slug', 'labels', 'noindex'];
    let story: string;

    beforeAll(async () => {
      story = await create(STORY, { title: 'Of a role', slug: 'of-a-role' });
    });

    const planBy = async (...permissions: object[]): Promise<PlannedChange> => {
      const as = await signIn(site.app, { permissions });
      return (await planOf(change(), [story], as))[0]!;
    };

    test.each([
      ['no permission', []],
      ['no permission to update', [permit(STORY, 'read', all)]],
      [
        'no permission to update the field',
        [permit(STORY, 'read', all), permit(STORY, 'update', ['title'])],
      ],
      [
        'no permission to read the field',
        [permit(STORY, 'read', ['title']), permit(STORY, 'update', all)],
      ],
      [
        'a permission to update its own entries',
        [permit(STORY, 'read', all), permit(STORY, 'update', all, ['admin::is-creator'])],
      ],
    ])('with %s changes nothing, and is not told its title', async (_what, permissions) => {
      const expected = { documentId: story, title: null, step: 'refused' };
      expect(await planBy(...permissions)).toEqual(expected);
    });

    test('that may not publish changes the draft alone', async () => {
      const permissions = [permit(STORY, 'read', all), permit(STORY, 'update', all)];
      const planned = await planBy(...permissions);
      expect(planned).toMatchObject({ step: 'save', reason: 'may-not-publish' });
      const as = await signIn(site.app, { permissions });
      const topic = { documentId: labels.two! };
      expect(await apply(planned, { ...change(), topic }, { as })).toBe(200);
      expect(await labelsOf(story, 'draft')).toEqual(['two']);
      expect(await labelsOf(story, 'published')).toEqual([]);
    });

    test('that may not read the title is told none', async () => {
      const planned = await planBy(permit(STORY, 'read', ['labels']), permit(STORY, 'update', all));
      expect(planned).toMatchObject({ title: null, step: 'none' });
    });
  });
});
