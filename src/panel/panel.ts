import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import type { Ids } from '../addresses/settle-ids';
import type { AddressLayouts } from '../addresses/address-layouts';
import type { TakeOver } from '../addresses/take-over';
import type { Renderings } from '../cache/renderings';
import type { Counts } from '../catalogue/counts';
import { directoryTitle, type SourceListing } from '../content/selection';
import { homePath } from '../options/site-addresses';
import type { ChangeLog } from '../lib/change-log';
import type { Writes } from '../changes/writes';
import { isObject } from '../lib/values';
import { type Plan, sourceListings } from '../mapping/plan';
import { type Schemas, typeNames } from '../mapping/schemas';
import type { SettingsStore } from '../options/settings';
import type { Slugs } from '../own-types/slugs';
import type { Edition, Site } from '../public/editions';
import type { RouteTable } from '../public/route-table';
import type { Consumer } from '../push/consumer';
import { type PanelUser, userOf, type UserState } from './rights';

/** Names and listings of content types that have feeds. */
interface PanelTypes {
  /** Display names by content type; types of the same name get different ones. */
  names: Map<string, string>;
  /** Listings of sources whose own feed differs from the whole site's. */
  listings: SourceListing[];
}

/** The site in one of its locales, with what the panel shows of it. */
export interface PanelEdition extends Site {
  panelTypes: PanelTypes;
  /** BCP 47 tag of its language; null if the site has only one edition. */
  shownLanguage: string | null;
}

export type PanelEditions = readonly [main: PanelEdition, ...others: PanelEdition[]];

/** Which pages only the plugin draws, so that it knows what exists. */
interface DrawnPages {
  /** Whether it draws the pages of articles: nothing exists below their addresses. */
  pages: boolean;
  /** Whether it draws all pages without the site's templates, so that it knows all ids that links may lead to. */
  anchors: boolean;
}

/** What the panel shares with the public site. */
interface PanelParts {
  changeLog: Pick<ChangeLog, 'untilIndexed' | 'isBehind' | 'runExclusively'>;
  counts: Counts;
  /** The site in each of its locales, the main one first. */
  editions: readonly Edition[];
  ids: Pick<Ids, 'reset'>;
  layouts: Pick<AddressLayouts, 'idMark'>;
  plan: Plan;
  routeTable: Pick<RouteTable, 'goesBefore'>;
  push: {
    consumers: readonly Consumer[];
    /** Milliseconds since 1970, by the database's clock. */
    now: () => number;
    /** Ends the pause of a consumer. */
    resume: (consumer: string) => void;
  };
  renderings: Renderings;
  /** Schemas at the time when mappings are compiled: other plugins add relations later. */
  schemas: Schemas;
  /** Settings of the whole site. */
  settings: SettingsStore;
  slugs: Slugs;
  takeOver: TakeOver;
  transfers: { queueReading: () => void };
  writes: Pick<Writes, 'note' | 'noteRows'>;
}

/** What the handlers of the panel's routes use. */
export interface Panel extends Omit<PanelParts, 'editions'> {
  strapi: Core.Strapi;
  /** The site in each of its locales, the main one first. */
  editions: PanelEditions;
  /** Which pages only the plugin draws. */
  drawnPages: DrawnPages;
}

const partsByStrapi = new WeakMap<Core.Strapi, PanelParts>();

/** The parts for the handlers of the panel's routes, which get only Strapi. */
export const panelParts = {
  keep: (strapi: Core.Strapi, parts: PanelParts): void => void partsByStrapi.set(strapi, parts),

  /** @throws if nothing is kept: the plugin is not registered */
  of(strapi: Core.Strapi): PanelParts {
    const parts = partsByStrapi.get(strapi);
    if (!parts) throw new Error('The plugin is not registered.');
    return parts;
  },
};

const panelTypesOf = (plan: Plan, schemas: Schemas, home: string | false): PanelTypes => {
  const types = [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);
  const names = typeNames(schemas, [...new Set(types)]);
  for (const { contentType, address } of plan.valueTypes ?? []) {
    names.set(contentType, directoryTitle(address.directory, 'en'));
  }
  const listings = sourceListings(plan, homePath(home)).filter(({ isAlone }) => !isAlone);
  return { names, listings };
};

/** The panel for one request, with the settings in force. */
export const openPanel = async (strapi: Core.Strapi): Promise<Panel> => {
  const parts = panelParts.of(strapi);
  // The answer must contain what was saved a moment ago.
  await parts.changeLog.untilIndexed();
  const { home, htmlPages, templates } = parts.settings.configured();
  const editions = await Promise.all(
    parts.editions.map(async (edition, _place, { length }): Promise<PanelEdition> => {
      const inForce = await edition.settings.get();
      return {
        ...edition,
        panelTypes: panelTypesOf(edition.plan, parts.schemas, home),
        inForce,
        shownLanguage: length > 1 ? inForce.language : null,
      };
    }),
  );
  return {
    ...parts,
    strapi,
    editions: editions as unknown as PanelEditions,
    // Front ends have pages that the plugin does not know. They and templates also have ids that it does not know.
    drawnPages: {
      pages: htmlPages,
      anchors: htmlPages && Object.keys(templates).every((key) => key === 'model'),
    },
  };
};

