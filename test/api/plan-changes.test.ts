/** @runs-on sqlite: What a start finds to do is told by the plan and the store, whatever the database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseAtomFeed, parseJsonFeed } from 'feedsmith';

import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { COUNTER, SCOPE_TABLE } from '../../src/changes/versions';
import { PERMALINK_UID } from '../../src/lib/constants';
import type { Plan } from '../../src/mapping/plan';
import { plans } from '../../src/mapping/compile-plan';
import { type App, preparedDatabase, startApp } from '../helpers/app';
import { LOCALISED, siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';
import { NOTE, OWN_PLAN, ownTypes, SECTION, STORY, WRITER } from '../helpers/own-types';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };

/** The own types, of which a story has an editor too. */
const typesWithEditor = (): Record<string, string> => {
  const file = 'src/api/story/content-types/story/schema.json';
  const { [file]: schema = '', ...others } = ownTypes();
  const story = JSON.parse(schema) as { attributes: Record<string, unknown> };
  story.attributes.editor = { type: 'relation', relation: 'oneToOne', target: WRITER };
  return { ...others, [file]: JSON.stringify(story) };
};

/** A plan of some types of the own ones alone. */
const planOf = (...uids: string[]): Plan => ({
  sources: OWN_PLAN.sources.filter(({ contentType }) => uids.includes(contentType)),
  topicTypes: OWN_PLAN.topicTypes.filter(({ contentType }) => uids.includes(contentType)),
});

type Documents = Record<
  string,
  (parameters: Record<string, unknown>) => Promise<{ documentId: string }>
>;

describe('a start on another plan', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-plan-'));
  const compile = jest.spyOn(plans, 'compile');
  let app: App;
  let story: string;
  let note: string;
  let told: number;

  const start = async (plan: Plan, files = ownTypes()): Promise<void> => {
    await preparedDatabase({});
    compile.mockReturnValue(plan);
    app = await startApp({ config, folder, files });
  };
  const documents = (uid: string) => app.strapi.documents(uid as never) as unknown as Documents;
  const catalogued = async (): Promise<string[]> =>
    app.strapi.db
      .connection(CATALOGUE_TABLE)
      .distinct()
      .where({ state: 'listed' })
      .orderBy('document_id')
      .pluck('document_id');
  /** How many changes were told of so far. */
  const revision = async (): Promise<number> => {
    await settled(app);
    const counter = app.strapi.db.connection(SCOPE_TABLE).where({ key: COUNTER });
    return Number((await counter.first<{ version: unknown }>('version')).version);
  };
  const permalinks = (entry: string): Promise<{ url: string; createdAt: string }[]> =>
    app.strapi.db.query(PERMALINK_UID).findMany({ where: { entry }, orderBy: [{ id: 'asc' }] });

  beforeAll(async () => {
    await start({ sources: [], topicTypes: [] });
    const section = await documents(SECTION).create!({
      data: { name: 'Section', slug: 'section' },
      status: 'published',
    });
    const data = { title: 'Story', slug: 'story', section: section.documentId };
    story = (await documents(STORY).create!({ data, status: 'published' })).documentId;
    note = (await documents(NOTE).create!({ data: { name: 'Note', slug: 'note' } })).documentId;
    await app.strapi.db
      .connection('site_notes')
      .update({ created_at: new Date('2019-05-06T07:08:09Z').getTime() });
    expect(await catalogued()).toEqual([]);
    await app.close();
  });
  afterAll(async () => {
    await app.stop();
    compile.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads what is there already: entries without drafts are dated by when they were made', async () => {
    await start(planOf(STORY, NOTE, SECTION));
    expect(await catalogued()).toEqual([note, story].sort());
    const [first] = await permalinks(note);
    expect([first!.url, new Date(first!.createdAt).toISOString()]).toEqual([
      'https://www.example.com/notes/note/',
      '2019-05-06T07:08:09.000Z',
    ]);
    expect((await permalinks(story)).map(({ url }) => url)).toEqual([
      'https://www.example.com/stories/section/story/',
    ]);
    told = await revision();
    await app.close();
  });

  it('does nothing when it is as it was', async () => {
    await start(planOf(STORY, NOTE, SECTION));
    expect(await revision()).toBe(told);
    await app.close();
  });

  it('forgets what is mapped no more, but for its addresses', async () => {
    await start(planOf(STORY, SECTION));
    expect(await catalogued()).toEqual([story]);
    expect(await permalinks(note)).toHaveLength(1);
    await app.close();
  });

  it('finds what a type has gained since, in what is published then', async () => {
    const [source] = OWN_PLAN.sources;
    const editorFirst = { ...source!, title: ['editor', 'name'] };
    const { topicTypes } = planOf(SECTION);
    await start({ sources: [editorFirst], topicTypes }, typesWithEditor());
    expect(await catalogued()).toEqual([]);
    const editor = await documents(WRITER).create!({ data: { name: 'Ann' }, status: 'published' });
    const data = { editor: editor.documentId };
    await documents(STORY).update!({ documentId: story, data, status: 'published' });
    expect(await catalogued()).toEqual([story]);
    await app.close();
  });
});

