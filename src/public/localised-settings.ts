import { createAddresses, homePath, mountPath } from '../feed/addresses';
import type { LocaleOptions, PublishedLocale } from '../options/locales';
import type { SettingsStore } from '../options/settings';
import type { Settings } from '../options/settings-in-force';
import type { Plan } from '../mapping/plan';
import { mainTopicType, sourceListings } from '../mapping/plan-parts';
import { createTexts } from '../texts/texts';

/** Path of the page that leads to what there is: types that are not localised are in the main locale alone. */
const indexOf = (plan: Plan, home: string | false): string => {
  const topics = mainTopicType(plan);
  const [listing] = sourceListings(plan, homePath(home));
  return topics?.address.directory ?? listing?.directory ?? homePath(home);
};

/** Settings as they are in a locale. */
const toLocale = (
  settings: Settings,
  { locale: { code, path }, plan }: { locale: PublishedLocale; plan: Plan },
  {
    siteName = settings.siteName,
    description = settings.description,
    language = code,
    timeZone = settings.timeZone,
  }: LocaleOptions,
): Settings => {
  const { baseUrl, home, texts } = settings;
  const base = new URL(baseUrl).origin + mountPath(baseUrl);
  const addresses = createAddresses(base + path, home);
  const indexPage = base + path + indexOf(plan, home);
  return {
    ...settings,
    siteName,
    description,
    language,
    timeZone,
    appearance: settings.localAppearances[code] ?? settings.appearance,
    addresses,
    indexPage,
    sitePage: settings.sitePage === settings.indexPage ? indexPage : addresses.home(),
    site: {
      name: siteName,
      description,
      language,
      timeZone,
      texts: createTexts(language, texts),
    },
  };
};

/**
 * The settings store, of which what is read is that of a locale.
 *
 * @param plan what is published in it
 */
export const localiseSettings = (
  store: SettingsStore,
  locale: PublishedLocale,
  plan: Plan,
): SettingsStore => {
  const made = new WeakMap<Settings, Settings>();
  const localise = (settings: Settings): Settings => {
    const known = made.get(settings);
    if (known) return known;
    const { [locale.code]: options = {} } = store.locales();
    const localised = toLocale(settings, { locale, plan }, options);
    made.set(settings, localised);
    return localised;
  };
  // The main one looks as the whole site does.
  const appearanceLocale = locale.isMain ? undefined : locale.code;
  return {
    ...store,
    get: async () => localise(await store.get()),
    known: () => localise(store.known()),
    inForce: localise,
    preview: async (values) => localise(await store.preview(values)),
    readAppearance: () => store.readAppearance(appearanceLocale),
    previewAppearance: async (changes) =>
      localise(await store.previewAppearance(changes, appearanceLocale)),
    updateAppearance: (changes, version) =>
      store.updateAppearance(changes, version, appearanceLocale),
  };
};
