/**
 * @runs-on sqlite: What is filtered is decided before Strapi makes a statement of it; that no database refuses
 * such a statement is tested by no-oracle.test.ts.
 */
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type Site, startSite } from '../helpers/site';
import { siteComponent, siteTypes } from '../helpers/site-types';

/** A type of a site's own that points to articles and tags in every way there is. */
const FILES = {
  ...siteComponent('shared.pick', {
    name: { type: 'string' },
    article: { type: 'relation', relation: 'oneToOne', target: ARTICLE_UID },
  }),
  ...siteTypes({
    category: {
      attributes: {
        name: { type: 'string' },
        featured: { type: 'relation', relation: 'oneToOne', target: ARTICLE_UID },
        picks: { type: 'relation', relation: 'manyToMany', target: ARTICLE_UID },
        topics: { type: 'relation', relation: 'manyToMany', target: TAG_UID },
        anything: { type: 'relation', relation: 'morphToMany' },
        box: { type: 'component', component: 'shared.pick' },
        boxes: { type: 'component', component: 'shared.pick', repeatable: true },
        zone: { type: 'dynamiczone', components: ['shared.pick'] },
        picture: { type: 'media', multiple: false },
        parent: { type: 'relation', relation: 'oneToOne', target: 'api::category.category' },
      },
    },
    release: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string' },
        article: { type: 'relation', relation: 'oneToOne', target: ARTICLE_UID },
      },
    },
    digest: {
      attributes: { picks: { type: 'relation', relation: 'manyToMany', target: ARTICLE_UID } },
    },
    rack: {
      attributes: {
        picks: { type: 'relation', relation: 'manyToMany', target: ARTICLE_UID },
        topics: { type: 'relation', relation: 'manyToMany', target: TAG_UID },
      },
    },
    shelf: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string' },
        anything: { type: 'relation', relation: 'morphToMany' },
        picture: { type: 'media', multiple: false },
      },
    },
  }),
  // As controllers of sites do that add something to what is asked.
  'src/api/digest/controllers/digest.js': `
    const { createCoreController } = require(${JSON.stringify(require.resolve('@strapi/strapi'))}).factories;
    module.exports = createCoreController('api::digest.digest', () => ({
      async find(ctx) {
        ctx.query = { ...(await this.sanitizeQuery(ctx)), sort: 'id' };
        return super.find(ctx);
      },
    }));`,
  // As others do, too: what is asked is sanitised, what is answered is not.
  'src/api/rack/controllers/rack.js': `
    const { createCoreController } = require(${JSON.stringify(require.resolve('@strapi/strapi'))}).factories;
    module.exports = createCoreController('api::rack.rack', ({ strapi }) => ({
      async find(ctx) {
        const asked = await this.sanitizeQuery(ctx);
        return { data: await strapi.documents('api::rack.rack').findMany({ ...asked, status: 'published' }) };
      },
    }));`,
};

const FUTURE = '2999-01-01T00:00:00.000Z';
const CATEGORY = 'api::category.category' as never;

let site: Site;
let token: string;
let narrow: string;

interface ReadResponse {
  status: number;
  text: string;
  data: Record<string, unknown>[];
}

const ask = async (address: string, as = token): Promise<ReadResponse> => {
  const response = await fetch(site.origin + address, {
    headers: { authorization: `Bearer ${as}` },
  });
  const text = await response.text();
  const body = JSON.parse(text) as { data?: Record<string, unknown>[] };
  return { status: response.status, text, data: body.data ?? [] };
};

const categories = (query: string): Promise<ReadResponse> => ask(`/api/categorys?${query}`);

const titles = (entries: unknown): unknown[] =>
  (entries as { title: unknown }[]).map(({ title }) => title);

