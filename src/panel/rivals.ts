import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';

import type { Article } from '../content/article';
import type { Entries } from '../entries/entries';
import type { EntryAddresses } from '../entries/entry-addresses';
import { homePath } from '../feed/addresses';
import { SLUGGED_TYPES } from '../lib/constants';
import { SLUG_PATTERN } from '../lib/slug';
import { addressKey, isAtRoot, matchPath, pathOfKey } from '../mapping/address';
import { documentLocale, slugLocale } from '../mapping/document-locales';
import { patternOf, type Plan, type SourcePlan } from '../mapping/plan';
import { editionOf, type PublishedLocale } from '../options/locales';
import type { Settings } from '../options/settings';
import type { SavedSlug, Slugs } from '../own-types/slugs';
import { configuredMounts } from '../public/mounts';
import type { Precedence } from '../public/precedence';
import type { SlugPreview } from './admin-api';
import { answerWith, locale, type Panel, typedText } from './panel';
import { checkerFor, mayWriteType, type PanelUser } from './rights';

/** What another entry is, or was, at the address of an entry. */
interface Rival {
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
  locale?: PublishedLocale;
  inForce: Pick<Settings, 'baseUrl' | 'home' | 'archive' | 'htmlPages'>;
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
interface RivalsOfMany {
  /** Of those articles that have a rival. */
  rivals: Map<Article, Rival>;
  /** Whether all were looked at. */
  isWhole: boolean;
}

interface RivalParts {
  strapi: Core.Strapi;
  slugs: Slugs;
  precedence: Pick<Precedence, 'goesBefore'>;
}

/** Whether a page of the site is at a path, or of an entry at the root whatever else goes before it. */
const isReservedPath = (
  { strapi, precedence }: Omit<RivalParts, 'slugs'>,
  { inForce, locale }: Pick<ContestedEdition, 'inForce' | 'locale'>,
  { address }: SourcePlan,
  path: string,
): boolean => {
  if (!isAtRoot(address)) return reservedPaths({ inForce }).has(path.replace(/\/$/, ''));
  const { arriving } = configuredMounts(strapi, inForce.baseUrl);
  return precedence.goesBefore(arriving + (locale?.path ?? '') + path);
};

/** Sources whose entries readers find before those of a source at the root. */
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

/** Whether an address is another entry's, or leads to one that was there and is elsewhere now. */
export const findRival = async (
  { strapi, slugs, precedence }: RivalParts,
  edition: Omit<ContestedEdition, 'entries'>,
  source: SourcePlan,
  path: string,
  { documentId, locale }: { documentId?: string; locale: string | null },
  now: Date,
): Promise<Rival> => {
  const { plan, entryAddresses } = edition;
  if (isReservedPath({ strapi, precedence }, edition, source, path)) return { isReserved: true };
  for (const other of sourcesBefore(plan, source)) {
    if (!matchPath(other.address, path)) continue;
    if ((await entryAddresses.find(other, path, now)).kind === 'article') return { isTaken: true };
  }
  const key = addressKey(source.address, path);
  const { contentType } = source;
  const isAnother = async (): Promise<boolean> => {
    const there = await entryAddresses.find(source, path, now);
    return there.kind === 'article' && there.article.documentId !== documentId;
  };
  const isSlugged = contentType in SLUGGED_TYPES;
  const among = isSlugged ? await slugLocale(strapi, contentType, locale) : (locale ?? undefined);
  const own = { own: documentId, locale: among };
  if (isSlugged && !(await slugs.isFree(contentType, key, own))) {
    // Strapi may publish two with one slug at once; readers find one of them.
    const known = documentId && (await slugs.findKnown(contentType, documentId, among));
    return known === key && (await isAnother()) ? { isTaken: true } : { isSlugTaken: true };
  }
  const there = isSlugged ? undefined : await entryAddresses.find(source, path, now);
  if (there?.kind === 'article') return { isTaken: there.article.documentId !== documentId };
  return { isFormerSlug: await slugs.isLeading(contentType, key, own) };
};

/** Those of some articles of a source whose addresses others have, or had. */
const findContested = async (
  parts: RivalParts,
  edition: ContestedEdition,
  source: SourcePlan,
  articles: readonly Article[],
  now: Date,
): Promise<Set<Article>> => {
  const { contentType, address } = source;
  const { entries, plan } = edition;
  const keyed = articles.map((article) => {
    const { documentId, path } = article;
    return { article, documentId, key: addressKey(address, path) };
  });
  const contested = new Set(
    (await parts.slugs.findShared(contentType, keyed)).map(({ article }) => article),
  );
  for (const article of articles)
    if (isReservedPath(parts, edition, source, article.path)) contested.add(article);
  // Those of one slug are found by their permalinks already.
  if (contentType in SLUGGED_TYPES) return contested;
  const paths = articles.map(({ path }) => path);
  for (const other of sourcesBefore(plan, source)) {
    const before = new Set((await entries.findAllAt(other, paths, now)).map(({ path }) => path));
    for (const article of articles) if (before.has(article.path)) contested.add(article);
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
    const contested = await findContested(parts, edition, source, own, now);
    isWhole &&= contested.size <= LOOKED_AT;
    for (const article of [...contested].slice(0, LOOKED_AT)) {
      const { path, documentId, locale } = article;
      const asked = { documentId, locale: locale || null };
      rivals.set(article, await findRival(parts, edition, source, path, asked, now));
    }
  }
  return { rivals, isWhole };
};

/** Entries with one slug that are looked at; drafts may share one. */
const SAME_SLUG = 20;

const addressOf = (
  { plan, editions }: Panel,
  { contentType, locale }: SlugForm,
  slug: string,
): string | null => {
  const type = [...plan.sources, ...plan.topicTypes].find(
    (candidate) => candidate.contentType === contentType,
  );
  const edition = type && editionOf(editions, type, locale);
  if (!edition || !SLUG_PATTERN.test(slug)) return null;
  return edition.inForce.addresses.entry(pathOfKey(patternOf(edition.plan, contentType), slug));
};

/**
 * The entry a form belongs to, as far as the user may read it. By its slug, since a form in a dialog of the
 * Content Manager does not know its document id.
 */
const findSaved = async (
  strapi: Core.Strapi,
  { contentType, saved, locale: asked }: SlugForm,
  { ability }: PanelUser,
): Promise<SavedSlug | undefined> => {
  if (!saved || saved.slug === '') return undefined;
  const { can, sanitizedQuery } = checkerFor(strapi, ability, contentType);
  // Without the permission there is nothing that Strapi's query is narrowed by.
  if (!can.read()) return undefined;
  const { heading } = SLUGGED_TYPES[contentType]!;
  const locale = await documentLocale(strapi, contentType, asked);
  const query = await sanitizedQuery.read({ filters: { slug: { $eq: saved.slug } } });
  const found: Record<string, unknown>[] = await strapi
    .documents(contentType as UID.ContentType)
    .findMany({
      ...query,
      fields: ['documentId', 'slug', heading],
      status: 'draft',
      limit: SAME_SLUG,
      ...(locale !== undefined && { locale }),
    });
  // A filter by a field the user may not read is left out.
  const rows = found.filter(({ slug }) => slug === saved.slug);
  const row = rows.find((candidate) => candidate[heading] === saved.heading) ?? rows[0];
  return row && { ...saved, documentId: String(row.documentId) };
};

type SlugForm = z.output<typeof slugSchema>;

/**
 * Which slug and address an entry gets when it is saved as it stands in the form, said to whoever may write
 * entries of its type.
 */
const previewSlug = async (panel: Panel, form: SlugForm, user: PanelUser): Promise<SlugPreview> => {
  const { strapi, slugs } = panel;
  const { contentType } = form;
  if (!mayWriteType(strapi, user.ability, contentType)) throw new errors.ForbiddenError();
  const saved = await findSaved(strapi, form, user);
  const own = saved?.documentId;
  const locale = await slugLocale(strapi, contentType, form.locale);
  const wanted = { ...form, locale, saved };
  const { slug, origin } = await slugs.resolve(wanted);
  const known = own === undefined ? undefined : await slugs.findKnown(contentType, own, locale);
  const isSlug = SLUG_PATTERN.test(slug);
  const isFree = !isSlug || (await slugs.isFree(contentType, slug, { own, locale }));
  return {
    slug,
    origin,
    address: addressOf(panel, form, slug),
    isFree,
    isFormer: isSlug && isFree && (await slugs.isLeading(contentType, slug, { own, locale })),
    suggestion: await slugs.suggest(wanted),
    isKnown: known !== undefined,
    former: known !== undefined && known !== slug ? addressOf(panel, form, known) : null,
  };
};

const text = typedText(10_000);

/** The slug of an entry as it stands in the form. */
const slugSchema = z.object({
  contentType: z.enum(Object.keys(SLUGGED_TYPES) as [string, ...string[]]),
  heading: text,
  slug: text,
  locale,
  /** The entry as it was saved; none for a new one and for a copy. */
  saved: z
    .object({ heading: text, slug: text })
    .nullish()
    .transform((saved) => saved ?? undefined),
});

export const slugs = {
  preview: answerWith(slugSchema, previewSlug),
};
