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
  return articles.filter((article) => found.get(article)?.isReserved).map(({ path }) => path);
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
