/** @runs-on sqlite: What agents are told is what the panel tells, by the same functions, which other tests ask on each database. */
import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../src/lib/constants';
import { DELIVERY_TABLE } from '../../src/push/deliveries';
import type { ArticlePreview, FeedPage } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import {
  type Agent,
  connectAgent,
  MCP_ON,
  OWN_TOOLS_ONLY,
  type TokenPermission,
} from '../helpers/agent';
import { renderLate } from '../helpers/faults';
import { BASE, type Site, startSite } from '../helpers/site';
import { LOCALISED, siteTypes } from '../helpers/site-types';

const STORY = 'api::story.story';
const NOTICE = 'api::notice.notice';
const localised = (type: string) => ({ type, pluginOptions: LOCALISED });

const ARTICLE_FIELDS = [
  ...['title', 'slug', 'date', 'body', 'summary', 'author', 'tags'],
  ...['keepOutOfFeeds', 'cover', 'attachment'],
];
const FEEDS = { action: PERMISSIONS.readFeeds };
const SETTINGS = { action: PERMISSIONS.updateSettings };
const PROBLEMS = { action: PERMISSIONS.readProblems };
const mayRead = (subject: string, fields: string[], locales?: string[]): TokenPermission => ({
  action: 'plugin::content-manager.explorer.read',
  ...{ subject, fields, locales },
});
const ARTICLES = mayRead(ARTICLE_UID, ARTICLE_FIELDS);
const TAGS = mayRead(TAG_UID, ['name', 'slug', 'title', 'hidden']);

const TOOLS = [
  'syndication_feeds',
  'syndication_check_entry',
  'syndication_preview_item',
  'syndication_addresses',
];
const OF_ENTRY = TOOLS.slice(1);

let site: Site;
let owner: AdminFetch;
let ownerId: number;
let agent: Agent;
const agents: Agent[] = [];

const connect = async (...permissions: TokenPermission[]): Promise<Agent> => {
  const connected = await connectAgent(site.app, permissions, ownerId);
  agents.push(connected);
  return connected;
};

const article = (documentId: string) => ({ contentType: ARTICLE_UID, documentId });

/** What the agent is told by a tool, which it asks again where a busy machine was too slow. */
const ask = async (name: string, input: object, by = agent): Promise<Record<string, unknown>> => {
  const { isError, text, data } = await by.call(name, input as Record<string, unknown>);
  expect(isError ? text : '').toBe('');
  return data.isLate ? ask(name, input, by) : data;
};

/** What an agent is told where it is refused an answer. */
const refusal = async (name: string, input: object, by = agent): Promise<string> => {
  const { isError, text } = await by.call(name, input as Record<string, unknown>);
  expect([name, isError]).toEqual([name, true]);
  return text;
};

/** What the panel shows of a saved draft beside its form. */
const inPanel = async ({ contentType, documentId }: ReturnType<typeof article>) => {
  const form = await owner(
    `/content-manager/collection-types/${contentType}/${documentId}?status=draft`,
  );
  const { data: values } = (await form.json()) as { data: object };
  const body = { contentType, documentId, values };
  const response = await owner('/syndication/previews', { method: 'POST', body });
  return ((await response.json()) as { data: ArticlePreview }).data;
};

beforeAll(async () => {
  site = await startSite(
    { content: 'full', sources: { [ARTICLE_UID]: {}, [STORY]: {}, [NOTICE]: {} } } as never,
    undefined,
    {
      files: {
        'config/server.js': MCP_ON,
        'src/index.js': OWN_TOOLS_ONLY,
        ...siteTypes({
          story: {
            isLocalised: true,
            draftAndPublish: true,
            attributes: {
              title: localised('string'),
              slug: localised('string'),
              body: localised('richtext'),
            },
          },
          notice: {
            attributes: {
              title: { type: 'string' },
              slug: { type: 'string' },
              body: { type: 'richtext' },
            },
          },
        }),
      },
    },
  );
  owner = await signIn(site.app, 'strapi-super-admin');
  const user: { id: number } = await site.strapi.db
    .query('admin::user')
    .findOne({ orderBy: { id: 'desc' } });
  ownerId = user.id;
  const whole = ['title', 'slug', 'body'];
  agent = await connect(
    ...[
      FEEDS,
      PROBLEMS,
      ARTICLES,
      TAGS,
      mayRead(STORY, whole, ['en', 'de']),
      mayRead(NOTICE, whole),
    ],
    { ...ARTICLES, action: 'plugin::content-manager.explorer.update' },
  );
});

afterAll(async () => {
  for (const connected of agents) await connected.close();
  await site?.stop();
});

const DRAFT_TEXT = 'What nobody may know before it is published, whoever asks for it and however.';

