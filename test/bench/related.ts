import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import type { DatabaseKind } from '../helpers/database';
import { siteComponent, siteTypes } from '../helpers/site-types';
import { ARTICLES, type Held, measureRequests, type Request, visitorHeaders } from './asked';
import { seedArticles } from './seed';

const CATEGORY = 'api::category.category';
const PICK = 'shared.pick';

/** A type of a site's own, whose entries lead to articles in each way there is. */
const FILES = {
  ...siteComponent(PICK, {
    articles: { type: 'relation', relation: 'oneToMany', target: ARTICLE_UID },
  }),
  ...siteTypes({
    category: {
      attributes: {
        name: { type: 'string' },
        picks: { type: 'relation', relation: 'manyToMany', target: ARTICLE_UID },
        anything: { type: 'relation', relation: 'morphToMany' },
        box: { type: 'component', component: PICK },
      },
    },
  }),
};

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn?: { name: string };
  morphColumn?: { idColumn: { name: string }; typeColumn: { name: string } };
  orderColumnName?: string;
}

const ROWS_AT_ONCE = 200;

/** Leads an entry to articles. */
const link = async (
  { strapi }: App,
  uid: string,
  relation: string,
  id: number,
  articles: number[],
): Promise<void> => {
  const attribute = strapi.db.metadata.get(uid as never).attributes[relation];
  const { joinTable: table } = attribute as unknown as { joinTable: JoinTable };
  const { morphColumn, orderColumnName = 'order' } = table;
  const rows = articles.map((article, place) => ({
    [table.joinColumn.name]: id,
    [(morphColumn?.idColumn ?? table.inverseJoinColumn!).name]: article,
    ...(morphColumn && { [morphColumn.typeColumn.name]: ARTICLE_UID }),
    [orderColumnName]: place + 1,
  }));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await strapi.db.connection(table.name).insert(rows.slice(start, start + ROWS_AT_ONCE));
  }
};

const upTo = (number: number): number[] => Array.from({ length: number }, (_, place) => place + 1);

/** Writes entries that lead to few, to about as many as is answered, and to all articles. */
const seedRelated = async (app: App): Promise<void> => {
  const { strapi } = app;
  const category = (name: string, more: object = {}): Promise<{ id: number }> =>
    strapi.db.query(CATEGORY).create({ data: { name, documentId: name, ...more } });
  const { id: pick } = await strapi.db.query(PICK).create({ data: {} });
  const box = { id: pick, __pivot: { field: 'box', component_type: PICK } };
  const { id: all } = await category('all', { box });
  await link(app, CATEGORY, 'picks', all, upTo(ARTICLES));
  await link(app, CATEGORY, 'anything', all, upTo(ARTICLES));
  await link(app, PICK, 'articles', pick, upTo(ARTICLES));
  const { id: many } = await category('of-900');
  await link(app, CATEGORY, 'picks', many, upTo(900));
  for (const place of upTo(5)) {
    const { id } = await category(`few-${place}`);
    await link(app, CATEGORY, 'picks', id, upTo(100));
  }
};

/** What visitors may ask of articles by way of a site's own type, on Linux. */
export const measureRelated = async (database: DatabaseKind): Promise<Record<string, Held>> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const start = () =>
    startApp({
      config: { baseUrl: 'https://www.example.com' },
      files: FILES,
      folder,
      database,
      plugins: { graphql: { endpoint: '/graphql' }, 'users-permissions': { jwtSecret: 's' } },
    });
  try {
    const empty = await start();
    await seedArticles(empty.strapi, ARTICLES, {});
    await seedRelated(empty);
    await empty.close();
    const app = await start();
    try {
      const headers = await visitorHeaders(app, [
        ...[ARTICLE_UID, TAG_UID, CATEGORY].flatMap((uid) => [`${uid}.find`, `${uid}.findOne`]),
      ]);
      const rest = (address: string, status = 200): Request => ({
        url: `${app.origin}/api/categorys${address}`,
        init: { headers },
        status,
      });
      const graphql = (query: string): Request => ({
        url: `${app.origin}/graphql`,
        init: { headers, method: 'POST', body: JSON.stringify({ query }) },
      });
      const one = (documentId: string, more: string): Request =>
        graphql(`{ category(documentId: "${documentId}") { ${more} } }`);
      return await measureRequests(app, {
        'REST, none': rest('?fields=name'),
        'REST, 900': rest('/of-900?populate=picks'),
        'REST, 5 of 100': rest('?populate=picks&filters[name][$startsWith]=few'),
        'REST, one field of 900': rest('/of-900?populate[picks][fields]=title'),
        'REST, refused': rest('/all?populate=picks', 400),
        'REST, refused of all': rest('?populate=*', 400),
        'REST, refused of a component': rest('/all?populate[box][populate]=articles', 400),
        'REST, refused of several types': rest('/all?populate=anything', 400),
        'REST, refused filter': rest('?filters[picks][slug][$eq]=how-i-read', 400),
        'GraphQL, 900': one('of-900', 'picks { title }'),
        'GraphQL, 900, by title': one('of-900', 'picks(sort: "title") { title body }'),
        'GraphQL, 5 of 100': graphql(
          '{ categorys(filters: { name: { startsWith: "few" } }) { picks { title } } }',
        ),
        'GraphQL, 9 times': one(
          'few-1',
          upTo(9)
            .map((place) => `a${place}: picks(sort: "title") { title }`)
            .join(' '),
        ),
        'GraphQL, refused': one('all', 'picks { title }'),
        'GraphQL, refused of a component': one('all', 'box { articles { title } }'),
        'GraphQL, refused of several types': one('all', 'anything { __typename }'),
      });
    } finally {
      await app.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
