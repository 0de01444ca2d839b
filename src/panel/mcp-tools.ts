import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';

import { PERMISSIONS } from '../constants';
import { DELIVERY_STATES } from '../push/consumer';
import { FEED_SORTS } from './admin-api';
import { findDeliveries } from './deliveries';
import { findFeedPage } from './feed-list';
import { ENTRY_TOOLS } from './mcp-entries';
import { type OfferTool, tool } from './mcp-tool';
import { openPanel } from './panel';
import { userOf } from './rights';

const nullableText = () => z.string().nullable();

const pagination = () =>
  z.object({ page: z.number(), pageSize: z.number(), pageCount: z.number(), total: z.number() });

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
    pagination: pagination(),
  }),
  answer: async (strapi, { query, ...asked }, { userAbility }) => {
    const panel = await openPanel(strapi);
    const user = userOf(panel, { state: { userAbility } });
    const { results, pagination } = await findFeedPage(panel, { ...asked, search: query }, user);
    return { feeds: results, pagination };
  },
});

const consumer = () => z.object({ key: z.string(), name: z.string(), kind: nullableText() });

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
  output: () => ({
    consumers: z.array(consumer().extend({ failed: z.number() })),
    deliveries: z.array(
      z.object({
        consumer: consumer(),
        subject: z
          .record(z.string(), z.unknown())
          .describe('An entry, feeds of a list, the site, or what a cache is to forget'),
        state: z.enum(DELIVERY_STATES),
        tries: z.number(),
        isFailing: z.boolean(),
        created: z.string(),
        due: nullableText(),
        ended: nullableText(),
        answer: nullableText(),
      }),
    ),
    pagination: pagination(),
  }),
  answer: async (strapi, { state, ...asked }, { userAbility }) => {
    const panel = await openPanel(strapi);
    const user = userOf(panel, { state: { userAbility } });
    const page = await findDeliveries(panel, { ...asked, state: state ?? '' }, user);
    return {
      consumers: page.consumers,
      deliveries: page.results.map(({ id: _, subject, ...row }) => ({
        ...row,
        subject: { ...subject },
      })),
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
