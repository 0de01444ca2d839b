import type { PublishedTypes } from './admin-api';
import { TAG_UID } from '../constants';
import type { Plan } from '../sources/plan';
import { ownField } from '../sources/plan-parts';

/** What content types are to the plugin: names of fields, and nothing of any entry. */
export const describeTypes = ({ sources, topicTypes }: Plan): PublishedTypes => {
  const types: PublishedTypes = {};
  for (const { contentType, hasDrafts, topics, keepOut } of sources) {
    types[contentType] = {
      source: {
        hasDrafts,
        topics: topics.map(({ field, contentType: topic, isMultiple }) => ({
          field,
          contentType: topic,
          isMultiple,
        })),
        keepOut: (keepOut && ownField(keepOut)) ?? null,
      },
    };
  }
  for (const { contentType } of topicTypes) {
    // A merge moves the links of our own articles; those of a site's types it does not know.
    types[contentType] = { ...types[contentType], topic: { canBeMerged: contentType === TAG_UID } };
  }
  return types;
};
