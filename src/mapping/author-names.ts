import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

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

/** Names whose slugs are kept: some megabytes at most. */
const KEPT_SLUGS = 5_000;

/** Goes before the slug: what the panel knows a name by is the id of no entry and of no other feed. */
const MARK = '@';

/** What two spellings of a name have in common. */
export const normaliseName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ');

const hash = (name: string): string =>
  createHash('sha256').update(normaliseName(name)).digest('hex').slice(0, HASH);

/** Signs that are no sound of their own, and are in no slug: hard and soft signs, what stretches a word, and marks like apostrophes. */
const SILENT = /[ЪъЬь\u0640\u02b9-\u02bf]/;

/** Characters by whether there are Latin ones for them: each takes hundreds of replacements to find out. */
const latinised = new Map<string, boolean>();

const hasLatin = (character: string): boolean => {
  const known = latinised.get(character);
  if (known !== undefined) return known;
  const found = SILENT.test(character) || transliterate(character) !== '';
  latinised.set(character, found);
  return found;
};

/** Whether all letters and digits of a name have a form in Latin ones. */
const isLatinised = (name: string): boolean =>
  [...new Set(name.normalize().match(/[\p{L}\p{N}]/gu))].every(hasLatin);

/** Apostrophes stay hyphens, unlike in slugs of headings: the slug is kept nowhere, so "o-brien" would be 404. */
const makeSlug = (name: string): string => {
  const made = transliterate(name).slice(0, LONGEST_SLUG).replace(/-+$/, '');
  return made !== '' && isLatinised(name) ? made : `${made || 'author'}-${hash(name)}`;
};

/** Slugs by name: every article that is shown asks for its author's. */
const slugs = new LRUCache<string, string>({ max: KEPT_SLUGS });

/**
 * The part of an address that a name makes: its letters as Latin ones. What is written otherwise, as Thai
 * and Chinese are, is told apart by a hash; a name without letters and digits has no slug.
 */
export const slugOfName = (given: string): string | undefined => {
  const name = given.trim();
  if (name.length > LONGEST_NAME || !/[\p{L}\p{N}]/u.test(name)) return undefined;
  const slug = slugs.get(name) ?? makeSlug(name);
  slugs.set(name, slug);
  return slug;
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
    fields: { select: [], populate: {} },
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
