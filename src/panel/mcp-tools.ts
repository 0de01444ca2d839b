import type { Core } from '@strapi/strapi';
import { errors, z } from '@strapi/utils';

import { findGuids, findMoments } from '../addresses/permalinks';
import { entryKeyOf } from '../catalogue/catalogue-table';
import { PERMISSIONS } from '../lib/constants';
import { findSavedDraft } from '../entries/drafts';
import { logError } from '../lib/database';
import { documentLocale } from '../mapping/schemas';
import { sourceOf } from '../mapping/plan';
import { editionOf } from '../options/locales';
import { DELIVERY_STATES } from '../push/consumer';
import { type ArticlePreview, FEED_SORTS } from './admin-api';
import { findDeliveries } from './deliveries';
import { findFeedPage } from './feed-list';
import { isName, type OpenEntry, openPanel, type Panel, panelParts } from './panel';
import { ACTIONS } from './permissions';
import { findPreview, type PreviewForm } from './previews';
import { type PanelUser, userOf, type UserState } from './rights';

type Fields = Record<string, z.ZodType>;

/** A tool for agents, with the information of a screen of the panel. */
interface Tool<Input extends Fields = Fields> {
  name: `syndication_${string}`;
  title: string;
  /** Tells the agent what the tool returns, what the answer does not make clear, and when to call it. */
  description: string;
  /** Permissions that the panel requires for the same answer. A token without the first one does not see the tool. */
  permissions: readonly [string, ...string[]];
  /** Makes the input schema when Strapi asks for it: older versions of `@strapi/utils` have no zod. */
  input: (strapi: Core.Strapi) => Input;
  answer: (panel: Panel, asked: z.infer<z.ZodObject<Input>>, user: PanelUser) => Promise<object>;
}

/** Adds a tool to the MCP server of a Strapi. */
type OfferTool = (strapi: Core.Strapi) => void;

const refusal = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  isError: true as const,
});

/** Name of a permission in Settings > Roles. */
const permissionName = (permission: string): string =>
  ACTIONS.find(({ uid }) => permission.endsWith(`.${uid}`))?.displayName ?? permission;

/** Makes the function that registers a tool. */
const createTool =
  <Input extends Fields>({ permissions, input, answer, ...named }: Tool<Input>): OfferTool =>
  (strapi) => {
    // Strapi shows the tool to a token that has any of these permissions.
    const policies: [{ action: string }] = [{ action: permissions[0] }];
    strapi.ai.mcp.registerTool({
      ...named,
      auth: { policies },
      telemetry: { source: 'plugin::syndication', name: named.name },
      resolveInputSchema: (): z.ZodObject => z.object(input(strapi)).strict(),
      // Strapi requires a schema. The names in an answer explain themselves.
      resolveOutputSchema: (): z.ZodObject => z.object({}).catchall(z.unknown()),
      createHandler:
        (_strapi, context) =>
        async ({ args }) => {
          // The MCP context has the owner of the token where the panel's requests have their user.
          const state = context as unknown as UserState;
          const missing = permissions.find((permission) => !state.userAbility.can(permission));
          if (missing !== undefined) {
            return refusal(`The token lacks the permission "${permissionName(missing)}".`);
          }
          try {
            const asked = args as z.infer<z.ZodObject<Input>>;
            const panel = await openPanel(strapi);
            const found = { ...(await answer(panel, asked, userOf(panel, state))) };
            return {
              content: [{ type: 'text', text: JSON.stringify(found) }],
              structuredContent: found,
            };
          } catch (error) {
            // Strapi would send the text of any error to the client. Only errors of this class are meant for clients.
            if (error instanceof errors.ApplicationError) return refusal(error.message);
            logError(strapi, error);
            return refusal('The server could not answer; its log says why.');
          }
        },
    });
  };

/**
 * The saved draft of an entry, as the Content Manager's form begins with it; undefined if there is no draft, or the user
 * may not read all that readers see of it.
 */
const openForm = async (
  { strapi, plan }: Panel,
  { contentType, documentId, locale }: OpenEntry,
  { mayRead }: PanelUser,
): Promise<PreviewForm | undefined> => {
  const entry = { contentType, documentId, locale };
  const values = (await mayRead([entry]))(entry)
    ? await findSavedDraft(strapi, sourceOf(plan, contentType), documentId, locale)
    : null;
  return values ? { ...entry, copyOf: undefined, values } : undefined;
};

const textSchema = (longest: number) =>
  z.string().min(1).max(longest).refine(isName, 'expected no control characters');

/** Input of a tool about an entry. */
const entryInput = (strapi: Core.Strapi) => ({
  contentType: z.enum(panelParts.of(strapi).plan.sources.map((source) => source.contentType)),
  documentId: textSchema(100),
  locale: textSchema(50)
    .optional()
    .describe('Code of the locale of a localised entry; the default one where it is left out'),
});

