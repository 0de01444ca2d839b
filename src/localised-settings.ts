import { createAddresses, mountPath } from './feed/addresses';
import type { LocaleOptions, PublishedLocale } from './locales';
import type { Settings, SettingsStore } from './settings';
import { createTexts } from './texts/texts';

/** Settings as they are in a locale. */
const toLocale = (
  settings: Settings,
  { code, path }: PublishedLocale,
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
  const indexPage = base + path + settings.indexPage.slice(base.length);
  return {
    ...settings,
    siteName,
    description,
    language,
    timeZone,
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

/** The settings store, of which what is read is that of a locale. */
export const localiseSettings = (store: SettingsStore, locale: PublishedLocale): SettingsStore => {
  const made = new WeakMap<Settings, Settings>();
  const localise = (settings: Settings): Settings => {
    const known = made.get(settings);
    if (known) return known;
    const { [locale.code]: options = {} } = store.locales();
    const localised = toLocale(settings, locale, options);
    made.set(settings, localised);
    return localised;
  };
  return {
    ...store,
    get: async () => localise(await store.get()),
    known: () => localise(store.known()),
    previewAppearance: async (values) => localise(await store.previewAppearance(values)),
  };
};
