import type { Core } from '@strapi/strapi';

import { parseScope } from './lib/cache-tags';
import { createRenderings } from './cache/renderings';
import { createResponses } from './cache/responses';
import { createCounts } from './catalogue/counts';
import { createDatabaseClock } from './lib/database';
import { createTransactions } from './lib/transactions';
import { createPresence } from './public/presence';
import { createRebuild } from './changes/rebuild';
import { createCatalogue } from './catalogue/catalogue';
import { createPublishedRows } from './catalogue/published-rows';
import { createCataloguedEntries } from './changes/catalogued-entries';
import { createIndex } from './changes/index-changes';
import { createChangeLog } from './changes/change-log';
import { createRelatedChanges } from './changes/related-changes';
import { createWrites } from './changes/writes';
import { createTransfers } from './changes/transfers';
import { createEntryStates } from './catalogue/entry-states';
import { createWithoutAddress } from './addresses/without-address';
import { findReadableBy } from './panel/offer-previews';
import { panelParts } from './panel/panel';
import { createTagMerge } from './panel/tag-merge';
import type { Preview } from './public/preview-routes';
import { createEditions } from './public/editions';
import { configuredOptions, createSettings, type SettingsStore } from './options/settings';
import { createEntryRows } from './catalogue/entry-rows';
import { createIndexEntries } from './changes/index-entries';
import { createIds } from './addresses/settle-ids';
import { createIndexedTypes } from './changes/indexed-types';
import { createPermalinks } from './addresses/permalinks';
import { plans, siteSchemas, withTimeZones } from './mapping/compile-plan';
import { createRecordAddresses } from './addresses/record-addresses';
import { createAddressLayouts } from './addresses/address-layouts';
import { createPrecedence } from './public/precedence';
import { indexPath, marksOf } from './mapping/plan';
import { createRouteTable } from './public/route-table';
import { createPush } from './push/push';
import { createSlugs } from './own-types/slugs';
import { createTakeOver } from './addresses/take-over';
import { createIndexNowKey } from './push/index-now';

/**
 * Makes the parts of the plugin, and gives each the parts that it needs. Nothing is read from the database yet: it is
 * not ready when plugins are registered.
 */
const compose = (strapi: Core.Strapi) => {
  const transactions = createTransactions(strapi);
  const options = configuredOptions(strapi);
  const changeLog = createChangeLog(strapi, { transactions, staleIfError: options.staleIfError });
  const schemas = siteSchemas(strapi);
  const plan = withTimeZones(plans.compile(strapi, schemas), (locale, ofSite) =>
    settings.timeZoneIn(locale, ofSite),
  );
  const settings: SettingsStore = createSettings(strapi, {
    index: indexPath(plan, options.home),
    changeLog,
  });
  const renderings = createRenderings(strapi.log);

  const layouts = createAddressLayouts(strapi, { plan, options, settings });
  const entryRows = createEntryRows(strapi, { transactions });
  const clock = createDatabaseClock(strapi);
  const sources = plan.sources.map((source) =>
    createCataloguedEntries(strapi, {
      transactions,
      entryRows,
      settings,
      source,
      plan,
      clock,
    }),
  );
  const catalogue = createCatalogue(strapi, { transactions, types: sources });
  const permalinks = createPermalinks(strapi, { settings, entryRows, plan, layouts });
  const recordAddresses = createRecordAddresses({ settings, permalinks, plan, layouts });
  const indexEntries = createIndexEntries(strapi, {
    sources,
    catalogue,
    recordAddresses,
    settings,
  });
  const relatedChanges = createRelatedChanges(strapi, {
    transactions,
    catalogue,
    entryRows,
    recordAddresses,
    plan,
  });
  const writes = createWrites(strapi, { transactions, outbox: changeLog.outbox, relatedChanges });
  const counts = createCounts(strapi, { transactions, changeLog, marks: marksOf(plan) });
  const presence = createPresence(strapi, {
    changeLog,
    types: [...plan.topicTypes, ...plan.sources],
  });

  const slugs = createSlugs(strapi, { settings });
  const ids = createIds(strapi, { transactions, settings, changeLog, plan, layouts });
  const takeOver = createTakeOver(strapi, { plan, settings, transactions, changeLog });
  const shared = {
    plan,
    settings,
    transactions,
    changeLog,
    counts,
    permalinks,
    renderings,
    layouts,
  };
  const editions = createEditions(strapi, shared);

  const responses = createResponses(strapi, { settings, changeLog });
  changeLog.onChange((scopes) => {
    responses.purge(scopes);
    // Counts and presence concern entries that are due and others, so the moment does not matter.
    const cacheTags = scopes.map((scope) => parseScope(scope).cacheTag);
    counts.purge(cacheTags);
    presence.purge();
  });

  const indexNowKey = createIndexNowKey(strapi, { changeLog });
  const push = createPush(strapi, { ...shared, editions, indexNowKey, clock });
  const index = createIndex({
    indexEntries,
    catalogue,
    publishedRows: createPublishedRows(strapi, { transactions, mark: '' }),
    relatedChanges,
    postpone: (changes) => changeLog.outbox.append(changes, { isBulk: true }),
    noteDeliveries: push.noteDeliveries,
    plan,
    clock,
  });

  const rebuild = createRebuild(strapi, {
    transactions,
    catalogue,
    types: createIndexedTypes(strapi, {
      transactions,
      plan,
      sources,
      entryRows,
      indexEntries,
      recordAddresses,
    }),
    changeLog,
    permalinks,
    noteDeliveries: push.noteDeliveries,
  });
  const transfers = createTransfers(strapi, {
    changeLog,
    rebuild,
    layouts,
    ids,
    transactions,
  });
  changeLog.connect({
    index,
    plan,
    clock,
    purge: (scopes) => responses.purge(scopes),
    readEverything: () => transfers.readEmptied(),
  });

  const states = createEntryStates(strapi, { transactions });
  const withoutAddress = createWithoutAddress(strapi, { plan, states, entryRows });
  const tagMerge = createTagMerge(strapi, {
    plan,
    transactions,
    settings,
    permalinks,
    catalogue,
    writes,
    relatedChanges,
    changeLog,
  });
  const routeTable = createRouteTable(strapi);
  const precedence = createPrecedence(strapi, { routeTable });
  panelParts.keep(strapi, {
    ...shared,
    editions,
    ids,
    precedence,
    push,
    schemas,
    slugs,
    states,
    tagMerge,
    takeOver,
    transfers,
    withoutAddress,
  });

  return {
    catalogue,
    counts,
    editions,
    entryRows,
    ids,
    indexEntries,
    indexNowKey,
    findReadableBy: (preview: Preview) => findReadableBy({ strapi, plan }, preview),
    layouts,
    changeLog,
    permalinks,
    plan,
    precedence,
    presence,
    push,
    rebuild,
    relatedChanges,
    renderings,
    responses,
    routeTable,
    settings,
    slugs,
    sources,
    tagMerge,
    takeOver,
    transactions,
    transfers,
    withoutAddress,
    writes,
  };
};

/** The parts of the plugin, by name. */
export type Parts = ReturnType<typeof compose>;

const composed = new WeakMap<Core.Strapi, Parts>();

/**
 * The parts of the plugin in a Strapi, made at the first call. For code that Strapi itself calls (the plugin's start
 * and end, controllers, services), and for tests; parts are given each other instead.
 */
export const partsOf = (strapi: Core.Strapi): Parts => {
  const known = composed.get(strapi);
  if (known) return known;
  const parts = compose(strapi);
  composed.set(strapi, parts);
  return parts;
};
