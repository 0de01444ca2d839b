import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { TAG_UID } from '../../src/lib/constants';
import { type Site, startSite } from '../helpers/site';
import { type Statement, statementsOn, stepsOnSqlite } from '../helpers/statements';

interface Entry {
  documentId: string;
  slug?: string;
  [field: string]: unknown;
}

interface Body {
  data: Entry[];
  meta: { pagination: { page: number; pageSize: number; pageCount: number; total: number } };
}

const ALL = ['article.find', 'article.findOne', 'tag.find', 'tag.findOne'];

let site: Site;
const ids: Record<string, string> = {};
let token: string;

const createToken = async (actions: string[]): Promise<string> => {
  const created = await site.strapi.service('admin::api-token').create({
    name: actions.join(),
    description: '',
    type: 'custom',
    lifespan: null,
    permissions: actions.map((action) => `plugin::syndication.${action}`),
  });
  return created.accessKey;
};

const request = (address: string, as = token): Promise<Response> =>
  fetch(`${site.origin}/api/syndication${address}`, {
    headers: as === '' ? {} : { authorization: `Bearer ${as}` },
  });

const find = async (address: string): Promise<Body> => {
  const response = await request(address);
  expect([address, response.status]).toEqual([address, 200]);
  return (await response.json()) as Body;
};

const slugs = async (address: string): Promise<unknown[]> =>
  (await find(address)).data.map(({ slug }) => slug).sort();

beforeAll(async () => {
  site = await startSite();
  token = await createToken(ALL);
  ids.api = await site.tag('api');
  ids.secret = await site.tag('secret', { hidden: true });
  const { id: cover } = await site.strapi.db.query('plugin::upload.file').create({
    data: { name: 'a', hash: 'a', mime: 'image/png', size: 1, url: '/a.png', provider: 'local' },
  });
  ids.public = await site.published('public', { tags: [ids.api, ids.secret], cover });
  ids.other = await site.published('other', { date: '2026-01-16T00:00:00.000Z' });
  ids.future = await site.published('future', {
    date: '2999-01-01T00:00:00.000Z',
    tags: [ids.api],
    cover,
  });
  ids.keptOut = await site.published('kept-out', { keepOutOfFeeds: true, tags: [ids.api] });
  ids.draft = await site.draft('draft', { date: '2026-01-15T00:00:00.000Z', tags: [ids.api] });
  await site.change(ids.other, { title: 'changed in the draft' });
});

afterAll(() => site.stop());

