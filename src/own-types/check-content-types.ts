import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PERMALINK_UID, PLUGIN_ID, TAG_UID } from '../lib/constants';
import { show, startError } from '../lib/messages';
import {
  type Attribute,
  type ContentTypeSchema,
  hasDrafts,
  isLocalised,
  schemaOf,
} from '../mapping/schemas';
import contentTypes from './schemas';

const SCHEMAS = {
  [ARTICLE_UID]: contentTypes.article.schema,
  [TAG_UID]: contentTypes.tag.schema,
  [PERMALINK_UID]: contentTypes.permalink.schema,
} as unknown as Record<string, ContentTypeSchema>;

/** Types that a site may use instead. A custom field is expected to hold text. */
const ALTERNATIVES: Record<string, string[]> = {
  string: ['text', 'uid', 'email', 'enumeration', 'customField'],
  text: ['string', 'richtext', 'customField'],
  richtext: ['text', 'string', 'customField'],
  // No long text, which MySQL cannot index.
  uid: ['string'],
  enumeration: ['string'],
};

/** Properties that decide what an attribute holds. */
const FIXED_PROPERTIES = ['relation', 'target', 'inversedBy', 'mappedBy', 'multiple'] as const;

const compareAttribute = (
  name: string,
  ours: Attribute,
  theirs: Attribute | undefined,
): string[] => {
  if (!theirs) return [`The attribute "${name}" is missing: ${show(ours)}.`];
  const types = [ours.type, ...(ALTERNATIVES[ours.type] ?? [])];
  if (!types.includes(theirs.type)) {
    return [
      `The attribute "${name}" is of type "${theirs.type}". Allowed: ${types.map(show).join(', ')}.`,
    ];
  }
  // A private attribute must stay private; making others private does no harm.
  return [...FIXED_PROPERTIES, ...(ours.private ? (['private'] as const) : [])]
    .filter((property) => (theirs[property] || undefined) !== (ours[property] || undefined))
    .map(
      (property) =>
        `The attribute "${name}" has "${property}": ${show(theirs[property] ?? null)}. Allowed: ${show(ours[property] ?? null)}.`,
    );
};

const compareSchema = (ours: ContentTypeSchema, theirs: ContentTypeSchema): string[] => {
  const wrong: string[] = [];
  if (theirs.kind !== ours.kind) {
    wrong.push(`"kind" is "${theirs.kind}". Allowed: "${ours.kind}".`);
  }
  const drafts = hasDrafts(ours);
  if (hasDrafts(theirs) !== drafts) {
    const loss = drafts ? ' Without it, Strapi deletes all drafts.' : '';
    wrong.push(`"draftAndPublish" is ${!drafts}. Allowed: ${drafts}.${loss}`);
  }
  for (const [name, attribute] of Object.entries(ours.attributes)) {
    wrong.push(...compareAttribute(name, attribute, theirs.attributes[name]));
  }
  const { slug } = theirs.attributes;
  if (isLocalised(theirs) && slug && !isLocalised(slug)) {
    wrong.push(
      'The type is localised, but its "slug" is not. An entry has a slug in each language.',
    );
  }
  return wrong;
};

const repairAdvice = (name: string): string[] => [
  `What src/extensions/${PLUGIN_ID}/content-types/${name}/schema.json has as "attributes" and "options" replaces all there is: Strapi deletes the columns of attributes that are not in it. Nothing has been deleted yet.`,
  `Remove that file, or complete it, and start again. To add an attribute, write src/extensions/${PLUGIN_ID}/strapi-server.js (or .ts):`,
  `  module.exports = (plugin) => {`,
  `    plugin.contentTypes.${name}.schema.attributes.subtitle = { type: 'string' };`,
  `    return plugin;`,
  `  };`,
];

/** Content types at the last start; Strapi has none after an import. */
type FormerContentTypes = Record<string, { collectionName: string } | undefined> | null | undefined;

/** Refuses a content type whose table Strapi would replace by an empty one. */
const checkTables = async (strapi: Core.Strapi, before: FormerContentTypes): Promise<void> => {
  for (const uid of Object.keys(SCHEMAS)) {
    const table = before?.[uid]?.collectionName;
    const newTable = strapi.contentTypes[uid as keyof typeof strapi.contentTypes]?.collectionName;
    if (!table || table === newTable) continue;
    // If the table was renamed as well, nothing is lost.
    if (!(await strapi.db.getSchemaConnection().hasTable(table))) continue;
    throw startError(
      `The content type "${uid}" has the "collectionName" "${newTable}", but its entries are in the table "${table}", which Strapi would delete. Nothing has been deleted yet.`,
      [],
      [`Set "collectionName" to "${table}", or rename the table first, and start again.`],
    );
  }
};

/**
 * Refuses to start if an extension of the site changes the plugin's content types so that content would be lost or the
 * plugin cannot work.
 *
 * When plugins are registered, Strapi has read the extensions, but not touched the database.
 *
 * @throws Error that names the type, what is wrong with it and what to do
 */
export const checkContentTypes = (strapi: Core.Strapi): void => {
  for (const [uid, ours] of Object.entries(SCHEMAS)) {
    const wrong = compareSchema(ours, schemaOf(strapi, uid)!);
    if (wrong.length === 0) continue;
    throw startError(
      `The plugin ${PLUGIN_ID} cannot work with the content type "${uid}" as src/extensions changes it:`,
      wrong,
      repairAdvice(ours.info.singularName),
    );
  }
  strapi
    .hook('strapi::content-types.beforeSync')
    .register(({ oldContentTypes }: { oldContentTypes?: FormerContentTypes }) =>
      checkTables(strapi, oldContentTypes),
    );
};

/** Versions of Strapi that give two tools the same name: strapi/strapi issue 26706. */
const NAME_CLASH_VERSIONS = /^5\.(?:47\.\d+|48\.[01])$/;

/** Explains why the start is about to fail: Strapi's own error names a tool, but no remedy. */
export const warnOfMcpNameClash = ({ config, log }: Pick<Core.Strapi, 'config' | 'log'>): void => {
  const version = config.get<string>('info.strapi', '');
  if (!config.get('server.mcp.enabled', false) || !NAME_CLASH_VERSIONS.test(version)) return;
  log.warn(
    `Syndication: the MCP server of Strapi ${version} gives the tools of two content types the same name, and Strapi then does not start (strapi/strapi issue 26706). Update Strapi to 5.48.2 or later, or take "mcp" out of config/server.`,
  );
};
