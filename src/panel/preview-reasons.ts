import type { Core, UID } from '@strapi/strapi';

import type { LaterSave, PreviewFeed, PreviewReason } from './admin-api';
import { addressFields, isAddressPart } from '../mapping/address';
import type { FormRow } from '../entries/drafts';
import { ownField, type SourcePlan } from '../mapping/plan';
import { SLUGGED_TYPES } from '../lib/constants';
import { type ReadEntry, rowsAt, textAt, valueAt, dateAt } from '../mapping/values';
import { listIn } from '../catalogue/catalogue-table';
import { isValueType } from '../mapping/value-topics';
import type { ArticleTopic } from '../content/article';
import { ofSource, selectionPath, tagTitle, WHOLE_SITE } from '../content/selection';
import { findVisibleTopics, nameFeed } from './feed-list';
import type { PanelEdition } from './panel';

/** Topics of an entry that is in feeds; null for one that is in none. */
interface Reach {
  now: ArticleTopic[] | null;
  next: ArticleTopic[] | null;
}

/**
 * In which feeds an entry is, and in which it will be: the feed of the whole site first, then that of the content type, then
 * those of topics, by title.
 */
export const findPreviewFeeds = async (
  edition: PanelEdition,
  { contentType }: Pick<SourcePlan, 'contentType'>,
  { now, next }: Reach,
): Promise<PreviewFeed[]> => {
  if (now === null && next === null) return [];
  const { addresses, language, content } = edition.inForce;
  const own = edition.panelTypes.listings.filter((listing) => listing.contentType === contentType);
  const wide = [WHOLE_SITE, ...own.map(ofSource)].map((selection): PreviewFeed => {
    const { id, title } = nameFeed(edition, selection);
    const address = addresses.feed('rss', selectionPath(selection));
    return { id, title, address, now: now !== null, next: next !== null, content };
  });
  const has = (some: ArticleTopic[] | null, id: string): boolean =>
    some?.some(({ documentId }) => documentId === id) ?? false;
  const named = [...(now ?? []), ...(next ?? [])];
  const visible = await findVisibleTopics(edition, named);
  const ofTopics = named.flatMap((topic, place): PreviewFeed[] => {
    const id = topic.documentId;
    const found = visible.find(({ documentId }) => documentId === id);
    // A hidden topic has no feed; a value has one as soon as something public has it.
    if (has(named.slice(0, place), id) || (!found && !isValueType(topic.contentType))) return [];
    return [
      {
        id: listIn(edition.mark, id),
        // By what the user may read of it.
        title: tagTitle(topic, language),
        address: addresses.feed('rss', (found ?? topic).path),
        now: has(now, id),
        next: has(next, id),
        content: found?.content ?? content,
        ...(!found && { isToCome: true as const }),
      },
    ];
  });
  const { compare } = new Intl.Collator(language);
  return [...wide, ...ofTopics.sort((a, b) => compare(a.title, b.title))];
};

/** Milliseconds that Strapi may take to write what all languages share, once one of them is saved. */
const SHARED = 2_000;

/** The user's name as Strapi's panel shows it (`getDisplayName`); email addresses never leave the server. */
const nameOf = (user: ReadEntry | undefined): string | null => {
  const [username, first, last] = ['username', 'firstname', 'lastname'].map((name) =>
    (user && textAt(user, [name]))?.trim(),
  );
  return username || (first && [first, last].filter(Boolean).join(' ')) || null;
};

/**
 * Who saved an entry last. A save of one language writes into the others what they share, without a
 * word about who did: the first of such a group of rows is the one that somebody saved.
 *
 * @param at when the row of the form was written; undefined where the user finds none
 * @param userId the user who asks
 */
