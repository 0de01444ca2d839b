import { isUserType } from './publishable';
import type { Attribute } from './schemas';

/** Why the entries that a relation leads to cannot be topics, or authors; undefined when they can. */
export const refuseTopics = (
  { target, relation = '' }: Attribute,
  name: string,
): string | undefined => {
  if (target === undefined || relation.startsWith('morph')) {
    return `The field "${name}" leads to entries of any type.`;
  }
  return isUserType(target) ? `The field "${name}" leads to users.` : undefined;
};