describe('an agent', () => {
  it('finds the tools that its token allows', async () => {
    expect(await agent.toolNames()).toEqual(TOOLS);
  });

  it('reads of feeds what the list of the panel shows', async () => {
    const tag = await site.tag('rivers');
    await site.published('by-the-river', { tags: [tag] });
    await site.draft('up-the-river', { tags: [tag] });
    const told = await ask('syndication_feeds', {});
    const response = await owner('/syndication/feeds?pageSize=50');
    const { results, pagination } = (await response.json()) as FeedPage;
    expect(told).toEqual({ feeds: results, pagination });
    const found = await ask('syndication_feeds', { query: 'river' });
    expect(found.feeds).toEqual([
      expect.objectContaining({
        title: 'Rivers',
        address: `${BASE}/tags/rivers/index.xml`,
        published: 1,
        waiting: 1,
      }),
    ]);
  });

  it('reads long lists in pages', async () => {
    for (const slug of ['page-a', 'page-b', 'page-c']) await site.tag(slug);
    const titlesOf = async (page: number) => {
      const asked = { query: 'page-', page, pageSize: 2, descending: true };
      const { feeds, pagination } = await ask('syndication_feeds', asked);
      expect(pagination).toEqual({ page, pageSize: 2, pageCount: 2, total: 3 });
      return (feeds as { title: string }[]).map(({ title }) => title);
    };
    expect(await titlesOf(1)).toEqual(['Page-c', 'Page-b']);
    expect(await titlesOf(2)).toEqual(['Page-a']);
  });

  it('learns the problems of a draft, as the panel has them, before it is published', async () => {
    const asked = article(
      await site.draft('troubled', { body: `${DRAFT_TEXT}\n\n![](/a.png)\n\n[x](htps://y.z)` }),
    );
    const { problems, reasons, effects } = await ask('syndication_check_entry', asked);
    expect(problems).toEqual([
      expect.objectContaining({ code: 'link-address', severity: 'error', field: 'body' }),
      expect.objectContaining({ code: 'image-alt', severity: 'warning', field: 'body' }),
    ]);
    const panel = await inPanel(asked);
    expect([problems, reasons, effects]).toEqual([panel.problems, panel.reasons, panel.effects]);
    await site.change(asked.documentId, { body: DRAFT_TEXT });
    expect((await ask('syndication_check_entry', asked)).problems).toEqual([]);
  });

  it('reads of a draft what subscribers read once it is published', async () => {
    const tag = await site.tag('lakes');
    const body = 'At the *lake* there is <script>nothing</script> to hear.';
    const asked = article(await site.draft('lake', { title: 'The lake', tags: [tag], body }));
    const { item, feeds } = await ask('syndication_preview_item', asked);
    expect(feeds).toEqual([
      expect.objectContaining({ title: 'Field Notes', now: false, next: true }),
      expect.objectContaining({ title: 'Posts', now: false, next: true }),
      expect.objectContaining({ title: 'Lakes', now: false, next: true }),
    ]);
    await site.publish(asked.documentId);
    const { items } = JSON.parse(await site.read('/tags/lakes/feed.json')) as {
      items: Record<string, string>[];
    };
    const [published] = items;
    expect(published!.content_html).toContain('<em>lake</em>');
    const { title, link, summary, contentHtml } = item as Record<string, string>;
    expect([title, link, summary, contentHtml]).toEqual(
      ['title', 'url', 'summary', 'content_html'].map((name) => published![name]),
    );
    const { feeds: after } = await ask('syndication_preview_item', asked);
    expect(after).toEqual((feeds as object[]).map((feed) => ({ ...feed, now: true })));
  });

  it('gets the beginning of a long text', async () => {
    const paragraph = `${'A long word beside another. '.repeat(40)}\n\n`;
    const asked = article(await site.draft('long', { body: paragraph.repeat(50) }));
    const { item } = await ask('syndication_preview_item', asked);
    const { contentHtml } = item as Record<string, string>;
    expect(contentHtml).toHaveLength(20_000);
    expect(contentHtml).toMatch(/^<p>A long word beside another\. /);
  });

  it('is told where a text was not rendered in time', async () => {
    const asked = article(await site.draft('late', { body: DRAFT_TEXT }));
    const inTimeAgain = renderLate(site);
    const [preview, check] = [
      await agent.call('syndication_preview_item', asked),
      await agent.call('syndication_check_entry', asked),
    ];
    inTimeAgain();
    expect(preview.data).toMatchObject({ isLate: true, item: { contentHtml: null } });
    expect(check.data).toMatchObject({ isLate: true, problems: [] });
    expect(await ask('syndication_preview_item', asked)).toMatchObject({ isLate: false });
  });

  it('learns where an entry is, where it will be, when it appears, and its id', async () => {
    const asked = article(await site.draft('first-place'));
    const addresses = () => ask('syndication_addresses', asked);
    const [first, second] = ['first-place', 'second-place'].map((slug) => `${BASE}/posts/${slug}/`);
    expect(await addresses()).toMatchObject({ address: null, next: first, id: null });
    await site.publish(asked.documentId);
    expect(await addresses()).toMatchObject({ address: first, id: first });
    await site.change(asked.documentId, { slug: 'second-place' });
    expect(await addresses()).toMatchObject({ address: first, next: second });
    await site.publish(asked.documentId);
    const moved = await addresses();
    expect(moved).toMatchObject({ address: second, next: second, id: first });
    expect(await site.read('/index.xml')).toContain(
      `<guid isPermaLink="false">${String(moved.id)}</guid>`,
    );
    await site.unpublish(asked.documentId);
    expect(await addresses()).toMatchObject({ address: null, id: first, scheduled: null });
    const date = '2999-01-05T09:00:00.000Z';
    await site.republish(asked.documentId, { date });
    expect(await addresses()).toMatchObject({ address: null, next: second, scheduled: date });
    const never = article(await site.published('never-seen', { date }));
    expect(await ask('syndication_addresses', never)).toMatchObject({ id: null, scheduled: date });
  });

  it('reads entries of the locale it asks for, and of types without drafts', async () => {
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    const documents = (uid: string) =>
      site.strapi.documents(uid as never) as never as {
        create: (how: object) => Promise<{ documentId: string }>;
      };
    const { documentId } = await documents(STORY).create({
      locale: 'de',
      data: { title: 'Am Fluss', slug: 'fluss', body: DRAFT_TEXT },
    });
    const story = { contentType: STORY, documentId };
    const german = await ask('syndication_preview_item', { ...story, locale: 'de' });
    expect(german).toMatchObject({ locale: 'de', item: { title: 'Am Fluss' } });
    for (const tool of OF_ENTRY) {
      expect(await refusal(tool, story)).toBe(
        `There is no entry with this document id in ${STORY} in the locale "en", or the token may not read all that readers see of it.`,
      );
    }
    const english = await connect(FEEDS, mayRead(STORY, ['title', 'slug', 'body'], ['en']));
    expect(await refusal('syndication_preview_item', { ...story, locale: 'de' }, english)).toMatch(
      /in the locale "de", or the token may not read all that readers see of it\.$/,
    );
    const notice = await documents(NOTICE).create({ data: { title: 'Closed', slug: 'closed' } });
    const asked = { contentType: NOTICE, documentId: notice.documentId };
    expect(await ask('syndication_addresses', asked)).toMatchObject({
      locale: null,
      address: `${BASE}/notices/closed/`,
    });
    expect((await ask('syndication_check_entry', asked)).problems).toMatchObject([
      { code: 'summary-empty' },
    ]);
  });
});

