import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import { channelDescription, feedTitle, WHOLE_SITE } from '../content/selection';
import { toRfc2822 } from '../feed/model';
import { EDITABLE_SETTINGS, PLUGIN_ID } from '../lib/constants';
import { BUILT_IN_SOURCES, compilePlan } from '../mapping/compile-plan';
import { configurationText, type DescribedType, describePlan } from '../mapping/describe';
import type { Plan } from '../mapping/plan';
import {
  contentTypeOf,
  hasDrafts,
  isPublishable,
  type Schemas,
  typeNames,
} from '../mapping/schemas';
import type { SyndicationOptions } from '../options/options';
import type { Changes } from '../options/saved-values';
import type { EditableName, SavedSettings, Settings } from '../options/settings';
import { APPEARANCE_NAMES, type Theme } from '../pages/appearance';
import { renderEntry } from '../pages/article';
import { renderListing } from '../pages/listing';
import { type ArticlePage, type ListingPage, type Page, toPageDate } from '../pages/model';
import type {
  AppearancePreview,
  AppearanceResponse,
  ChannelPreview,
  OwnAppearance,
  ResetIds,
  SettingsResponse,
  SettingValues,
  SourceType,
  SourceTypes,
} from './admin-api';
import { answerWith, Conflict, nothingAsked, type Panel, type PanelEdition, read } from './panel';

const valuesSchema = z.record(z.string().max(100), z.unknown());

const versionSchema = z.object({ version: z.string().max(100).optional() });

/** Subject of the example beside the channel of the whole site. */
const EXAMPLE_TAG = 'Api';

const channelPreview = (settings: Settings, now: Date): ChannelPreview => ({
  site: { title: feedTitle(settings), description: channelDescription(settings) },
  tag: {
    title: feedTitle(settings, EXAMPLE_TAG),
    description: channelDescription(settings, EXAMPLE_TAG),
  },
  address: settings.addresses.feed('rss'),
  language: settings.language,
  date: toRfc2822(now, settings.timeZone),
});

const settingsResponse = (
  { settings: store, editions: [main] }: Panel,
  { settings, versions }: SavedSettings,
): SettingsResponse => {
  const fixed = store.fixed();
  // What can be changed is the whole site's; what cannot is what readers of the main locale have.
  const inForce = main.settings.inForce(settings);
  const valueOf = (name: EditableName) => (fixed.includes(name) ? inForce : settings)[name];
  const values = EDITABLE_SETTINGS.map((name) => [name, valueOf(name)]);
  return { values: Object.fromEntries(values) as SettingValues, fixed, version: versions.settings };
};

/** None of them is given back. */
const toChanges = (values: Record<string, unknown>): Changes =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

export const settings = {
  // Another node may have saved them a moment ago.
  find: answerWith(nothingAsked, async (panel) =>
    settingsResponse(panel, await panel.settings.read()),
  ),

  update: answerWith(valuesSchema, async (panel, values, _user, { query }) => {
    const { version } = read(versionSchema, query);
    const saved = await panel.settings.update('settings', toChanges(values), version);
    return saved
      ? settingsResponse(panel, saved)
      : new Conflict('Somebody else has saved the settings meanwhile: read them anew.');
  }),

  preview: answerWith(valuesSchema, async ({ editions: [main] }, values, { now }) =>
    channelPreview(await main.settings.preview('settings', toChanges(values)), now),
  ),
};

export const ids = {
  /** Makes the present address of every article and feed its id. */
  reset: answerWith(nothingAsked, async (panel): Promise<ResetIds | Conflict> => {
    const changed = await panel.ids.reset();
    return changed === undefined
      ? new Conflict('Ids are being started over already: wait until that has ended.')
      : { changed };
  }),
};

/** Articles at most in the listing that is shown. */
const ENTRIES = 5;

/** How many articles the example lists. */
const EXAMPLES = 3;

const DATE = new Date('2026-01-15T09:00:00Z');
const TITLE = 'An example of an article';
const AUTHOR = 'Ada Example';
const EXCERPT =
  'This is how articles will look. Once the first one is published, it is shown here in the place of this example.';

/** A listing to show a site that has published nothing yet. */
const exampleListing = (page: Page): ListingPage => ({
  ...page,
  entries: Array.from({ length: EXAMPLES }, () => ({
    title: TITLE,
    href: page.siteUrl,
    date: toPageDate(DATE, page.language, 'UTC'),
    excerpt: EXCERPT,
    author: AUTHOR,
    tags: [{ title: 'Example', href: page.siteUrl }],
  })),
  pageNumber: 1,
  pageCount: 1,
});

/** An article to show a site that has published nothing yet. */
const exampleArticle = (page: Page): ArticlePage => ({
  ...page,
  title: TITLE,
  date: toPageDate(DATE, page.language, 'UTC'),
  modified: DATE.toISOString(),
  author: AUTHOR,
  tags: [{ title: 'Example', href: page.siteUrl }],
  bodyHtml: `<p>${EXCERPT} <a href="#content">This is a link.</a></p><h2>A heading</h2><p>Some <code>code</code>, and a quotation:</p><blockquote><p>Simple things should be simple.</p></blockquote>`,
  headings: [],
  minutes: 1,
});

/** A page as a picture of itself: its links open elsewhere, which the frame around it does not allow. */
const withoutWays = (html: string): string =>
  html.replace('<head>', '<head><base target="_blank"/>');

/**
 * The newest public articles, as a listing and the first one as a page; examples where there is none.
 *
 * @param theme the theme to show of a site that has both
 * @throws ValidationError with one entry for each value that cannot be taken
 */