test('a type that a developer gives another name keeps its ids, addresses and redirects', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-renamed-'));
  const string = { type: 'string' };
  let app: App | undefined;
  /** Starts with both types under these names, on the same tables. */
  const start = async (post: string, section: string): Promise<App> => {
    await app?.close();
    rmSync(path.join(folder, 'src'), { recursive: true, force: true });
    const types = siteTypes({
      [post]: {
        draftAndPublish: true,
        attributes: {
          title: string,
          slug: string,
          section: {
            type: 'relation',
            relation: 'manyToOne',
            target: `api::${section}.${section}`,
          },
        },
      },
      [section]: { attributes: { name: string, slug: string } },
    });
    const files = Object.fromEntries(
      Object.entries(types).map(([file, text]) => [
        file,
        text
          .replace(`"site_${post}s"`, '"site_posts"')
          .replace(`"site_${section}s"`, '"site_sections"'),
      ]),
    );
    const sources = { [`api::${post}.${post}`]: { topics: ['section'] } };
    const started = await startApp({ config: { ...config, sources }, folder, files });
    app = started;
    return started;
  };
  const ask = async ({ get }: App, address: string): Promise<string> => {
    const { status, headers } = await get(address);
    return `${status} ${headers.get('location')?.replace(config.baseUrl, '') ?? ''}`.trim();
  };
  const first = await start('post', 'section');
  const of = (name: string) =>
    first.strapi.documents(`api::${name}.${name}` as never) as unknown as Documents;
  const section = await of('section').create!({ data: { name: 'Section', slug: 'old' } });
  const publish = (slug: string) =>
    of('post').create!({
      data: { title: slug, slug, section: section.documentId },
      status: 'published',
    });
  const moved = await publish('moved');
  const gone = await publish('gone');
  await settled(first);
  const { documentId } = moved;
  await of('post').update!({ documentId, data: { slug: 'here' }, status: 'published' });
  await of('post').unpublish!({ documentId: gone.documentId });
  await of('section').update!({ documentId: section.documentId, data: { slug: 'new' } });
  await settled(first);

  const renamed = await start('story', 'topic');
  const feed = await (await renamed.get('/index.xml')).text();
  expect(feed).toContain('<link>https://www.example.com/storys/here/</link>');
  expect(feed).toContain('<guid isPermaLink="false">https://www.example.com/posts/moved/</guid>');
  const { id } = parseAtomFeed(await (await renamed.get('/storys/atom.xml')).text());
  expect(id).toBe('https://www.example.com/posts/');
  expect(await ask(renamed, '/posts/moved/')).toBe('301 /storys/here/');
  expect(await ask(renamed, '/storys/gone/')).toBe('410');
  expect(await ask(renamed, '/sections/old/')).toBe('301 /topics/new/');
  expect(await ask(renamed, '/topics/new/')).toBe('200');
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a type that gets drafts, and then languages, keeps the one address and id that each entry has', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-localised-'));
  const field = { type: 'string', pluginOptions: LOCALISED };
  let app: App | undefined;
  const start = async (more: {
    draftAndPublish?: boolean;
    isLocalised?: boolean;
  }): Promise<App> => {
    await app?.close();
    rmSync(path.join(folder, 'src'), { recursive: true, force: true });
    const files = siteTypes({ post: { ...more, attributes: { title: field, slug: field } } });
    const sources = { 'api::post.post': {} };
    return (app = await startApp({ config: { ...config, sources }, folder, files }));
  };
  const first = await start({});
  const posts = first.strapi.documents('api::post.post' as never) as unknown as Documents;
  const slugs = ['one', 'two'];
  for (const slug of slugs) await posts.create!({ data: { title: slug, slug } });
  await settled(first);
  await start({ draftAndPublish: true });
  const localised = await start({ draftAndPublish: true, isLocalised: true });
  await settled(localised);
  const ids = slugs.map((slug) => `https://www.example.com/posts/${slug}/`);
  const { items = [] } = parseJsonFeed(await (await localised.get('/feed.json')).text());
  expect(items.map(({ id }) => id).sort()).toEqual(ids);
  // What an export carries elsewhere.
  const kept: { url: string; locale: string }[] = await localised.strapi.db
    .query(PERMALINK_UID)
    .findMany({ where: { contentType: 'api::post.post' } });
  expect(kept.map(({ url, locale }) => `${url} ${locale}`).sort()).toEqual(
    ids.map((id) => `${id} en`),
  );
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});
