import type { Core } from '@strapi/strapi';

/** Keeps a value for each Strapi, for code that Strapi calls: its controllers cannot be given anything when made. */
export const keptForStrapi = <Value extends object>() => {
  const values = new WeakMap<Core.Strapi, Value>();
  return {
    keep: (strapi: Core.Strapi, value: Value): void => void values.set(strapi, value),

    /** @throws if nothing is kept: the plugin is not registered */
    of(strapi: Core.Strapi): Value {
      const value = values.get(strapi);
      if (!value) throw new Error('The plugin is not registered.');
      return value;
    },
  };
};
