import { homePath } from '../feed/addresses';
import type { SyndicationOptions } from '../options/options';
import { type Schemas, typeNames } from '../mapping/schemas';
import type { Plan } from '../mapping/plan';
import { type SourceListing, sourceListings } from '../mapping/plan-parts';

/** What the panel says of content types that have feeds. */
export interface PanelTypes {
  /** What people call them, by content type; types of one name are told apart. */
  names: Map<string, string>;
  /** Sources with a feed of their own that is another than the whole site's. */
  listings: SourceListing[];
}

export const createPanelTypes = ({
  plan,
  schemas,
  home,
}: {
  plan: Plan;
  schemas: Schemas;
  home: SyndicationOptions['home'];
}): PanelTypes => {
  const types = [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);
  const names = typeNames(schemas, [...new Set(types)]);
  if (plan.authorNames) {
    const isTaken = [...names.values()].includes('Author');
    names.set(plan.authorNames.contentType, isTaken ? 'Author (name)' : 'Author');
  }
  return {
    names,
    listings: sourceListings(plan, homePath(home ?? '/')).filter(({ isAlone }) => !isAlone),
  };
};
