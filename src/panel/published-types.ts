import type { PublishedTypes } from './admin-api';
import { TAG_UID } from '../constants';
import type { Plan } from '../mapping/plan';
import { isOfAddress, ownField } from '../mapping/plan-parts';

/** What content types are to the plugin: names of fields, and nothing of any entry. */
export const describeTypes = ({ sources, topicTypes }: Plan): PublishedTypes => {
  const types: PublishedTypes = {};
  const slugFields = new Map(
    topicTypes.map(({ contentType, slug }) => [contentType, ownField(slug)]),
  );
  for (const source of sources) {
    const { contentType, hasDrafts, keepOut } = source;
    // To change what an address is made of is nothing to do to many entries at once.
    const topics = source.topics.filter(
      ({ field, isOfAuthors }) => !isOfAddress(source, field) && !isOfAuthors,
    );
    types[contentType] = {
      source: {
        hasDrafts,
        topics: topics.map(({ field, contentType: topic, isMultiple }) => ({
          field,
          contentType: topic,
          slug: slugFields.get(topic) ?? null,
          isMultiple,
        })),
        keepOut: (keepOut && ownField(keepOut)) ?? null,
      },
    };
  }
  /** Types whose entries are a part of an address. */
  const ofAddresses = new Set(
    sources.flatMap((source) =>
      source.topics
        .filter(({ field }) => isOfAddress(source, field))
        .map((topic) => topic.contentType),
    ),
  );
  for (const { contentType, isLocalised } of topicTypes) {
    // A merge moves the links of our own articles; those of a site's types it does not know.
    types[contentType] = {
      ...types[contentType],
      topic: {
        canBeMerged: contentType === TAG_UID,
        isLocalised,
        isOfAddress: ofAddresses.has(contentType),
      },
    };
  }
  return types;
};
