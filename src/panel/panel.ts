import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import type { Ids } from '../addresses/ids';
import type { Permalinks } from '../addresses/permalinks';
import type { TakeOver } from '../addresses/take-over';
import type { WithoutAddressFinder } from '../addresses/without-address';
import type { Renderings } from '../cache/renderings';
import type { Counts } from '../catalogue/counts';
import type { EntryStates } from '../catalogue/entry-states';
import { directoryTitle, type SourceListing } from '../content/selection';
import { homePath } from '../feed/addresses';
import type { ChangeLog } from '../lib/change-log';
import { keptForStrapi } from '../lib/kept-for-strapi';
import type { Transactions } from '../lib/transactions';
import { isObject } from '../lib/values';
import { type Plan, sourceListings } from '../mapping/plan';
import { type Schemas, typeNames } from '../mapping/schemas';
import { editionMark } from '../options/locales';
import { configuredOptions, type Settings, type SettingsStore } from '../options/settings';
import type { Slugs } from '../own-types/slugs';
import type { Edition } from '../public/editions';
import type { Precedence } from '../public/precedence';
import type { Push } from '../push/push';
import type { Drawn } from './missing-links';
import { type PanelUser, userOf, type UserState } from './rights';
import type { TagMerge } from './tag-merge';

/** What the panel says of content types that have feeds. */
interface PanelTypes {
  /** What people call them, by content type; types of one name are told apart. */
  names: Map<string, string>;
  /** Sources with a feed of their own that is another than the whole site's. */
  listings: SourceListing[];
}

/** The site in one of its locales, as the panel tells of it. */
export interface PanelEdition extends Edition {
  /** Of its locale; empty for the main one. */
  mark: string;
  panelTypes: PanelTypes;
  /** The settings in force as the request found them. */
  inForce: Settings;
  /** BCP 47 tag of its language; null where the site is in one alone. */
  toldLanguage: string | null;
}

export type PanelEditions = readonly [main: PanelEdition, ...others: PanelEdition[]];

/** What the panel shares with the public site. */
interface Shared {
  changeLog: Pick<ChangeLog, 'untilIndexed' | 'isBehind'>;
  counts: Counts;
  ids: Pick<Ids, 'reset'>;
  permalinks: Permalinks;
  plan: Plan;
  precedence: Pick<Precedence, 'goesBefore'>;
  push: Pick<Push, 'consumers' | 'now' | 'resume'>;
  renderings: Renderings;
  /** As they are when mappings are compiled: other plugins add relations of their own later. */
  schemas: Schemas;
  /** Of the whole site. */
  settings: SettingsStore;
  slugs: Slugs;
  states: EntryStates;
  tagMerge: TagMerge;
  takeOver: TakeOver;
  transactions: Pick<Transactions, 'rows'>;
  transfers: { queueReading: () => void };
  withoutAddress: Pick<WithoutAddressFinder, 'find'>;
}

/** What the screens of the panel answer from. */
export interface Panel extends Shared {
  strapi: Core.Strapi;
  /** The site in each of its locales, the main one first. */
  editions: PanelEditions;
  /** What the plugin alone draws. */
  drawn: Drawn;
}

type KeptEdition = Omit<PanelEdition, 'inForce' | 'toldLanguage'>;

type KeptPanel = Omit<Panel, 'editions'> & {
  editions: readonly [main: KeptEdition, ...others: KeptEdition[]];
};

const kept = keptForStrapi<KeptPanel>();

const panelTypesOf = (plan: Plan, schemas: Schemas, home: string | false = '/'): PanelTypes => {
  const types = [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);
  const names = typeNames(schemas, [...new Set(types)]);
  for (const { contentType, address } of plan.valueTypes ?? []) {
    names.set(contentType, directoryTitle(address.directory, 'en'));
  }
  const listings = sourceListings(plan, homePath(home)).filter(({ isAlone }) => !isAlone);
  return { names, listings };
};

/** Keeps for the panel's controllers, which Strapi makes, what they answer from. */
export const keepPanel = (
  strapi: Core.Strapi,
  shared: Shared & { editions: [Edition, ...Edition[]] },
): void => {
  const { home, htmlPages, templates } = configuredOptions(strapi);
  const toEdition = (edition: Edition) => ({
    ...edition,
    mark: editionMark(edition.locale),
    panelTypes: panelTypesOf(edition.plan, shared.schemas, home),
  });
  const [main, ...others] = shared.editions;
  kept.keep(strapi, {
    ...shared,
    strapi,
    editions: [toEdition(main), ...others.map(toEdition)],
    // Templates and front ends have ids of their own, and front ends pages of their own.
    drawn: {
      pages: htmlPages,
      anchors: htmlPages && Object.keys(templates).every((key) => key === 'model'),
    },
  });
};

