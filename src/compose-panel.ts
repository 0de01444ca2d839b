import type { Core } from '@strapi/strapi';

import type { Renderings } from './cache/renderings';
import type { Counts } from './catalogue/counts';
import { createEntryStates } from './catalogue/entry-states';
import type { Catalogue } from './catalogue/catalogue';
import type { Log } from './changes/log';
import type { WrittenNotes } from './changes/written-notes';
import type { Edition } from './editions';
import { editionMark } from './locales';
import { createAppearancePreviews } from './panel/appearance-previews';
import { createAttention } from './panel/attention';
import { createCalendar } from './panel/calendar';
import { createEntryDescriptions } from './panel/entry-descriptions';
import { createEditionLists } from './panel/edition-lists';
import { createEntryViews } from './panel/entry-views';
import { createBulkChanges } from './panel/bulk-changes';
import { createFeedDetails } from './panel/feed-details';
import { createFeedList, type ListedEdition } from './panel/feed-list';
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
import { configuredOptions } from './configured-options';
import type { SettingsStore } from './settings';
import type { Schemas } from './sources/mapping/schemas';
import type { Permalinks } from './sources/permalinks';
import type { Pictures } from './sources/pictures';
import type { Plan } from './sources/plan';
import type { EntryRows } from './sources/entry-rows';
import type { Slugs } from './sources/slugs';
import { createWithoutAddress } from './sources/without-address';
import type { Transactions } from './transactions';

/** What the panel has in common with the public site. */
interface Shared {
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
  }: Shared,
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
  const withoutAddress = createWithoutAddress(strapi, { plan, transactions, entryRows });
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
