import type { Core } from '@strapi/strapi';

/** What a user may do, as Strapi's permission engine has it. */
export type Ability = unknown;

/** What is to be done with which entries. */
interface Wish {
  ability: Ability;
  uid: 'plugin::syndication.article' | 'plugin::syndication.tag';
  action: 'read' | 'update' | 'publish';
  /** Fields it is done with. */
  fields?: readonly string[];
}

export interface PermittedRow {
  id: number;
  documentId: string;
  permitted: boolean;
}

/** The part of the Content Manager's service that this asks. */
interface PermissionChecker {
  can: Record<Wish['action'], (entity?: object, field?: string) => boolean>;
  sanitizedQuery: Record<Wish['action'], (query: object) => Promise<object>>;
}

type PopulateBuilder = (uid: string) => {
  populateFromQuery: (query: object) => { build: () => Promise<object | undefined> };
};

/** Ids in one statement: databases limit its parameters. */
const AT_ONCE = 500;

/**
 * Rows of documents, and whether a user may do something with each: by the Content Manager's own
 * check, the conditions of roles included.
 */
export const findPermittedRows = async (
  strapi: Core.Strapi,
  { ability, uid, action, fields = [] }: Wish,
  documentIds: string[],
): Promise<PermittedRow[]> => {
  const contentManager = strapi.plugin('content-manager');
  const checker: PermissionChecker = contentManager
    .service('permission-checker')
    .create({ userAbility: ability, model: uid });
  // Loads what the conditions look at, "is creator" for example.
  const query = checker.can[action]() ? await checker.sanitizedQuery[action]({}) : {};
  const populateBuilder: PopulateBuilder = contentManager.service('populate-builder') as never;
  const populate = await populateBuilder(uid).populateFromQuery(query).build();
  const found: PermittedRow[] = [];
  for (let start = 0; start < documentIds.length; start += AT_ONCE) {
    const some = documentIds.slice(start, start + AT_ONCE);
    const rows: { id: number; documentId: string }[] = await strapi.db
      .query(uid)
      .findMany({ where: { documentId: { $in: some } }, populate });
    found.push(
      ...rows.map((row) => ({
        id: row.id,
        documentId: row.documentId,
        permitted:
          checker.can[action](row) && fields.every((field) => checker.can[action](row, field)),
      })),
    );
  }
  return found;
};

/** Those of some documents with each of whose rows a user may do something. */
export const findPermitted = async (
  strapi: Core.Strapi,
  wish: Wish,
  documentIds: string[],
): Promise<Set<string>> => {
  const rows = await findPermittedRows(strapi, wish, [...new Set(documentIds)]);
  const permitted = new Set(rows.map(({ documentId }) => documentId));
  rows.forEach((row) => !row.permitted && permitted.delete(row.documentId));
  return permitted;
};
