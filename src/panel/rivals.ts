import type { Article } from '../content/article';
import type { Inspected } from '../content/problems';
import { SLUGGED_TYPES } from '../lib/constants';
import { addressKey, isAtRoot, matchPath } from '../mapping/address';
import { documentLocale } from '../mapping/schemas';
import type { Plan, SourcePlan } from '../mapping/plan';
import { configuredMounts } from '../public/mounts';
import type { Panel, PanelEdition } from './panel';

/** What else is, or was, at the address of an entry. */
type Rival = Pick<Inspected, 'isSlugTaken' | 'isTaken' | 'isReserved' | 'isFormerSlug'>;

type RivalParts = Pick<Panel, 'strapi' | 'slugs' | 'routeTable'>;

/** Whether something that is no entry goes before an entry at the root. */
const isReservedPath = (
  { strapi, routeTable }: RivalParts,
  { inForce, locale }: PanelEdition,
  { address }: SourcePlan,
  path: string,
): boolean => {
  if (!isAtRoot(address)) return false;
  const { arriving } = configuredMounts(strapi, inForce.baseUrl);
  return routeTable.goesBefore(arriving + (locale?.path ?? '') + path);
};

/** Sources whose entries go before those of this source. None unless it is at the root. */
const sourcesBefore = (
  { sources }: Plan,
  { contentType, address }: SourcePlan,
): readonly SourcePlan[] => {
  if (!isAtRoot(address)) return [];
  const place = sources.findIndex((source) => source.contentType === contentType);
  return sources.filter(
    (other, index) => index < place || (index > place && !isAtRoot(other.address)),
  );
};

/** Finds what else is, or was, at the address of an entry. */
export const findRival = async (
  parts: RivalParts,
  edition: PanelEdition,
  source: SourcePlan,
  path: string,
  { documentId, locale }: { documentId?: string; locale: string | null },
  now: Date,
): Promise<Rival> => {
  const { strapi, slugs } = parts;
  const { plan, entryAddresses } = edition;
  if (isReservedPath(parts, edition, source, path)) return { isReserved: true };
  for (const other of sourcesBefore(plan, source)) {
    if (!matchPath(other.address, path)) continue;
    if ((await entryAddresses.find(other, path, now)).kind === 'article') return { isTaken: true };
  }
  const key = addressKey(source.address, path);
  const { contentType } = source;
  const isAtAnother = async (): Promise<boolean> => {
    const there = await entryAddresses.find(source, path, now);
    return there.kind === 'article' && there.article.documentId !== documentId;
  };
  const isSlugged = contentType in SLUGGED_TYPES;
  const slugsLocale = isSlugged
    ? await documentLocale(strapi, contentType, locale)
    : (locale ?? undefined);
  const own = { own: documentId, locale: slugsLocale };
  if (isSlugged && !(await slugs.isFree(contentType, key, own))) {
    // Strapi can publish two entries with one slug at the same moment; readers find only one of them.
    const known = documentId && (await slugs.findKnown(contentType, documentId, slugsLocale));
    return known === key && (await isAtAnother()) ? { isTaken: true } : { isSlugTaken: true };
  }
  const there = isSlugged ? undefined : await entryAddresses.find(source, path, now);
  if (there?.kind === 'article') return { isTaken: there.article.documentId !== documentId };
  return { isFormerSlug: await slugs.leadsToAnother(contentType, key, own) };
};

/**
 * Finds which published articles no reader finds, since a page of the site or an entry of an earlier source is at their
 * address. What else is or was at an address is told beside the form.
 */
export const findRivals = async (
  parts: RivalParts,
  edition: PanelEdition,
  articles: readonly Article[],
  now: Date,
): Promise<Map<Article, Rival>> => {
  const { entries, plan } = edition;
  const rivals = new Map<Article, Rival>();
  for (const source of plan.sources) {
    const own = articles.filter(({ contentType }) => contentType === source.contentType);
    const paths = own.map(({ path }) => path);
    const taken = new Set<string>();
    for (const other of sourcesBefore(plan, source)) {
      for (const { path } of await entries.findAllAt(other, paths, now)) taken.add(path);
    }
    for (const article of own) {
      const { path } = article;
      if (isReservedPath(parts, edition, source, path)) rivals.set(article, { isReserved: true });
      else if (taken.has(path)) rivals.set(article, { isTaken: true });
    }
  }
  return rivals;
};
