import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { CACHE_TAGS } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { OPTION_SCHEMAS } from './config';
import {
  completeOptions,
  configuredOptions,
  givenOptions,
  mergeOptions,
} from './configured-options';
import { CORE_STORE_UID, EDITABLE_SETTINGS, PLUGIN_ID, SETTINGS_KEY } from '../constants';
import { mountPath } from '../feed/addresses';
import type { LocalesOption } from './locales';
import type { ResolvedOptions, SyndicationOptions } from './options';
import { APPEARANCE_NAMES } from '../pages/appearance';
import {
  type AppearanceChanges,
  type AppearanceEdits,
  appearanceErrors,
  changeAppearance,
  editableAppearance,
  type EditableAppearance,
  fixedAppearance,
  type GivenAppearances,
  givenAppearances,
  localAppearances,
  siteAppearance,
  usableAppearance,
} from './saved-appearance';
import { type Settings, toSettings } from './settings-in-force';
import { createSafeTemplates } from '../pages/templates';
import { isObject } from '../lib/is-object';
import type { Transactions } from '../lib/transactions';
import { logError } from '../lib/errors';

export type EditableName = (typeof EDITABLE_SETTINGS)[number];
export type EditableSettings = Pick<Required<SyndicationOptions>, EditableName>;

/** What is wrong with a value an editor gave: not allowed, fixed by the developer, another path. */
export type SettingErrorCode = 'invalid' | 'fixed' | 'path';

/** The settings in force, and what tells whether an editor has saved others since. */
export interface VersionedSettings {
  settings: Settings;
  version: string;
}

/** What an editor may change of the appearance, and what tells whether somebody has saved another since. */
export interface VersionedAppearance extends EditableAppearance {
  version: string;
}

/** What editors changed. */
interface Edits {
  settings: Partial<EditableSettings>;
  appearance: AppearanceEdits;
}

/** What is kept of it: the appearance of the whole site by this name, beside which locales had theirs once. */
interface Saved {
  appearance?: { default?: unknown };
}

interface SettingError {
  path: [string];
  name: 'ValidationError';
  message: string;
  code: SettingErrorCode;
}

const isEditable = (name: string): name is EditableName =>
  EDITABLE_SETTINGS.some((editable) => editable === name);

/** Values that nobody changes, and lists of theirs. */
const freeze = <Values extends object>(values: Values): Values => {
  Object.values(values).filter(Array.isArray).forEach(Object.freeze);
  return Object.freeze({ ...values });
};

interface SettingsParts {
  /** Path of the page that leads to what there is, below the base address. */
  index: string;
  log: Pick<ChangeLog, 'catchUp' | 'untilReadable' | 'subscribe'>;
  transactions: Pick<Transactions, 'rows'>;
}

