import { createHash } from 'node:crypto';

import { AUTHOR_NAME_UID } from '../constants';
import type { ArticleTopic } from '../content/article';
import { entryPath } from './entry-path';
import type { FieldPath, SourcePlan, TopicPlan } from './plan';
import { transliterate } from './transliterate';

/** Characters of a name that has a page: more is a text. */
const LONGEST_NAME = 300;

/** Characters of a slug in Latin letters: the names of lists have so much room. */
const LONGEST_SLUG = 100;

/** Characters that tell names apart of which no Latin letters are known. */
const HASH = 10;

/** Goes before the slug: what the panel knows a name by is the id of no entry and of no other feed. */
const MARK = '@';

/** What two spellings of a name have in common. */
const normalise = (name: string): string =>
  name.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ');

const hash = (name: string): string =>
  createHash('sha256').update(normalise(name)).digest('hex').slice(0, HASH);

/** Whether all words of a name have a form in Latin letters. */
const isLatinised = (name: string): boolean =>
  /^[\x20-\x7e]*$/.test(name) ||
  name.split(/\s+/u).every((word) => !/\p{L}/u.test(word) || transliterate(word) !== '');

/**
 * The part of an address that a name makes: its letters as Latin ones. What is written otherwise, as Thai
 * and Chinese are, is told apart by a hash; a name without letters and digits has no slug.
 */
export const slugOfName = (given: string): string | undefined => {
  const name = given.trim();
  if (name.length > LONGEST_NAME || !/[\p{L}\p{N}]/u.test(name)) return undefined;
  const made = transliterate(name).slice(0, LONGEST_SLUG).replace(/-+$/, '');
  if (made !== '' && isLatinised(name)) return made;
  return `${made || 'author'}-${hash(name)}`;
};

/** What stands for the id of a document of a name, by its slug. */
export const idOfName = (slug: string): string => MARK + slug;

/** The slug that an id of a name has; undefined for one of anything else. */
export const slugOfNameId = (id: string): string | undefined =>
  id.startsWith(MARK) ? id.slice(MARK.length) : undefined;

/** Where the authors of whom a name alone is known are, and how they group the items of some sources. */
export const authorNamesOf = (
  sources: readonly Pick<SourcePlan, 'hasNamePages' | 'isLocalised'>[],
): TopicPlan | undefined => {
  const named = sources.filter(({ hasNamePages }) => hasNamePages);
  if (named.length === 0) return undefined;
  const directory = '/authors/';
  return {
    contentType: AUTHOR_NAME_UID,
    isOfAuthors: true,
    isOfNames: true,
    address: { directory, parts: [directory, ['name'], '/'] },
    name: ['name'],
    slug: ['name'],
    hasDrafts: false,
    isLocalised: named.some(({ isLocalised }) => isLocalised),
    selection: { select: [], populate: {} },
  };
};

/** Name of an entry's author whose page has the entry, by what the entry holds. */
export const pagedName = (
  { author, hasNamePages }: Pick<SourcePlan, 'author' | 'hasNamePages'>,
  valueOf: (path: FieldPath) => unknown,
): string | undefined => {
  if (!hasNamePages) return undefined;
  const names = author.map(valueOf);
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '');
};

/** A name as articles name their author; undefined for one that has no page. */
export const topicOfName = (plan: TopicPlan, given: string): ArticleTopic | undefined => {
  const slug = slugOfName(given);
  const path = entryPath(plan.address, () => slug);
  if (slug === undefined || path === undefined) return undefined;
  const name = given.trim();
  return {
    contentType: plan.contentType,
    isAuthor: true,
    documentId: idOfName(slug),
    name,
    slug,
    title: name,
    directory: plan.address.directory,
    path,
  };
};
