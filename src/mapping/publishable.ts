import type { ContentTypeSchema } from './schemas';

const USERS = new Set(['admin::user', 'plugin::users-permissions.user']);

/** Whether a content type holds people with accounts, of whom nothing but a name is shown. */
export const isUserType = (contentType: string): boolean => USERS.has(contentType);

/** Strapi's own; a site's and a plugin's types can be published. */
const isInternal = (uid: string): boolean => /^(?:admin|strapi)::|^plugin::upload\./.test(uid);

/** Whether entries of a content type can be pages: neither Strapi's own nor people. */
export const canBePages = (uid: string, { pluginOptions }: ContentTypeSchema): boolean => {
  const manager = (pluginOptions as { 'content-manager'?: { visible?: boolean } } | undefined)?.[
    'content-manager'
  ];
  return manager?.visible !== false && !isUserType(uid) && !isInternal(uid);
};

/** Whether entries of a content type can be in feeds, or be topics: the same, and several. */
export const isPublishable = (uid: string, schema: ContentTypeSchema): boolean =>
  schema.kind !== 'singleType' && canBePages(uid, schema);
