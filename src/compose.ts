import type { Core } from '@strapi/strapi';

import { createRenderings } from './cache/renderings';
import { createResponses } from './cache/responses';
import { createCounts } from './catalogue/counts';
import { createPresence } from './catalogue/presence';
import { createRebuild } from './catalogue/rebuild';
import { createCatalogueQueries } from './catalogue/queries';
import { createCatalogue } from './catalogue/upkeep';
import { createLog } from './changes/log';
import { createWritten } from './changes/written';
import { createFeedDetails } from './panel/feed-details';
import { createFeedList } from './panel/feed-list';
import { createFeedStatistics } from './panel/feed-statistics';
import { createPreviewRights } from './panel/permissions/preview-rights';
import { createPreviews } from './panel/previews';
import { createSchedule } from './panel/schedule';
import { createSlugPreviews } from './panel/slug-previews';
import { createTagMerge } from './panel/tag-merge';
import { createDiscovery } from './public/discovery';
import { createFeeds } from './public/feeds';
import { createMarkdownArticles } from './public/markdown-articles';
import { createPages } from './public/pages';
import { createPreviewAddresses } from './public/preview-addresses';
import { createPreviewDocuments } from './public/preview-documents';
import { configuredOptions, createSettings } from './settings';
import { createArticleAddresses } from './sources/article-addresses';
import { createArticleEntries } from './sources/article-entries';
import { createArticleRelations } from './sources/article-relations';
import { createArticles } from './sources/articles';
import { createIds } from './sources/ids';
import { createPermalinks } from './sources/permalinks';
import { createPictures } from './sources/pictures';
import { createSelections } from './sources/selections';
import { createSlugs } from './sources/slugs';
import { createTags } from './sources/tags';
import { createTransactions } from './transactions';

/**
 * Builds the parts of the plugin and hands each what it needs. Nothing is read from the database
 * yet: it is not ready when plugins are registered.
 */
export const compose = (strapi: Core.Strapi) => {
  const transactions = createTransactions(strapi);
  const log = createLog(strapi, configuredOptions(strapi));
  const settings = createSettings(strapi, { log, transactions });
  const renderings = createRenderings(strapi.log);

  const types = [createArticleEntries(strapi, { transactions })];
  const catalogue = createCatalogue(strapi, { transactions, types });
  const written = createWritten({ transactions, catalogue, log });
  const rebuild = createRebuild(strapi, { transactions, catalogue, types, log });
  const counts = createCounts(strapi, { transactions, log });
  const queries = createCatalogueQueries(strapi, { transactions, counts, settings });
  const presence = createPresence(strapi, { log });

  const permalinks = createPermalinks(strapi, { settings, written });
  const slugs = createSlugs(strapi, { settings });
  const ids = createIds(strapi, { settings, permalinks, log });
  const relations = createArticleRelations(strapi, { transactions });
  const articles = createArticles(strapi, { catalogue: queries });
  const articleAddresses = createArticleAddresses(strapi, { transactions, articles });
  const tags = createTags(strapi, { counts, articles });
  const selections = createSelections(strapi, { transactions, tags });

  const responses = createResponses(strapi, { settings, log });
  log.subscribe((cacheTags) => {
    responses.purge(cacheTags);
    counts.purge(cacheTags);
    presence.purge();
  });

  const feeds = createFeeds({ settings, articles, permalinks, renderings });
  const pictures = createPictures(strapi);
  const pages = createPages({ settings, articles, tags, pictures, renderings });
  const markdownArticles = createMarkdownArticles({ settings, renderings });
  const discovery = createDiscovery({ settings, tags, articles });

  const statistics = createFeedStatistics({ counts, catalogue: queries });
  const feedList = createFeedList(strapi, { settings, tags, counts, statistics });
  const feedDetails = createFeedDetails({
    settings,
    tags,
    articles,
    feeds,
    renderings,
    statistics,
  });
  const schedule = createSchedule(strapi, { settings, catalogue: queries, counts });
  const previews = createPreviews(strapi, { settings, slugs, permalinks, feeds, renderings });
  const previewAddresses = createPreviewAddresses(strapi, { settings });
  const maySharePreview = createPreviewRights(strapi);
  const previewDocuments = createPreviewDocuments({
    settings,
    articles,
    slugs,
    permalinks,
    pages,
    feeds,
    renderings,
  });
  const slugPreviews = createSlugPreviews(strapi, { settings, slugs });
  const tagMerge = createTagMerge(strapi, {
    transactions,
    settings,
    permalinks,
    catalogue,
    written,
  });

  return {
    articleAddresses,
    articles,
    catalogue,
    counts,
    discovery,
    feedDetails,
    feedList,
    feeds,
    ids,
    log,
    markdownArticles,
    maySharePreview,
    pages,
    permalinks,
    presence,
    previewAddresses,
    previewDocuments,
    previews,
    queries,
    rebuild,
    relations,
    renderings,
    responses,
    schedule,
    selections,
    settings,
    slugPreviews,
    slugs,
    tagMerge,
    tags,
    transactions,
    written,
  };
};

/** The parts of the plugin, by name. */
export type Parts = ReturnType<typeof compose>;

const composed = new WeakMap<Core.Strapi, Parts>();

/**
 * The parts of the plugin in a Strapi, built when first asked for. For what Strapi itself calls (the
 * plugin's start and end, controllers, services), and for tests: parts are given each other.
 */
export const partsOf = (strapi: Core.Strapi): Parts => {
  const known = composed.get(strapi);
  if (known) return known;
  const parts = compose(strapi);
  composed.set(strapi, parts);
  return parts;
};
