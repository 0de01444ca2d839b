import type { Core } from '@strapi/strapi';

import type { Article } from '../content/article';
import { homePath } from '../feed/addresses';
import type { Settings } from '../options/settings-in-force';
import type { Entries } from '../entries/entries';
import type { EntryAddresses } from '../entries/entry-addresses';
import { addressKey } from '../mapping/entry-path';
import type { Plan, SourcePlan } from '../mapping/plan';
import { SLUGGED_TYPES } from '../mapping/slugged-types';
import { slugLocale } from '../mapping/slug-locale';
import type { Slugs } from '../own-types/slugs';

/** What another entry is, or was, at the address of an entry. */
export interface Rival {
  /** Whether another entry has its slug, be it a draft, so that it cannot be saved with it. */
  isSlugTaken?: boolean;
  /** Whether readers find another entry there. */
  isTaken?: boolean;
  /** Whether they find a page of the site there, which goes before entries. */
  isReserved?: boolean;
  /** Whether it leads them to another one, which was there. */
  isFormerSlug?: boolean;
}

/** Articles of many whose addresses are looked at one by one: those that others have, or had. */
const LOOKED_AT = 50;

interface ContestedEdition {
  plan: Plan;
  inForce: Pick<Settings, 'home' | 'archive' | 'htmlPages'>;
  entries: Pick<Entries, 'findAllAt'>;
  entryAddresses: Pick<EntryAddresses, 'find'>;
}

/**
 * Addresses of pages of the site that an entry can have too: directly below the home, where a slug
 * decides; without a final slash. All others are told from entries' addresses at start.
 */
const reservedPaths = ({
  inForce: { home, archive, htmlPages },
}: Pick<ContestedEdition, 'inForce'>): Set<string> => {
  const names = htmlPages ? ['subscribe', ...(archive ? ['archive'] : [])] : [];
  return new Set(names.map((name) => `${homePath(home)}${name}`));
};

/** What others are at the addresses of many articles. */
export interface RivalsOfMany {
  /** Of those articles that have a rival. */
  rivals: Map<Article, Rival>;
  /** Whether all were looked at. */
  isWhole: boolean;
}

interface RivalParts {
  strapi: Core.Strapi;
  slugs: Slugs;
}

/** Whether an address is another entry's, or leads to one that was there and is elsewhere now. */
export const findRival = async (
  { strapi, slugs }: RivalParts,
  { entryAddresses, inForce }: Pick<ContestedEdition, 'entryAddresses' | 'inForce'>,
  source: SourcePlan,
  path: string,
  { documentId, locale }: { documentId?: string; locale: string | null },
  now: Date,
): Promise<Rival> => {
  if (reservedPaths({ inForce }).has(path.replace(/\/$/, ''))) return { isReserved: true };
  const key = addressKey(source.address, path);
  const { contentType } = source;
  const isAnother = async (): Promise<boolean> => {
    const there = await entryAddresses.find(source, path, now);
    return there.kind === 'article' && there.article.documentId !== documentId;
  };
  if (contentType in SLUGGED_TYPES) {
    const own = { own: documentId, locale: await slugLocale(strapi, contentType, locale) };
    if (!(await slugs.isFree(contentType, key, own))) {
      // Strapi may publish two with one slug at once; readers find one of them.
      const known = documentId && (await slugs.findKnown(contentType, documentId, own.locale));
      return known === key && (await isAnother()) ? { isTaken: true } : { isSlugTaken: true };
    }
    return { isFormerSlug: await slugs.isFormer(contentType, key, own) };
  }
  const there = await entryAddresses.find(source, path, now);
  if (there.kind === 'article') return { isTaken: there.article.documentId !== documentId };
  const own = { own: documentId, locale: locale ?? undefined };
  return { isFormerSlug: await slugs.isLeading(contentType, key, own) };
};

/** Those of some articles of a source whose addresses others have, or had. */
const findContested = async (
  slugs: Pick<Slugs, 'findShared'>,
  { entries, inForce }: ContestedEdition,
  source: SourcePlan,
  articles: readonly Article[],
  now: Date,
): Promise<Set<Article>> => {
  const { contentType, address } = source;
  const keyed = articles.map((article) => {
    const { documentId, path } = article;
    return { article, documentId, key: addressKey(address, path) };
  });
  const contested = new Set(
    (await slugs.findShared(contentType, keyed)).map(({ article }) => article),
  );
  const reserved = reservedPaths({ inForce });
  for (const article of articles)
    if (reserved.has(article.path.replace(/\/$/, ''))) contested.add(article);
  // Those of one slug are found by their permalinks already.
  if (contentType in SLUGGED_TYPES) return contested;
  const paths = articles.map(({ path }) => path);
  const present = await entries.findAllAt(source, paths, now);
  const at = new Map<string, Set<string>>();
  for (const { path, documentId } of present) {
    at.set(path, (at.get(path) ?? new Set()).add(documentId));
  }
  for (const article of articles) {
    const there = [...(at.get(article.path) ?? [])];
    if (there.some((documentId) => documentId !== article.documentId)) contested.add(article);
  }
  return contested;
};

/** The same of many articles. */
export const findRivals = async (
  parts: RivalParts,
  edition: ContestedEdition,
  articles: readonly Article[],
  now: Date,
): Promise<RivalsOfMany> => {
  const rivals = new Map<Article, Rival>();
  let isWhole = true;
  for (const source of edition.plan.sources) {
    const own = articles.filter(({ contentType }) => contentType === source.contentType);
    const contested = await findContested(parts.slugs, edition, source, own, now);
    isWhole &&= contested.size <= LOOKED_AT;
    for (const article of [...contested].slice(0, LOOKED_AT)) {
      const { path, documentId, locale } = article;
      const asked = { documentId, locale: locale || null };
      rivals.set(article, await findRival(parts, edition, source, path, asked, now));
    }
  }
  return { rivals, isWhole };
};
