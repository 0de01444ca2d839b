import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import contentTypes from '../../src/own-types/schemas';
import { compilePlan } from '../../src/mapping/compile-plan';
import type { Schemas } from '../../src/mapping/schemas';
import type { Plan } from '../../src/mapping/plan';

/** Schemas of the plugin's own content types. */
export const BUILT_IN_SCHEMAS = {
  contentTypes: {
    [ARTICLE_UID]: contentTypes.article.schema,
    [TAG_UID]: contentTypes.tag.schema,
  },
  components: {},
} satisfies Schemas;

/** The plan of the plugin's own Article and Tag. */
export const BUILT_IN_PLAN: Plan = compilePlan({}, BUILT_IN_SCHEMAS);
