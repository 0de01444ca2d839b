import { findRowsAt } from '../addresses/permalink-rows';
import type { Article } from '../content/article';
import type { Inspected } from '../content/problems';
import { homePath } from '../options/site-addresses';
import { SLUGGED_TYPES } from '../lib/constants';
import { groupBy } from '../lib/values';
import { addressKey, isAtRoot, matchPath } from '../mapping/address';
import { slugLocale } from '../mapping/document-locales';
import type { Plan, SourcePlan } from '../mapping/plan';
import { configuredMounts } from '../public/mounts';
import type { Panel, PanelEdition } from './panel';

/** What else is, or was, at the address of an entry. */
type Rival = Pick<Inspected, 'isSlugTaken' | 'isTaken' | 'isReserved' | 'isFormerSlug'>;

/** Most contested articles of a source whose rivals are looked up one by one. */
const MAXIMUM_LOOKUPS = 50;

type RivalParts = Pick<Panel, 'strapi' | 'slugs' | 'precedence'>;

/**
 * Whether a page of the site is at a path: directly below the home, since the start refuses address patterns that could
 * equal any other page. For an entry at the root, whether anything goes before it.
 */
const isReservedPath = (
  { strapi, precedence }: RivalParts,
  { inForce, locale }: PanelEdition,
  { address }: SourcePlan,
  path: string,
): boolean => {
  if (!isAtRoot(address)) {
    const { home, archive, htmlPages } = inForce;
    const names = htmlPages ? ['subscribe', ...(archive ? ['archive'] : [])] : [];
    return names.some((name) => path.replace(/\/$/, '') === homePath(home) + name);
  }
  const { arriving } = configuredMounts(strapi, inForce.baseUrl);
  return precedence.goesBefore(arriving + (locale?.path ?? '') + path);
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
    ? await slugLocale(strapi, contentType, locale)
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

/** Finds the articles of a source whose addresses other entries or pages have, or had. */
const findContested = async (
  parts: RivalParts,
  edition: PanelEdition,
  source: SourcePlan,
  articles: readonly Article[],
  now: Date,
): Promise<Article[]> => {
  const { contentType, address } = source;
  const { entries, plan } = edition;
  const keys = articles.map(({ path }) => addressKey(address, path));
  const holders = groupBy(await findRowsAt(parts.strapi, [contentType], keys), ({ slug }) => slug);
  const paths = articles.map(({ path }) => path);
  const pathsBefore = new Set<string>();
  // For the plugin's own types, permalinks have already found entries with the same slug.
  for (const other of contentType in SLUGGED_TYPES ? [] : sourcesBefore(plan, source)) {
    for (const { path } of await entries.findAllAt(other, paths, now)) pathsBefore.add(path);
  }
  return articles.filter(
    ({ path, documentId }, place) =>
      holders.get(keys[place]!)?.some(({ entry }) => entry !== documentId) ||
      pathsBefore.has(path) ||
      isReservedPath(parts, edition, source, path),
  );
};

/**
 * Finds the rivals of many articles: only contested addresses are looked up one by one.
 *
 * @returns the rivals of contested articles, and whether those of all of them were looked up
 */
export const findRivals = async (
  parts: RivalParts,
  edition: PanelEdition,
  articles: readonly Article[],
  now: Date,
): Promise<{ rivals: Map<Article, Rival>; isWhole: boolean }> => {
  const rivals = new Map<Article, Rival>();
  let isWhole = true;
  for (const source of edition.plan.sources) {
    const own = articles.filter(({ contentType }) => contentType === source.contentType);
    const contested = await findContested(parts, edition, source, own, now);
    isWhole &&= contested.length <= MAXIMUM_LOOKUPS;
    for (const article of contested.slice(0, MAXIMUM_LOOKUPS)) {
      const { path, documentId, locale } = article;
      const asked = { documentId, locale: locale || null };
      rivals.set(article, await findRival(parts, edition, source, path, asked, now));
    }
  }
  return { rivals, isWhole };
};
