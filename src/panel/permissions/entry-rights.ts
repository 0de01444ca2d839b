import type { Core } from '@strapi/strapi';

import { sourceOf } from '../../sources/plan-parts';
import type { Plan } from '../../sources/plan';
import { type Ability, findPermitted } from './permitted-rows';

/** An entry of any content type. */
export interface NamedEntry {
  contentType: string;
  documentId: string;
}

/** Whether an entry is one of those asked for that are allowed. */
export type IsAllowed = (entry: NamedEntry) => boolean;

/** What a user may do with entries of sources. */
export interface EntryRights {
  /** @param locale the only one that counts; of each entry all that it has otherwise */
  mayRead: (entries: readonly NamedEntry[], locale?: string) => Promise<IsAllowed>;
  mayEdit: (entries: readonly NamedEntry[]) => Promise<IsAllowed>;
}

/** Asks for the entries of each content type at once. */
export const byType = async (
  entries: readonly NamedEntry[],
  find: (contentType: string, documentIds: string[]) => Promise<Set<string>>,
): Promise<IsAllowed> => {
  const allowed = new Map<string, Set<string>>();
  for (const type of new Set(entries.map(({ contentType }) => contentType))) {
    const documentIds = entries.flatMap(({ contentType, documentId }) =>
      contentType === type ? [documentId] : [],
    );
    allowed.set(type, await find(type, documentIds));
  }
  return ({ contentType, documentId }) => allowed.get(contentType)?.has(documentId) ?? false;
};

/** What a user may do with entries, by the Content Manager's own check. */
export const entryRights = (
  strapi: Core.Strapi,
  { plan }: { plan: Plan },
  ability: Ability,
): EntryRights => {
  /** Fields of an entry that the panel tells of. */
  const told = (contentType: string): string[] => {
    const { title, date } = sourceOf(plan, contentType);
    return [title, date].flatMap((path) => path?.[0] ?? []);
  };
  return {
    mayRead: (entries, locale) =>
      byType(entries, (uid, ids) =>
        findPermitted(strapi, { ability, uid, action: 'read', fields: told(uid), locale }, ids),
      ),
    mayEdit: (entries) =>
      byType(entries, async (uid, ids) => {
        // The page of an entry is there for whoever may read it, too.
        const readable = await findPermitted(strapi, { ability, uid, action: 'read' }, ids);
        return findPermitted(strapi, { ability, uid, action: 'update' }, [...readable]);
      }),
  };
};
