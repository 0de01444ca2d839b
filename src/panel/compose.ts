import type { Core } from '@strapi/strapi';

import type { Renderings } from '../cache/renderings';
import type { Counts } from '../catalogue/counts';
import { createEntryStates } from '../catalogue/entry-states';
import type { Catalogue } from '../catalogue/catalogue';
import type { Log } from '../changes/log';
import type { WrittenNotes } from '../changes/written-notes';
import type { Edition } from '../public/editions';
import { editionMark } from '../options/locales';
import { createAppearancePreviews } from './appearance-previews';
import { createAttention } from './attention';
import { createCalendar } from './calendar';
import { createEntryDescriptions } from './entry-descriptions';
import { createEditionLists } from './edition-lists';
import { createEntryViews } from './entry-views';
import { createBulkChanges } from './bulk-changes';
import { createFeedDetails } from './feed-details';
import { createFeedList, type ListedEdition } from './feed-list';
import { createFeedsByLocale } from './feeds-by-locale';
import { createFeedStatistics } from './feed-statistics';
import { createInspection, type Inspection } from './inspection';
import { createMissingLinks } from './missing-links';
import { createOverview } from './overview';
import { createPanelTypes } from './panel-types';
import { createPreviewRights } from './permissions/preview-rights';
import { createPreviewFeeds } from './preview-feeds';
import { createPreviews } from './previews';
import { createRivals } from './rivals';
import { createSchedule } from './schedule';
import { createSlugPreviews } from './slug-previews';
import { createSourceExamples } from './source-examples';
import { createSourceList } from './source-list';
import { createTagMerge } from './tag-merge';
import { createTopicDetails } from './topic-details';
import { createPreviewAddresses } from '../public/preview-addresses';
import { createPreviewDocuments } from '../public/preview-documents';
import { configuredOptions } from '../options/configured-options';
import type { SettingsStore } from '../options/settings';
import type { Schemas } from '../mapping/schemas';
import type { Permalinks } from '../addresses/permalinks';
import type { Pictures } from '../entries/pictures';
import type { Plan } from '../mapping/plan';
import type { EntryRows } from '../catalogue/entry-rows';
import type { Slugs } from '../own-types/slugs';
import { createWithoutAddress } from '../addresses/without-address';
import type { Transactions } from '../lib/transactions';

/** What the panel has in common with the public site. */
export interface PanelShared {
  catalogue: Catalogue;
  counts: Counts;
  editions: [main: Edition, ...others: Edition[]];
  entryRows: EntryRows;
  log: Log;
  permalinks: Permalinks;
  pictures: Pictures;
  plan: Plan;
  renderings: Renderings;
  schemas: Schemas;
  settings: SettingsStore;
  slugs: Slugs;
  transactions: Transactions;
  written: WrittenNotes;
}

/** Builds what editors see and do in Strapi's panel. */
export const composePanel = (
  strapi: Core.Strapi,
  {
    catalogue,
    counts,
    editions,
    entryRows,
    log,
    permalinks,
    pictures,
    plan,
    renderings,
    schemas,
    settings,
    slugs,
    transactions,
    written,
  }: PanelShared,
) => {
  const [main] = editions;
  const listedEditions = editions.map((edition) => {
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
  }) as [ListedEdition & Edition, ...(ListedEdition & Edition)[]];
  const feedList = createFeedList(strapi, listedEditions);
  const rivals = createRivals(strapi, { slugs });
  const { htmlPages, templates } = configuredOptions(strapi);
  // Templates and front ends have ids of their own, and front ends pages of their own.
  const findMissingLinks = createMissingLinks(listedEditions, {
    pages: htmlPages,
    anchors: htmlPages && Object.keys(templates).every((key) => key === 'model'),
  });
  const inspections = new Map<unknown, Inspection>(
    listedEditions.map((edition) => [
      edition,
      createInspection({
        ...edition,
        renderings,
        findRivals: (articles, now) => rivals.findOfMany(edition, articles, now),
        findMissingLinks,
      }),
    ]),
  );
  const inspectionOf = (edition: unknown): Inspection => inspections.get(edition)!;
  const feedDetails = createFeedsByLocale(
    new Map(
      listedEditions.map((edition) => [
        edition.mark,
        createFeedDetails({ ...edition, renderings, inspection: inspectionOf(edition) }),
      ]),
    ),
  );
  const overview = createOverview(listedEditions);
  const states = createEntryStates(strapi, { transactions });
  const scopes = createEditionLists({ editions: listedEditions, feedDetails });
  const descriptions = createEntryDescriptions({ states });
  const entryViews = createEntryViews({ scopes, states, counts, descriptions });
  const calendar = createCalendar({ scopes, states });
  const withoutAddress = createWithoutAddress(strapi, {
    plan,
    transactions,
    states,
    entryRows,
  });
  const attention = createAttention({
    scopes,
    states,
    descriptions,
    inspectionOf,
    withoutAddress,
    onChange: log.subscribe,
  });
  const topicDetails = createTopicDetails(strapi, listedEditions);
  const bulkChanges = createBulkChanges(strapi, { plan });
  const schedule = createSchedule(strapi, {
    plan,
    editions: listedEditions,
    catalogue: main.queries,
    counts,
  });
  const [mainEdition, ...otherEditions] = listedEditions;
  const toPreviewed = (edition: ListedEdition & Edition) => ({
    ...edition,
    previewFeeds: createPreviewFeeds(edition),
  });
  const previews = createPreviews(strapi, {
    plan,
    editions: [toPreviewed(mainEdition), ...otherEditions.map(toPreviewed)],
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
    listedEditions.map((edition) => [
      edition.mark,
      createAppearancePreviews({ ...edition, pictures, renderings }),
    ]),
  );
  const sourceList = createSourceList(strapi, { plan, schemas });
  const sourceExamples = createSourceExamples(strapi, {
    plan,
    settings: main.settings,
    feeds: main.feeds,
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
    bulkChanges,
    calendar,
    entryViews,
    feedDetails,
    feedList,
    overview,
    previewAddresses,
    previewDocuments,
    previewRights,
    previews,
    schedule,
    slugPreviews,
    sourceExamples,
    sourceList,
    tagMerge,
    topicDetails,
    withoutAddress,
  };
};
