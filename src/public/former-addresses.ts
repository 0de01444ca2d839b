import type { FormerOwners } from '../addresses/address-owners';
import type { AddressLayouts, FormerLayout, PlacedType } from '../addresses/address-layouts';
import { parseCombination } from '../content/selection';
import { DEFAULT_FEED_FILES } from '../feed/formats';
import { homePath } from '../options/site-addresses';
import { decodePath, MARKDOWN_FILE, withoutSlash } from '../lib/url-paths';
import {
  addressKey,
  type AddressPattern,
  patternFinalSlash,
  isAtRoot,
  isFixed,
  listingPath,
  matchPath,
  parseAddress,
  textBeforeFields,
  writeAddress,
} from '../mapping/address';
import {
  groupTypes,
  isPageType,
  listedSources,
  sourceListings,
  type SourcePlan,
  type TopicPlan,
} from '../mapping/plan';
import type { CompleteOptions } from '../options/options';
import type { Edition } from './editions';

/** What a request for a former address asks for, and in which form. */
export interface PathForm {
  /** Path below the mount, encoded. */
  path: string;
  /** `path` without a final slash and without the file name of a feed or of Markdown. */
  whole: string;
  /** `whole` without the number of a page or archive. */
  base: string;
  isMarkdown: boolean;
  isFeed: boolean;
}

/** Separates what a path names from the form it asks for. Fixed parts may be in capitals, as in Strapi's router. */
export const readPathForm = (
  path: string,
  { feedFiles }: Pick<CompleteOptions, 'feedFiles'>,
): PathForm => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  // A former address may have a format's default file name, from before the site changed it.
  const files = [feedFiles, DEFAULT_FEED_FILES].flatMap((names): string[] => Object.values(names));
  const isFeed = files.some((file) => file.toLowerCase() === name);
  const isMarkdown = name === MARKDOWN_FILE;
  const whole = withoutSlash(isFeed || isMarkdown ? path.slice(0, -name.length) : path);
  // Of a feed, `/archive/<n>` is a document; of pages, it is the archive of a year, which is a page of its own.
  const part = isFeed ? /\/(?:page|archive)\/[1-9]\d{0,6}$/i : /\/page\/[1-9]\d{0,6}$/i;
  return { path, whole, base: whole.replace(part, ''), isMarkdown, isFeed };
};

/** The rest of a path behind `start`, in any case; undefined where the path begins otherwise. */
export const pathBelow = (start: string, path: string): string | undefined =>
  path.slice(0, start.length).toLowerCase() === start.toLowerCase()
    ? path.slice(start.length)
    : undefined;

/** Whether it is a feed or a file of feeds. Another host than that of pages may serve these. */
export const isOfFeeds = ({ isFeed, whole }: PathForm): boolean =>
  isFeed || /\/feed(?:s\.opml|\.css)$/i.test(whole);

/** Whether it is neither a feed nor a file beside pages and feeds: Markdown, OPML, CSS, a sitemap, text. */
export const isPage = ({ isFeed, isMarkdown, whole }: PathForm): boolean =>
  !isFeed && !isMarkdown && !/\.(?:opml|css|xml|txt)$/i.test(whole);

/**
 * What became of the content at a former address: moved to a path below the mount, in the form that was asked for,
 * or gone. Nobody has checked yet that something is at that path.
 */
type FormerContent = { kind: 'moved'; path: string } | { kind: 'gone' };

const GONE: FormerContent = { kind: 'gone' };

/** Former addresses of one shape: those of a type in a locale, or the home of a locale and its feeds. */
export interface FormerAddresses {
  /** Identifies them. Of several with one key, those of the newest configuration count. */
  key: string;
  /** What became of the content at a path; empty where nothing was. Of several owners, the last one comes first. */
  find: (asked: PathForm) => Promise<FormerContent[]>;
}

/** What an edition says about where things are. */
type PlacedEdition = Pick<Edition, 'plan' | 'locale' | 'entryAddresses'>;

/** Where the site was in a locale. Its code is null in a configuration without locales. */
interface FormerSite {
  code: string | null;
  path: string;
  /** Whether content without a locale was there as well. */
  isMain: boolean;
}

