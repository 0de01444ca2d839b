import { ofSource, WHOLE_SITE } from '../content/selection';
import { combinationPath, parseCombination } from '../feed/combination';
import type { Plan } from '../sources/plan';
import { sourceListings } from '../sources/plan-parts';
import type { Found, Selections } from '../sources/selections';
import type { Params } from './handler';

/** What listings and feeds are about: the whole site, a source, or topics of a type. */
export interface Subject {
  /** Path of their routes, without a final slash. */
  route: string;
  /**
   * Where the listing is, below the base address, with an empty text for the whole site; undefined when
   * there can be none.
   */
  pathOf: (params: Params) => string | undefined;
  find: (params: Params) => Promise<Found>;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/**
 * All that have a listing and feeds.
 *
 * @param home path of the whole site's own feeds
 */
export const listSubjects = (
  plan: Plan,
  home: string,
  selections: Selections,
): { site: Subject; listings: Subject[] } => ({
  site: {
    route: withoutSlash(home),
    pathOf: () => '',
    find: () => Promise.resolve({ kind: 'selection', selection: WHOLE_SITE }),
  },
  listings: [
    ...plan.topicTypes.map((type): Subject => {
      const { directory } = type.address;
      return {
        route: `${directory}:topics`,
        pathOf: ({ topics = '' }) => {
          const combination = parseCombination(topics);
          return combination && combinationPath(directory, combination);
        },
        find: ({ topics = '' }) => selections.find(type, topics),
      };
    }),
    ...sourceListings(plan, home).map((source): Subject => ({
      route: withoutSlash(source.directory),
      pathOf: () => source.directory,
      find: () => Promise.resolve({ kind: 'selection', selection: ofSource(source) }),
    })),
  ],
});
