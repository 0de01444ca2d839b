import { createRequire } from 'node:module';
import path from 'node:path';

/** Node's `require`: reaches modules that are loaded once for all test files. */
const load = createRequire(__filename);

const fileOfStrapi = (file: string): string =>
  path.resolve(__dirname, '../../node_modules/@strapi', file);

/** Modules in which Strapi caches the populate parameters of content types, by UID. */
const KEEPERS = [
  'core/dist/services/document-service/utils/populate.js',
  'content-manager/dist/server/services/utils/populate.js',
].map(fileOfStrapi);

/** Clears these caches: else the next app's type of the same name would lack its new fields in a publication. */
const forgetTypes = (): void => {
  for (const file of KEEPERS) {
    const inUse = load(file) as object;
    const loaded = load.cache[file];
    delete load.cache[file];
    // Other modules hold this object and look up its functions at each call.
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

/** Removes handlers that each start adds again: the next start would call all of them for every permission. */
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

/** Has starts validate equal configurations of a type once. What the panel saves is validated each time. */
const checkTypesOnce = (): void => {
  const create = load(CONFIGURATION_SCHEMA) as CreateSchema;
  if (CHECKS_ONCE in create) return;
  const checked = new Set<string>();
  const createOnce: CreateSchema = (type, options) => {
    // A start passes this option.
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

/** A schema of yup, with which Strapi checks routes, actions of roles and content types. */
interface Schema {
  validateSync: (value: unknown, options?: { strict?: boolean }) => unknown;
  [CHECKS_ONCE]?: true;
}

/** The shape of a value as a schema sees it: of a function or an instance, only that it is one. */
const shapeOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'function') return '[function]';
    if (part === undefined) return '[undefined]';
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const prototype: unknown = Object.getPrototypeOf(part);
    return prototype === Object.prototype || prototype === null ? part : '[instance]';
  });

/** Validates each shape once, in strict checks, which return the value unchanged. */
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
 * Has Strapi validate equal routes, actions and types once for each process rather than at each start, which takes a
 * third of a start. Call it before the first start, since Strapi keeps references to the functions.
 */
export const checkOnce = (): void => {
  checkTypesOnce();
  checkShapesOnce();
};

/**
 * Resets what Strapi caches for its process, which usually has one app only: so that the next app can have other
 * types and starts as fast as the first.
 */
export const forgetApp = (): void => {
  forgetTypes();
  forgetRepeatedHandlers();
};