/** Reads the settings, and keeps what editors change of them. */
export const createSettings = (
  strapi: Core.Strapi,
  { index, log, transactions }: SettingsParts,
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'settings' });
  const given = (): SyndicationOptions => givenOptions(strapi);
  const configured = (): Required<ResolvedOptions> => configuredOptions(strapi);
  const templates = createSafeTemplates(configured().templates, (error) => logError(strapi, error));
  const ownAddress = (): string => strapi.config.get<string>('server.absoluteUrl');
  /** The settings in force; undefined while nobody has read them since they changed. */
  let current: Settings | undefined;
  /** The settings as they were last read. */
  let last: Settings | undefined;
  let changes = 0;
  log.subscribe((cacheTags) => {
    if (!cacheTags.includes(CACHE_TAGS.everything)) return;
    changes += 1;
    current = undefined;
  });

  /** Routes are mounted at boot, below the path of the configured base address. */
  const isMounted = (baseUrl: string): boolean =>
    mountPath(baseUrl) === mountPath(configured().baseUrl);

  /** Names of the editable settings that `config/plugins.ts` fixes, be it in each locale. */
  const fixed = (): EditableName[] => {
    const { locales = {}, ...options } = given();
    const ofLocales = Object.values(locales);
    const isOfEach = (name: EditableName): boolean =>
      ofLocales.length > 0 &&
      // Of a locale without a language, its code is the language.
      ofLocales.every((locale) => name === 'language' || Object.hasOwn(locale, name));
    return EDITABLE_SETTINGS.filter((name) => name in options || isOfEach(name));
  };

  const check = (name: EditableName, value: unknown): SettingError | undefined => {
    const error = (code: SettingErrorCode, message: string): SettingError => ({
      path: [name],
      name: 'ValidationError',
      message,
      code,
    });
    if (fixed().includes(name)) {
      return error(
        'fixed',
        `The setting "${name}" is fixed in config/plugins.ts: change it there.`,
      );
    }
    const schema = OPTION_SCHEMAS[name];
    if (!schema.safeParse(value).success) {
      return error(
        'invalid',
        `The setting "${name}" was ${JSON.stringify(value)}. Allowed: ${schema.description}.`,
      );
    }
    if (name === 'baseUrl' && !isMounted(value as string)) {
      const path = mountPath(configured().baseUrl) || '/';
      return error(
        'path',
        `The address must keep the path "${path}", where the plugin has been serving since Strapi started. A developer can change it with "baseUrl" in config/plugins.ts.`,
      );
    }
    return undefined;
  };

  /** Values an editor saved, without those that have since been fixed or are no longer allowed. */
  const usable = (saved: unknown): Partial<EditableSettings> =>
    Object.fromEntries(
      Object.entries(saved ?? {}).filter(
        ([name, value]) => isEditable(name) && !check(name, value),
      ),
    );

  const configuredAppearances = (): GivenAppearances => {
    const { appearance, locales } = given();
    return givenAppearances(appearance, locales);
  };

  const readSaved = async (): Promise<Saved | null> => (await store().get({})) as Saved | null;

  const stored = async (): Promise<Edits> => {
    const saved = await readSaved();
    return {
      settings: usable(saved),
      appearance: usableAppearance(saved?.appearance?.default, configuredAppearances()),
    };
  };

  const hash = (values: unknown[]): string =>
    createHash('sha256').update(JSON.stringify(values)).digest('base64url');

  const settingsVersion = ({ settings }: Edits): string =>
    hash(EDITABLE_SETTINGS.map((name) => settings[name]));

  const appearanceVersion = ({ appearance }: Edits): string =>
    hash(APPEARANCE_NAMES.map((name) => appearance[name]));

  const toEditable = (edits: Edits): VersionedAppearance => ({
    ...editableAppearance(edits.appearance, configuredAppearances()),
    version: appearanceVersion(edits),
  });

  const rows = () => transactions.rows(strapi.db.metadata.get(CORE_STORE_UID).tableName);

  /** Id of the row that holds what editors changed; written past the lifecycles where it is missing. */
  const findRow = async (): Promise<number> => {
    const find = () =>
      rows().where({ key: SETTINGS_KEY }).orderBy('id').first<{ id: number } | undefined>('id');
    const found = await find();
    if (found) return found.id;
    await rows().insert({ key: SETTINGS_KEY, value: '{}', type: 'object' });
    return (await find())!.id;
  };

  const withEdits = ({ settings, appearance }: Edits): Settings => {
    const options = mergeOptions(settings, given());
    const looks = configuredAppearances();
    return toSettings(completeOptions(options, options.baseUrl ?? ownAddress()), {
      isAddressGiven: options.baseUrl !== undefined,
      index,
      templates,
      // Templates of the site get them.
      appearance: freeze(siteAppearance(appearance, looks)),
      localAppearances: Object.fromEntries(
        Object.entries(localAppearances(appearance, looks)).map(([code, look]) => [
          code,
          freeze(look),
        ]),
      ),
    });
  };

  /** @throws ValidationError with one entry for each field that cannot be taken. */
  const validate = (values: Record<string, unknown>): Partial<EditableSettings> => {
    const problems = Object.entries(values).flatMap(([name, value]) => {
      if (isEditable(name)) return check(name, value) ?? [];
      const message = `There is no setting "${name}". Allowed: ${EDITABLE_SETTINGS.join(', ')}.`;
      return { path: [name], name: 'ValidationError', message, code: 'invalid' };
    });
    if (problems.length > 0) {
      throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
        errors: problems,
      });
    }
    return values;
  };

  /**
   * What is saved, with the appearance changed.
   *
   * @throws ValidationError with one entry for each value that cannot be taken.
   */
  const withAppearance = (changes: AppearanceChanges): ((before: Edits) => Edits) => {
    const problems = appearanceErrors(changes, fixedAppearance(configuredAppearances()));
    if (problems.length > 0) {
      throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
        errors: problems,
      });
    }
    return ({ settings, appearance }) => ({
      settings,
      appearance: changeAppearance(appearance, changes),
    });
  };

  /** Saves a change; null when it was made to something else than what is saved. */
  const save = async (
    change: (before: Edits) => Edits,
    versionOf: (edits: Edits) => string,
    version?: string,
  ): Promise<Edits | null> => {
    // By its id: MySQL would lock the other rows, too.
    const id = await findRow();
    // In a transaction, so that other nodes hear of it exactly when it is saved.
    return strapi.db.transaction(async () => {
      // Whoever saves at the same time waits, and then sees what was saved.
      await rows().where({ id }).forUpdate().first('id');
      const before = await stored();
      if (version !== undefined && version !== versionOf(before)) return null;
      const edits = change(before);
      const kept = (await readSaved())?.appearance;
      const appearance = { ...(isObject(kept) && kept), default: edits.appearance };
      await store().set({ value: { ...edits.settings, appearance } });
      return edits;
    });
  };

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
      if (strapi.db.inTransaction()) return withEdits(await stored());
      await log.catchUp();
      if (current) return current;
      await log.untilReadable();
      const before = changes;
      const found = withEdits(await stored());
      // What was read may be of before a change that came meanwhile.
      if (changes === before) current = found;
      last = found;
      return found;
    },

    /** The settings as they are in the database at this moment. */
    async read(): Promise<VersionedSettings> {
      const edits = await stored();
      return { settings: withEdits(edits), version: settingsVersion(edits) };
    },

    /** The same of the appearance. */
    readAppearance: async (): Promise<VersionedAppearance> => toEditable(await stored()),

    /** Settings of the whole site as they are in the locale of this store; there is none here. */
    inForce: (settings: Settings): Settings => settings,

    /** The settings as they were last known, without the database. */
    known: (): Settings => last ?? withEdits({ settings: {}, appearance: {} }),

    fixed,

    /** The settings as they would be with some values changed. Throws like `update`. */
    async preview(values: Record<string, unknown>): Promise<Settings> {
      const { settings, appearance } = await stored();
      return withEdits({ settings: { ...settings, ...validate(values) }, appearance });
    },

    /** The settings with the appearance changed. Throws like `update`. */
    async previewAppearance(changes: AppearanceChanges): Promise<Settings> {
      const change = withAppearance(changes);
      return withEdits(change(await stored()));
    },

    /**
     * Saves what an editor changed; what is not among the values stays.
     *
     * @param version of the settings the editor saw; without it, whatever was saved since is changed
     * @returns null when somebody has saved since; nothing is saved then
     * @throws ValidationError with one entry for each field that cannot be taken; nothing is saved.
     */
    async update(
      values: Record<string, unknown>,
      version?: string,
    ): Promise<VersionedSettings | null> {
      const changed = validate(values);
      const saved = await save(
        ({ settings, appearance }) => ({ settings: { ...settings, ...changed }, appearance }),
        settingsVersion,
        version,
      );
      return saved && { settings: withEdits(saved), version: settingsVersion(saved) };
    },

    /** Saves what an editor changed of the appearance, like `update`. */
    async updateAppearance(
      changes: AppearanceChanges,
      version?: string,
    ): Promise<VersionedAppearance | null> {
      const saved = await save(withAppearance(changes), appearanceVersion, version);
      return saved && toEditable(saved);
    },
  };
};

export type SettingsStore = ReturnType<typeof createSettings>;