describe('content API', () => {
  it('lists public articles alone', async () => {
    const { data, meta } = await find('/articles?sort=date:desc');
    expect(data.map(({ slug, title }) => [slug, title])).toEqual([
      ['other', 'other'],
      ['public', 'public'],
    ]);
    expect(meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: 2 });
  });

  it.each([
    ['status=draft'],
    ['status=draft&preview=token'],
    ['filters[slug][$in][0]=draft&filters[slug][$in][1]=future'],
    ['filters[date][$gt]=2998-01-01'],
    ['filters[slug][$eq]=future'],
  ])('shows no draft and nothing that waits for its date: %s', async (query) => {
    const { data } = await find(`/articles?${query}`);
    expect(data.filter(({ slug }) => slug !== 'public' && slug !== 'other')).toEqual([]);
    expect(JSON.stringify(data)).not.toMatch(/future|draft/);
  });

  it.each(['page=2', 'page=about&limit=100', 'pageSize=100&start=1', 'populate[tags]=false'])(
    'ignores what Strapi does not know, and leaves out what is not wanted: %s',
    async (query) => {
      const { data } = await find(`/articles?sort=title&${query}`);
      expect(data.map(({ slug }) => slug)).toEqual(['other', 'public']);
      expect(data[0]).not.toHaveProperty('tags');
    },
  );

  it('gives one article by its document id, and 404 where there is none to see', async () => {
    const response = await request(`/articles/${ids.public}`);
    const { data } = (await response.json()) as { data: Entry };
    expect(data).toMatchObject({ documentId: ids.public, title: 'public', slug: 'public' });
    for (const id of [ids.draft, ids.future, 'unknown']) {
      for (const query of ['', '?status=draft']) {
        expect((await request(`/articles/${id}${query}`)).status).toBe(404);
      }
    }
  });

  it('finds an article kept out of lists by id or slug, since it has a page', async () => {
    expect((await request(`/articles/${ids.keptOut}`)).status).toBe(200);
    expect(await slugs('/articles?filters[slug][$eq]=kept-out')).toEqual(['kept-out']);
    expect(await slugs('/articles?filters[slug][$in][0]=kept-out')).toEqual([]);
  });

  it('follows the conventions for fields, populate, filters and pagination', async () => {
    const { data, meta } = await find(
      '/articles?fields[0]=title&populate=tags&filters[tags][slug][$eq]=api&pagination[pageSize]=1',
    );
    expect(data).toEqual([
      {
        id: expect.any(Number),
        documentId: ids.public,
        title: 'public',
        tags: [expect.objectContaining({ documentId: ids.api, slug: 'api' })],
      },
    ]);
    expect(meta.pagination).toEqual({ page: 1, pageSize: 1, pageCount: 1, total: 1 });
    const [entry] = (await find(`/articles?populate[tags][fields][0]=name&filters[slug]=public`))
      .data;
    expect(entry?.tags).toEqual([{ id: expect.any(Number), documentId: ids.api, name: 'api' }]);
    expect(
      (await find('/articles?populate=cover,attachment,tags&filters[slug]=other')).data[0],
    ).toMatchObject({
      cover: null,
      attachment: null,
      tags: [],
    });
  });

  it('never tells of a hidden tag, its articles or the field that hides it', async () => {
    expect(await slugs('/tags?populate=image')).toEqual(['api']);
    expect((await request(`/tags/${ids.secret}`)).status).toBe(404);
    expect(await slugs('/tags?filters[slug][$eq]=secret')).toEqual([]);
    expect(await slugs('/articles?filters[tags][slug][$eq]=secret')).toEqual([]);
    expect(await slugs(`/articles?filters[tags][documentId]=${ids.secret}`)).toEqual([]);
    expect(JSON.stringify(await find('/articles?populate=tags'))).not.toContain('secret');
    expect(JSON.stringify(await find('/tags'))).not.toContain('hidden');
    for (const query of ['filters[hidden]=true', 'sort=hidden', 'filters[tags][hidden]=true']) {
      expect((await request(`/tags?${query}`)).status).toBe(400);
    }
    expect((await request('/articles?filters[tags][hidden]=true')).status).toBe(400);
  });

  it.each([
    '/tags?populate=articles',
    '/tags?filters[articles][slug][$startsWith]=fut',
    '/articles?populate[tags][populate]=articles',
    '/articles?filters[tags][articles][slug][$startsWith]=dra',
    '/articles?populate[cover][populate]=related',
    '/articles?filters[cover][related][slug][$startsWith]=dra',
    '/articles?sort=tags.articles.slug',
    '/articles?filters[createdBy][email][$startsWith]=a',
  ])('leads to no hidden row through a relation: %s', async (address) => {
    const response = await request(address);
    const body = await response.text();
    expect([200, 400]).toContain(response.status);
    expect(body).not.toMatch(/"slug":"(?:draft|future|kept-out|secret)"/);
    if (response.status === 200) expect(body).not.toMatch(/"(?:articles|related|createdBy)":/);
  });

  const SEVERAL = Array.from({ length: 21 }, (_, at) => `filters[slug][$in][${at}]=a`).join('&');

  it.each([
    ['/articles?filters[$not][slug]=a', 'filters[$not]: cannot be filtered by'],
    ['/articles?filters[$or][0][slug]=a', 'filters[$or]: cannot be filtered by'],
    [
      '/articles?filters[title][$contains]=a',
      'filters[title]: cannot be filtered by. Use documentId',
    ],
    ['/articles?filters[slug][$ne]=a', 'filters[slug]: is compared with $eq, or $in'],
    ['/articles?filters[slug]=%00', 'filters[slug]'],
    [`/articles?${SEVERAL}`, 'a list of 1 to 20'],
    ['/articles?filters[date][$contains]=2026', 'is compared with $gt, $gte, $lt and $lte'],
    ['/articles?filters[date][$gt]=soon', 'filters[date]: expected a date'],
    ['/articles?filters[tags][slug][$ne]=a', 'filters[tags][slug]: is compared with'],
    [
      '/articles?filters[tags][$null]=true',
      'filters[tags]: is asked for by one of documentId, slug',
    ],
    ['/articles?filters[tags][articles][slug]=a', 'filters[tags]: is asked for by one of'],
    ['/articles?filters[cover][mime]=a', 'filters[cover]: cannot be filtered by'],
    ['/articles?filters[$and]=a', 'filters[$and]'],
    ['/articles?filters=a', 'filters: expected a filter'],
    ['/articles?_q=a', '_q: cannot be used. Use filters, sort, fields, populate'],
    ['/articles?publicationFilter=modified', 'publicationFilter: cannot be used.'],
    ['/articles?status=draft&hasPublishedVersion=false', 'hasPublishedVersion: cannot be used.'],
    ['/tags?publicationFilter=never-published', 'publicationFilter: cannot be used.'],
    ['/articles?filters[$and][slug]=a', 'filters[$and]: cannot be filtered by'],
    ['/articles?filters[slug][$eq][$ne]=a', 'filters[slug]: expected a text'],
    ['/articles?sort[date]=desc', 'sort: cannot sort by'],
    ['/tags?sort=name,title', 'sort: expected one field: name or title'],
    ['/articles?fields[a]=title', 'fields: expected names.'],
    ['/articles?sort=tags.name', 'cannot sort by "tags.name". Use date, title'],
    ['/articles?sort=status', 'cannot sort by "status"'],
    ['/articles?sort=date:desc,title', 'sort: expected one field: date or title'],
    [
      '/articles?pagination[page]=99999999999999',
      'pagination[page]: expected a whole number from 1',
    ],
    [
      '/articles?pagination[pageSize]=51',
      'pagination[pageSize]: expected a whole number from 1 to 50',
    ],
    ['/articles?pagination[limit]=-1', 'pagination[limit]'],
    [
      '/articles?populate=*',
      'populate[*]: cannot be populated. Use tags, cover, attachment, by name',
    ],
    ['/articles?populate[tags][filters][title]=a', 'populate[tags][filters]: cannot be used'],
    ['/articles?populate[tags][sort]=name', 'populate[tags][sort]: cannot be used. Use true'],
    ['/articles?populate=tags.image', 'populate[tags.image]: cannot be populated. Use tags'],
    ['/articles?populate[cover][filters][name]=a', 'populate[cover][filters]: cannot be used'],
    ['/articles?populate[tags][populate]=image', 'populate[tags][populate]: cannot be used'],
    ['/articles?fields=secret', 'there is no field "secret"'],
  ])(
    'refuses what an index does not answer, and says what may be asked: %s',
    async (address, said) => {
      const response = await request(address);
      const { error } = (await response.json()) as { error: { status: number; message: string } };
      expect([address, error.status]).toEqual([address, 400]);
      expect(error.message).toContain(said);
    },
  );

  it('asks for a tag once: a second condition would multiply the rows that a database looks at', async () => {
    const twice = 'filters[$and][0][tags][slug]=api&filters[$and][1][tags][slug]=other';
    const response = await request(`/articles?${twice}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('is asked for twice. Use $in and a list.');
    expect(await slugs('/articles?filters[$and][0][tags][slug]=api')).toEqual(['public']);
  });

  it('reads no further than it has to in a query of many parts', async () => {
    const parts = Array.from({ length: 50 }, (_, at) => `filters[$and][${at}][slug]=a`).join('&');
    expect((await request(`/articles?${parts}`)).status).toBe(400);
  });

  it('takes lists, ranges of dates and both directions', async () => {
    const ask = (query: string) => slugs(`/articles?${query}`);
    expect(await ask('filters[slug][$in][0]=public&filters[slug][$in][1]=other')).toEqual([
      'other',
      'public',
    ]);
    expect(await ask('filters[tags][slug][$in][0]=api&filters[tags][slug][$in][1]=secret')).toEqual(
      ['public'],
    );
    const since = 'filters[date][$gte]=2026-01-16T00:00:00Z&filters[date][$lt]=2026-01-17';
    expect(await ask(since)).toEqual(['other']);
    const { data } = await find('/articles?sort[0]=title:desc&fields=title');
    expect(data.map(({ title }) => title)).toEqual(['public', 'other']);
    expect(await ask(`filters[date][$lt]=2026-01-16&filters[tags][slug]=api&sort=title`)).toEqual([
      'public',
    ]);
  });

  it('lists the newest first when no order is asked for', async () => {
    const { data } = await find('/articles?fields=title');
    expect(data.map(({ title }) => title)).toEqual(['other', 'public']);
  });

  it('knows of nothing at an id that nothing can have', async () => {
    for (const type of ['articles', 'tags']) {
      expect((await request(`/${type}/%00`)).status).toBe(404);
    }
  });

  it.each(['articles', 'tags'])(
    'answers no question about hidden rows to the mightiest token: %s',
    async (type) => {
      const mighty = (
        await site.strapi.service('admin::api-token').create({
          name: `mighty ${type}`,
          description: '',
          type: 'full-access',
          lifespan: null,
        })
      ).accessKey as string;
      const ask = async (query: string) => {
        const response = await request(`/${type}?${query}`, mighty);
        return { status: response.status, body: await response.text() };
      };
      for (const relation of [
        'articles',
        'tags][articles',
        'cover][related',
        'cover][related][on][plugin::syndication.article',
        'image][related',
      ]) {
        const known = await ask(`filters[${relation}][slug][$startsWith]=fut`);
        const unknown = await ask(`filters[${relation}][slug][$startsWith]=zzz`);
        expect({ relation, ...known }).toEqual({ relation, ...unknown });
        expect(known.status).not.toBe(500);
      }
      for (const populate of [
        'populate=articles',
        'populate[tags][populate]=articles',
        'populate[cover][populate]=related',
        'populate[tags][populate][image][populate]=related',
        'populate[articles][populate]=*',
      ]) {
        const { status, body } = await ask(populate);
        expect([200, 400]).toContain(status);
        if (status === 200) expect(body).not.toMatch(/future|draft|"related"|"articles"/);
      }
    },
  );

  it('is closed to whoever has no permission, action by action', async () => {
    const addresses = {
      'article.find': '/articles',
      'article.findOne': `/articles/${ids.public}`,
      'tag.find': '/tags',
      'tag.findOne': `/tags/${ids.api}`,
    };
    for (const [action, address] of Object.entries(addresses)) {
      const others = await createToken(ALL.filter((other) => other !== action));
      expect((await request(address, others)).status).toBe(403);
      expect((await request(address, '')).status).toBe(401);
      expect((await request(address, await createToken([action]))).status).toBe(200);
    }
  });

  it('filters by no tags for whoever may not read these, however the query is written', async () => {
    const articlesAlone = await createToken(['article.find']);
    const all = await slugs('/articles');
    expect((await request('/articles?filters[$and][101][tags][slug]=api')).status).toBe(400);
    for (const place of [0, 101]) {
      const address = `/articles?filters[$and][${place}][tags][slug]=api`;
      const response = await request(address, articlesAlone);
      const { data } = (await response.json()) as Partial<Body>;
      expect(response.status === 200 ? data!.map(({ slug }) => slug).sort() : all).toEqual(all);
    }
  });

  it.each(['__proto__', '__proto__.x', 'tags.__proto__.x', 'constructor', 'tags.constructor'])(
    'refuses to populate what objects inherit: %s',
    async (name) => {
      for (const query of [`populate=${name}`, `populate[0]=${name}`]) {
        expect((await request(`/articles?${query}`)).status).toBe(400);
      }
    },
  );

  it('only reads', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(`${site.origin}/api/syndication/tags/${ids.api}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(405);
    }
    expect(await site.strapi.documents(TAG_UID).findOne({ documentId: ids.api! })).not.toBeNull();
  });
});

