import { renderingDeadline } from '../cache/renderings';
import type { Article, Cover, HiddenTopic } from '../content/article';
import type { RenderedBody } from '../content/body';
import type { Problem, ProblemCode } from '../content/problem';
import { findProblems, type Inspected } from '../content/problems';
import { SLUGGED_TYPES } from '../lib/constants';
import { chunk } from '../lib/values';
import {
  addressFields,
  addressKey,
  type AddressPattern,
  type FieldPath,
  isAtRoot,
  matchPath,
} from '../mapping/address';
import { documentLocale } from '../mapping/schemas';
import { ownField, patternOf, type Plan, sourceOf, type SourcePlan } from '../mapping/plan';
import { configuredMounts } from '../public/mounts';
import type { ArticleProblems } from './admin-api';
import { findMissingLinks } from './missing-links';
import type { Panel, PanelEdition } from './panel';
import type { AskedEntry, PanelUser } from './rights';

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
const findRivals = async (
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

/** What a user may know of entries and topics. */
type TopicRights = Pick<PanelUser, 'mayRead' | 'filterTopics'>;

const keyOf = ({ contentType, documentId }: AskedEntry): string => `${contentType} ${documentId}`;

/**
 * Tells which hidden topics an article has, as far as the user may know of them.
 *
 * @param mark mark of the articles' locale
 */
const findHiddenTopics = async (
  articles: readonly Article[],
  { mayRead, filterTopics }: TopicRights,
  mark: string,
): Promise<(article: Article) => HiddenTopic[]> => {
  const concerned = articles.filter(({ hiddenTopics }) => hiddenTopics);
  if (concerned.length === 0) return () => [];
  const topics = concerned.flatMap(({ hiddenTopics = [] }) => hiddenTopics);
  const known = new Set((await filterTopics(topics, mark, true)).map(keyOf));
  const isReadable = await mayRead(concerned);
  return (article) =>
    isReadable(article)
      ? (article.hiddenTopics ?? []).filter((topic) => known.has(keyOf(topic)))
      : [];
};

/** Problems that concern only items, not pages. */
const ITEM_PROBLEMS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'summary-empty',
  'summary-short',
  'date-moved',
]);

/** The own field of an entry that its address is made of, except the document id. */
export const slugPathOf = (address: AddressPattern): FieldPath | undefined =>
  addressFields(address).find((path) => ![undefined, 'documentId'].includes(ownField(path)));

/** Field of the form in which a problem is mended, by dotted path: `seo.metaTitle`. */
const namesOfFields = ({ title, summary, body, date, address, cover }: SourcePlan) => {
  const nameOf = (path: readonly string[] | undefined): string | undefined => path?.join('.');
  return {
    title: nameOf(title),
    summary: nameOf(summary[0] ?? body?.paths[0]),
    body: nameOf(body?.paths[0] ?? summary[0]),
    date: nameOf(date),
    slug: nameOf(slugPathOf(address)),
    cover: nameOf(cover[0]),
  };
};

type FormPart = keyof ReturnType<typeof namesOfFields>;

const PARTS_OF_PROBLEMS: Partial<Record<ProblemCode, FormPart>> = {
  'image-address': 'body',
  'link-address': 'body',
  'link-missing': 'body',
  'date-postponed': 'date',
  'title-empty': 'title',
  'summary-empty': 'summary',
  'slug-invalid': 'slug',
  'slug-taken': 'slug',
  'address-taken': 'slug',
  'address-reserved': 'slug',
  'body-heavy': 'body',
  'component-unknown': 'body',
  'component-failed': 'body',
  'title-html': 'title',
  'title-long': 'title',
  'summary-short': 'summary',
  'image-alt': 'body',
  'date-moved': 'date',
  'slug-former': 'slug',
  'slug-generic': 'slug',
};

/**
 * Leaves out problems that pages do not have, and adds the field of the form in which each is mended, if there is one.
 */
export const withFields = (
  source: SourcePlan,
  problems: readonly Problem[],
  cover: Pick<Cover, 'url'> | null | undefined,
): Problem[] => {
  const fields = namesOfFields(source);
  const shown = source.isPage ? problems.filter(({ code }) => !ITEM_PROBLEMS.has(code)) : problems;
  return shown.map((problem) => {
    const isOfCover = problem.code === 'image-alt' && problem.params.address === cover?.url;
    const part = isOfCover ? 'cover' : PARTS_OF_PROBLEMS[problem.code];
    const field = part ? fields[part] : problem.params.field;
    return field === undefined ? problem : { ...problem, field: String(field) };
  });
};

