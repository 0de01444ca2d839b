import type { Core } from '@strapi/strapi';

import type { MissingPart, SourceExample } from './admin-api';
import { renderingDeadline } from '../cache/renderings';
import { FILE_UID } from '../constants';
import type { Article } from '../content/article';
import { findProblems } from '../content/problems';
import { authorsOf, type Item } from '../feed/model';
import { rowLocale } from '../options/locales';
import { findMissingLinks } from './missing-links';
import type { Panel } from './panel';
import { ONLY_OF_ITEMS, withFields } from './inspection';
import { findRival, type Rival } from './rivals';
import { adjustment } from '../entries/adjustment';
import { readDraft } from '../entries/draft-relations';
import { addressKey } from '../mapping/entry-path';
import { type FindWithheld, type RelatedEntry, toRelated } from '../entries/form-row';
import type { AddressPattern, Plan, SourcePlan } from '../mapping/plan';
import { sourceOf } from '../mapping/plan-parts';
import { fieldsAt, fieldsOf } from '../mapping/public-fields';
import { dateOf, pathOf, toArticle } from '../entries/to-article';
import { type ReadEntry, rowsAt, textAt } from '../mapping/values';

/** Rows that are looked through for an entry that is published, and that the user may read. */
const LOOKED_AT = 50;

/** Whom an item names. */
const authorNames = (item: Item): string =>
  authorsOf(item)
    .map(({ name }) => name)
    .join(', ');

/** Where an example without an address is shown to be. */
const NOWHERE: AddressPattern = { directory: '/', parts: ['/'] };

type FindAllowed = (
  source: SourcePlan,
  entries: RelatedEntry[],
) => Promise<(entry: RelatedEntry) => boolean>;

/** What a user may read and change. */
export interface ExampleRights {
  /** Those of some entries whose shown fields the user may read. */
  mayRead: FindAllowed;
  mayEdit: FindAllowed;
  findWithheld: FindWithheld;
}

/** An example, and what its user may know of it. */
interface Inspected {
  article: Article;
  summary: string;
  mayKnowTopics: boolean;
}

interface FoundEntry {
  id: number;
  documentId: string;
  /** Null where the type is not localised. */
  locale: string | null;
  isPublished: boolean;
}

/** The entry written last that the user may read, a published one before a draft. */
const findNewest = async (
  { strapi, editions: [{ locale }] }: Panel,
  source: SourcePlan,
  { mayRead }: ExampleRights,
): Promise<FoundEntry | undefined> => {
  const code = rowLocale(source, locale);
  const rows: {
    id: number;
    documentId: string;
    locale?: string | null;
    publishedAt?: unknown;
  }[] = await strapi.db.query(source.contentType).findMany({
    select: [
      'id',
      'documentId',
      ...(source.isLocalised ? ['locale'] : []),
      ...(source.hasDrafts ? ['publishedAt'] : []),
    ],
    where: code === undefined ? {} : { locale: code },
    orderBy: { id: 'desc' },
    limit: LOOKED_AT,
  });
  const known = rows
    .filter(await mayRead(source, rows))
    .map(({ id, documentId, locale: ofRow, publishedAt }) => ({
      id,
      documentId,
      locale: ofRow ?? null,
      isPublished: !source.hasDrafts || Boolean(publishedAt),
    }));
  return known.find(({ isPublished }) => isPublished) ?? known[0];
};

/** An entry with what it leads to, as readers would see it. */
const readRow = async (
  strapi: Core.Strapi,
  source: SourcePlan,
  { id, isPublished }: { id: number; isPublished: boolean },
): Promise<ReadEntry | null> => {
  const { contentType: uid } = source;
  const fields = fieldsOf(source);
  const where = { id };
  return isPublished
    ? strapi.db.query(uid).findOne({ ...fields, where } as never)
    : readDraft(strapi, { uid, where, fields });
};

/** Whether the user may read each entry of another type that a row shows, and all it shows of it. */
const mayReadShown = async (
  { shows, fields }: SourcePlan,
  row: ReadEntry,
  { findWithheld }: ExampleRights,
): Promise<boolean> => {
  for (const { path, contentType } of shows.filter((shown) => shown.contentType !== FILE_UID)) {
    const related = rowsAt(row, path).map(toRelated);
    const withheldOf = await findWithheld(contentType, related, fieldsAt(fields, path));
    if (related.some((entry) => withheldOf(entry)?.length !== 0)) return false;
  }
  return true;
};