describe('rights', () => {
  let secret: ReturnType<typeof article>;
  beforeAll(async () => {
    secret = article(await site.draft('secret', { title: 'Secret plans', body: DRAFT_TEXT }));
  });

  const told = async (by: Agent, input: object): Promise<string> => {
    const answers = await Promise.all(
      OF_ENTRY.map((name) => by.call(name, input as Record<string, unknown>)),
    );
    if (answers.some(({ data }) => data.isLate)) return told(by, input);
    return answers.map(({ text }) => text).join('\n');
  };

  test('a token without permissions of the panel has no tool, and may call none', async () => {
    const other = await connect(ARTICLES, TAGS);
    expect((await other.toolNames()).filter((name) => TOOLS.includes(name))).toEqual([]);
    for (const name of TOOLS) {
      const input = name === 'syndication_feeds' ? {} : secret;
      await expect(other.call(name, input)).rejects.toThrow(`Tool ${name} disabled`);
    }
  });

  test('problems are for tokens that may see feeds and problems, as in the panel', async () => {
    const onlyFeeds = await connect(FEEDS, ARTICLES);
    expect(await onlyFeeds.toolNames()).not.toContain('syndication_check_entry');
    const onlyProblems = await connect(PROBLEMS, ARTICLES);
    expect(await refusal('syndication_check_entry', secret, onlyProblems)).toBe(
      'The token lacks the permission "See feeds and the preview of articles".',
    );
  });

  test('a draft is told of to whoever may read all of it in the Content Manager, and to nobody else', async () => {
    expect(await told(agent, secret)).toContain('What nobody may know');
    const others = [
      await connect(FEEDS, PROBLEMS),
      await connect(FEEDS, PROBLEMS, { ...ARTICLES, conditions: ['admin::is-creator'] }),
    ];
    for (const left of ['body', 'slug', 'keepOutOfFeeds']) {
      const fields = ARTICLE_FIELDS.filter((field) => field !== left);
      others.push(await connect(FEEDS, PROBLEMS, mayRead(ARTICLE_UID, fields)));
    }
    for (const other of others) {
      for (const name of OF_ENTRY) {
        const missing = { ...secret, documentId: 'a-document-that-is-not-there' };
        const said = await refusal(name, secret, other);
        expect(said).toBe(
          `There is no entry with this document id in ${ARTICLE_UID}, or the token may not read all that readers see of it.`,
        );
        expect(await refusal(name, missing, other)).toBe(said);
      }
    }
    // The list of feeds tells of drafts by their number alone.
    const { text } = await others[0]!.call('syndication_feeds', {});
    expect(text).not.toMatch(/Secret|secret/);
    expect(text).toContain('"waiting":');
  });

  test('whoever may read what they made reads that', async () => {
    const own = await connect(FEEDS, PROBLEMS, { ...ARTICLES, conditions: ['admin::is-creator'] });
    const response = await owner(`/content-manager/collection-types/${ARTICLE_UID}`, {
      method: 'POST',
      body: { title: 'My own', slug: 'my-own', body: DRAFT_TEXT },
    });
    const { data } = (await response.json()) as { data: { documentId: string } };
    expect(await told(own, article(data.documentId))).toContain('What nobody may know');
  });

  test('the name of a hidden tag is told to whoever may read tags', async () => {
    const hidden = await site.tag('takeover', { name: 'Takeover', hidden: true });
    const asked = article(await site.draft('quiet', { tags: [hidden], body: DRAFT_TEXT }));
    const other = await connect(FEEDS, PROBLEMS, ARTICLES);
    expect(await told(agent, asked)).toContain('Takeover');
    expect(await told(other, asked)).not.toContain('Takeover');
    const { text } = await other.call('syndication_feeds', {});
    expect(text).not.toContain('Takeover');
  });
});