/** Problems of an article of an edition, from what was found about it. */
export const problemsOf = (
  { plan, inForce: { language } }: Pick<PanelEdition, 'plan' | 'inForce'>,
  found: Omit<Inspected, 'language' | 'hasAttachment' | 'hasPluginSlug'> & { article: Article },
): Problem[] => {
  const { contentType, attachment, cover } = found.article;
  const problems = findProblems({
    ...found,
    hasAttachment: Boolean(attachment),
    hasPluginSlug: contentType in SLUGGED_TYPES,
    language,
  });
  return withFields(sourceOf(plan, contentType), problems, cover);
};

/** An article and its problems. */
export type InspectedArticle = Omit<ArticleProblems, 'mayEdit'>;

/**
 * Articles that are read together: few, so that at the deadline the rendering queue is not full of work nobody waits
 * for.
 */
const READ_AT_ONCE = 10;

/** Milliseconds by which a timer may fire early: a wait until the deadline may end before it. */
const TIMER_TOLERANCE = 5;

/** An article as subscribers get it. */
interface ReadArticle {
  article: Article;
  summary: string;
  body: Pick<RenderedBody, 'references' | 'isHeavy' | 'missing'>;
  /** Absolute address. */
  link: string;
}

/** The slug of an article: the last part of its address key. */
const slugOf = (plan: Plan, { contentType, path }: Article): string =>
  addressKey(patternOf(plan, contentType), path).split('/').at(-1)!;

/** Reads the articles that can be read before the deadline. */
const readInTime = async (
  renderings: Panel['renderings'],
  { inForce: { addresses, language, summaryWords } }: Pick<PanelEdition, 'inForce'>,
  articles: Article[],
  deadline: number,
): Promise<ReadArticle[]> => {
  const readOne = async (article: Article): Promise<ReadArticle[]> => {
    const link = addresses.entry(article.path);
    const [summary, body] = await Promise.all([
      renderings.summary(article, { summaryWords, language }, deadline),
      renderings.body(article.body ?? '', link, deadline),
    ]);
    // A late summary is empty, which does not mean that the article has none.
    if (!body || Date.now() >= deadline - TIMER_TOLERANCE) return [];
    const { references, isHeavy, missing } = body;
    return [{ article, summary, body: { references, isHeavy, missing }, link }];
  };
  const found: ReadArticle[] = [];
  for (const part of chunk(articles, READ_AT_ONCE)) {
    if (Date.now() >= deadline) break;
    found.push(...(await Promise.all(part.map(readOne))).flat());
  }
  return found;
};

/**
 * Finds problems of articles before the deadline, as far as the user may know of them. Problems that depend on other
 * entries are looked up for all articles together.
 *
 * @param isDisplaced whether another entry keeps the address of an article
 * @returns the articles that were inspected in time, and whether all their links were followed
 */
export const inspect = async (
  panel: Panel,
  edition: PanelEdition,
  articles: Article[],
  user: TopicRights & Pick<PanelUser, 'now'>,
  isDisplaced: (article: Article) => boolean = () => false,
  deadline = renderingDeadline(),
): Promise<{ articles: InspectedArticle[]; isWhole: boolean }> => {
  const { plan } = edition;
  const { now } = user;
  const found = await readInTime(panel.renderings, edition, articles, deadline);
  const read = found.map(({ article }) => article);
  const missing = await findMissingLinks(
    panel,
    found.map(({ article, body, link }) => ({
      ...body.references,
      link,
      isPage: sourceOf(plan, article.contentType).isPage,
    })),
    now,
  );
  const rivals = await findRivals(panel, edition, read, now);
  const hiddenTopicsOf = await findHiddenTopics(read, user, edition.mark);
  const inspected = found.map(({ article, summary, body, link }, place) => {
    const { contentType, documentId, locale, title } = article;
    const problems = problemsOf(edition, {
      article,
      summary,
      body,
      link,
      slug: slugOf(plan, article),
      ...(rivals.get(article) ?? { isTaken: isDisplaced(article) }),
      missingLinks: missing.links[place],
      hiddenTopics: hiddenTopicsOf(article),
      now,
    });
    return { contentType, documentId, locale: locale || null, title, problems };
  });
  return { articles: inspected, isWhole: missing.isWhole };
};