beforeAll(async () => {
  site = await startSite({}, undefined, { files: FILES });
  const tokens = site.strapi.service('admin::api-token');
  token = (await tokens.create({ name: 'all', type: 'full-access', lifespan: null })).accessKey;
  narrow = (
    await tokens.create({
      name: 'narrow',
      type: 'custom',
      lifespan: null,
      permissions: ['api::category.category.find'],
    })
  ).accessKey;
  const shown = await site.tag('shown');
  const secret = await site.tag('secret', { hidden: true });
  const { id: picture } = await site.strapi.db.query('plugin::upload.file').create({
    data: { name: 'a', hash: 'a', mime: 'image/png', size: 1, url: '/a.png', provider: 'local' },
  });
  const published = await site.published('open', { title: 'Open', tags: [shown, secret], picture });
  const embargoed = await site.published('aaa', { title: 'Aaa embargoed', date: FUTURE });
  await site.republish(embargoed, { cover: picture });
  const draft = await site.draft('aab', { title: 'Aab drafted', cover: picture });
  const rowOf = async (documentId: string): Promise<number> =>
    (
      await site.strapi.db
        .query(ARTICLE_UID)
        .findOne({ where: { documentId }, orderBy: { id: 'desc' } })
    ).id as number;
  const create = (name: string, featured: string, more: object = {}) =>
    site.strapi.documents(CATEGORY).create({
      data: {
        name,
        featured,
        picture,
        picks: [published, embargoed, draft],
        topics: [shown, secret],
        box: { name, article: featured },
        boxes: [{ name, article: featured }],
        zone: [{ __component: 'shared.pick', name, article: featured }],
        ...more,
      } as never,
    });
  const { documentId: parent } = await create('closed', embargoed, {
    anything: [
      { __type: ARTICLE_UID, id: await rowOf(embargoed) },
      { __type: ARTICLE_UID, id: await rowOf(draft) },
      { __type: ARTICLE_UID, id: await rowOf(published) },
    ],
  });
  await create('drafted', draft);
  await site.strapi.documents('api::digest.digest' as never).create({
    data: { picks: [published, embargoed, draft] } as never,
  });
  await site.strapi.documents('api::rack.rack' as never).create({
    data: { picks: [published, embargoed, draft], topics: [shown, secret] } as never,
  });
  await create('open', published, { parent });
  await site.strapi.documents('api::release.release' as never).create({
    data: { name: 'draft', article: draft } as never,
  });
  await site.strapi.documents('api::release.release' as never).create({
    data: { name: 'published', article: embargoed } as never,
    status: 'published',
  });
});

afterAll(() => site?.stop());

