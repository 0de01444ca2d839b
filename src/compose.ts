import type { Core } from '@strapi/strapi';

import { parseScope } from './lib/cache-tags';
import { createRenderings } from './cache/renderings';
import { createResponses } from './cache/responses';
import { createCounts } from './catalogue/counts';
import { createDatabaseClock } from './lib/database';
import { watchTransactions } from './lib/transactions';
import { createRebuild } from './changes/rebuild';
import { withSettings } from './changes/catalogued-entries';
import { indexChanges } from './changes/index-changes';
import { createChangeLog } from './changes/change-log';
import { createWrites } from './changes/writes';
import { createTransfers } from './changes/transfers';
import { isReadableByMaker } from './panel/offer-previews';
import { panelParts } from './panel/panel';
import type { Preview } from './public/preview-routes';
import { createEditions } from './public/editions';
import { configuredOptions, createSettings, type SettingsStore } from './options/settings';
import { createIds } from './addresses/settle-ids';
import { plans, withTimeZones } from './mapping/compile-plan';
import { siteSchemas } from './mapping/schemas';
import { createAddressLayouts } from './addresses/address-layouts';
import { createPresence, createRouteTable } from './public/route-table';
import { indexPath, marksOf } from './mapping/plan';
import { createPush } from './push/push';
import { createSlugs } from './own-types/slugs';
import { createTakeOver } from './addresses/take-over';
import { createIndexNowKey } from './push/index-now';

/**
 * Makes the parts of the plugin, and gives each the parts that it needs. Nothing is read from the database yet: it is
 * not ready when plugins are registered.
 */
const compose = (strapi: Core.Strapi) => {
  watchTransactions(strapi);
  const options = configuredOptions(strapi);
  const changeLog = createChangeLog(strapi, { staleIfError: options.staleIfError });
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
  const clock = createDatabaseClock(strapi);
  const indexing = { strapi, plan, settings, layouts, clock };
  const writes = createWrites(strapi, { outbox: changeLog.outbox });
  const counts = createCounts(strapi, { changeLog, marks: marksOf(plan) });
  const presence = createPresence(strapi, {
    changeLog,
    types: [...plan.topicTypes, ...plan.sources],
  });

  const slugs = createSlugs(strapi, { settings });
  const ids = createIds(strapi, { settings, changeLog, plan, layouts });
  const takeOver = createTakeOver(strapi, { plan, settings, changeLog });
  const shared = {
    plan,
    settings,
    changeLog,
    counts,
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
  const push = createPush({ strapi, ...shared, editions, indexNowKey, clock });
  const rebuild = createRebuild(strapi, {
    indexing,
    changeLog,
    noteDeliveries: push.noteDeliveries,
  });
  const transfers = createTransfers(strapi, {
    changeLog,
    rebuild,
    layouts,
    ids,
  });
  changeLog.connect({
    index: async (written) =>
      indexChanges(
        {
          ...(await withSettings(indexing)),
          postpone: (changes) => changeLog.outbox.append(changes, { isBulk: true }),
          noteDeliveries: push.noteDeliveries,
        },
        written,
      ),
    plan,
    clock,
    purge: (scopes) => responses.purge(scopes),
    readEverything: () => transfers.readEmptied(),
  });

  const routeTable = createRouteTable(strapi);
  panelParts.keep(strapi, {
    ...shared,
    editions,
    ids,
    routeTable,
    push,
    schemas,
    slugs,
    takeOver,
    transfers,
    writes,
  });

  return {
    counts,
    editions,
    ids,
    indexing,
    indexNowKey,
    isReadable: (preview: Preview) => isReadableByMaker({ strapi, plan }, preview),
    layouts,
    changeLog,
    plan,
    presence,
    push,
    rebuild,
    renderings,
    responses,
    routeTable,
    settings,
    slugs,
    takeOver,
    transfers,
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
