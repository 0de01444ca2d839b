import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { PERMISSIONS } from '../lib/constants';
import { DELIVERY_STATES } from '../push/consumer';
import { FEED_SORTS } from './admin-api';
import { findDeliveries } from './deliveries';
import { findFeedPage } from './feed-list';
import { ENTRY_TOOLS } from './mcp-entries';
import { type OfferTool, tool } from './mcp-tool';

const feeds = tool({
  name: 'syndication_feeds',
  title: 'Feeds: list',
  description:
    'The feeds of this site (the whole site, content types, topics such as tags): the "address" of the RSS document, the "link" of its page, how many entries are "published" and how many are drafts or have a later date ("waiting"), the newest, and when the next appears by itself. Ask with "query" for some of them.',
  permissions: [PERMISSIONS.readFeeds],
  input: () => ({
    query: z.string().max(200).default('').describe('Part of a title, name or slug'),
    type: z.string().max(200).default('').describe('Content type of topics or entries'),
    sort: z.enum(FEED_SORTS).default('title'),
    descending: z.boolean().default(false),
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(100).default(50),
  }),
  answer: async (panel, { query: _q, sort: by, descending, ...asked }, user) => {
    const query = { ...asked, _q, sort: { by, descending } };
    const { results, pagination } = await findFeedPage(panel, query, user);
    return { feeds: results, pagination };
  },
});

/** Says who was told of what. */
const deliveries = tool({
  name: 'syndication_deliveries',
  title: 'Feeds: deliveries',
  description:
    'What front ends, CDNs, hubs and search engines were told, or are to be told, of changes, the newest first: how often each was tried, and how it was answered. Ask with "state": "failed" for what they were not told.',
  permissions: [PERMISSIONS.updateSettings],
  input: () => ({
    consumer: z.string().max(100).default('').describe('Key of a consumer; all of them without'),
    state: z.enum(DELIVERY_STATES).optional(),
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(100).default(20),
  }),
  answer: async (panel, { state, ...asked }, user) => {
    const page = await findDeliveries(panel, { ...asked, state: state ?? '' }, user);
    return {
      consumers: page.consumers,
      deliveries: page.results.map(({ id: _, ...row }) => row),
      pagination: page.pagination,
    };
  },
});

/** The names begin with no verb: Strapi derives such names itself, and does not start with two alike. */
const TOOLS: OfferTool[] = [feeds, ...ENTRY_TOOLS, deliveries];

/** Gives agents tools, where the MCP server of Strapi is there (since 5.47) and on. */
export const offerTools = (strapi: Core.Strapi): void => {
  const { ai }: { ai?: Core.Strapi['ai'] } = strapi;
  if (ai?.mcp?.isEnabled() !== true) return;
  TOOLS.forEach((offer) => offer(strapi));
};
