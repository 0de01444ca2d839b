import { z } from '@strapi/utils';

import { PERMISSIONS } from '../constants';
import { DELIVERY_STATES } from '../push/consumer';
import { findDeliveries } from './deliveries';
import { type OfferTool, tool } from './mcp-tool';
import { openPanel } from './panel';
import { userOf } from './permissions/entry-rights';

const nullableText = () => z.string().nullable();

const consumer = () => z.object({ key: z.string(), name: z.string(), kind: nullableText() });

/** A tool that says who was told of what. */
export const deliveriesTool: OfferTool = tool({
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
    pagination: z.object({
      page: z.number(),
      pageSize: z.number(),
      pageCount: z.number(),
      total: z.number(),
    }),
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