describe('articles and tags that a site’s own type points to', () => {
  it.each([
    'populate=*',
    'populate=featured,picks,topics',
    'populate[0]=featured&populate[1]=picks&populate[2]=topics',
    'populate[featured]=true&populate[picks][fields][0]=title',
    'populate[featured][fields][0]=title&populate[topics][fields][0]=name',
    'populate[picks]=true&populate[featured]=true',
    'populate[box][populate]=*&populate[boxes][populate]=article&populate[zone][populate]=*',
    'populate[zone][on][shared.pick][populate][article][fields][0]=title',
    'populate[anything]=true',
    'populate[anything][on][plugin::syndication.article][fields][0]=title',
    'populate[parent][populate][featured]=true',
    'populate[parent][populate]=*',
    'populate[picture][populate]=related',
    'populate[parent][populate][picture][populate][related]=true',
    'populate=parent.parent.featured,parent.picks',
    'status=draft&populate=featured,picks',
  ])('are those that readers may see: %s', async (query) => {
    const { status, text } = await categories(query);
    expect(status).toBe(200);
    expect(text).not.toMatch(/Aa[ab]|secret|"hidden"/);
  });

  it('are shown where they are public', async () => {
    const { data } = await categories('sort=name&populate=featured,picks,topics');
    expect(data.map(({ featured }) => (featured as { title: string } | null)?.title)).toEqual([
      undefined,
      undefined,
      'Open',
    ]);
    data.forEach(({ picks }) => expect(titles(picks)).toEqual(['Open']));
    data.forEach(({ topics }) =>
      expect((topics as { name: string }[]).map(({ name }) => name)).toEqual(['shown']),
    );
    const [first] = (await categories('sort=name&populate[anything]=true')).data;
    expect(titles(first?.anything)).toEqual(['Open']);
  });

  it('are not counted', async () => {
    for (const name of ['picks', 'anything']) {
      const counted = await categories(`populate[${name}][count]=true`);
      expect(counted.status).toBe(400);
      expect(counted.text).toContain(`populate[${name}][count]`);
    }
  });

  it('are shown to nobody without the permission to find them, as ever', async () => {
    const { text } = await ask('/api/categorys?populate=*', narrow);
    expect(text).not.toContain('"featured"');
    expect(text).not.toContain('"topics"');
  });

  it.each([
    ['filters[featured][slug]=aaa', []],
    ['filters[topics][name]=secret', []],
    ['filters[featured][slug]=open', ['open']],
    ['filters[topics][slug][$eq]=shown', ['closed', 'drafted', 'open']],
    [
      'filters[topics][slug][$in][0]=shown&filters[topics][slug][$in][1]=secret&filters[name]=open',
      ['open'],
    ],
    ['filters[$or][0][featured][slug]=aaa&filters[$or][1][name]=drafted', ['drafted']],
    ['filters[featured][slug]=open&filters[topics][slug]=shown&filters[name]=open', ['open']],
    ['filters[box][article][slug]=aaa', []],
    ['filters[box][article][slug]=open&filters[$and][0][name]=open', ['open']],
    ['filters[parent][featured][slug]=open', []],
    // Strapi drops what has another key than a place in the list.
    ['filters[$and][101][topics][slug]=secret', ['closed', 'drafted', 'open']],
    ['filters[$and][101][topics][slug]=shown', ['closed', 'drafted', 'open']],
  ])('are asked about among those that readers may see: %s', async (query, names) => {
    const { status, data } = await categories(query);
    expect(status).toBe(200);
    expect(data.map(({ name }) => name).sort()).toEqual(names);
  });

  const NO_WAY = 'cannot be filtered or sorted by, since hidden entries would count.';

  it.each([
    ['filters[featured]=1', 'filters[featured]: is asked for by one of documentId, slug, with $eq'],
    ['filters[topics][slug][$ne]=shown', 'filters[topics][slug]: is compared with $eq'],
    ['filters[topics][slug]=a&filters[topics][name]=b', 'filters[topics]: is asked for by one'],
    [
      'filters[$and][0][topics][slug]=a&filters[$and][1][topics][slug]=b&filters[$and][2][topics][slug]=c',
      'at most 2 conditions on articles and tags',
    ],
    ['filters[$and][0][$not][topics][slug]=a', `filters[$and][0][$not][topics]: ${NO_WAY}`],
    ['filters[$and][101][topics][hidden]=true', 'filters[$and][101][topics]'],
    ['filters[$or][x][parent][picks][title]=a', 'filters[$or][x][parent][picks]'],
    ['filters[$or][x][picture][related][slug]=a', 'filters[$or][x][picture][related]'],
    ['filters[$not][featured][slug]=aaa', `filters[$not][featured]: ${NO_WAY}`],
    ['filters[featured][$not][slug]=aaa', 'filters[featured]'],
    ['filters[featured][title][$startsWith]=Aa', 'filters[featured]'],
    ['filters[featured][$null]=true', 'filters[featured]'],
    ['filters[picks][id][$notNull]=true', 'filters[picks]'],
    ['filters[boxes][article][id][$gt]=0', 'filters[boxes][article]'],
    ['filters[topics][articles][slug]=aaa', 'Invalid key articles'],
    ['filters[picture][related][slug]=aaa', 'related'],
    ['filters[featured][createdBy][email][$contains]=a', 'Invalid key createdBy'],
    ['sort=featured.title', `sort: ${NO_WAY}`],
    ['sort=name,parent.featured.title:desc', `sort: ${NO_WAY}`],
    ['sort[0]=name&sort[1]=topics.name', `sort: ${NO_WAY}`],
    ['sort[0][featured][title]=asc', `sort: ${NO_WAY}`],
    ['sort[featured][title]=asc', `sort: ${NO_WAY}`],
    ["sort=featured['title']:asc", "Invalid key featured['title']"],
    ['populate[parent][sort]=featured.title', `sort: ${NO_WAY}`],
    ['populate[parent][filters][$not][topics][name]=x', 'populate[parent][filters][$not][topics]'],
    ['populate[parent][populate][parent][filters][picks][title]=x', '[parent][filters][picks]'],
    [
      'populate[picture][populate][related][on][api::category.category][sort]=featured.title',
      `sort: ${NO_WAY}`,
    ],
    ['populate[picks][filters][slug]=open', 'populate[picks][filters]: cannot be used. Use true'],
    ['populate[picks][sort]=title', 'populate[picks][sort]: cannot be used. Use true, or fields.'],
    ['populate[picks][populate]=tags', 'populate[picks][populate]: cannot be used'],
    ['populate=picks.tags', 'populate[picks][populate]: cannot be used'],
    ['populate[0]=featured&populate[1]=parent.picks.cover', '[picks][populate]'],
    ['populate[picks]=*', 'populate[picks]'],
    ['populate[parent][populate]=picks.tags', '[picks][populate]'],
    ['populate[picks][populate][tags][populate]=articles', 'Invalid key articles'],
    ['populate[topics][filters][hidden]=true', 'Invalid key hidden'],
    [
      'populate[anything][on][plugin::syndication.article][filters][slug]=open',
      '[on][plugin::syndication.article][filters]: cannot be used',
    ],
  ])('are no oracle, and the error says what was wrong: %s', async (query, named) => {
    const { status, text } = await categories(query);
    expect([query, status]).toEqual([query, 400]);
    expect(JSON.parse(text).error.message).toContain(named);
    expect(text).not.toMatch(/node_modules|at \w+ \(/);
  });

  const BY_DRAFT = ['publicationFilter=unmodified', 'hasPublishedVersion=true'];

  it.each([
    'releases?populate=article',
    'shelfs?populate=anything',
    'shelfs?populate[anything][on][plugin::syndication.article][fields]=title',
    'categorys?populate=picks',
    'categorys?populate=anything',
    'categorys?populate[parent][populate]=anything',
    'categorys?populate=*',
    'categorys?populate[parent][populate]=*',
    'categorys?populate[boxes][populate]=article',
  ])(
    'do not tell of their drafts by what the entries that point to them are like: %s',
    async (query) => {
      for (const asked of BY_DRAFT) {
        const { status, text } = await ask(`/api/${query}&${asked}`);
        expect(status).toBe(400);
        expect(text).toContain('is not answered together with articles');
      }
      for (const wanted of ['draft', 'published']) {
        expect((await ask(`/api/${query}&status=${wanted}`)).text).not.toMatch(/Aa[ab]/);
      }
    },
  );

  it('are left out of zones of entries that are asked for by their drafts', async () => {
    const query = 'populate[zone][populate]=*';
    expect((await categories(query)).text).toContain('"Open"');
    for (const asked of BY_DRAFT) {
      const { status, text } = await categories(`${query}&${asked}`);
      expect([status, text]).toEqual([200, expect.not.stringMatching(/"Open"|Aa[ab]/)]);
    }
  });

  it('leave other entries to be asked for by what their drafts are like', async () => {
    for (const populate of ['topics,picture', 'parent', 'boxes', 'zone']) {
      const query = `publicationFilter=unmodified&populate=${populate}`;
      expect([populate, (await categories(query)).data.length]).toEqual([populate, 3]);
    }
    const { status } = await ask('/api/shelfs?publicationFilter=modified&populate=picture');
    expect(status).toBe(200);
  });

  it.each(['populate=picks', 'populate=*', 'populate[picks][fields]=title'])(
    'are those of a query that a controller sanitises before Strapi does: %s',
    async (query) => {
      const { status, data } = await ask(`/api/digests?${query}`);
      expect(status).toBe(200);
      expect(titles(data[0]?.picks)).toEqual(['Open']);
    },
  );

  it.each([
    'populate=picks,topics',
    'populate=*',
    'populate[0]=picks&populate[1]=topics',
    'populate[picks]=true&populate[topics]=true',
    'populate[picks][fields]=title&populate[topics][fields]=name',
    'populate=picks,topics&status=draft&locale=*',
  ])('are those of a query whose answer a controller does not sanitise: %s', async (query) => {
    const { status, data } = await ask(`/api/racks?${query}`);
    expect(status).toBe(200);
    expect(titles(data[0]?.picks)).toEqual(['Open']);
    expect(data[0]?.topics).toHaveLength(1);
  });

  it.each([
    'populate[picks]=',
    'populate=picks&publicationFilter=modified',
    'populate[picks][filters][$and][0][slug]=aaa',
    'filters[picks][title]=aaa',
    'sort=picks.title',
  ])('are refused to a query whose answer a controller does not sanitise: %s', async (query) => {
    expect((await ask(`/api/racks?${query}`)).status).toBe(400);
  });

  it('are not shown by the files they use', async () => {
    for (const query of ['populate=related', 'populate=*', 'populate[related]=true']) {
      const { status, text } = await ask(`/api/upload/files?${query}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/Aa[ab]/);
    }
    const { text } = await ask('/api/upload/files?populate[related][populate]=*');
    expect(text).not.toMatch(/Aa[ab]/);
  });
});

describe('articles and tags that a site’s own type points to by the hundreds', () => {
  const MOST = 1_000;
  const rows: Record<'picks' | 'topics', number[]> = { picks: [], topics: [] };
  let statements: string[];

  const createRows = async (uid: string, number: number, toData: (place: number) => object) => {
    const data = Array.from({ length: number }, (_, place) => toData(place));
    const { ids } = await site.strapi.db.query(uid as never).createMany({ data: data as never });
    return ids as number[];
  };

  const createCategory = (name: string, data: object): Promise<unknown> =>
    site.strapi.db.query(CATEGORY).create({ data: { name, documentId: name, ...data } });

  beforeAll(async () => {
    const date = new Date('2026-01-01T00:00:00.000Z');
    rows.picks = await createRows(ARTICLE_UID, MOST + 1, (place) => ({
      documentId: `many${place}`,
      title: `Many ${place}`,
      slug: `many-${place}`,
      ...{ date, publishedAt: date },
    }));
    rows.topics = await createRows(TAG_UID, MOST + 1, (place) => ({
      documentId: `many${place}`,
      name: `many ${place}`,
      slug: `many-${place}`,
    }));
    const { picks, topics } = rows;
    await createCategory('many', { picks: picks.slice(1), topics: topics.slice(1) });
    await createCategory('one more', { picks, topics });
    const { id: pick } = await site.strapi.db
      .query('shared.pick')
      .create({ data: { name: 'many', article: picks[0] } });
    await createCategory('many boxes', {
      anything: picks.map((id) => ({ __type: ARTICLE_UID, id })),
      box: { id: pick, __pivot: { field: 'box', component_type: 'shared.pick' } },
      parent: (await site.strapi.db.query(CATEGORY).findOne({ where: { name: 'one more' } })).id,
    });
    const { id: used } = await site.strapi.db.query('plugin::upload.file').create({
      data: {
        ...{ name: 'used', hash: 'u', mime: 'image/png', size: 1, url: '/u.png' },
        provider: 'local',
        related: picks.map((id) => ({ __type: ARTICLE_UID, id, __pivot: { field: 'cover' } })),
      },
    });
    expect(used).toBeGreaterThan(0);
    site.strapi.db.connection.on('query', ({ sql }: { sql: string }) => statements?.push(sql));
  });

  beforeEach(() => {
    statements = [];
  });

  it.each(['picks', 'topics'] as const)('are shown up to a number: %s', async (name) => {
    const { status, data } = await categories(`filters[name]=many&populate=${name}`);
    expect(status).toBe(200);
    expect(data[0]![name]).toHaveLength(MOST);
  });

  it.each([
    '/api/categorys?filters[name]=one more&populate=picks',
    '/api/categorys?filters[name]=one more&populate[picks][fields]=title',
    '/api/categorys?filters[name]=one more&populate=topics',
    '/api/categorys?filters[name]=many&populate=picks,topics',
    '/api/categorys?filters[name]=one more&populate=*',
    '/api/categorys?filters[name][$in]=many&filters[name][$in]=open&populate=picks',
    '/api/categorys?filters[name]=many boxes&populate[parent][populate]=picks',
    '/api/categorys?filters[name]=many boxes&populate=anything',
    '/api/upload/files?filters[name]=used&populate=related',
  ])('are refused beyond it, before they are read: %s', async (address) => {
    const { status, text } = await ask(address);
    expect(JSON.parse(text).error.message).toMatch(
      /^This request leads to more than 1000 articles and tags\. Ask for fewer entries/,
    );
    expect(status).toBe(400);
    const reading =
      /^select .*"t0"\."(?:title|name)".* from "syndication_(?:articles|tags)" as "t0"/;
    expect(statements.filter((sql) => reading.test(sql.replaceAll('`', '"')))).toEqual([]);
  });

  it('are sanitised, looked at and written in a turn of the event loop each', async () => {
    let turn = 0;
    let isOver = false;
    const next = (): void => {
      turn += 1;
      if (!isOver) setImmediate(next);
    };
    const { sanitize } = site.strapi.contentAPI as unknown as {
      sanitize: { output: (data: unknown, ...others: unknown[]) => Promise<unknown> };
    };
    const { output } = sanitize;
    let turns = 0;
    sanitize.output = async (...given) => {
      const before = turn;
      const shown = await output(...given);
      turns = turn - before;
      return shown;
    };
    next();
    const { status } = await categories('filters[name]=many&populate=picks');
    isOver = true;
    sanitize.output = output;
    expect(status).toBe(200);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('are in what each request asks for by itself, and in what own code reads', async () => {
    for (const place of [1, 2]) {
      const { status } = await categories(`filters[name]=many&populate=picks&place=${place}`);
      expect(status).toBe(200);
    }
    const found = await site.strapi.db
      .query(CATEGORY)
      .findOne({ where: { name: 'one more' }, populate: ['picks'] });
    expect(found.picks).toHaveLength(MOST + 1);
  });
});