interface FormerParts {
  editions: readonly [PlacedEdition, ...PlacedEdition[]];
  layouts: Pick<AddressLayouts, 'former' | 'plainLocale'>;
  /** Code of Strapi's default locale. Its entries remain when a type is no longer localised. */
  defaultLocale: string | undefined;
  /** Finds the documents that had all the given addresses of a type until a moment, by locale. */
  findFormerOwners: (asked: {
    contentType: string;
    keys: readonly string[];
    until: Date;
  }) => Promise<FormerOwners[]>;
}

type FormerOptions = Pick<CompleteOptions, 'home' | 'htmlPages'>;

/** A type in a locale, as a configuration placed it until it ended. */
interface FormerType {
  type: PlacedType;
  pattern: AddressPattern;
  asTopics: boolean;
  /** Whether they are topics made from values of fields. */
  isOfValues: boolean;
  site: FormerSite;
  until: Date;
}

const findType = <Type extends { contentType: string }>(
  types: readonly Type[],
  { contentType }: { contentType: string },
): Type | undefined => types.find((type) => type.contentType === contentType);

/** The present address in a locale: `path`, followed by what the requested path has behind `part`. */
const movedTo = (
  { locale }: Pick<PlacedEdition, 'locale'>,
  path: string,
  asked: PathForm,
  part: string,
) => ({
  kind: 'moved' as const,
  path: (locale?.path ?? '') + withoutSlash(path) + asked.path.slice(part.length),
});

/** The type in the present plan; undefined where it is no longer published. */
const presentOf = (
  { plan }: Pick<PlacedEdition, 'plan'>,
  { type, asTopics }: Pick<FormerType, 'type' | 'asTopics'>,
): SourcePlan | TopicPlan | undefined =>
  asTopics ? findType(groupTypes(plan), type) : findType(plan.sources, type);

const sitesOf = ({ locales }: FormerLayout): FormerSite[] =>
  locales?.map(({ code, path }, index) => ({ code, path, isMain: index === 0 })) ?? [
    { code: null, path: '', isMain: true },
  ];

/** The present edition for a former locale; undefined where the locale is no longer published. */
const editionOfCode = (
  { editions, layouts }: Pick<FormerParts, 'editions' | 'layouts'>,
  code: string | null,
): PlacedEdition | undefined => {
  const [main] = editions;
  if (!main.locale) return main;
  const wanted = code ?? layouts.plainLocale() ?? main.locale.code;
  return editions.find(({ locale }) => locale?.code === wanted);
};

/** The part of a path that names topics, as it is written. */
const topicsIn = ({ pattern, site }: FormerType, { base }: PathForm): string =>
  pathBelow(site.path + pattern.directory, base) ?? '';

/** Keys of the entry or the topics that a path names, as permalinks have them; undefined where it names none. */
const keysOf = (was: FormerType, asked: PathForm): string[] | undefined => {
  const { pattern, asTopics, site } = was;
  if (asTopics) return parseCombination(decodePath(topicsIn(was, asked)))?.slugs;
  // An entry has pages but no feeds.
  const start = textBeforeFields(pattern);
  const rest = asked.isFeed
    ? undefined
    : pathBelow(site.path + start, asked.whole + patternFinalSlash(pattern));
  if (rest === undefined) return undefined;
  const path = start + rest;
  return matchPath(pattern, path) && [addressKey(pattern, path)];
};

/** Present path of the listing of a type; undefined where it has none. */
const listingIn = (
  edition: PlacedEdition,
  was: FormerType,
  home: string | false,
): string | undefined => {
  const topics = was.asTopics ? presentOf(edition, was) : undefined;
  if (topics) return listingPath(topics.address);
  return findType(sourceListings(edition.plan, homePath(home)), was.type)?.directory;
};

/**
 * Whether the holders of an address had it at this place. If the type became localised since, or ceased to be,
 * holders without a locale were where the main locale or Strapi's default locale was.
 */
