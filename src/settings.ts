import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { OPTION_SCHEMAS } from './config';
import { EDITABLE_SETTINGS, PLUGIN_ID } from './constants';
import { type Addresses, createAddresses, mountPath } from './feed/addresses';
import { isPublicAddress, toOpenable } from './feed/base-address';
import type { Site } from './feed/channel';
import { DEFAULT_OPTIONS, type ResolvedOptions, type SyndicationOptions } from './options';

/** Everything the plugin is set to, with nothing missing. */
export interface Settings extends Required<ResolvedOptions> {
  addresses: Addresses;
  /** Whether people elsewhere can open the base address; otherwise the host in ids is provisional. */
  isPublic: boolean;
  site: Site;
}

export type EditableName = (typeof EDITABLE_SETTINGS)[number];
export type EditableSettings = Pick<Required<SyndicationOptions>, EditableName>;

/** What is wrong with a value an editor gave: not allowed, fixed by the developer, another path. */
export type SettingErrorCode = 'invalid' | 'fixed' | 'path';

interface SettingError {
  path: [string];
  name: 'ValidationError';
  message: string;
  code: SettingErrorCode;
}

const isEditable = (name: string): name is EditableName =>
  EDITABLE_SETTINGS.some((editable) => editable === name);

const withoutUndefined = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

const complete = (options: ResolvedOptions, address: string): Required<ResolvedOptions> => {
  const baseUrl = toOpenable(address);
  const siteName = options.siteName ?? new URL(baseUrl).hostname.replace(/^www\./, '');
  return { ...options, baseUrl, siteName };
};

const toSettings = (options: Required<ResolvedOptions>): Settings => ({
  ...options,
  addresses: createAddresses(options.baseUrl, options.home),
  isPublic: isPublicAddress(options.baseUrl),
  site: {
    name: options.siteName,
    description: options.description,
    language: options.language,
    timeZone: options.timeZone,
  },
});

const createSettings = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'settings' });

  /** Options that `config/plugins.ts` really gives. */
  const given = (): SyndicationOptions => {
    const options = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
    // An environment variable that is not set reads as undefined or as an empty text.
    return withoutUndefined({ ...options, baseUrl: options.baseUrl || undefined });
  };

  const ownAddress = (): string => strapi.config.get<string>('server.absoluteUrl');

  /** What `config/plugins.ts` says, completed by defaults; known before the database is. */
  const configured = (): Required<ResolvedOptions> => {
    const options = given();
    return complete({ ...DEFAULT_OPTIONS, ...options }, options.baseUrl ?? ownAddress());
  };

  /** Routes are mounted at boot, below the path of the configured base address. */
  const isMounted = (baseUrl: string): boolean =>
    mountPath(baseUrl) === mountPath(configured().baseUrl);

  const check = (name: EditableName, value: unknown): SettingError | undefined => {
    const error = (code: SettingErrorCode, message: string): SettingError => ({
      path: [name],
      name: 'ValidationError',
      message,
      code,
    });
    if (name in given()) {
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
  const stored = async (): Promise<Partial<EditableSettings>> => {
    const saved = ((await store().get({})) ?? {}) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(saved).filter(([name, value]) => isEditable(name) && !check(name, value)),
    );
  };

  const withEdits = (edits: Partial<EditableSettings>): Settings => {
    const options = { ...DEFAULT_OPTIONS, ...edits, ...given() };
    return toSettings(complete(options, options.baseUrl ?? ownAddress()));
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

  return {
    configured,

    /** The settings in force now: defaults, then what editors saved, then `config/plugins.ts`. */
    async get(): Promise<Settings> {
      return withEdits(await stored());
    },

    /** Names of the editable settings that `config/plugins.ts` fixes. */
    fixed(): EditableName[] {
      const options = given();
      return EDITABLE_SETTINGS.filter((name) => name in options);
    },

    /** The settings as they would be with some values changed. Throws like `update`. */
    async preview(values: Record<string, unknown>): Promise<Settings> {
      return withEdits({ ...(await stored()), ...validate(values) });
    },

    /**
     * Saves what an editor changed; what is not among the values stays.
     *
     * @throws ValidationError with one entry for each field that cannot be taken; nothing is saved.
     */
    async update(values: Record<string, unknown>): Promise<Settings> {
      const edits = { ...(await stored()), ...validate(values) };
      // In a transaction, so that other nodes hear of it exactly when it is saved.
      await strapi.db.transaction(() => store().set({ value: edits }));
      return withEdits(edits);
    },
  };
};

export default createSettings;
