import type { Core } from '@strapi/strapi';

import { sourceOf } from '../../mapping/plan-parts';
import type { Plan } from '../../mapping/plan';
import { type Ability, type AskedEntry, permittedEntries } from './permitted-rows';
import { shownFields } from './shown-fields';

/** An entry of any content type. */
export interface NamedEntry extends AskedEntry {
  contentType: string;
}

/** Whether an entry is one of those asked for that are allowed. */
export type IsAllowed = (entry: NamedEntry) => boolean;

/** What a user may do with entries of sources. */
export interface EntryRights {
  /** Their titles and dates. */
  mayRead: (entries: readonly NamedEntry[]) => Promise<IsAllowed>;
  /** These, and what they are grouped by. */
  mayReadTopics: (entries: readonly NamedEntry[]) => Promise<IsAllowed>;
  /** All that items and pages show of them. */
  mayReadWhole: (entries: readonly NamedEntry[]) => Promise<IsAllowed>;
  mayEdit: (entries: readonly NamedEntry[]) => Promise<IsAllowed>;
}

/** Asks for the entries of each content type at once. */
export const byType = async <Entry extends NamedEntry>(
  entries: readonly Entry[],
  find: (contentType: string, ofType: Entry[]) => Promise<(entry: AskedEntry) => boolean>,
): Promise<IsAllowed> => {
  const allowed = new Map<string, (entry: AskedEntry) => boolean>();
  for (const type of new Set(entries.map(({ contentType }) => contentType))) {
    const ofType = entries.filter(({ contentType }) => contentType === type);
    allowed.set(type, await find(type, ofType));
  }
  return (entry) => allowed.get(entry.contentType)?.(entry) ?? false;
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
    return [title, date].flatMap((path) => path?.join('.') ?? []);
  };
  const mayReadFields =
    (fieldsOf: (contentType: string) => string[]): EntryRights['mayRead'] =>
    (entries) =>
      byType(entries, (uid, ofType) =>
        permittedEntries(strapi, { ability, uid, action: 'read', fields: fieldsOf(uid) }, ofType),
      );
  return {
    mayRead: mayReadFields(told),
    mayReadTopics: mayReadFields((contentType) => {
      const { topics, author, hasNamePages } = sourceOf(plan, contentType);
      const naming = hasNamePages ? author.map((path) => path.join('.')) : [];
      return [...told(contentType), ...topics.map(({ field }) => field), ...naming];
    }),
    mayReadWhole: mayReadFields((contentType) => shownFields(strapi, sourceOf(plan, contentType))),
    mayEdit: (entries) =>
      byType(entries, async (uid, ofType) => {
        // The page of an entry is there for whoever may read it, too.
        const isReadable = await permittedEntries(strapi, { ability, uid, action: 'read' }, ofType);
        const readable = ofType.filter(isReadable);
        return permittedEntries(strapi, { ability, uid, action: 'update' }, readable);
      }),
  };
};
