import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import { CACHE_TAGS } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { APPEARANCE_SCHEMA } from './appearance-schemas';
import {
  editableAppearance,
  type EditableAppearance,
  fixedAppearance,
  siteAppearance,
} from './saved-appearance';
import { OPTION_SCHEMAS } from './config';
import {
  completeOptions,
  configuredOptions,
  givenOptions,
  mergeOptions,
} from './configured-options';
import { EDITABLE_SETTINGS, PLUGIN_ID } from '../lib/constants';
import { mountPath } from '../lib/url-paths';
import { isPublicAddress } from '../lib/web-address';
import type { LocalesOption } from './locales';
import type { CompleteOptions, SyndicationOptions } from './options';
import { APPEARANCE_NAMES } from '../pages/appearance';
import {
  type Changes,
  changeValues,
  checkChanges,
  type EditableValues,
  fixedNames,
  type SavedValues,
  usableValues,
  versionOf,
} from './saved-values';
import { placeSite, type Settings } from './settings-in-force';
import { createSafeTemplates } from '../pages/templates';
import { createTexts } from '../texts/texts';
import { isObject } from '../lib/values';
import { logError } from '../lib/database';

export type EditableName = (typeof EDITABLE_SETTINGS)[number];

/** What editors saved, and what it makes. */
export interface SavedSettings {
  settings: Settings;
  appearance: EditableAppearance;
  /** What tells whether somebody has saved others since. */
  versions: Record<Group, string>;
}

const SETTINGS_SCHEMA = z
  .strictObject(Object.fromEntries(EDITABLE_SETTINGS.map((name) => [name, OPTION_SCHEMAS[name]])))
  .partial();

/** The two that editors save, in one value. */
type Group = 'settings' | 'appearance';

/** The appearance of the whole site, beside which locales had theirs once. */
const savedAppearance = ({ appearance }: SavedValues): SavedValues => {
  const ofSite = isObject(appearance) ? appearance.default : undefined;
  return isObject(ofSite) ? ofSite : {};
};

const savedOf = (group: Group, saved: SavedValues): SavedValues =>
  group === 'settings' ? saved : savedAppearance(saved);

/** What is saved, with some values changed. */
const withChanges = (group: Group, saved: SavedValues, changes: Changes): SavedValues => {
  const changed = changeValues(savedOf(group, saved), changes);
  if (group === 'settings') return changed;
  const { appearance } = saved;
  return { ...saved, appearance: { ...(isObject(appearance) && appearance), default: changed } };
};

/**
 * Reads the settings, and keeps what editors change of them.
 *
 * @param index path of the page that leads to what there is, below the base address
 */
export const createSettings = (
  strapi: Core.Strapi,
  {
    index,
    changeLog,
  }: {
    index: string;
    changeLog: Pick<ChangeLog, 'catchUp' | 'untilReadable' | 'subscribe' | 'exclusively'>;
  },
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'settings' });
  const given = (): SyndicationOptions => givenOptions(strapi);
  const configured = (): CompleteOptions => configuredOptions(strapi);
  const templates = createSafeTemplates(configured().templates, (error) => logError(strapi, error));
  const ownAddress = (): string => strapi.config.get<string>('server.absoluteUrl');
  /** The settings in force; undefined while nobody has read them since they changed. */
  let current: Settings | undefined;
  /** The settings as they were last read. */
  let last: Settings | undefined;
  let changes = 0;
  changeLog.subscribe((scopes) => {
    if (!scopes.includes(CACHE_TAGS.everything)) return;
    changes += 1;
    current = undefined;
  });

  /** Routes are mounted at boot, below the path of the configured base address. */
  const isMounted = (baseUrl: string): boolean =>
    mountPath(baseUrl) === mountPath(configured().baseUrl);

  /** Names of the editable settings that `config/plugins.ts` fixes, be it in each locale. */
  const fixed = (): EditableName[] => {
    const { locales = {}, ...options } = given();
    // Of a locale without a language, its code is the language.
    const ofLocales = Object.entries(locales).map(([language, own]) => ({ language, ...own }));
    return fixedNames(EDITABLE_SETTINGS, options, ofLocales);
  };

  const editable: Record<Group, () => EditableValues> = {
    settings: () => ({
      subject: 'The settings',
      names: EDITABLE_SETTINGS,
      schema: SETTINGS_SCHEMA,
      fixed: fixed(),
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

  /** What editors saved, whatever it is. */
  const stored = async (): Promise<SavedValues> => {
    const saved: unknown = await store().get({});
    return isObject(saved) ? saved : {};
  };

  const usable = (group: Group, saved: SavedValues): SavedValues =>
    usableValues(editable[group](), savedOf(group, saved));

  const version = (group: Group, saved: SavedValues): string =>
    versionOf(editable[group](), savedOf(group, saved));

  const toForce = (saved: SavedValues): Settings => {
    const merged = mergeOptions(usable('settings', saved), given());
    const options = {
      ...completeOptions(merged, merged.baseUrl ?? ownAddress()),
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
    settings: toForce(saved),
    appearance: editableAppearance(usable('appearance', saved), given()),
    versions: { settings: version('settings', saved), appearance: version('appearance', saved) },
  });

  return {
    configured,

    /** What is another in each locale; none where locales are not told apart. */
    locales: (): LocalesOption => given().locales ?? {},

    /**
     * The settings in force now: defaults, then what editors saved, then `config/plugins.ts`. From
     * memory, less than a second behind what another node saved; in a transaction from the database.
     *
     * @throws DatabaseAwayError when they have to be read and the database does not answer
     */
    async get(): Promise<Settings> {
      // What a transaction sees may yet be taken back.
      if (strapi.db.inTransaction()) return toForce(await stored());
      await changeLog.catchUp();
      if (current) return current;
      await changeLog.untilReadable();
      const before = changes;
      const found = toForce(await stored());
      // What was read may be of before a change that came meanwhile.
      if (changes === before) current = found;
      last = found;
      return found;
    },

    /** What is in the database at this moment. */
    read: async (): Promise<SavedSettings> => toSaved(await stored()),

    /** Settings of the whole site as they are in the locale of this store; there is none here. */
    inForce: (settings: Settings): Settings => settings,

    /** The settings as they were last known, without the database. */
    known: (): Settings => last ?? toForce({}),

    fixed,

    /** The settings as they would be. Throws like `update`. */
    async preview(group: Group, changes: Changes): Promise<Settings> {
      checkChanges(editable[group](), changes);
      return toForce(withChanges(group, await stored(), changes));
    },

    /**
     * Saves what an editor changed; what is not among the changes stays.
     *
     * @param seen version of what the editor saw; without it, whatever was saved since is changed
     * @returns null when somebody has saved since; nothing is saved then
     * @throws ValidationError with one entry for each change that cannot be made; nothing is saved.
     */
    async update(group: Group, changes: Changes, seen?: string): Promise<SavedSettings | null> {
      checkChanges(editable[group](), changes);
      // Whoever saves at the same time, on any node, waits, and then sees what was saved: it may be the first time.
      return changeLog.exclusively(async () => {
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
