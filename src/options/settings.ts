import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import { DEFAULT_FEED_FILES } from '../feed/formats';
import { type Addresses, createAddresses } from './site-addresses';
import { CACHE_TAGS, hashOf } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { ARTICLE_UID, EDITABLE_SETTINGS, PLUGIN_ID, type SettingName } from '../lib/constants';
import { logError } from '../lib/database';
import { mountPath, normaliseBaseUrl } from '../lib/url-paths';
import { isObject, withoutUndefined } from '../lib/values';
import { isPublicAddress, toOpenable } from '../lib/web-address';
import { APPEARANCE_NAMES } from '../pages/appearance';
import type { SafeTemplates } from '../pages/model';
import { createSafeTemplates } from '../pages/templates';
import { createTexts, type Texts } from '../texts/texts';
import { APPEARANCE_SCHEMA, fixedAppearance, siteAppearance } from './appearance';
import { DEFAULT_OPTIONS, OPTION_SCHEMAS } from './config';
import type { LocalesOption } from './locales';
import type { CompleteOptions, ResolvedOptions, SyndicationOptions } from './options';
import { withoutUnset } from './push';
import {
  checkChanges,
  type EditableValues,
  fixedNames,
  type SavedValues,
  usableValues,
} from './explain';

/** Merges options over the defaults, later over earlier ones; appearance and feed files value by value. */
export const mergeOptions = (...all: SyndicationOptions[]): ResolvedOptions => {
  const appearances = all.map(({ appearance }) => appearance);
  const isOwn = (contentType: string): boolean => contentType !== ARTICLE_UID;
  const hasOwnSources = all.some(({ sources = {} }) => Object.keys(sources).some(isOwn));
  const defaults = { ...DEFAULT_OPTIONS, itemDetails: hasOwnSources };
  return Object.assign({}, defaults, ...all, {
    appearance: Object.assign({}, DEFAULT_OPTIONS.appearance, ...appearances),
    feedFiles: Object.assign({}, DEFAULT_FEED_FILES, ...all.map(({ feedFiles }) => feedFiles)),
  }) as ResolvedOptions;
};

/** Adds what follows from other options: addresses that can be opened, a name of the site. */
const completeOptions = ({ config }: Core.Strapi, options: ResolvedOptions): CompleteOptions => {
  const baseUrl = toOpenable(options.baseUrl ?? config.get<string>('server.absoluteUrl'));
  const siteName = options.siteName ?? new URL(baseUrl).hostname.replace(/^www\./, '');
  const feedsUrl = options.feedsUrl === undefined ? baseUrl : toOpenable(options.feedsUrl);
  return { ...options, baseUrl, feedsUrl, siteName };
};

/** The options that `config/plugins.ts` really gives. */
const givenOptions = ({ config }: Core.Strapi): SyndicationOptions => {
  const options = config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  // An unset environment variable reads as undefined or as an empty text.
  return withoutUndefined({
    ...options,
    baseUrl: options.baseUrl || undefined,
    feedsUrl: options.feedsUrl || undefined,
    push: options.push && withoutUnset(options.push),
  });
};

/** The options of `config/plugins.ts` with defaults. They are known before the database is. */
export const configuredOptions = (strapi: Core.Strapi): CompleteOptions =>
  completeOptions(strapi, mergeOptions(givenOptions(strapi)));

/** All settings of the plugin, with nothing missing. */
export interface Settings extends Omit<CompleteOptions, 'templates' | 'texts'> {
  templates: SafeTemplates;
  /** Texts of feeds and pages in the site's language. */
  texts: Texts;
  addresses: Addresses;
  /** Whether `config/plugins.ts` or an editor gave the site's address. */
  isAddressGiven: boolean;
  /** Whether people elsewhere can open the base address. If they cannot, the host in ids is provisional. */
  isPublic: boolean;
  /** Whether the site's listing is at `home`. It is not while nobody gave the site's address. */
  hasHome: boolean;
  /** Page that represents the whole site. */
  sitePage: string;
  /** Page that links to everything else: where a site without a home begins. */
  indexPage: string;
}

type SitePlaces = Pick<Settings, 'addresses' | 'hasHome' | 'indexPage' | 'sitePage'>;

/**
 * Finds where the site's pages and feeds are.
 *
 * @param path path of its addresses below the base address: that of a locale
 * @param index path of the page that links to everything else, below `path`
 */