describe('with many articles, the content API', () => {
  beforeAll(async () => {
    for (const name of ['first', 'second', 'third']) {
      const tag = await site.tag(`of-${name}`);
      await site.published(name, { tags: [ids.api!, ids.secret!, tag] });
    }
    await site.tag('under-nothing');
  });

  const statementsFor = (address: string, table: string): Promise<Statement[]> =>
    statementsOn(site.app, table, () => find(address));

  it('looks at the tags of a page of articles together', async () => {
    const of = (size: number) =>
      statementsFor(`/articles?populate=tags&pagination[pageSize]=${size}`, 'syndication_tags');
    // The first has no tag that is to be looked at.
    const some = await of(2);
    expect(await of(4)).toHaveLength(some.length);
  });

  it.each([
    ['sort=name', ['SCAN t0', 'SEARCH entry']],
    ['filters[slug]=api', ['SEARCH t0', 'SEARCH entry']],
    ['filters[name]=api&pagination[withCount]=false', ['SCAN t0', 'SEARCH entry']],
  ])(
    'looks up tags in an index of the catalogue, only those that match: %s',
    async (query, steps) => {
      const asked = await statementsFor(`/tags?${query}`, CATALOGUE_TABLE);
      expect(asked).toHaveLength(query.includes('withCount') ? 1 : 2);
      expect(await slugs('/tags?filters[slug]=under-nothing')).toEqual([]);
      if (site.strapi.db.dialect.client !== 'sqlite') return;
      for (const statement of asked) {
        const plan = await stepsOnSqlite(site.app, statement);
        const inside = plan.slice(plan.findIndex((step) => step.startsWith('LIST SUBQUERY')));
        const read = inside.map((step) => /^(?:SCAN|SEARCH) \w+/.exec(step)?.[0] ?? '');
        expect(read.filter(Boolean)).toEqual(steps);
      }
    },
  );

  it.each([
    'filters[tags][slug]=api',
    'filters[tags][slug]=api&sort=date:desc',
    'filters[tags][slug][$in][0]=api&filters[tags][slug][$in][1]=of-first&sort=date',
    'filters[tags][name]=of-first&sort=title',
    'filters[tags][slug]=api&filters[date][$gt]=2000-01-01&sort=title:desc',
    'filters[date][$gt]=2000-01-01&filters[date][$lt]=2999-01-01&sort=title',
    'sort=title:desc&pagination[page]=2&pagination[pageSize]=1',
    'sort=date&pagination[page]=2&pagination[pageSize]=1',
    '',
  ])(
    'passes over articles in the order of an index, and joins none with their tags: %s',
    async (query) => {
      const table = 'syndication_articles';
      const asked = await statementsFor(`/articles?${query}`, table);
      const lists = asked.filter(({ sql }) => /from .syndication_articles. as .t0./.test(sql));
      // The page and the count.
      expect(lists).toHaveLength(2);
      for (const { sql, bindings } of lists) {
        expect(sql).not.toContain(' join ');
        if (site.strapi.db.dialect.client !== 'sqlite') continue;
        const steps: { detail: string }[] = await site.strapi.db.connection.raw(
          `explain query plan ${sql}`,
          bindings as never,
        );
        const plan = steps.map(({ detail }) => detail).join('\n');
        const index = query.includes('sort=title') ? 'by_title' : 'by_date';
        expect(plan).toContain(`INDEX ${table}_${index}`);
        expect(plan).not.toContain('TEMP B-TREE');
        if (sql.includes('count(')) expect(plan).toContain(`COVERING INDEX ${table}_${index}`);
      }
    },
  );
});
