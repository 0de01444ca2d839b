import { encodePath, isAddressText } from '../lib/url-paths';

/** Tags at most in one combination: each further one makes the number of addresses explode. */
export const MAXIMUM_TAGS = 4;

/** How the articles of several tags are chosen: those with all of them, or with any. */
export type CombinationMode = 'all' | 'any';

/** Tags as an address names them: `api`, `api+testing` (all of them), `api,testing` (any). */
export interface Combination {
  /** Sorted, each once. */
  slugs: string[];
  mode: CombinationMode;
}

const SIGNS: Record<CombinationMode, string> = { all: '+', any: ',' };

/** The one way to name these tags. A single tag is named without a sign, whatever the mode. */
export const createCombination = (slugs: string[], mode: CombinationMode): Combination => {
  const distinct = [...new Set(slugs)].sort();
  return { slugs: distinct, mode: distinct.length === 1 ? 'all' : mode };
};

/** Reads the part of an address that names tags; undefined when it cannot name any. */
export const parseCombination = (text: string): Combination | undefined => {
  const mode = text.includes(SIGNS.any) ? 'any' : 'all';
  const slugs = text.split(SIGNS[mode]);
  // A mixture of both signs leaves one of them in a slug.
  if (!slugs.every(isAddressText)) return undefined;
  const combination = createCombination(slugs, mode);
  return combination.slugs.length > MAXIMUM_TAGS ? undefined : combination;
};

/** The part of an address that names the tags. */
export const writeCombination = ({ slugs, mode }: Combination): string =>
  encodePath(slugs.join(SIGNS[mode]));

/**
 * Where the listing of topics is, below the directory of all topics of their type.
 *
 * @param end what addresses of the type end with
 */
export const combinationPath = (
  directory: string,
  combination: Combination,
  end: '/' | '',
): string => directory + writeCombination(combination) + end;

/** Whether the path of an address names a combination of tags: no slug has one of its signs. */
export const isCombinationPath = (path: string): boolean =>
  Object.values(SIGNS).some((sign) => path.includes(sign));

/** Title of a combination, in the words of the language: "Api and Testing", "Api or Testing". */
export const combinationTitle = (
  titles: string[],
  mode: CombinationMode,
  language: string,
): string =>
  // One is no list, and each of a site's thousands of topics is named.
  titles.length === 1
    ? titles[0]!
    : new Intl.ListFormat(language, {
        type: mode === 'all' ? 'conjunction' : 'disjunction',
      }).format(titles);

/**
 * Permanent id of a combination's feed, made of the permanent ids of its tags, so that it outlasts
 * their slugs: `https://www.example.com/tags/api/+testing`.
 *
 * @param ids permalinks of the tags at first publication; at least one
 */
export const combinationId = (ids: string[], mode: CombinationMode): string => {
  const [first = '', ...others] = [...ids].sort();
  // The last part of each; behind a "#" what tells it from a topic that had its address before.
  const names = others.map((id) => /([^/#]*)\/?(?:#(.*))?$/.exec(id)!.slice(1).join(''));
  return first + names.map((name) => SIGNS[mode] + name).join('');
};
