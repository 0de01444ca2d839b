import { createRequire } from 'node:module';
import path from 'node:path';

/** Node's own: it reaches what is loaded once for all test files. */
const load = createRequire(__filename);

const fileOfStrapi = (file: string): string =>
  path.resolve(__dirname, '../../node_modules/@strapi', file);

/** Modules in which Strapi keeps what there is to read of a type's entries, by the type's name. */
const KEEPERS = [
  'core/dist/services/document-service/utils/populate.js',
  'content-manager/dist/server/services/utils/populate.js',
].map(fileOfStrapi);

/** Of the next app's type of the same name, a publication would leave out what the type before had not. */
const forgetTypes = (): void => {
  for (const file of KEEPERS) {
    const inUse = load(file) as object;
    const loaded = load.cache[file];
    delete load.cache[file];
    // Whoever has loaded it before asks it for its functions at each call.
    Object.assign(inUse, load(file));
    load.cache[file] = loaded;
  }
};

interface Hook {
  getHandlers: () => unknown[];
  register: (handler: unknown) => Hook;
  delete: (handler: unknown) => Hook;
}

interface Hooked {
  hooks: Record<string, Hook>;
}

const ADMIN_SERVICES = 'admin/dist/server/server/src/services';

/** Of each permission, every start asks all handlers that the starts before have added again. */
const forgetRepeatedHandlers = (): void => {
  const role = load(fileOfStrapi(`${ADMIN_SERVICES}/role.js`)) as Hooked;
  const permission = load(fileOfStrapi(`${ADMIN_SERVICES}/permission.js`)) as Record<
    'actionProvider' | 'conditionProvider' | 'engine',
    Hooked
  >;
  const { actionProvider, conditionProvider, engine } = permission;
  for (const { hooks } of [role, actionProvider, conditionProvider, engine]) {
    for (const hook of Object.values(hooks)) {
      for (const handler of new Set(hook.getHandlers())) hook.delete(handler).register(handler);
    }
  }
};

interface ConfigurationSchema {
  validate: (configuration: unknown) => Promise<unknown>;
}
type CreateSchema = (type: object, options?: { allowUndefined?: boolean }) => ConfigurationSchema;

const CONFIGURATION_SCHEMA = fileOfStrapi(
  'content-manager/dist/server/controllers/validation/model-configuration.js',
);
const CHECKS_ONCE = Symbol.for('syndication.checks-once');

/** A type's own configuration is checked by a schema made for it; what the panel saves, each time. */
const checkTypesOnce = (): void => {
  const create = load(CONFIGURATION_SCHEMA) as CreateSchema;
  if (CHECKS_ONCE in create) return;
  const checked = new Set<string>();
  const createOnce: CreateSchema = (type, options) => {
    // As a start asks for it.
    if (!options?.allowUndefined) return create(type, options);
    return {
      async validate(configuration) {
        const known = JSON.stringify([type, configuration]);
        if (checked.has(known)) return;
        await create(type, options).validate(configuration);
        checked.add(known);
      },
    };
  };
  load.cache[CONFIGURATION_SCHEMA]!.exports = Object.assign(createOnce, { [CHECKS_ONCE]: true });
};

/** Of yup, by which Strapi checks routes, actions of roles and content types. */
interface Schema {
  validateSync: (value: unknown, options?: { strict?: boolean }) => unknown;
  [CHECKS_ONCE]?: true;
}

/** What a schema sees of a value: of a function or an instance, that it is one. */
const shapeOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'function') return '[function]';
    if (part === undefined) return '[undefined]';
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const prototype: unknown = Object.getPrototypeOf(part);
    return prototype === Object.prototype || prototype === null ? part : '[instance]';
  });

/** A schema is asked once about each shape, in checks that give back what they are given. */
const checkShapesOnce = (): void => {
  const { yup } = load('@strapi/utils') as { yup: { BaseSchema: { prototype: Schema } } };
  const { prototype } = yup.BaseSchema;
  if (prototype[CHECKS_ONCE]) return;
  const { validateSync } = prototype;
  const checked = new WeakMap<object, Set<string>>();
  prototype.validateSync = function (this: Schema, value, options) {
    if (!options?.strict) return validateSync.call(this, value, options);
    const shapes = checked.get(this) ?? new Set();
    const shape = shapeOf(value);
    if (shapes.has(shape)) return value;
    const result = validateSync.call(this, value, options);
    checked.set(this, shapes.add(shape));
    return result;
  };
  prototype[CHECKS_ONCE] = true;
};

/**
 * Has Strapi check routes, actions and types once in a process, not at each start that has the same:
 * it takes a third of a start. To be called before the first start, since Strapi keeps the functions.
 */
export const checkOnce = (): void => {
  checkTypesOnce();
  checkShapesOnce();
};

/**
 * Lets the next app have types of its own, and start as fast as the first. What Strapi keeps for as
 * long as its process runs is for one app, which is all that a process has but for ours.
 */
export const forgetApp = (): void => {
  forgetTypes();
  forgetRepeatedHandlers();
};
