import type { Core, UID } from '@strapi/strapi';
import type { Context } from 'koa';

import { sourceOf } from '../../mapping/plan-parts';
import type { Plan, SourcePlan } from '../../mapping/plan';
import { type Ability, type AskedEntry, permittedEntries, withheldFields } from './permitted-rows';
import { listIn, topicList } from '../../catalogue/catalogue-table';
import { FILE_UID, PERMISSIONS } from '../../constants';
import { isValueType } from '../../mapping/value-topics';
import type { Counts } from '../../catalogue/counts';
import type { QueryFields } from '../../mapping/plan';
import { addressFields } from '../../mapping/address';
import type { FindWithheld } from '../../entries/drafts';

/**
 * Tells what a user may not read of what an entry leads to, by the Content Manager's own check: of each in
 * its locale, among the fields that are shown of it.
 */
export const findWithheldFor =
  (strapi: Core.Strapi, ability: Ability): FindWithheld =>
  (uid, entries, fields) => {
    const shown = shownFields(strapi, { contentType: uid, fields });
    return withheldFields(strapi, { ability, uid, action: 'read', fields: shown }, entries);
  };

/**
 * Fields of a saved entry that the panel tells of beside its form: where it is, since when, and what it
 * leads to.
 */
export const comparedFields = (strapi: Core.Strapi, source: SourcePlan): string[] => {
  const { address, date, shows } = source;
  const paths = [
    ...addressFields(address),
    ...(date ? [date] : []),
    ...shows.flatMap(({ path, contentType }) => (contentType === FILE_UID ? [] : [path])),
  ].map((path) => `${path.join('.')}.`);
  return shownFields(strapi, source).filter((field) =>
    paths.some((path) => path.startsWith(`${field}.`)),
  );
};

type Attribute = { type: string; component?: string } | undefined;

const namesOf = (
  strapi: Core.Strapi,
  uid: string,
  { select = [], populate = {} }: QueryFields,
): string[] => [
  ...select,
  ...Object.entries(populate).flatMap(([name, inner]) => {
    const attribute = strapi.getModel(uid as UID.Schema).attributes[name] as Attribute;
    if (attribute?.type !== 'component') return [name];
    const names = namesOf(strapi, attribute.component ?? '', inner as object);
    return names.map((field) => `${name}.${field}`);
  }),
];

/**
 * Fields that a page or an item shows of an entry, or of what the entry leads to: those of a component one
 * by one, a relation as a whole, as roles have them.
 */
export const shownFields = (
  strapi: Core.Strapi,
  { contentType, fields }: { contentType: string; fields: QueryFields },
): string[] => namesOf(strapi, contentType, fields);

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
const knownTopics =
  ({ strapi, counts, plan }: RightsParts, ability: Ability, now: Date): FilterTopics =>
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
      // A value that nothing public has is nobody's to know.
      topics.filter((topic) => !isPublished(topic) && !isValueType(topic.contentType)),
      (uid, ofType) =>
        permittedEntries(strapi, { ability, uid, action: 'read', fields: naming(uid) }, ofType),
    );
    return topics.filter((topic) => isPublished(topic) || isReadable(topic));
  };

/** An entry of any content type. */
export interface NamedEntry extends AskedEntry {
  contentType: string;
}

/** Whether an entry is one of those asked for that are allowed. */
export type IsAllowed = (entry: NamedEntry) => boolean;

interface RightsParts {
  strapi: Core.Strapi;
  plan: Plan;
  counts: Counts;
}

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
const byType = async <Entry extends NamedEntry>(
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
const entryRights = (
  { strapi, plan }: Pick<RightsParts, 'strapi' | 'plan'>,
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
      const { topics, values = [] } = sourceOf(plan, contentType);
      const naming = values.map(({ path }) => path.join('.'));
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

/** The moment of a request, and what its user may know of and change. */
export interface PanelUser extends EntryRights {
  now: Date;
  filterTopics: FilterTopics;
  mayChangeSettings: boolean;
}

export const userOf = (
  parts: RightsParts,
  { state: { userAbility } }: Pick<Context, 'state'>,
): PanelUser => {
  const now = new Date();
  const filterTopics = knownTopics(parts, userAbility, now);
  const mayChangeSettings: boolean = userAbility.can(PERMISSIONS.updateSettings);
  return { now, filterTopics, mayChangeSettings, ...entryRights(parts, userAbility) };
};
