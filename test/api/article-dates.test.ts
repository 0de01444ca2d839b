import { DateTime } from 'luxon';

import { ARTICLE_UID } from '../../src/lib/constants';
import { type Site, startSite } from '../helpers/site';
import { statementsOn } from '../helpers/statements';
import { siteTypes } from '../helpers/site-types';

const FIELDS = `module.exports = (plugin) => {
  Object.assign(plugin.contentTypes.article.schema.attributes, {
    embargo: { type: 'datetime' },
    expires: { type: 'date' },
  });
  return plugin;
};`;

const files = {
  'src/extensions/syndication/strapi-server.js': FIELDS,
  ...siteTypes({
    shelf: {
      pluralName: 'shelves',
      attributes: {
        articles: { type: 'relation', relation: 'manyToMany', target: ARTICLE_UID },
      },
    },
  }),
};

/** Where it is tomorrow already for fourteen hours a day. */
const timeZone = 'Pacific/Kiritimati';

const PAST = '2026-02-01';
const FUTURE = '2999-01-01';

let site: Site;
let token: string;

const ask = async (address: string): Promise<string> => {
  const response = await fetch(site.origin + address, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.text();
};

const slugsIn = (body: string): string[] =>
  [...body.matchAll(/"slug":"([^"]+)"/g)].map(([, slug]) => slug!).sort();

beforeAll(async () => {
  const mapping = { date: 'embargo', until: 'expires' };
  site = await startSite({ timeZone, sources: { [ARTICLE_UID]: mapping } }, undefined, { files });
  const tokens = site.strapi.service('admin::api-token');
  token = (await tokens.create({ name: 'all', type: 'full-access', lifespan: null })).accessKey;
  const articles = [
    await site.published('open'),
    await site.published('current', { embargo: PAST, expires: FUTURE }),
    await site.published('expired', { expires: PAST }),
    await site.published('expired-today', {
      expires: DateTime.now().setZone(timeZone).toISODate(),
    }),
    await site.published('embargoed', { embargo: `${FUTURE}T00:00:00.000Z` }),
  ];
  await site.strapi.documents('api::shelf.shelf' as never).create({ data: { articles } as never });
});

afterAll(() => site?.stop());

describe('articles whose mapping names other dates', () => {
  it('are given by the content API while readers have them', async () => {
    expect(await site.status('/posts/current/')).toEqual([200]);
    for (const slug of ['expired', 'expired-today', 'embargoed']) {
      expect((await site.status(`/posts/${slug}/`))[0]).toBeGreaterThanOrEqual(400);
      expect(slugsIn(await ask(`/api/syndication/articles?filters[slug]=${slug}`))).toEqual([]);
    }
    const list = await ask('/api/syndication/articles?sort=title');
    expect(slugsIn(list)).toEqual(['current', 'open']);
    expect(list).toContain('"total":2');
  });

  it('are shown by what leads to them, and found through it, in the same time alone', async () => {
    expect(slugsIn(await ask('/api/shelves?populate=articles'))).toEqual(['current', 'open']);
    const found = async (slug: string): Promise<boolean> =>
      (await ask(`/api/shelves?filters[articles][slug]=${slug}`)).includes('"total":1');
    expect([await found('open'), await found('expired'), await found('embargoed')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['date', 'title'])('are passed over in an index, sorted by %s', async (name) => {
    const { db } = site.strapi;
    const asked = await statementsOn(site.app, 'syndication_articles', () =>
      ask(`/api/syndication/articles?sort=${name}`),
    );
    const counts = asked.filter(({ sql }) => sql.includes('count('));
    expect(counts).toHaveLength(1);
    if (db.dialect.client !== 'sqlite') return;
    const [{ sql, bindings }] = counts as [(typeof asked)[0]];
    const steps: { detail: string }[] = await db.connection.raw(
      `explain query plan ${sql}`,
      bindings as never,
    );
    expect(steps.map(({ detail }) => detail).join()).toContain('COVERING INDEX');
  });
});
