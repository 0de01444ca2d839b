import { ARTICLE_UID, TAG_UID } from '../constants';
import contentTypes from '../content-types';
import { compileSources } from './mapping/compile';
import type { Schemas } from './mapping/schemas';
import type { Plan } from './plan';

const SCHEMAS = {
  contentTypes: {
    [ARTICLE_UID]: contentTypes.article.schema,
    [TAG_UID]: contentTypes.tag.schema,
  },
  components: {},
} satisfies Schemas;

/** The plugin's own Article and Tag: the default source and topic type. */
export const BUILT_IN_PLAN: Plan = compileSources({}, SCHEMAS);