describe('deliveries', () => {
  test('are told to whoever may change settings, and to nobody else', async () => {
    const now = Date.now();
    await site.strapi.db.connection(DELIVERY_TABLE).insert({
      ...{ consumer: 'hub', subject: 'feeds site', key: 'a', state: 'failed', message: 'b' },
      ...{ since: 1, version: 1, revision: 0, payload: '{}', created: now, due: now },
      ...{ leased_until: 0, tries: 7, failing: now, ended: now, answer: '503' },
    });
    const operator = await connect(SETTINGS);
    expect(await operator.toolNames()).toContain('syndication_deliveries');
    expect(await agent.toolNames()).not.toContain('syndication_deliveries');
    const { deliveries } = await ask('syndication_deliveries', { state: 'failed' }, operator);
    expect(deliveries).toMatchObject([
      { consumer: { name: 'hub' }, subject: { kind: 'feeds' }, tries: 7, answer: '503' },
    ]);
    const { pagination } = await ask('syndication_deliveries', { state: 'told' }, operator);
    expect(pagination).toMatchObject({ total: 0 });
  });
});

describe('input', () => {
  it('that is wrong is refused with what was wrong', async () => {
    const check = (input: object) => refusal('syndication_check_entry', input);
    expect(await check({ documentId: 'a', contentType: 'api::event.event' })).toMatch(
      new RegExp(`expected one of .*"${ARTICLE_UID}"`),
    );
    expect(await check({ contentType: ARTICLE_UID })).toMatch(/documentId.*expected string/);
    expect(await check(article(''))).toMatch(/documentId.*>=1 characters/);
    expect(await check(article('a'.repeat(101)))).toMatch(/documentId.*<=100 characters/);
    expect(await check(article('a\0b'))).toMatch(/documentId.*expected no control characters/);
    expect(await check({ ...article('a'), local: 'de' })).toMatch(/Unrecognized key.*"local"/);
    expect(await refusal('syndication_feeds', { pageSize: 101 })).toMatch(/pageSize.*<=100/);
    expect(await refusal('syndication_feeds', { query: 'a'.repeat(201) })).toMatch(
      /query.*<=200 characters/,
    );
    expect(await refusal('syndication_feeds', { sort: 'size' })).toMatch(/sort.*"title"/);
  });
});

test('a fault of the server is in its log, and tells the agent nothing of itself', async () => {
  const end = site.strapi.db.lifecycles.subscribe({
    models: [TAG_UID],
    beforeFindMany: () => Promise.reject(new Error('select "password" from')),
  });
  const logged = jest.spyOn(site.strapi.log, 'error').mockImplementation();
  try {
    expect(await refusal('syndication_feeds', {})).toBe(
      'The server could not answer; its log says why.',
    );
    expect(JSON.stringify(logged.mock.calls)).toContain('select \\"password\\" from');
  } finally {
    end();
    logged.mockRestore();
  }
  expect((await agent.call('syndication_feeds')).isError).toBe(false);
});