const wasAt = (
  { defaultLocale }: Pick<FormerParts, 'defaultLocale'>,
  { type, site }: FormerType,
  { locale }: FormerOwners,
): boolean =>
  !type.isLocalised ||
  site.code === null ||
  (locale === null ? site.isMain || site.code === defaultLocale : locale === site.code);

/** The present edition that publishes the holders of an address; undefined where none does. */
const editionOfHolders = (
  parts: FormerParts,
  was: FormerType,
  { locale }: FormerOwners,
): PlacedEdition | undefined => {
  const [main] = parts.editions;
  const present = presentOf(main, was);
  if (!present || (locale !== null && !present.isLocalised)) return undefined;
  if (!main.locale) return main;
  // Topics without a locale have a listing in each edition. Entries without one are in the main edition.
  if (!present.isLocalised) return was.asTopics ? editionOfCode(parts, was.site.code) : main;
  return parts.editions.find((edition) => edition.locale?.code === locale);
};

/** Present address of topics. The route there knows what became of their slugs. */
const findTopics = (
  edition: PlacedEdition,
  { address: { directory } }: TopicPlan,
  was: FormerType,
  asked: PathForm,
): FormerContent => movedTo(edition, directory + topicsIn(was, asked), asked, asked.base);

/** What became of the entry that was at an address. */
const findEntry = async (
  edition: PlacedEdition,
  source: SourcePlan,
  { owners }: FormerOwners,
  asked: PathForm,
): Promise<FormerContent[]> => {
  const found = await edition.entryAddresses.findFormer(source, owners, new Date());
  if (found.kind === 'moved') return [movedTo(edition, found.path, asked, asked.whole)];
  return found.kind === 'gone' ? [GONE] : [];
};

/** What became of an entry, or of topics, that were at an address. */
const findHolders = async (
  parts: FormerParts,
  was: FormerType,
  asked: PathForm,
): Promise<FormerContent[]> => {
  const keys = keysOf(was, asked);
  if (!keys) return [];
  const { type, asTopics, until } = was;
  const found = await parts.findFormerOwners({ contentType: type.contentType, keys, until });
  const result: FormerContent[] = [];
  for (const holders of found.filter((candidate) => wasAt(parts, was, candidate))) {
    const edition = editionOfHolders(parts, was, holders);
    const source = edition && findType(edition.plan.sources, type);
    const topics = edition && findType(groupTypes(edition.plan), type);
    if (asTopics && topics) result.push(findTopics(edition, topics, was, asked));
    else if (!asTopics && source)
      result.push(...(await findEntry(edition, source, holders, asked)));
    else result.push(GONE);
  }
  return result;
};

/** Present address of topics made from values. Former ones need no permalinks, since the value makes the address. */
const findValues = (parts: FormerParts, was: FormerType, asked: PathForm): FormerContent[] => {
  const edition = editionOfCode(parts, was.site.code);
  const type = edition && findType(edition.plan.valueTypes ?? [], was.type);
  return edition && type && keysOf(was, asked) ? [findTopics(edition, type, was, asked)] : [];
};

/** The former addresses of a type in a locale: those of its entries or topics, and of its listing. */
const formerTypeAddresses = (
  options: FormerOptions,
  parts: FormerParts,
  was: FormerType,
): FormerAddresses => {
  const { type, pattern, asTopics, site } = was;
  const { contentType, isLocalised, isPage } = type;
  const hadListing = !isPage && !isAtRoot(pattern) && !isFixed(pattern);
  const findListing = (asked: PathForm): FormerContent[] => {
    if (asTopics && (asked.isFeed || asked.base !== asked.whole)) return [];
    const edition = editionOfCode(parts, site.code);
    const path = edition && listingIn(edition, was, options.home);
    if (edition && path !== undefined) return [movedTo(edition, path, asked, asked.base)];
    // It is unknown which locales had values, so that "gone" could be wrong.
    if (was.isOfValues) return [];
    if (!edition || !findType(listedSources(edition.plan), type)) return [GONE];
    // A source without a listing of its own is in that of the whole site, which may have feeds and no page.
    return [movedTo(edition, homePath(options.home), asked, asked.base), GONE];
  };
  const at = site.path + writeAddress(pattern);
  return {
    key: [contentType, site.code, asTopics, isLocalised, isPage, at].join(' '),
    async find(asked) {
      if (!options.htmlPages && !asked.isFeed) return [];
      const isListing = pathBelow(site.path + pattern.directory, `${asked.base}/`) === '';
      if (hadListing && isListing) return findListing(asked);
      return was.isOfValues ? findValues(parts, was, asked) : findHolders(parts, was, asked);
    },
  };
};