export const placeSite = (
  options: Pick<
    Settings,
    'baseUrl' | 'feedsUrl' | 'feedFiles' | 'home' | 'htmlPages' | 'isAddressGiven'
  >,
  { path = '', index }: { path?: string; index: string },
): SitePlaces => {
  const { baseUrl, feedsUrl, home, feedFiles } = options;
  const [site, feeds] = [baseUrl, feedsUrl].map((url) => normaliseBaseUrl(url) + path);
  const addresses = createAddresses(site!, home, feeds, feedFiles);
  const indexPage = addresses.listing(index);
  const isOurs = options.htmlPages && options.home !== false;
  return {
    addresses,
    hasHome: isOurs && options.isAddressGiven,
    // Without a given address the root may be Strapi's log-in page; with one, it may be a page of the site.
    sitePage: isOurs && !options.isAddressGiven ? indexPage : addresses.home(),
    indexPage,
  };
};

/** The settings that result from what editors saved. */
export interface SavedSettings {
  settings: Settings;
  /** Hashes that tell whether somebody has saved other values since. */
  versions: Record<Group, string>;
}

const SETTINGS_SCHEMA = z
  .strictObject(Object.fromEntries(EDITABLE_SETTINGS.map((name) => [name, OPTION_SCHEMAS[name]])))
  .partial();

/** The two groups of values that editors save. Strapi's store has them in one value. */
export type Group = 'settings' | 'appearance';

/** The saved appearance of the whole site. Earlier versions saved those of locales beside it. */
const savedAppearance = ({ appearance }: SavedValues): SavedValues => {
  const ofSite = isObject(appearance) ? appearance.default : undefined;
  return isObject(ofSite) ? ofSite : {};
};

const savedOf = (group: Group, saved: SavedValues): SavedValues =>
  group === 'settings' ? saved : savedAppearance(saved);

/** The saved values with some of a group changed. */
const withChanges = (group: Group, saved: SavedValues, changes: SavedValues): SavedValues => {
  const changed = { ...savedOf(group, saved), ...changes };
  if (group === 'settings') return changed;
  const { appearance } = saved;
  return { ...saved, appearance: { ...(isObject(appearance) && appearance), default: changed } };
};

/**
 * Reads the settings, and saves what editors change of them.
 *
 * @param index path of the page that links to everything else, below the base address
 */
