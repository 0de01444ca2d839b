import type { Core } from '@strapi/strapi';

import type { Renderings } from '../cache/renderings';
import { createCatalogueQueries } from '../catalogue/queries';
import type { Counts } from '../catalogue/counts';
import { editionMark, type PublishedLocale } from '../options/locales';
import { localAppearance } from '../options/appearance';
import { placeSite, type Settings, type SettingsStore } from '../options/settings';
import { createEntries } from '../entries/entries';
import { createEntryAddresses } from '../entries/entry-addresses';
import type { AddressLayouts } from '../addresses/address-layouts';
import { indexPath, type Plan, planIn, type TopicPlan } from '../mapping/plan';
import { createSelections, createTopics } from '../entries/topics';
import { createTexts } from '../texts/texts';

/**
 * The settings store for a locale: it reads the settings as they are in that locale.
 *
 * @param plan what is published in the locale
 */
const localiseSettings = (
  store: SettingsStore,
  locale: PublishedLocale,
  plan: Plan,
): SettingsStore => {
  const made = new WeakMap<Settings, Settings>();
  const { texts: ownTexts } = store.configured();
  const localise = (settings: Settings): Settings => {
    const known = made.get(settings);
    if (known) return known;
    const {
      siteName = settings.siteName,
      description = settings.description,
      language = locale.code,
      timeZone = settings.timeZone,
      appearance,
    } = store.locales()[locale.code] ?? {};
    const index = indexPath(plan, settings.home);
    const localised: Settings = {
      ...settings,
      ...{ siteName, description, language, timeZone },
      texts: createTexts(language, ownTexts),
      appearance: localAppearance(settings.appearance, appearance),
      ...placeSite(settings, { path: locale.path, index }),
    };
    made.set(settings, localised);
    return localised;
  };
  return {
    ...store,
    get: async () => localise(await store.get()),
    known: () => localise(store.known()),
    preview: async (group, changes) => localise(await store.preview(group, changes)),
  };
};

/** Parts that all editions of a site share. */
interface SharedParts {
  plan: Plan;
  settings: SettingsStore;
  counts: Counts;
  renderings: Renderings;
  layouts: Pick<AddressLayouts, 'idMark'>;
}

/** A type of values, with the names that its values have in a locale. */
const namedIn = (type: TopicPlan, code: string): TopicPlan => ({
  ...type,
  names:
    type.names &&
    new Map(
      [...type.names].flatMap(([slug, name]) => {
        const own = typeof name === 'string' ? name : name[code];
        return own === undefined ? [] : [[slug, own]];
      }),
    ),
});

/** The plan for a locale. Entries of types that are not localised are in the main locale alone. */
const planOf = (whole: Plan, locale: PublishedLocale | undefined): Plan => {
  if (!locale) return whole;
  const valueTypes = whole.valueTypes?.map((type) => namedIn(type, locale.code));
  const plan = planIn({ ...whole, valueTypes }, locale.code);
  if (locale.isMain) return plan;
  const sources = plan.sources.filter(({ isLocalised }) => isLocalised);
  const grouped = new Set(
    sources.flatMap(({ topics }) => topics.map(({ contentType }) => contentType)),
  );
  const byValue = new Set(
    sources.flatMap(({ values = [] }) => values.map(({ contentType }) => contentType)),
  );
  return {
    ...plan,
    sources,
    topicTypes: plan.topicTypes.filter(({ contentType }) => grouped.has(contentType)),
    valueTypes: plan.valueTypes?.filter(({ contentType }) => byValue.has(contentType)),
  };
};

/** Makes the parts from which an edition's feeds and pages are made. */
const createEditionParts = (
  strapi: Core.Strapi,
  shared: SharedParts,
  locale: PublishedLocale | undefined,
) => {
  const { counts } = shared;
  const plan = planOf(shared.plan, locale);
  const settings = locale ? localiseSettings(shared.settings, locale, plan) : shared.settings;
  /** Mark of the locale in names of lists and cache tags; empty for the main one. */
  const mark = editionMark(locale);
  const queries = createCatalogueQueries(strapi, { counts, settings, mark });
  const entries = createEntries(strapi, { ...shared, settings, plan, queries, locale });
  const topics = createTopics(strapi, { counts, entries, queries, locale });
  return {
    ...shared,
    strapi,
    locale,
    mark,
    plan,
    settings,
    queries,
    entries,
    entryAddresses: createEntryAddresses(strapi, { entries, locale }),
    topics,
    selections: createSelections(strapi, { topics, locale }),
  };
};

/** The site in one locale; the whole site in a project without locales. */
export interface Edition extends ReturnType<typeof createEditionParts> {
  /** The site in each of its locales, the main one first. */
  editions: readonly Edition[];
}

/** The site in one locale, with the settings in force. */
export interface Site extends Edition {
  inForce: Settings;
}

/** The site in a locale as it is now. Read again while a response is made, so that the cache notices a later change. */
export const siteNow = async (edition: Edition): Promise<Site> => ({
  ...edition,
  inForce: await edition.settings.get(),
});

/** Makes an edition for each locale, the main one first. */
export const createEditions = (
  strapi: Core.Strapi,
  shared: SharedParts,
): [main: Edition, ...others: Edition[]] => {
  const [main, ...others] = shared.plan.locales ?? [];
  const editions: Edition[] = [];
  for (const locale of [main, ...others]) {
    editions.push({ ...createEditionParts(strapi, shared, locale), editions });
  }
  return editions as [Edition, ...Edition[]];
};