/** Whether a type is where it was: then the present routes have been asked already. */
const isPresent = ({ editions }: Pick<FormerParts, 'editions'>, was: FormerType): boolean =>
  editions.some((edition) => {
    const { type, pattern, site } = was;
    const { locale } = edition;
    const present = presentOf(edition, was);
    return (
      (locale?.code ?? null) === site.code &&
      (locale?.path ?? '') === site.path &&
      present?.isLocalised === type.isLocalised &&
      // A type of pages has no listing now, but may have had one.
      (was.asTopics || isPageType(edition.plan, type.contentType) === (type.isPage ?? false)) &&
      writeAddress(present.address) === writeAddress(pattern)
    );
  });

/** The former home of a locale, and its feeds. */
const formerHomes = (
  options: FormerOptions,
  { editions, layouts }: FormerParts,
  { home }: FormerLayout,
  { code, path }: FormerSite,
): FormerAddresses[] => {
  const edition = editionOfCode({ editions, layouts }, code);
  // While the locale stays where it is, the site may use the addresses that the option `home` left.
  if (edition && (edition.locale?.path ?? '') === path) return [];
  // The root of the host belongs to the site.
  const isFree = !edition && path + homePath(home) === '/';
  const hadPage = options.htmlPages && home !== false && !isFree;
  return [
    {
      key: `site ${code} ${path} ${home}`,
      find(asked) {
        const start = withoutSlash(path + homePath(home));
        const isHome = pathBelow(start, asked.base) === '' && (asked.isFeed || hadPage);
        if (!isHome) return Promise.resolve([]);
        const found = edition ? movedTo(edition, homePath(options.home), asked, start) : GONE;
        return Promise.resolve([found]);
      },
    },
  ];
};

/** The types that a configuration had in a locale, without those that are still where they were. */
const formerTypes = (
  parts: FormerParts,
  { sources, topicTypes, valueTypes = [], until }: FormerLayout,
  site: FormerSite,
): FormerType[] => {
  // All configurations that have a type of values have it at the same path: take it from the present one.
  const values = (parts.editions[0].plan.valueTypes ?? [])
    .filter(({ contentType }) => valueTypes.includes(contentType))
    .map(({ contentType, address, isLocalised }) => ({
      contentType,
      address: writeAddress(address),
      isLocalised,
    }));
  const toFormer = (asTopics: boolean, isOfValues: boolean) => (type: PlacedType) => {
    const own = site.code === null ? undefined : type.addresses?.[site.code];
    const pattern = parseAddress(own ?? type.address);
    if (!pattern) return [];
    return [{ type, pattern, asTopics, isOfValues, site, until: new Date(until) }];
  };
  return [
    ...sources
      .filter(({ isLocalised }) => isLocalised || site.isMain)
      .flatMap(toFormer(false, false)),
    ...topicTypes.flatMap(toFormer(true, false)),
    ...values.flatMap(toFormer(true, true)),
  ].filter((was) => !isPresent(parts, was));
};

/**
 * Finds where things were in earlier configurations. The newest goes first: of several owners of an address, the
 * last one has it.
 */
export const findFormerAddresses = (
  options: FormerOptions,
  parts: FormerParts,
): FormerAddresses[] => {
  const former = parts.layouts
    .former()
    .flatMap((layout) =>
      sitesOf(layout).flatMap((site) => [
        ...formerHomes(options, parts, layout, site),
        ...formerTypes(parts, layout, site).map((was) => formerTypeAddresses(options, parts, was)),
      ]),
    );
  const known = new Set<string>();
  return former.filter(({ key }) => !known.has(key) && known.add(key));
};