export const findLaterSave = async (
  strapi: Core.Strapi,
  { contentType, hasDrafts }: SourcePlan,
  documentId: string,
  { at, userId }: { at: Date | undefined; userId: number | string },
): Promise<LaterSave | 'deleted' | null> => {
  const rows: ReadEntry[] = await strapi.db.query(contentType as UID.ContentType).findMany({
    select: ['updatedAt'],
    where: { documentId, ...(hasDrafts && { publishedAt: null }) },
    populate: { updatedBy: { select: ['id', 'username', 'firstname', 'lastname'] } },
    orderBy: { updatedAt: 'asc' },
  } as never);
  if (!at) return rows.length === 0 ? 'deleted' : null;
  const group = rows.filter((row) => {
    const age = at.getTime() - Number(dateAt(row, ['updatedAt']));
    return age >= 0 && age <= SHARED;
  });
  const [user] = group[0] ? rowsAt(group[0], ['updatedBy']) : [];
  return {
    at: at.toISOString(),
    by: nameOf(user),
    isOwn: user !== undefined && String(user.id) === String(userId),
  };
};

/** Whether a path goes on from another. */
export const isWithin = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.length < path.length && outer.every((name, place) => name === path[place]);

/** Fields of the form that the address lacks: of another entry's, the relation that leads there. */
export const missingOf = (
  { contentType, address, shows }: SourcePlan,
  { row, withheld }: FormRow,
): string[] => {
  const isMade = (path: readonly string[]): boolean =>
    path[0] === 'documentId' || (path[0] === 'slug' && contentType in SLUGGED_TYPES);
  const missing = address.parts.flatMap((path) => {
    if (typeof path === 'string' || (path.length === 1 && isMade(path))) return [];
    const value = valueAt(row, path);
    const relations = shows.filter((shown) => isWithin(path, shown.path));
    const [relation] = relations;
    const isThere = relation ? isAddressPart(address, value) : value !== undefined && value !== '';
    const field = (relation?.path ?? path).join('.');
    const isWithheld = [path, ...relations.map((shown) => shown.path)].some((one) =>
      withheld.includes(one.join('.')),
    );
    return isThere || isWithheld ? [] : [field];
  });
  return [...new Set(missing)];
};

/** Own fields of the form without which it has no address, or that hold a text that no address can have. */
export const toSeeTo = (
  { title, address }: SourcePlan,
  { values }: { values: ReadEntry },
): string[] => [
  ...((textAt(values, title) ?? '') === '' ? [title.join('.')] : []),
  ...addressFields(address).flatMap((path) => {
    const field = ownField(path);
    const isFine = field === undefined || field === 'documentId';
    return isFine || isAddressPart(address, valueAt(values, path)) ? [] : field;
  }),
];

/** Why an entry is not in the feeds yet, or not in more of them. */
export const reasonsFor = (
  source: SourcePlan,
  { row, withheld, unpublished }: FormRow,
  state: {
    /** Whether its locale is published. */
    isInLanguage: boolean;
    isWithheld: boolean;
    isPublished: boolean;
    isKeptOut: boolean;
    isPlaced: boolean;
    date?: Date;
    /** Since when readers find it nowhere. */
    ended?: Date;
    now: Date;
  },
): PreviewReason[] => {
  const { isInLanguage, isWithheld, isPublished, isKeptOut, isPlaced, date, ended, now } = state;
  const fields = source.topics.flatMap(({ field, isOfAuthors }) => (isOfAuthors ? [] : field));
  const isGrouped = fields.some(
    (field) => [...withheld, ...unpublished].includes(field) || rowsAt(row, [field]).length > 0,
  );
  const reasons: PreviewReason[] = [];
  if (!isInLanguage) reasons.push({ code: 'not-in-language' });
  if (isWithheld) reasons.push({ code: 'withheld' });
  if (isKeptOut) reasons.push({ code: 'kept-out' });
  if (!isPlaced) reasons.push({ code: 'no-address' });
  if (!isPublished) reasons.push({ code: 'draft' });
  if (ended) reasons.push({ code: 'ended', since: ended.toISOString() });
  // What is kept out of feeds, no subscriber gets on its date either.
  if (date && date > now && !isKeptOut) reasons.push({ code: 'future', until: date.toISOString() });
  if (!isKeptOut && isPlaced && fields.length > 0 && !isGrouped) {
    reasons.push({ code: 'no-tags', fields });
  }
  return reasons;
};
