import fc from 'fast-check';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { defaultDatabase } from '../helpers/database';
import { toQueryString } from '../helpers/front-end-queries';
import { QUERIES } from '../helpers/sensible-queries';
import { type Site, startSite } from '../helpers/site';
import { siteComponent, siteTypes } from '../helpers/site-types';

const FILES = {
  ...siteComponent('shared.pick', {
    article: { type: 'relation', relation: 'oneToOne', target: ARTICLE_UID },
  }),
  ...siteTypes({
    category: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        featured: { type: 'relation', relation: 'oneToOne', target: ARTICLE_UID },
        articles: { type: 'relation', relation: 'manyToMany', target: ARTICLE_UID },
        topics: { type: 'relation', relation: 'manyToMany', target: TAG_UID },
        box: { type: 'component', component: 'shared.pick' },
        cover: { type: 'media', multiple: false },
      },
    },
  }),
};

const FUTURE = '2999-01-01T00:00:00.000Z';
/**
 * Queries asked of each list, before and after. What is let through is decided before the database; on
 * others than one, it is tried that the first of them do not fail.
 */
const NUMBER = defaultDatabase === 'sqlite' ? 60 : 20;

let site: Site;
let token: string;

const ask = async (address: string): Promise<string> => {
  const response = await fetch(site.origin + address, {
    headers: { authorization: `Bearer ${token}` },
  });
  return `${response.status} ${await response.text()}`;
};

/** Responses to all of some addresses, a few at a time. */
const askAll = async (addresses: string[]): Promise<string[]> => {
  const responses: string[] = [];
  for (let start = 0; start < addresses.length; start += 10) {
    responses.push(...(await Promise.all(addresses.slice(start, start + 10).map(ask))));
  }
  return responses;
};

/** Puts a hidden tag on an article, or takes it off, from where the article is not touched itself. */
const tagFromTheTag = (tag: string, change: object): Promise<unknown> =>
  site.changeTag(tag, { articles: change });

let hide: () => Promise<void>;

describe('what is hidden', () => {
  beforeAll(async () => {
    site = await startSite({}, undefined, { files: FILES });
    // The edits between the questions take longer than an idle connection is kept.
    site.strapi.server.httpServer.keepAliveTimeout = 120_000;
    token = (
      await site.strapi
        .service('admin::api-token')
        .create({ name: 'all', type: 'full-access', lifespan: null })
    ).accessKey;
    const { id: cover } = await site.strapi.db.query('plugin::upload.file').create({
      data: { name: 'a', hash: 'a', mime: 'image/png', size: 1, url: '/a.png', provider: 'local' },
    });
    const shown = await site.tag('shown');
    const secret = await site.tag('secret', { hidden: true, image: cover });
    const open = await site.published('open', { tags: [shown, secret], cover });
    const plain = await site.published('plain', { date: '2026-01-16T00:00:00.000Z' });
    const bare = await site.published('bare', { tags: [secret], summary: 'a' });
    const future = await site.published('future', { date: FUTURE, tags: [shown], cover });
    const draft = await site.draft('draft', { tags: [shown] });
    for (const [title, featured] of Object.entries({ open, bare, future, draft })) {
      await site.strapi.documents('api::category.category' as never).create({
        data: {
          title,
          featured,
          articles: [open, plain, future, draft],
          topics: [shown, secret],
          box: { article: featured },
          cover,
        } as never,
        status: 'published',
      });
    }
    hide = async () => {
      await tagFromTheTag(secret, { disconnect: [bare, open], connect: [plain] });
      await site.changeTag(secret, {
        name: 'renamed',
        slug: 'renamed',
        image: null,
        itemsPerFeed: 5,
      });
      await site.tag('another', { hidden: true, articles: [open, plain] });
      const documents = site.strapi.documents(ARTICLE_UID);
      const edit = { title: 'edited', slug: 'edited', summary: 'secret', cover: null, tags: [] };
      await documents.update({ documentId: draft, data: edit as never });
      const later = { title: 'a', slug: 'a', summary: 'b', cover: null, tags: [secret] };
      await documents.update({ documentId: future, data: later as never, status: 'published' });
      // A draft of what is public, too.
      await documents.update({ documentId: plain, data: { title: 'aaa' } as never });
    };
  });

  afterAll(() => site?.stop());

  it('changes no response of anybody’s, and no query fails', async () => {
    const addresses = Object.entries(QUERIES).flatMap(([list, query]) =>
      fc
        .sample(query, { numRuns: NUMBER, seed: 20260101 })
        .map((sample) => `${list}?${toQueryString(sample)}`),
    );
    const before = await askAll(addresses);
    await hide();
    const after = await askAll(addresses);
    const changed = addresses.flatMap((address, index) =>
      before[index] === after[index] ? [] : [[address, before[index], after[index]]],
    );
    expect(changed).toEqual([]);
    const own = addresses.flatMap((address, index) =>
      before[index]!.startsWith('5') && !address.startsWith('/api/categorys')
        ? [[address, before[index]]]
        : [],
    );
    expect(own).toEqual([]);
    // Neither does a test that asks for nothing.
    const answered = before.filter((response) => response.startsWith('200'));
    expect(answered.length).toBeGreaterThan(NUMBER);
    expect(answered.join()).not.toMatch(/"slug":"(?:future|draft|secret)"|"hidden"/);
  }, 900_000);
});
