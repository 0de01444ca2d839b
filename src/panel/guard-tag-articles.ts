import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { chunk } from '../lib/chunk';
import { ARTICLE_UID, TAG_UID } from '../constants';
import { findTaggedRows } from '../own-types/article-tags';
import type { Transactions } from '../lib/transactions';
import { isObject } from '../lib/is-object';
import { type Ability, permittedEntries } from './rights';

/** Articles as a relation names them: by document, or by row. */
interface Named {
  documents: Set<string>;
  rows: Set<number>;
}

/** What a write makes of a tag's articles. */
interface Plan {
  gains: Named;
  losses: Named;
  /** Whether it takes away all that it does not name. */
  replaces: boolean;
}

interface ArticleRow {
  id: number;
  documentId: string;
}

/** Notes what a part of a relation names, in any of the forms Strapi takes. */
const note = (named: Named, part: unknown): void => {
  if (Array.isArray(part)) return part.forEach((one) => note(named, one));
  if (isObject(part)) return [part.id, part.documentId].forEach((one) => note(named, one));
  if (typeof part !== 'string' && typeof part !== 'number') return;
  named.documents.add(String(part));
  const row = Number.parseInt(String(part), 10);
  // PostgreSQL fails at larger ones.
  if (row >= 0 && row <= 2_147_483_647) named.rows.add(row);
};

const namedIn = (...parts: unknown[]): Named => {
  const named: Named = { documents: new Set(), rows: new Set() };
  parts.forEach((part) => note(named, part));
  return named;
};

/** What a write makes of the articles. */
const planOf = (articles: unknown): Plan => {
  const isPlan =
    isObject(articles) && ['set', 'connect', 'disconnect'].some((part) => part in articles);
  const whole = articles === undefined ? undefined : (articles ?? []);
  const { set, connect, disconnect } = isPlan
    ? articles
    : { set: whole, connect: undefined, disconnect: undefined };
  const replaces = set !== undefined && set !== null;
  return { gains: namedIn(set, connect), losses: namedIn(disconnect), replaces };
};

/** Whether it makes anything of them: the panel sends empty lists for a relation nobody touched. */
const changesAny = ({ gains, losses, replaces }: Plan): boolean =>
  replaces || gains.documents.size + losses.documents.size > 0;

const findRows = async (
  strapi: Core.Strapi,
  column: 'id' | 'documentId',
  values: (string | number)[],
): Promise<ArticleRow[]> => {
  const rows: ArticleRow[] = [];
  for (const named of chunk(values)) {
    const where = { [column]: { $in: named } };
    const some = await strapi.db
      .query(ARTICLE_UID)
      .findMany({ select: ['id', 'documentId'], where });
    rows.push(...some);
  }
  return rows;
};

/** Rows of the articles that a tag has now. */
const findTagged = async (
  strapi: Core.Strapi,
  transactions: Pick<Transactions, 'rows'>,
  documentId: string,
): Promise<Set<number>> => {
  const tags: { id: number }[] = await strapi.db
    .query(TAG_UID)
    .findMany({ select: ['id'], where: { documentId } });
  return findTaggedRows(
    strapi,
    transactions,
    tags.map(({ id }) => id),
  );
};

/** All rows of the articles that a relation names: drafts and what is published of them. */
const findNamed = async (strapi: Core.Strapi, named: Named): Promise<ArticleRow[]> => {
  const byRow = await findRows(strapi, 'id', [...named.rows]);
  const documents = new Set([...named.documents, ...byRow.map((row) => row.documentId)]);
  return findRows(strapi, 'documentId', [...documents]);
};

/** Documents of the articles whose tags a write changes; a copy of a tag carries on those that it has. */
const findChanged = async (
  strapi: Core.Strapi,
  { gains, losses, replaces }: Plan,
  tagged: Set<number>,
  isClone: boolean,
): Promise<Set<string>> => {
  const has = ({ id }: ArticleRow): boolean => !isClone && tagged.has(id);
  const gaining = await findNamed(strapi, gains);
  const losing = await findNamed(strapi, losses);
  const kept = new Set(gaining.map(({ id }) => id));
  const others = isClone === replaces ? [] : [...tagged].filter((id) => !kept.has(id));
  const changed = [
    ...gaining.filter((row) => !has(row)),
    ...losing.filter(has),
    ...(await findRows(strapi, 'id', others)),
  ];
  return new Set(changed.map(({ documentId }) => documentId));
};

const requirePermission = async (
  strapi: Core.Strapi,
  ability: Ability,
  documentIds: string[],
): Promise<void> => {
  for (const wish of [
    { action: 'update', fields: ['tags'] },
    { action: 'publish', fields: [] },
  ] as const) {
    const entries = documentIds.map((documentId) => ({ documentId }));
    const isPermitted = await permittedEntries(
      strapi,
      { ability, uid: ARTICLE_UID, action: wish.action, fields: wish.fields },
      entries,
    );
    if (!entries.every(isPermitted)) {
      // Of errors with status 403, Strapi tells the message of this one alone.
      throw new errors.PolicyError(
        'A tag shows on published articles at once, so that its list of articles may only be changed by who may update and publish each of them. Choose the tag in the article instead: it shows when the article is published.',
      );
    }
  }
};

/**
 * Asks for the permission to update and publish an article where a user of the panel tags it from the
 * tag's side: there it takes effect without the article being published. Code without a user may.
 */
export const guardTagArticles = (
  strapi: Core.Strapi,
  { transactions }: { transactions: Pick<Transactions, 'rows'> },
): void => {
  strapi.documents.use(async (context, next) => {
    if (context.uid !== TAG_UID || !['create', 'update', 'clone'].includes(context.action)) {
      return next();
    }
    const { data, documentId } = context.params as {
      data?: { articles?: unknown };
      documentId?: string;
    };
    const plan = planOf(data?.articles);
    const isClone = context.action === 'clone';
    if (!isClone && !changesAny(plan)) return next();
    // None of Strapi's MCP server, whose tools have no private field.
    const ability = strapi.requestContext.get()?.state.userAbility as Ability | undefined;
    if (!ability) return next();
    const tagged = documentId
      ? await findTagged(strapi, transactions, documentId)
      : new Set<number>();
    const changed = await findChanged(strapi, plan, tagged, isClone);
    await requirePermission(strapi, ability, [...changed]);
    return next();
  });
};
