import type { Core } from '@strapi/strapi';

import { createRenderings } from './cache/renderings';
import { createResponses } from './cache/responses';
import { createCounts } from './catalogue/counts';
import { createEntryStates } from './catalogue/entry-states';
import { createPresence } from './catalogue/presence';
import { createRebuild } from './catalogue/rebuild';
import { createCatalogue } from './catalogue/upkeep';
import { createComponentWrites } from './changes/component-writes';
import { createLog } from './changes/log';
import { createRelatedWrites } from './changes/related-writes';
import { createSecondLook } from './changes/second-look';
import { createWritten } from './changes/written';
import { createEditions, type Edition } from './editions';
import { editionMark } from './locales';
import { createAppearancePreviews } from './panel/appearance-previews';
import { createAttention } from './panel/attention';
import { createCalendar } from './panel/calendar';
import { createEntryDescriptions } from './panel/entry-descriptions';
import { createEntryScopes } from './panel/entry-scopes';
import { createEntryViews } from './panel/entry-views';
import { createBulkChanges } from './panel/bulk-changes';
import { createFeedDetails } from './panel/feed-details';
import { createFeedList, type ListedSite } from './panel/feed-list';
import { createFeedsByLocale } from './panel/feeds-by-locale';
import { createFeedStatistics } from './panel/feed-statistics';
import { createInspection, type Inspection } from './panel/inspection';
import { createMissingLinks } from './panel/missing-links';
import { createOverview } from './panel/overview';
import { createPanelTypes } from './panel/panel-types';
import { createPreviewRights } from './panel/permissions/preview-rights';
import { createPreviewFeeds } from './panel/preview-feeds';
import { createPreviews } from './panel/previews';
import { createRivals } from './panel/rivals';
import { createSchedule } from './panel/schedule';
import { createSlugPreviews } from './panel/slug-previews';
import { createSourceExamples } from './panel/source-examples';
import { createSourceList } from './panel/source-list';
import { createTagMerge } from './panel/tag-merge';
import { createTopicDetails } from './panel/topic-details';
import { createPreviewAddresses } from './public/preview-addresses';
import { createPreviewDocuments } from './public/preview-documents';
import { configuredOptions, createSettings } from './settings';
import { createArticleRelations } from './sources/article-relations';
import { createCataloguedEntries } from './sources/catalogued-entries';
import { createEntryRows } from './sources/entry-rows';
import { createEntryUpkeep } from './sources/entry-upkeep';
import { createIds } from './sources/ids';
import { createKeptTypes } from './sources/kept-types';
import { createPermalinks } from './sources/permalinks';
import { createPictures } from './sources/pictures';
import { siteSchemas } from './sources/mapping/site-schemas';
import { plans, presentPlan } from './sources/present-plan';
import { createPublications } from './sources/publications';
import { createFormerAddresses } from './sources/former-addresses';
import { createLayouts } from './sources/layouts';
import { createPrecedence } from './public/precedence';
import { listedSources, mainTopicType, marksOf } from './sources/plan-parts';
import { createSlugs } from './sources/slugs';
import { createTold } from './sources/told';
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
  const index = mainTopicType(plan) ?? listedSources(plan)[0];
  const settings = createSettings(strapi, {
    index: index?.address.directory ?? '/',
    log,
    transactions,
  });
  const renderings = createRenderings(strapi.log);

  const layouts = createLayouts(strapi, { plan, options: configuredOptions(strapi), settings });
  const entryRows = createEntryRows(strapi, { transactions });
  const sources = plan.sources.map((source) =>
    createCataloguedEntries(strapi, {
      transactions,
      entryRows,
      source,
      hasOwnList: listedSources(plan).length > 1,
      locales: plan.locales,
    }),
  );
  const catalogue = createCatalogue(strapi, { transactions, types: sources });
  const permalinks = createPermalinks(strapi, { settings, entryRows, plan, layouts });
  const publications = createPublications({ settings, permalinks, plan });
  const told = createTold(strapi, { settings, transactions });
  const upkeep = createEntryUpkeep({ sources, catalogue, publications, told });
  const relatedWrites = createRelatedWrites(strapi, {
    transactions,
    catalogue,
    entryRows,
    publications,
    plan,
  });
  const componentWrites = createComponentWrites(strapi, { transactions, relatedWrites, plan });
  const secondLook = createSecondLook(strapi, {
    transactions,
    catalogue,
    log,
    sources,
    relatedWrites,
  });
  const written = createWritten({
    transactions,
    upkeep,
    catalogue,
    relatedWrites,
    componentWrites,
    secondLook,
    log,
    plan,
  });
  const rebuild = createRebuild(strapi, {
    transactions,
    catalogue,
    types: createKeptTypes(strapi, {
      transactions,
      plan,
      sources,
      entryRows,
      upkeep,
      publications,
    }),
    log,
  });
  const counts = createCounts(strapi, { transactions, log, marks: marksOf(plan) });
  const presence = createPresence(strapi, { log, plan });

  const slugs = createSlugs(strapi, { settings });
  const ids = createIds(strapi, { settings, permalinks, log, plan });
  const relations = createArticleRelations(strapi, { transactions });
  const pictures = createPictures(strapi);
  const editions = createEditions(strapi, {
    plan,
    settings,
    transactions,
    log,
    counts,
    entryRows,
    permalinks,
    pictures,
    renderings,
    layouts,
  });
  const [main] = editions;
  const { queries, entries, topics, feeds } = main;

  const responses = createResponses(strapi, { settings, log });
  log.subscribe((cacheTags) => {
    responses.purge(cacheTags);
    counts.purge(cacheTags);
    editions.forEach(({ discovery, landmarks, pageLandmarks, years }) => {
      discovery.purge();
      landmarks.purge(cacheTags);
      pageLandmarks.purge(cacheTags);
      years.purge(cacheTags);
    });
    presence.purge();
  });

  const listedSites = editions.map((edition) => {
    const mark = editionMark(edition.locale);
    return {
      ...edition,
      mark,
      panelTypes: createPanelTypes({
        plan: edition.plan,
        schemas,
        home: configuredOptions(strapi).home,
      }),
      statistics: createFeedStatistics({ counts, catalogue: edition.queries, mark }),
    };
  }) as [ListedSite & Edition, ...(ListedSite & Edition)[]];
  const feedList = createFeedList(strapi, listedSites);
  const rivals = createRivals(strapi, { slugs });
  const findMissingLinks = createMissingLinks(listedSites);
  const inspections = new Map<unknown, Inspection>(
    listedSites.map((site) => [
      site,
      createInspection({
        ...site,
        renderings,
        findRivals: (articles, now) => rivals.findOfMany(site, articles, now),
        findMissingLinks,
      }),
    ]),
  );
  const inspectionOf = (site: unknown): Inspection => inspections.get(site)!;
  const feedDetails = createFeedsByLocale(
    new Map(
      listedSites.map((site) => [
        site.mark,
        createFeedDetails({ ...site, renderings, inspection: inspectionOf(site) }),
      ]),
    ),
  );
  const overview = createOverview(listedSites);
  const states = createEntryStates(strapi, { transactions });
  const scopes = createEntryScopes({ sites: listedSites, feedDetails });
  const descriptions = createEntryDescriptions({ states });
  const entryViews = createEntryViews({ scopes, states, counts, descriptions });
  const calendar = createCalendar({ scopes, states });
  const attention = createAttention({
    scopes,
    states,
    descriptions,
    inspectionOf,
    onChange: log.subscribe,
  });
  const topicDetails = createTopicDetails(strapi, listedSites);
  const bulkChanges = createBulkChanges(strapi, { plan });
  const schedule = createSchedule(strapi, {
    plan,
    sites: listedSites,
    catalogue: queries,
    counts,
  });
  const [mainSite, ...otherSites] = listedSites;
  const toPreviewed = (site: ListedSite & Edition) => ({
    ...site,
    previewFeeds: createPreviewFeeds(site),
  });
  const previews = createPreviews(strapi, {
    plan,
    sites: [toPreviewed(mainSite), ...otherSites.map(toPreviewed)],
    slugs,
    permalinks,
    renderings,
    rivals,
    findMissingLinks,
  });
  const previewAddresses = createPreviewAddresses(strapi, { settings });
  const previewRights = createPreviewRights(strapi, { plan });
  const previewDocuments = createPreviewDocuments({ editions, slugs, renderings });
  const appearancePreviews = new Map(
    listedSites.map((site) => [
      site.mark,
      createAppearancePreviews({ ...site, pictures, renderings }),
    ]),
  );
  const sourceList = createSourceList(strapi, { plan, schemas });
  const sourceExamples = createSourceExamples(strapi, {
    plan,
    settings: main.settings,
    feeds,
    renderings,
    findMissingLinks,
    findRival: (...asked) => rivals.find(main, ...asked),
    locale: main.locale,
  });
  const slugPreviews = createSlugPreviews(strapi, { plan, editions, slugs });
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
    attention,
    calendar,
    bulkChanges,
    catalogue,
    componentWrites,
    counts,
    discovery: main.discovery,
    editions,
    entries,
    entryAddresses: main.entryAddresses,
    entryRows,
    entryViews,
    feedDetails,
    feedList,
    feeds,
    formerAddresses: createFormerAddresses(strapi, { transactions }),
    ids,
    landmarks: main.landmarks,
    layouts,
    log,
    markdownArticles: main.markdownArticles,
    overview,
    pages: main.pages,
    permalinks,
    plan,
    precedence: createPrecedence(strapi),
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
    secondLook,
    selections: main.selections,
    settings,
    slugPreviews,
    slugs,
    sourceExamples,
    sourceList,
    sources,
    tagMerge,
    surroundings: main.surroundings,
    topicDetails,
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
