import { contentTypeOf, type Schemas } from './schemas';

/** The API or plugin a content type is part of: `news` of `api::news.article`. */
const ownerOf = (uid: string): string => /::([^.]+)\./.exec(uid)?.[1] ?? uid;

/**
 * Content types as people call them. Types of one name are told apart by the API or plugin they are part
 * of: "Article (news)".
 */
export const typeNames = (schemas: Schemas, uids: readonly string[]): Map<string, string> => {
  const displayName = (uid: string): string => {
    const info = contentTypeOf(schemas, uid)?.info;
    return info?.displayName ?? info?.singularName ?? uid;
  };
  const isShared = (name: string): boolean =>
    uids.filter((uid) => displayName(uid) === name).length > 1;
  return new Map(
    uids.map((uid) => {
      const name = displayName(uid);
      return [uid, isShared(name) ? `${name} (${ownerOf(uid)})` : name];
    }),
  );
};
