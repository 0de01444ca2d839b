import type { Core } from '@strapi/strapi';

import type { Ids } from '../addresses/ids';
import type { Permalinks } from '../addresses/permalinks';
import type { TakeOver } from '../addresses/take-over';
import type { WithoutAddressFinder } from '../addresses/without-address';
import type { Renderings } from '../cache/renderings';
import type { Counts } from '../catalogue/counts';
import type { ChangeLog } from '../lib/change-log';
import type { EntryStates } from '../catalogue/entry-states';
import { homePath } from '../feed/addresses';
import { keptForStrapi } from '../lib/kept-for-strapi';
import type { Transactions } from '../lib/database';
import type { Plan } from '../mapping/plan';
import { sourceListings } from '../mapping/plan-parts';
import { directoryTitle, type SourceListing } from '../content/selection';
import { type Schemas, typeNames } from '../mapping/schemas';
import { configuredOptions, type Settings, type SettingsStore } from '../options/settings';
import { editionMark } from '../options/locales';
import type { Slugs } from '../own-types/slugs';
import type { Edition } from '../public/editions';
import type { Precedence } from '../public/precedence';
import type { Push } from '../push/push';
import type { Drawn } from './missing-links';
import type { TagMerge } from './tag-merge';

/** What the panel says of content types that have feeds. */
interface PanelTypes {
  /** What people call them, by content type; types of one name are told apart. */
  names: Map<string, string>;
  /** Sources with a feed of their own that is another than the whole site's. */
  listings: SourceListing[];
}

/** The site in one of its locales, as the panel tells of it. */
export interface PanelEdition extends Edition {
  /** Of its locale; empty for the main one. */
  mark: string;
  panelTypes: PanelTypes;
  /** The settings in force as the request found them. */
  inForce: Settings;
  /** BCP 47 tag of its language; null where the site is in one alone. */
  toldLanguage: string | null;
}

export type PanelEditions = readonly [main: PanelEdition, ...others: PanelEdition[]];

/** What the panel shares with the public site. */
interface Shared {
  changeLog: Pick<ChangeLog, 'untilIndexed' | 'isBehind'>;
  counts: Counts;
  ids: Pick<Ids, 'reset'>;
  permalinks: Permalinks;
  plan: Plan;
  precedence: Pick<Precedence, 'goesBefore'>;
  push: Pick<Push, 'consumers' | 'now' | 'resume'>;
  renderings: Renderings;
  /** As they are when mappings are compiled: other plugins add relations of their own later. */
  schemas: Schemas;
  /** Of the whole site. */
  settings: SettingsStore;
  slugs: Slugs;
  states: EntryStates;
  tagMerge: TagMerge;
  takeOver: TakeOver;
  transactions: Pick<Transactions, 'rows'>;
  withoutAddress: Pick<WithoutAddressFinder, 'find'>;
}

/** What the screens of the panel answer from. */
export interface Panel extends Shared {
  strapi: Core.Strapi;
  /** The site in each of its locales, the main one first. */
  editions: PanelEditions;
  /** What the plugin alone draws. */
  drawn: Drawn;
}

type KeptEdition = Omit<PanelEdition, 'inForce' | 'toldLanguage'>;

type KeptPanel = Omit<Panel, 'editions'> & {
  editions: readonly [main: KeptEdition, ...others: KeptEdition[]];
};

const kept = keptForStrapi<KeptPanel>();

const panelTypesOf = (plan: Plan, schemas: Schemas, home: string | false = '/'): PanelTypes => {
  const types = [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);
  const names = typeNames(schemas, [...new Set(types)]);
  for (const { contentType, address } of plan.valueTypes ?? []) {
    names.set(contentType, directoryTitle(address.directory, 'en'));
  }
  const listings = sourceListings(plan, homePath(home)).filter(({ isAlone }) => !isAlone);
  return { names, listings };
};

/** Keeps for the panel's controllers, which Strapi makes, what they answer from. */
export const keepPanel = (
  strapi: Core.Strapi,
  shared: Shared & { editions: [Edition, ...Edition[]] },
): void => {
  const { home, htmlPages, templates } = configuredOptions(strapi);
  const toEdition = (edition: Edition) => ({
    ...edition,
    mark: editionMark(edition.locale),
    panelTypes: panelTypesOf(edition.plan, shared.schemas, home),
  });
  const [main, ...others] = shared.editions;
  kept.keep(strapi, {
    ...shared,
    strapi,
    editions: [toEdition(main), ...others.map(toEdition)],
    // Templates and front ends have ids of their own, and front ends pages of their own.
    drawn: {
      pages: htmlPages,
      anchors: htmlPages && Object.keys(templates).every((key) => key === 'model'),
    },
  });
};

/** The panel without what has to be read. */
export const panelOf = (strapi: Core.Strapi): KeptPanel => kept.of(strapi);

/** The panel as a request finds it. */
export const openPanel = async (strapi: Core.Strapi): Promise<Panel> => {
  const panel = kept.of(strapi);
  // What was saved a moment ago is in it.
  await panel.changeLog.untilIndexed();
  const editions = await Promise.all(
    panel.editions.map(async (edition, _place, { length }) => {
      const inForce = await edition.settings.get();
      return { ...edition, inForce, toldLanguage: length > 1 ? inForce.language : null };
    }),
  );
  return { ...panel, editions: editions as unknown as PanelEditions };
};