/** The panel without what has to be read. */
export const panelOf = (strapi: Core.Strapi): KeptPanel => kept.of(strapi);

/** The panel as a request finds it. */
export const openPanel = async (strapi: Core.Strapi): Promise<Panel> => {
  const panel = kept.of(strapi);
  // What was saved a moment ago is in it.
  await panel.changeLog.untilIndexed();
  const editions = await Promise.all(
    panel.editions.map(async (edition, _place, { length }) => {
      const inForce = await edition.settings.get();
      return { ...edition, inForce, toldLanguage: length > 1 ? inForce.language : null };
    }),
  );
  return { ...panel, editions: editions as unknown as PanelEditions };
};

/**
 * What a request gives, as a schema reads it.
 *
 * @throws ValidationError that names each field and what it takes (the schema's description)
 */
export const read = <Schema extends z.ZodType>(
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

/** PostgreSQL refuses texts with U+0000, and no name has any other of these. */
const CONTROL = /\p{Cc}/u;

/** Whether a database can look for a text as a name. */
export const isName = (text: string): boolean => !CONTROL.test(text);

/** A name of something that is asked for, as a database can look for it. */
export const name = (longest: number) =>
  z.string().max(longest).refine(isName, 'expected no control characters');

export const contentType = name(200);

export const documentId = name(100);

/** A document id that may be missing, empty or null, as a form has it that was never saved. */
export const savedId = documentId.nullish().transform((id) => id || undefined);

/** Code of a locale; null where none is told. */
export const locale = name(50)
  .nullish()
  .transform((code) => code || null);

/** An entry, as the Content Manager has it open: in Strapi's default locale where none is told. */
export const openEntry = z.object({ contentType, documentId: documentId.min(1), locale });

export type OpenEntry = z.output<typeof openEntry>;

/** A text that is being typed, without what no database keeps. */
export const typedText = (longest: number) =>
  z
    .string()
    .max(longest)
    .nullish()
    .transform((text) => (text ?? '').replaceAll('\0', ''));

/** Names with commas between them. */
export const names = (most: number, what: string) =>
  name(10_000)
    .default('')
    .transform((list) => list.split(',').filter((one) => one !== ''))
    .refine((list) => list.length <= most, `ask for at most ${most} ${what} at once`);

/** A name that may be left out, or empty. */
export const optionalName = (longest: number) =>
  name(longest)
    .transform((text) => text || undefined)
    .optional();

/** What a list is searched for. */
export const search = z.string().max(200).default('');

export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
};

/** A page of a list, as the Content Manager has it. */
export const toPagination = (page: number, pageSize: number, total: number) => ({
  page,
  pageSize,
  pageCount: Math.max(1, Math.ceil(total / pageSize)),
  total,
});

/** Whether what was found is a page of a list. */
const isPage = (
  found: object | null | undefined,
): found is { pagination: ReturnType<typeof toPagination> } =>
  isObject(found) && 'pagination' in found;

/** Whether nothing can be in the body of a request: the router has a HEAD answered as a GET. */
const isRead = (method: string): boolean => ['GET', 'HEAD'].includes(method);

/** What makes the handler of a route, which Strapi gives itself. */
export type Answer = (strapi: Core.Strapi) => (ctx: Context) => Promise<void>;

/** Says that something cannot be done since something else was done meanwhile: 409. */
export class Conflict {
  constructor(readonly message: string) {}
}

/**
 * Answers with what is found for the user: a page of a list as it is, and anything else as `data`. Where nothing is
 * found, the status is 404. What is asked is in the path, and in the query of a GET or HEAD or the body of any other request.
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
  ): Answer =>
  (strapi) =>
  async (ctx) => {
    const given: unknown = isRead(ctx.method) ? ctx.query : (ctx.request.body ?? {});
    const asked = read(schema, isObject(given) ? { ...given, ...ctx.params } : given);
    const panel = await openPanel(strapi);
    const user = userOf(panel, ctx.state as UserState);
    let found = await find(panel, asked, user, ctx);
    if (isPage(found) && found.pagination.page > found.pagination.pageCount) {
      // Nothing on a page would read as nothing at all, where a list became shorter since it was opened.
      const last = { ...(asked as object), page: found.pagination.pageCount };
      found = await find(panel, last as z.output<Schema>, user, ctx);
    }
    if (found === undefined) throw new errors.NotFoundError('There is no feed with this id.');
    if (found instanceof Conflict) return void ctx.conflict(found.message);
    ctx.body = isPage(found) ? found : { data: found };
  };

/** Of a request that asks for nothing in particular. */
export const nothingAsked = z.object({});
