import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { PERMISSIONS } from '../constants';
import { FEED_SORTS } from './admin-api';
import { findFeedPage } from './feed-list';
import { deliveriesTool } from './mcp-deliveries';
import { ENTRY_TOOLS } from './mcp-entries';
import { type OfferTool, tool } from './mcp-tool';
import { openPanel } from './panel';
import { userOf } from './permissions/entry-rights';

const nullableText = () => z.string().nullable();

const feeds = tool({
  name: 'syndication_feeds',
  title: 'Feeds: list',
  description:
    'The feeds of this site (the whole site, content types, topics such as tags), with their addresses, how many entries are public in each, and how many are to come. Ask with "query" for some of them.',
  permissions: [PERMISSIONS.readFeeds],
  input: () => ({
    query: z.string().max(200).default('').describe('Part of a title, name or slug'),
    type: z.string().max(200).default('').describe('Content type of topics or entries'),
    sort: z.enum(FEED_SORTS).default('title'),
    descending: z.boolean().default(false),
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(100).default(50),
  }),
  output: () => ({
    feeds: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        contentType: nullableText().describe('null: the feed of the whole site'),
        typeName: nullableText(),
        language: nullableText(),
        address: z.string().describe('Of the RSS document'),
        link: z.string().describe('Of the page the feed belongs to'),
        published: z.number().describe('Public entries'),
        waiting: z.number().describe('Drafts and entries that have a later date'),
        newest: z
          .object({
            contentType: z.string(),
            documentId: z.string(),
            locale: nullableText(),
            title: z.string(),
            date: z.string(),
            mayEdit: z.boolean(),
          })
          .nullable(),
        next: nullableText().describe('When the next entry appears by itself'),
        changed: z.string(),
      }),
    ),
    pagination: z.object({
      page: z.number(),
      pageSize: z.number(),
      pageCount: z.number(),
      total: z.number(),
    }),
  }),
  answer: async (strapi, { query, ...asked }, { userAbility }) => {
    const panel = await openPanel(strapi);
    const user = userOf(panel, { state: { userAbility } });
    const { results, pagination } = await findFeedPage(panel, { ...asked, search: query }, user);
    return { feeds: results, pagination };
  },
});

/** The names begin with no verb: Strapi derives such names itself, and does not start with two alike. */
const TOOLS: OfferTool[] = [feeds, ...ENTRY_TOOLS, deliveriesTool];

/** Gives agents tools, where the MCP server of Strapi is there (since 5.47) and on. */
export const offerTools = (strapi: Core.Strapi): void => {
  const { ai }: { ai?: Core.Strapi['ai'] } = strapi;
  if (ai?.mcp?.isEnabled() !== true) return;
  TOOLS.forEach((offer) => offer(strapi));
};
