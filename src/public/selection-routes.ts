import { ofSource, WHOLE_SITE } from '../content/selection';
import { homePath } from '../feed/addresses';
import { combinationPath, parseCombination } from '../feed/combination';
import type { AddressPattern, Plan, TopicPlan } from '../mapping/plan';
import { groupTypes, sourceListings } from '../mapping/plan-parts';
import type { Found, Selections } from '../entries/selections';
import type { Params } from './handler';

/** Routes of selections: of the whole site, of a source, or of topics of a type. */
export interface SelectionRoute {
  /** Pattern of their paths, without a final slash. */
  pattern: string;
  /** Type of the topics that are named in it. */
  topicType?: string;
  /**
   * Where the listing is, below the base address, with an empty text for the whole site; undefined when
   * there can be none.
   */
  pathOf: (params: Params) => string | undefined;
  find: (params: Params) => Promise<Found>;
}

/** Where routes are: as things are at present, or as they were. */
export interface AddressPatterns {
  home: string | false;
  /** How the addresses of a source's entries are made, by its content type; undefined where it has none. */
  ofSource: (contentType: string) => AddressPattern | undefined;
  ofTopics: (type: TopicPlan) => AddressPattern | undefined;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/**
 * Of all that have a listing and feeds.
 *
 * @param home path of the whole site's own feeds
 * @param patterns where their routes are
 */
export const listSelectionRoutes = (
  plan: Plan,
  {
    home,
    patterns,
    selections,
  }: { home: string; patterns: AddressPatterns; selections: Pick<Selections, 'find'> },
): { site: SelectionRoute; listings: SelectionRoute[] } => ({
  site: {
    pattern: withoutSlash(homePath(patterns.home)),
    pathOf: () => '',
    find: () => Promise.resolve({ kind: 'selection', selection: WHOLE_SITE }),
  },
  listings: [
    ...groupTypes(plan).flatMap((type): SelectionRoute[] => {
      const pattern = patterns.ofTopics(type);
      if (!pattern) return [];
      return [
        {
          pattern: `${pattern.directory}:topics`,
          topicType: type.contentType,
          pathOf: ({ topics = '' }) => {
            const combination = parseCombination(topics);
            return combination && combinationPath(type.address.directory, combination);
          },
          find: ({ topics = '' }) => selections.find(type, topics),
        },
      ];
    }),
    ...sourceListings(plan, home).flatMap((source): SelectionRoute[] => {
      const pattern = patterns.ofSource(source.contentType);
      if (!pattern) return [];
      return [
        {
          pattern: withoutSlash(pattern.directory),
          pathOf: () => source.directory,
          find: () => Promise.resolve({ kind: 'selection', selection: ofSource(source) }),
        },
      ];
    }),
  ],
});
