import type { Core } from '@strapi/strapi';

import { createRenderings } from './cache/renderings';
import { createResponses } from './cache/responses';
import { createCounts } from './catalogue/counts';
import { createLandmarks } from './catalogue/landmarks';
import { createPresence } from './catalogue/presence';
import { createRebuild } from './catalogue/rebuild';
import { createCatalogueQueries } from './catalogue/queries';
import { createCatalogue } from './catalogue/upkeep';
import { createLog } from './changes/log';
import { createRelatedWrites } from './changes/related-writes';
import { createWritten } from './changes/written';
import { createAppearancePreviews } from './panel/appearance-previews';
import { createFeedDetails } from './panel/feed-details';
import { createFeedList } from './panel/feed-list';
import { createFeedStatistics } from './panel/feed-statistics';
import { createPanelTypes } from './panel/panel-types';
import { createPreviewRights } from './panel/permissions/preview-rights';
import { createPreviewFeeds } from './panel/preview-feeds';
import { createPreviews } from './panel/previews';
import { createSchedule } from './panel/schedule';
import { createSlugPreviews } from './panel/slug-previews';
import { createSourceExamples } from './panel/source-examples';
import { createSourceList } from './panel/source-list';
import { createTagMerge } from './panel/tag-merge';
import { createDiscovery } from './public/discovery';
import { createFeeds } from './public/feeds';
import { createMarkdownArticles } from './public/markdown-articles';
import { createPages } from './public/pages';
import { createPreviewAddresses } from './public/preview-addresses';
import { createPreviewDocuments } from './public/preview-documents';
import { configuredOptions, createSettings } from './settings';
import { createArticleRelations } from './sources/article-relations';
import { createCataloguedEntries } from './sources/catalogued-entries';
import { createEntries } from './sources/entries';
import { createEntryAddresses } from './sources/entry-addresses';
import { createEntryRows } from './sources/entry-rows';
import { createEntryUpkeep } from './sources/entry-upkeep';
import { createIds } from './sources/ids';
import { createKeptTypes } from './sources/kept-types';
import { createPermalinks } from './sources/permalinks';
import { createPictures } from './sources/pictures';
import { siteSchemas } from './sources/mapping/site-schemas';
import { plans, presentPlan } from './sources/present-plan';
import { createPublications } from './sources/publications';
import { createSelections } from './sources/selections';
import { createSlugs } from './sources/slugs';
import { createTopics } from './sources/topics';
import { createTransactions } from './transactions';

/**
 * Builds the parts of the plugin and hands each what it needs. Nothing is read from the database
 * yet: it is not ready when plugins are registered.
 */
export const compose = (strapi: Core.Strapi) => {
  const transactions = createTransactions(strapi);
  const log = createLog(strapi, configuredOptions(strapi));
  const schemas = siteSchemas(strapi);
  const plan = presentPlan(strapi, plans.compile(strapi));
  const [index] = [...plan.topicTypes, ...plan.sources];
  const settings = createSettings(strapi, {
    index: index?.address.directory ?? '/',
    log,
    transactions,
  });
  const renderings = createRenderings(strapi.log);

  const entryRows = createEntryRows(strapi, { transactions });
  const sources = plan.sources.map((source) =>
    createCataloguedEntries(strapi, {
      transactions,
      entryRows,
      source,
      hasOwnList: plan.sources.length > 1,
    }),
  );
  const catalogue = createCatalogue(strapi, { transactions, types: sources });
  const permalinks = createPermalinks(strapi, { settings, entryRows, plan });
  const publications = createPublications({ settings, permalinks });
  const upkeep = createEntryUpkeep({ sources, catalogue, publications });
  const relatedWrites = createRelatedWrites(strapi, {
    transactions,
    catalogue,
    entryRows,
    publications,
    plan,
  });
  const written = createWritten({ transactions, upkeep, relatedWrites, log });
  const rebuild = createRebuild(strapi, {
    transactions,
    catalogue,
    types: createKeptTypes(strapi, { plan, sources, entryRows, upkeep, publications }),
    log,
  });
  const counts = createCounts(strapi, { transactions, log });
  const landmarks = createLandmarks(strapi, { transactions, log });
  const queries = createCatalogueQueries(strapi, { transactions, counts, landmarks, settings });
  const presence = createPresence(strapi, { log, plan });

  const slugs = createSlugs(strapi, { settings });
  const ids = createIds(strapi, { settings, permalinks, log, plan });
  const relations = createArticleRelations(strapi, { transactions });
  const entries = createEntries(strapi, { plan, catalogue: queries, entryRows, permalinks });
  const entryAddresses = createEntryAddresses(strapi, { transactions, entries });
  const topics = createTopics(strapi, { counts, entries });
  const selections = createSelections(strapi, { transactions, topics });

  const responses = createResponses(strapi, { settings, log });
  log.subscribe((cacheTags) => {
    responses.purge(cacheTags);
    counts.purge(cacheTags);
    landmarks.purge(cacheTags);
    presence.purge();
  });

  const feeds = createFeeds({ settings, entries, permalinks, renderings });
  const pictures = createPictures(strapi);
  const pages = createPages({ plan, settings, entries, topics, pictures, renderings });
  const markdownArticles = createMarkdownArticles({ settings, renderings });
  const discovery = createDiscovery({ plan, settings, topics, entries });

  const statistics = createFeedStatistics({ counts, catalogue: queries });
  const panelTypes = createPanelTypes({ plan, schemas, home: configuredOptions(strapi).home });
  const feedList = createFeedList(strapi, {
    plan,
    panelTypes,
    settings,
    topics,
    counts,
    statistics,
  });
  const feedDetails = createFeedDetails({
    plan,
    panelTypes,
    settings,
    topics,
    entries,
    feeds,
    renderings,
    statistics,
  });
  const schedule = createSchedule(strapi, { plan, settings, catalogue: queries, counts });
  const previewFeeds = createPreviewFeeds({ plan, panelTypes, settings, topics });
  const previews = createPreviews(strapi, {
    plan,
    settings,
    slugs,
    permalinks,
    entries,
    feeds,
    previewFeeds,
    renderings,
  });
  const previewAddresses = createPreviewAddresses(strapi, { settings });
  const previewRights = createPreviewRights(strapi, { plan });
  const previewDocuments = createPreviewDocuments({
    plan,
    settings,
    entries,
    slugs,
    pages,
    feeds,
    renderings,
  });
  const appearancePreviews = createAppearancePreviews({
    settings,
    plan,
    entries,
    topics,
    pictures,
    renderings,
  });
  const sourceList = createSourceList(strapi, { plan, schemas });
  const sourceExamples = createSourceExamples(strapi, { plan, settings, feeds, renderings });
  const slugPreviews = createSlugPreviews(strapi, { plan, settings, slugs });
  const tagMerge = createTagMerge(strapi, {
    plan,
    transactions,
    settings,
    permalinks,
    catalogue,
    written,
  });

  return {
    appearancePreviews,
    catalogue,
    counts,
    discovery,
    entries,
    entryAddresses,
    entryRows,
    feedDetails,
    feedList,
    feeds,
    ids,
    landmarks,
    log,
    markdownArticles,
    pages,
    permalinks,
    plan,
    presence,
    previewAddresses,
    previewDocuments,
    previewRights,
    previews,
    queries,
    rebuild,
    relatedWrites,
    relations,
    renderings,
    responses,
    schedule,
    schemas,
    selections,
    settings,
    slugPreviews,
    slugs,
    sourceExamples,
    sourceList,
    sources,
    tagMerge,
    topics,
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
