import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../../../src/lib/constants';
import type { Article } from '../../../src/content/article';
import { findRivals } from '../../../src/panel/rivals';
import type { Slugs } from '../../../src/own-types/slugs';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const now = new Date('2026-01-05T02:00:00.000Z');

const slugs = {
  isFree: () => Promise.resolve(true),
  leadsToAnother: () => Promise.resolve(false),
} as unknown as Slugs;

const strapi = {
  contentType: () => undefined,
  contentTypes: {},
  plugin: () => undefined,
  db: { query: () => ({ findMany: () => Promise.resolve([]) }) },
};

it('is found for a draft at the address of a published article that stands behind it in the list', async () => {
  const address = '/posts/taken/';
  const holder = { contentType: ARTICLE_UID, entry: 'live', slug: 'taken' };
  const db = { query: () => ({ findMany: () => Promise.resolve([holder]) }) };
  const parts = {
    strapi: { ...strapi, db } as never,
    slugs,
    precedence: { goesBefore: () => false },
  };
  const site = {
    plan: BUILT_IN_PLAN,
    inForce: { home: '/', archive: true, htmlPages: true },
    entryAddresses: { find: () => Promise.resolve({ kind: 'unknown' }) },
  };
  const articles = ['draft', 'live'].map(
    (documentId) =>
      ({ contentType: ARTICLE_UID, documentId, locale: '', path: address }) as Article,
  );
  const { rivals } = await findRivals(parts as never, site as never, articles, now);
  expect([...rivals.keys()].map(({ documentId }) => documentId)).toEqual(['draft']);
});

/** What is found of articles directly below the home. */
const rivalsOf = async (paths: string[], options: object = {}) => {
  const precedence = { goesBefore: () => false };
  const parts = { strapi: strapi as unknown as Core.Strapi, slugs, precedence };
  const inForce = { home: '/posts/', archive: true, htmlPages: true, ...options };
  const articles = paths.map(
    (path) => ({ contentType: ARTICLE_UID, documentId: path, locale: '', path }) as Article,
  );
  const site = { plan: BUILT_IN_PLAN, inForce };
  const found = await findRivals(parts, site as never, articles, now);
  return articles
    .filter((article) => found.rivals.get(article)?.isReserved)
    .map(({ path }) => path);
};

describe('the address of an article directly below the home', () => {
  const paths = ['/posts/archive/', '/posts/subscribe/', '/posts/archives/', '/archive/'];

  it('may be that of a page of the site, which goes before it', async () => {
    expect(await rivalsOf(paths)).toEqual(['/posts/archive/', '/posts/subscribe/']);
    expect(await rivalsOf(paths, { home: '/' })).toEqual(['/archive/']);
    expect(await rivalsOf(paths, { home: false })).toEqual(['/archive/']);
  });

  it('is its own where there is no such page', async () => {
    expect(await rivalsOf(paths, { archive: false })).toEqual(['/posts/subscribe/']);
    expect(await rivalsOf(paths, { htmlPages: false })).toEqual([]);
  });
});