interface EntryTool extends Pick<Tool, 'name' | 'title' | 'description' | 'permissions'> {
  answer: (
    preview: ArticlePreview,
    /** Form of the entry, with its document id. */
    form: PreviewForm,
    panel: Panel,
  ) => object | Promise<object>;
}

/** A tool that answers from the preview of an entry's saved draft, as the panel shows it beside the form. */
const entryTool = ({ answer, ...named }: EntryTool): OfferTool =>
  createTool({
    ...named,
    input: entryInput,
    answer: async (panel, asked, user) => {
      const { contentType, documentId } = asked;
      const locale = (await documentLocale(panel.strapi, contentType, asked.locale)) ?? null;
      const form = await openForm(panel, { contentType, documentId, locale }, user);
      const preview = form && (await findPreview(panel, form, user));
      if (!preview || 'isWithheld' in preview) {
        const place = locale === null ? contentType : `${contentType} in the locale "${locale}"`;
        throw new errors.NotFoundError(
          `There is no entry with this document id in ${place}, or the token may not read all that readers see of it.`,
        );
      }
      return { contentType, documentId, locale, ...(await answer(preview, form, panel)) };
    },
  });

/** Part of the description of every tool that previews. */
const PREVIEW_DESCRIPTION =
  '"reasons" says why it is in no feed yet, or not in more of them; "effects" what readers and subscribers notice when the draft is published as it is. With "isLate" the text was not rendered in time, and is missing with its problems: ask again.';

const checkEntry = entryTool({
  name: 'syndication_check_entry',
  title: 'Feeds: check an entry',
  description: `Problems that readers and subscribers would have with the saved draft of an entry, worst first: broken links, images without a description, a missing summary, a taken address. Ask before you publish it. An error breaks something; a warning makes it poorer; "field" is where it is mended. ${PREVIEW_DESCRIPTION}`,
  permissions: [PERMISSIONS.readProblems, PERMISSIONS.readFeeds],
  answer: ({ item, problems = [], isLate = false, reasons, effects }) => ({
    title: item.title,
    problems,
    isLate,
    reasons,
    effects,
  }),
});

/** Most characters of a full text that an agent gets. */
const MAXIMUM_HTML = 20_000;

const previewItem = entryTool({
  name: 'syndication_preview_item',
  title: 'Feeds: preview an item',
  description: `The saved draft of an entry as subscribers will read it once it is published: title, summary, full text as HTML (${MAXIMUM_HTML} characters at most), picture and attachment, and the feeds it is in now and will be in next. Without a "link" it has no address yet, without a "date" it gets that of its publication. ${PREVIEW_DESCRIPTION}`,
  permissions: [PERMISSIONS.readFeeds],
  answer: ({ item, feeds, isLate = false, reasons, effects }) => {
    const { excerpt: _excerpt, missing: _missing, contentHtml, ...shown } = item;
    return {
      item: { ...shown, contentHtml: contentHtml?.slice(0, MAXIMUM_HTML) ?? null },
      feeds: feeds.map(({ isToCome: _, ...feed }) => feed),
      isLate,
      reasons,
      effects,
    };
  },
});

const addresses = entryTool({
  name: 'syndication_addresses',
  title: 'Feeds: addresses of an entry',
  description:
    'Where readers find an entry ("address"; null: nowhere), where they will when its draft is published ("next", or the fields it is "missing"), when it appears by itself ("scheduled"), when it was first published, and the id by which subscribers know it, which stays.',
  permissions: [PERMISSIONS.readFeeds],
  answer: async (preview, form, panel) => {
    const { contentType, documentId = '', locale } = form;
    const edition = editionOf(panel.editions, sourceOf(panel.plan, contentType), locale);
    const { publicLink, scheduled, item } = preview;
    const moments =
      edition && (await findMoments(panel.strapi, contentType, documentId, locale ?? ''));
    const published = moments?.published;
    const key = { contentType, documentId, locale: locale ?? '' };
    const ids = edition && published && (await findGuids(panel, edition.inForce, [key]));
    return {
      address: publicLink,
      next: edition ? item.link : null,
      missing: item.missing,
      scheduled,
      id: ids?.get(entryKeyOf(key)) ?? null,
      published: published?.toISOString() ?? null,
    };
  },
});

const feeds = createTool({
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

/** Tells which consumers were told of what. */
const deliveries = createTool({
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

/** No name begins with a verb: Strapi derives such names itself, and does not start if two are equal. */
const TOOLS: OfferTool[] = [feeds, checkEntry, previewItem, addresses, deliveries];

/** Offers tools to agents, if Strapi's MCP server exists (since 5.47) and is enabled. */
export const offerTools = (strapi: Core.Strapi): void => {
  const { ai }: { ai?: Core.Strapi['ai'] } = strapi;
  if (ai?.mcp?.isEnabled() !== true) return;
  TOOLS.forEach((offer) => offer(strapi));
};