const showAppearance = async (
  edition: PanelEdition,
  changes: Changes,
  theme: Exclude<Theme, 'auto'>,
  now: Date,
): Promise<AppearancePreview> => {
  const settings = await edition.settings.preview('appearance', changes);
  const { appearance, entriesPerPage } = settings;
  const shownWith: Settings = {
    ...settings,
    entriesPerPage: Math.min(entriesPerPage, ENTRIES),
    appearance: {
      ...appearance,
      theme: appearance.theme === 'auto' ? theme : appearance.theme,
    },
  };
  const { pages } = edition;
  const [listing, [newest]] = await Promise.all([
    pages.listing(shownWith, WHOLE_SITE, 1, now),
    edition.entries.list({ now, start: 0, limit: 1 }),
  ]);
  const found = listing!;
  const shown = newest
    ? { listing: found, article: await pages.entry(shownWith, newest) }
    : { listing: exampleListing(found), article: exampleArticle(found) };
  return {
    listing: withoutWays(renderListing(shown.listing)),
    article: withoutWays(renderEntry(shown.article)),
    isExample: newest === undefined,
  };
};

const changesSchema = z.record(
  z.string().max(100),
  z.object({ value: z.unknown() }).nullable().describe('{ value: … }, or null'),
);

const themeSchema = z.object({ theme: z.enum(['light', 'dark']).default('light') });

const appearanceResponse = (
  { editions: [{ inForce }] }: Panel,
  { appearance: { own, ...appearance }, versions }: SavedSettings,
): AppearanceResponse => {
  const values = APPEARANCE_NAMES.map((name) => [name, name in own ? { value: own[name] } : null]);
  return {
    values: Object.fromEntries(values) as OwnAppearance,
    ...appearance,
    version: versions.appearance,
    mainLanguage: inForce.language,
  };
};

/** Of the site in its main language. */
export const appearance = {
  find: answerWith(nothingAsked, async (panel) =>
    // Another node may have saved it a moment ago.
    appearanceResponse(panel, await panel.settings.read()),
  ),

  update: answerWith(changesSchema, async (panel, changes, _user, { query }) => {
    const { version } = read(versionSchema, query);
    const saved = await panel.settings.update('appearance', changes, version);
    return saved
      ? appearanceResponse(panel, saved)
      : new Conflict('Somebody else has saved the appearance meanwhile: read it anew.');
  }),

  preview: answerWith(changesSchema, ({ editions: [main] }, changes, { now }, { query }) =>
    showAppearance(main, changes, read(themeSchema, query).theme, now),
  ),
};

/** A content type as it would be published, or why it would not. */
type Proposal = { plan: Plan } | { refusals: string[] };

/** The lines of an error of the compilation, without what it is about. */
const reasonsOf = (error: unknown): string[] =>
  (error as Error).message
    .replace(`Error regarding ${PLUGIN_ID} config:`, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:- )?(?:The option "sources", "[^"]*": )?/, ''))
    .filter((line) => line !== '');

type ListParts = Pick<Panel, 'strapi' | 'plan' | 'schemas'>;

const mappedIn = (plan: Plan): string[] =>
  [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);

/** The site's own types that are neither sources nor topics. */
const unmapped = ({ strapi, plan, schemas }: ListParts): string[] =>
  Object.entries(schemas.contentTypes).flatMap(([uid, schema]) =>
    uid.startsWith('api::') &&
    uid in strapi.contentTypes &&
    isPublishable(uid, schema) &&
    !mappedIn(plan).includes(uid)
      ? [uid]
      : [],
  );

const propose = (schemas: Schemas, uid: string): Proposal => {
  try {
    return { plan: compilePlan({ sources: { [uid]: {} } }, schemas) };
  } catch (error) {
    return { refusals: reasonsOf(error) };
  }
};

/** The plugin's own types, where they are published without being named. */
const unnamed = (strapi: Core.Strapi): string[] => {
  const { sources } = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  return sources === undefined ? Object.keys(BUILT_IN_SOURCES) : [];
};

const toType = (schemas: Schemas, described: DescribedType): SourceType => ({
  ...described,
  hasDrafts: hasDrafts(contentTypeOf(schemas, described.contentType)!),
  refusals: [],
});

const toProposedType = ({ strapi, schemas }: ListParts, uid: string): SourceType => {
  const proposal = propose(schemas, uid);
  if ('refusals' in proposal) {
    const described = {
      role: 'source',
      contentType: uid,
      name: uid,
      parts: [],
      unread: [],
    } as const;
    return { ...toType(schemas, described), refusals: proposal.refusals };
  }
  const [described] = describePlan(proposal.plan, schemas);
  return {
    ...toType(schemas, described!),
    configuration: configurationText(described!, unnamed(strapi)),
  };
};

/** What is published and what could be, each with where its parts come from. */
const listSources = (parts: ListParts): SourceTypes => {
  const { plan, schemas } = parts;
  const proposed = unmapped(parts);
  const names = typeNames(schemas, [...new Set([...mappedIn(plan), ...proposed])]);
  const named = (type: SourceType): SourceType => ({
    ...type,
    name: names.get(type.contentType) ?? type.name,
  });
  return {
    mapped: describePlan(plan, schemas).map((described) => named(toType(schemas, described))),
    proposed: proposed.map((uid) => named(toProposedType(parts, uid))),
  };
};

export const sources = { find: answerWith(nothingAsked, async (panel) => listSources(panel)) };
