import type { Core } from '@strapi/strapi';

import { listIn, topicList } from '../../catalogue/catalogue-table';
import { AUTHOR_NAME_UID } from '../../constants';
import type { Counts } from '../../catalogue/counts';
import { byType, type NamedEntry } from './entry-rights';
import type { Plan } from '../../mapping/plan';
import { type Ability, permittedEntries } from './permitted-rows';

/**
 * Leaves of some topics those that a user may know of.
 *
 * @param mark of the locale they are named in; none for the main one
 * @param areHidden whether readers see none of them, whatever is published under them
 */
export type FilterTopics = <Topic extends NamedEntry>(
  topics: Topic[],
  mark?: string,
  areHidden?: boolean,
) => Promise<Topic[]>;

/**
 * What something is published under, everybody may know, if it is not hidden. Any other topic is for who may read it: its
 * name may tell what is yet to come.
 */
export const knownTopics =
  (
    strapi: Core.Strapi,
    { counts, plan }: { counts: Counts; plan: Plan },
    ability: Ability,
    now: Date,
  ): FilterTopics =>
  async (topics, mark = '', areHidden = false) => {
    /** Fields that name a topic. */
    const naming = (contentType: string): string[] => {
      const type = plan.topicTypes.find((candidate) => candidate.contentType === contentType);
      return [type?.name, type?.title].flatMap((path) => (path ? [path.join('.')] : []));
    };
    const listOf = ({ contentType, documentId }: NamedEntry) =>
      listIn(mark, topicList(contentType, documentId));
    const numbers = await counts.due(areHidden ? [] : topics.map(listOf), now);
    const isPublished = (topic: NamedEntry) => (numbers.get(listOf(topic)) ?? 0) > 0;
    const isReadable = await byType(
      // A name that nothing public has is nobody's to know.
      topics.filter((topic) => !isPublished(topic) && topic.contentType !== AUTHOR_NAME_UID),
      (uid, ofType) =>
        permittedEntries(strapi, { ability, uid, action: 'read', fields: naming(uid) }, ofType),
    );
    return topics.filter((topic) => isPublished(topic) || isReadable(topic));
  };