export const createSettings = (
  strapi: Core.Strapi,
  {
    index,
    changeLog,
  }: {
    index: string;
    changeLog: Pick<ChangeLog, 'catchUp' | 'untilReadable' | 'onChange' | 'runExclusively'>;
  },
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'settings' });
  const given = (): SyndicationOptions => givenOptions(strapi);
  const configured = (): CompleteOptions => configuredOptions(strapi);
  const templates = createSafeTemplates(configured().templates, (error) => logError(strapi, error));
  /** The settings in force; undefined from a change until somebody reads them. */
  let current: Settings | undefined;
  let last: Settings | undefined;
  let changes = 0;
  changeLog.onChange((scopes) => {
    if (!scopes.includes(CACHE_TAGS.everything)) return;
    changes += 1;
    current = undefined;
  });

  /** Whether an address has the path below which routes were mounted at start. */
  const isMounted = (baseUrl: string): boolean =>
    mountPath(baseUrl) === mountPath(configured().baseUrl);

  const fixedSettings = (): SettingName[] => {
    const { locales = {}, ...options } = given();
    // The language of a locale is its code, unless it is given.
    const ofLocales = Object.entries(locales).map(([language, own]) => ({ language, ...own }));
    return fixedNames(EDITABLE_SETTINGS, options, ofLocales);
  };

  const editable: Record<Group, () => EditableValues> = {
    settings: () => ({
      subject: 'The settings',
      names: EDITABLE_SETTINGS,
      schema: SETTINGS_SCHEMA,
      fixed: fixedSettings(),
      refuse(name, value) {
        if (name !== 'baseUrl' || isMounted(value as string)) return undefined;
        const path = mountPath(configured().baseUrl) || '/';
        return `The address must keep the path "${path}", where the plugin has been serving since Strapi started. A developer can change it with "baseUrl" in config/plugins.ts.`;
      },
    }),
    appearance: () => ({
      subject: 'The appearance',
      names: APPEARANCE_NAMES,
      schema: APPEARANCE_SCHEMA,
      fixed: fixedAppearance(given()),
    }),
  };

  /** What editors saved, unchecked. */
  const stored = async (): Promise<SavedValues> => {
    const saved: unknown = await store().get({});
    return isObject(saved) ? saved : {};
  };

  const usable = (group: Group, saved: SavedValues): SavedValues =>
    usableValues(editable[group](), savedOf(group, saved));

  /** Hash of the usable values. */
  const version = (group: Group, saved: SavedValues): string => {
    const values = usable(group, saved);
    return hashOf(JSON.stringify(editable[group]().names.map((name) => values[name])));
  };

  const toSettings = (saved: SavedValues): Settings => {
    const merged = mergeOptions(usable('settings', saved), given());
    const options = {
      ...completeOptions(strapi, merged),
      isAddressGiven: merged.baseUrl !== undefined,
    };
    return {
      ...options,
      texts: createTexts(options.language, options.texts),
      ...placeSite(options, { index }),
      isPublic: isPublicAddress(options.baseUrl),
      templates,
      appearance: siteAppearance(usable('appearance', saved), given()),
    };
  };

  const toSaved = (saved: SavedValues): SavedSettings => ({
    settings: toSettings(saved),
    versions: { settings: version('settings', saved), appearance: version('appearance', saved) },
  });

  return {
    configured,

    /** The options of each locale; empty without the option `locales`. */
    locales: (): LocalesOption => given().locales ?? {},

    /**
     * The settings in force: defaults, then what editors saved, then `config/plugins.ts`. They come from
     * memory, less than a second behind what another node saved; in a transaction they come from the database.
     *
     * @throws DatabaseAwayError when they have to be read and the database does not answer
     */
    async get(): Promise<Settings> {
      // An open transaction may be rolled back: do not keep what it sees.
      if (strapi.db.inTransaction()) return toSettings(await stored());
      await changeLog.catchUp();
      if (current) return current;
      await changeLog.untilReadable();
      const before = changes;
      const found = toSettings(await stored());
      // A change while the settings were read may have outdated them.
      if (changes === before) current = found;
      last = found;
      return found;
    },

    /** The settings in the database at this moment. */
    read: async (): Promise<SavedSettings> => toSaved(await stored()),

    /** The settings that were last known, without the database. */
    known: (): Settings => last ?? toSettings({}),

    /**
     * The IANA time zone in a locale.
     *
     * @param ofSite time zone of the whole site; by default the one last known, without the database
     */
    timeZoneIn: (locale: string, ofSite = (last ?? toSettings({})).timeZone): string =>
      strapi.config.get<LocalesOption>(`plugin::${PLUGIN_ID}.locales`, {})[locale]?.timeZone ??
      ofSite,

    /** Names of a group's values that `config/plugins.ts` fixes for the site, or for each of its locales. */
    fixed: (group: Group): readonly string[] => editable[group]().fixed,

    /** The settings as they would be after some changes. Throws like `update`. */
    async preview(group: Group, changes: SavedValues): Promise<Settings> {
      checkChanges(editable[group](), changes);
      return toSettings(withChanges(group, await stored(), changes));
    },

    /**
     * Saves what an editor changed. Other values stay.
     *
     * @param seen version of what the editor saw; without it, later changes by others are not noticed
     * @returns null when somebody else has saved since; nothing is saved then
     * @throws ValidationError with one entry for each change that cannot be made; nothing is saved.
     */
    async update(group: Group, changes: SavedValues, seen?: string): Promise<SavedSettings | null> {
      checkChanges(editable[group](), changes);
      // A save at the same time, on any node, waits and then sees this one, even if it is the first ever.
      return changeLog.runExclusively(async () => {
        const before = await stored();
        if (seen !== undefined && seen !== version(group, before)) return null;
        const value = withChanges(group, before, changes);
        await store().set({ value });
        return toSaved(value);
      });
    },
  };
};

export type SettingsStore = ReturnType<typeof createSettings>;

/** Warns at start when the site has no public address, or not the one it was meant to have. */
export const warnOfLocalAddress = async (
  strapi: Core.Strapi,
  { settings }: { settings: SettingsStore },
): Promise<void> => {
  const { baseUrl, isPublic, isAddressGiven } = await settings.get();
  const options = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  // An unset environment variable reads as undefined or as an empty text.
  if (isPublic && 'baseUrl' in options && !options.baseUrl && !isAddressGiven) {
    strapi.log.warn(
      `Syndication: "baseUrl" in config/plugins is empty, so feeds, links and the ids of what is published begin with Strapi's own address ${baseUrl}. Set the environment variable it reads to the public address of the site, or take "baseUrl" out if this is it.`,
    );
  }
  if (isPublic) return;
  strapi.log.warn(
    `Syndication: feeds and links begin with ${baseUrl}, which only this machine or its network can open. Set "baseUrl" in config/plugins (or the environment variable that it reads), or the base address in Settings > Feeds > General, to the public address of the site, for example "https://www.example.com". Until then the host in new ids of articles and feeds is provisional.`,
  );
};
