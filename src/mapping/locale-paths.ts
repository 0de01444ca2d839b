import { homePath } from '../feed/addresses';
import { show } from '../lib/show';
import type { Plan } from './plan';
import { groupTypes } from './plan-parts';
import { startOf } from './address';

/** Whether a path is a directory's, or one of both is below the other; the root is above all. */
const isNear = (path: string, directory: string): boolean => {
  const [one, other] = [`${path}/`.toLowerCase(), directory.toLowerCase()];
  return other !== '/' && (one.startsWith(other) || other.startsWith(one));
};

/**
 * What is wrong with paths of locales that other addresses of the plan are at: a line for each.
 *
 * @param home the option of that name
 */
export const findLocaleCollisions = (plan: Plan, home: string | false = '/'): string[] => {
  const { sources, locales = [] } = plan;
  const directories = [
    homePath(home),
    ...[...sources, ...groupTypes(plan)].map(({ address }) => startOf(address)),
  ];
  return locales.flatMap(({ code, path }) => {
    const taken =
      path === '' ? undefined : directories.find((directory) => isNear(path, directory));
    return taken === undefined
      ? []
      : [
          `The option "locales": ${show(code)}: "path" was ${show(path)}, where the addresses below ${show(taken)} are. Allowed: another path.`,
        ];
  });
};