/** Whether a type is published: of one that is only proposed, readers see nothing. */
const isMapped = ({ plan }: Panel, uid: string): boolean =>
  plan.sources.some(({ contentType }) => contentType === uid);

const toExampleArticle = (
  source: SourcePlan,
  plan: Plan,
  row: ReadEntry,
  now: Date,
): { article?: Article; missing: MissingPart[] } => {
  const path = pathOf(source, row);
  const hasTitle = textAt(row, source.title) !== undefined;
  const missing: MissingPart[] = [
    ...(hasTitle ? [] : (['title'] as const)),
    ...(path === undefined ? (['address'] as const) : []),
  ];
  const placed = path === undefined ? { ...source, address: NOWHERE } : source;
  const article = toArticle(placed, plan, row, { date: now });
  // Where the site's own function fails, readers get the item without it, and so does the example.
  const adjust = adjustment(source, row, () => {});
  return { article: article && { ...article, adjust }, missing };
};

const inspect = async (
  panel: Panel,
  source: SourcePlan,
  { article, summary, mayKnowTopics }: Inspected,
  now: Date,
) => {
  const { renderings, editions, drawn } = panel;
  const [main] = editions;
  const { addresses, language } = main.inForce;
  const link = addresses.entry(article.path);
  const body = await renderings.body(article.body ?? '', link, renderingDeadline());
  if (!body) return [];
  const missing = await findMissingLinks(
    editions,
    [{ ...body.references, link, isPage: source.isPage }],
    now,
    drawn,
  );
  const { documentId, locale: ofEntry, path } = article;
  const asked = { documentId, locale: ofEntry || null };
  const { isTaken, isReserved, isFormerSlug }: Rival = isMapped(panel, source.contentType)
    ? await findRival(panel, main, source, path, asked, now)
    : {};
  const problems = findProblems({
    article,
    hasAttachment: Boolean(article.attachment),
    summary,
    body,
    link,
    slug: addressKey(source.address, path).split('/').at(-1),
    isTaken,
    isReserved,
    isFormerSlug,
    missingLinks: missing.links[0],
    hiddenTopics: mayKnowTopics
      ? article.hiddenTopics?.map(({ name, field }) => ({ name, field }))
      : [],
    now,
    language,
  });
  return withFields(source, problems, article.cover).filter(
    ({ code }) => !(source.isPage && ONLY_OF_ITEMS.has(code)),
  );
};

/**
 * The newest entry of a content type as the item it becomes; null when the user may read none, or not
 * what it shows of other entries.
 *
 * @param plan that the content type is a source of
 */
export const findExample = async (
  panel: Panel,
  plan: Plan,
  contentType: string,
  now: Date,
  rights: ExampleRights,
): Promise<SourceExample | null> => {
  const [main] = panel.editions;
  const source = sourceOf(plan, contentType);
  const newest = await findNewest(panel, source, rights);
  const row = newest && (await readRow(panel.strapi, source, newest));
  if (!newest || !row) return null;
  const { documentId, locale: ofEntry, isPublished } = newest;
  const { article, missing } = toExampleArticle(source, plan, row, now);
  const isDue = (dateOf(source, row) ?? now) <= now;
  const isPublic = isPublished && isMapped(panel, contentType) && missing.length === 0 && isDue;
  if (!isPublic && !(await mayReadShown(source, row, rights))) return null;
  // Of what is public, topics that readers do not see are for who may read them.
  const mayKnowTopics = Boolean(article?.hiddenTopics) && (await mayReadShown(source, row, rights));
  const [item] = article
    ? await main.feeds.toItems(main.inForce, [article], { content: 'summary', detailed: true })
    : [];
  const isEditable = await rights.mayEdit(source, [newest]);
  return {
    documentId,
    locale: ofEntry,
    isPublished,
    isDue,
    mayEdit: isEditable(newest),
    timeZone: main.inForce.timeZone,
    missing,
    item: item
      ? {
          title: item.title,
          link: missing.includes('address') ? null : item.link,
          date: dateOf(source, row)?.toISOString() ?? null,
          summary: item.summary,
          author: authorNames(item) || null,
          image: item.image?.url ?? null,
          topics: item.categories?.map(({ label }) => label) ?? [],
        }
      : null,
    problems:
      article && item
        ? (
            await inspect(panel, source, { article, summary: item.summary, mayKnowTopics }, now)
          ).filter(({ code }) => !missing.includes('address') || !code.startsWith('slug-'))
        : [],
  };
};