/**
 * Reads the parameters of a request with a schema.
 *
 * @throws ValidationError that names each field and what it takes (the schema's description)
 */
export const parseRequest = <Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> => {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => ({
    path: path.map(String),
    name: 'ValidationError',
    message: `${path.join('.') || 'The request'}: ${message}`,
  }));
  throw new errors.ValidationError(problems.map(({ message }) => message).join('; '), {
    errors: problems,
  });
};

/**
 * Whether a text may be used as a name in a query. PostgreSQL refuses texts with U+0000; no name contains any other
 * control character either.
 */
export const isName = (text: string): boolean => !/\p{Cc}/u.test(text);

/** Schema of a name that is used in a query. */
export const name = (longest: number) =>
  z.string().max(longest).refine(isName, 'expected no control characters');

export const contentType = name(200);

export const documentId = name(100);

/** A name that may be missing, empty or null: undefined in all cases. */
export const optionalNameSchema = (longest: number) =>
  name(longest)
    .nullish()
    .transform((text) => text || undefined);

/** A document id. A form that was never saved leaves it out, or has an empty text or null. */
export const savedIdSchema = optionalNameSchema(100);

/** Code of a locale; null if missing or empty. */
export const locale = name(50)
  .nullish()
  .transform((code) => code || null);

/** The entry that is open in the Content Manager. Without a locale, Strapi's default locale is meant. */
export const openEntrySchema = z.object({ contentType, documentId: documentId.min(1), locale });

export type OpenEntry = z.output<typeof openEntrySchema>;

/** A text that is being typed. U+0000, which PostgreSQL refuses, is removed. */
export const typedTextSchema = (longest: number) =>
  z
    .string()
    .max(longest)
    .nullish()
    .transform((text) => (text ?? '').replaceAll('\0', ''));

/** Names separated by commas; `what` is their plural in the error. */
export const names = (most: number, what: string) =>
  name(10_000)
    .default('')
    .transform((list) => list.split(',').filter((one) => one !== ''))
    .refine((list) => list.length <= most, `ask for at most ${most} ${what} at once`);

/** Search term of a list. */
export const search = z.string().max(200).default('');

export const pagingParameters = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
};

/** The pagination of a page of a list, in the form of the Content Manager. */
export const paginationOf = (page: number, pageSize: number, total: number) => ({
  page,
  pageSize,
  pageCount: Math.max(1, Math.ceil(total / pageSize)),
  total,
});

/** Whether a result is a page of a list. */
const isPaged = (
  found: object | null | undefined,
): found is { pagination: ReturnType<typeof paginationOf> } =>
  isObject(found) && 'pagination' in found;

/** Makes the handler of a route for a Strapi. */
export type CreateHandler = (strapi: Core.Strapi) => (ctx: Context) => Promise<void>;

/** Result for status 409: the request conflicts with something that was done meanwhile. */
export class Conflict {
  constructor(readonly message: string) {}
}

/**
 * Makes a handler that answers with the result of `find`: a page of a list as it is, anything else, also null, as
 * `data`. Undefined means that the user knows of no such feed: 404. Parameters are those of the path, with the query
 * of a GET or HEAD or the body of any other request.
 */
export const answerWith =
  <Schema extends z.ZodType>(
    schema: Schema,
    find: (
      panel: Panel,
      asked: z.output<Schema>,
      user: PanelUser,
      ctx: Context,
    ) => Promise<object | null | undefined>,
  ): CreateHandler =>
  (strapi) =>
  async (ctx) => {
    // The router passes a HEAD to the handler of the GET.
    const isReading = ['GET', 'HEAD'].includes(ctx.method);
    const given: unknown = isReading ? ctx.query : (ctx.request.body ?? {});
    const asked = parseRequest(schema, isObject(given) ? { ...given, ...ctx.params } : given);
    const panel = await openPanel(strapi);
    const user = userOf(panel, ctx.state as UserState);
    let found = await find(panel, asked, user, ctx);
    if (isPaged(found) && found.pagination.page > found.pagination.pageCount) {
      // The list may have become shorter since it was opened: an empty page would look like an empty list.
      const last = { ...(asked as object), page: found.pagination.pageCount };
      found = await find(panel, last as z.output<Schema>, user, ctx);
    }
    if (found === undefined) throw new errors.NotFoundError('There is no feed with this id.');
    if (found instanceof Conflict) return void ctx.conflict(found.message);
    ctx.body = isPaged(found) ? found : { data: found };
  };

/** Schema of a request without parameters. */
export const noParameters = z.object({});
