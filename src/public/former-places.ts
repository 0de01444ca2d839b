import type { FormerHolders } from '../addresses/address-holders';
import type { AddressLayouts, FormerLayout, PlacedType } from '../addresses/address-layouts';
import { parseCombination } from '../content/selection';
import { DEFAULT_FEED_FILES, homePath } from '../feed/addresses';
import { decodePath, MARKDOWN_FILE, withoutSlash } from '../lib/url-paths';
import {
  addressKey,
  type AddressPattern,
  endOf,
  isAtRoot,
  isFixed,
  listingPath,
  matchPath,
  parseAddress,
  startOf,
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

/** What is asked for at an address where something was, and in which form. */
interface PathForm {
  /** The path below the mount, encoded. */
  path: string;
  /** The same without a final slash and the name of a feed or of Markdown. */
  whole: string;
  /** The same without the number of a page or archive as well. */
  base: string;
  isMarkdown: boolean;
  isFeed: boolean;
}

/**
 * Tells what a path names from the form in which it asks for that. As in Strapi's router, what is fixed
 * may be in capitals.
 */
export const readPathForm = (
  path: string,
  { feedFiles }: Pick<CompleteOptions, 'feedFiles'>,
): PathForm => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  // Or what it was called before the site called it otherwise.
  const files = [feedFiles, DEFAULT_FEED_FILES].flatMap((names): string[] => Object.values(names));
  const isFeed = files.some((file) => file.toLowerCase() === name);
  const isMarkdown = name === MARKDOWN_FILE;
  const whole = withoutSlash(isFeed || isMarkdown ? path.slice(0, -name.length) : path);
  // The archive of a year is a page of its own.
  const part = isFeed ? /\/(?:page|archive)\/[1-9]\d{0,6}$/i : /\/page\/[1-9]\d{0,6}$/i;
  return { path, whole, base: whole.replace(part, ''), isMarkdown, isFeed };
};

/** What is behind the beginning of a path; undefined where it begins otherwise. */
export const below = (start: string, path: string): string | undefined =>
  path.slice(0, start.length).toLowerCase() === start.toLowerCase()
    ? path.slice(start.length)
    : undefined;

/** Whether it is a feed, or belongs to feeds: it may be served by another host than pages. */
export const isOfFeeds = ({ isFeed, whole }: PathForm): boolean =>
  isFeed || /\/feed(?:s\.opml|\.css)$/i.test(whole);

/** Whether it is a file beside pages and feeds: a list of all there is. */
const isOtherFile = ({ isFeed, isMarkdown, whole }: PathForm): boolean =>
  !isFeed && !isMarkdown && /\.(?:opml|css|xml|txt)$/i.test(whole);

/** Whether it is a page. */
export const isPage = (asked: PathForm): boolean =>
  !asked.isFeed && !asked.isMarkdown && !isOtherFile(asked);

/**
 * What became of what was at an address: its path below the mount now, in the form that was asked for.
 * Whether something is there is not asked.
 */
type Former = { kind: 'moved'; path: string } | { kind: 'gone' };

const GONE: Former = { kind: 'gone' };

/** What was at addresses of one form: a type's in a locale, or what a locale has once. */
export interface FormerPlace {
  /** What tells it from others: the one of the newest configuration counts. */
  key: string;
  /** Of several that were there, whoever was last goes first; nothing where nothing was. */
  find: (asked: PathForm) => Promise<Former[]>;
}

/** The site in a locale, as far as it says where things are. */
type Placed = Pick<Edition, 'plan' | 'locale' | 'entryAddresses'>;

/** Where a locale was; all of them together, of code null, where locales were not told apart. */
interface LocalePlace {
  code: string | null;
  path: string;
  /** Whether what is of no locale was there as well. */
  isMain: boolean;
}

interface FormerParts {
  editions: readonly [Placed, ...Placed[]];
  layouts: Pick<AddressLayouts, 'former' | 'plainLocale'>;
  /** Code of Strapi's default locale, whose entries are left where a type is localised no more. */
  defaultLocale: string | undefined;
  /** Who had all of some addresses of a type until a moment, by their locales. */
  findFormerHolders: (asked: {
    contentType: string;
    keys: readonly string[];
    until: Date;
  }) => Promise<FormerHolders[]>;
  /** Whether a path is, by its form, one of what each locale has once. */
  isOfSite: (path: string, isOfFeeds: boolean) => Promise<boolean>;
}

type FormerOptions = Pick<CompleteOptions, 'home' | 'htmlPages'>;

/** A type as it was in a locale until a configuration ended. */
interface FormerType {
  type: PlacedType;
  pattern: AddressPattern;
  asTopics: boolean;
  /** Whether they are topics that are values of fields. */
  isOfValues: boolean;
  place: LocalePlace;
  until: Date;
}

const findType = <Type extends { contentType: string }>(
  types: readonly Type[],
  { contentType }: { contentType: string },
): Type | undefined => types.find((type) => type.contentType === contentType);

/** That what was asked for is at another path in a locale, with what the path had behind a part of it. */
const movedTo = (
  { locale }: Pick<Placed, 'locale'>,
  path: string,
  asked: PathForm,
  part: string,
) => ({
  kind: 'moved' as const,
  path: (locale?.path ?? '') + withoutSlash(path) + asked.path.slice(part.length),
});

/** What a type is now. */
const presentOf = (
  { plan }: Pick<Placed, 'plan'>,
  { type, asTopics }: Pick<FormerType, 'type' | 'asTopics'>,
): SourcePlan | TopicPlan | undefined =>
  asTopics ? findType(groupTypes(plan), type) : findType(plan.sources, type);

const placesOf = ({ locales }: FormerLayout): LocalePlace[] =>
  locales?.map(({ code, path }, index) => ({ code, path, isMain: index === 0 })) ?? [
    { code: null, path: '', isMain: true },
  ];

/** The edition that has the feeds of what was in a locale; undefined where that is published no more. */
const editionOf = (
  { editions, layouts }: Pick<FormerParts, 'editions' | 'layouts'>,
  code: string | null,
): Placed | undefined => {
  const [main] = editions;
  if (!main.locale) return main;
  const wanted = code ?? layouts.plainLocale() ?? main.locale.code;
  return editions.find(({ locale }) => locale?.code === wanted);
};

/** The part of an address that names topics of a type, as it is written. */
const topicsIn = ({ pattern, place }: FormerType, { base }: PathForm): string =>
  below(place.path + pattern.directory, base) ?? '';

/** What names an entry, or topics, at an address of its type: their keys, by which permalinks know them. */
const keysOf = (was: FormerType, asked: PathForm): string[] | undefined => {
  const { pattern, asTopics, place } = was;
  if (asTopics) return parseCombination(decodePath(topicsIn(was, asked)))?.slugs;
  // An entry is a page and nothing else.
  const start = startOf(pattern);
  const rest = asked.isFeed ? undefined : below(place.path + start, asked.whole + endOf(pattern));
  if (rest === undefined) return undefined;
  const path = start + rest;
  return matchPath(pattern, path) && [addressKey(pattern, path)];
};

/** Where the list of all of a type is in an edition; undefined where it has none. */
const listingIn = (edition: Placed, was: FormerType, home: string | false): string | undefined => {
  const topics = was.asTopics ? presentOf(edition, was) : undefined;
  if (topics) return listingPath(topics.address);
  return findType(sourceListings(edition.plan, homePath(home)), was.type)?.directory;
};

/**
 * Whether who had an address had it at a place: of a type that is localised since, or no more, what is of
 * no locale was where the main one was, or Strapi's default one.
 */
const wasAt = (
  { defaultLocale }: Pick<FormerParts, 'defaultLocale'>,
  { type, place }: FormerType,
  { locale }: FormerHolders,
): boolean =>
  !type.isLocalised ||
  place.code === null ||
  (locale === null ? place.isMain || place.code === defaultLocale : locale === place.code);

/** The edition in which those are who had an address; undefined where they are in none. */
const editionOfHolders = (
  parts: FormerParts,
  was: FormerType,
  { locale }: FormerHolders,
): Placed | undefined => {
  const [main] = parts.editions;
  const present = presentOf(main, was);
  if (!present || (locale !== null && !present.isLocalised)) return undefined;
  if (!main.locale) return main;
  // Of no locale, topics have a listing in each, and entries are in the main one.
  if (!present.isLocalised) return was.asTopics ? editionOf(parts, was.place.code) : main;
  return parts.editions.find((edition) => edition.locale?.code === locale);
};

/** Where topics are that an address named: whatever became of their slugs, the route there tells. */
const findTopics = (
  edition: Placed,
  { address: { directory } }: TopicPlan,
  was: FormerType,
  asked: PathForm,
): Former => movedTo(edition, directory + topicsIn(was, asked), asked, asked.base);

/** Where the entry is that was at an address. */
const findEntry = async (
  edition: Placed,
  source: SourcePlan,
  { seen }: FormerHolders,
  asked: PathForm,
): Promise<Former[]> => {
  const found = await edition.entryAddresses.findFormer(source, seen, new Date());
  if (found.kind === 'moved') return [movedTo(edition, found.path, asked, asked.whole)];
  return found.kind === 'gone' ? [GONE] : [];
};

/** What became of an entry of a source, or of topics, that were at an address. */
const findHolders = async (
  parts: FormerParts,
  was: FormerType,
  asked: PathForm,
): Promise<Former[]> => {
  const keys = keysOf(was, asked);
  if (!keys) return [];
  const { type, asTopics, until } = was;
  const found = await parts.findFormerHolders({ contentType: type.contentType, keys, until });
  const result: Former[] = [];
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

/** Values make their addresses and have no others: they are known by what there is. */
const findValues = (parts: FormerParts, was: FormerType, asked: PathForm): Former[] => {
  const edition = editionOf(parts, was.place.code);
  const type = edition && findType(edition.plan.valueTypes ?? [], was.type);
  return edition && type && keysOf(was, asked) ? [findTopics(edition, type, was, asked)] : [];
};

/** What a type had in a locale: its entries, and a list of these. */
const formerType = (options: FormerOptions, parts: FormerParts, was: FormerType): FormerPlace => {
  const { type, pattern, asTopics, place } = was;
  const { contentType, isLocalised, isPage } = type;
  // Pages have no listing, nor have entries at the root.
  const hadListing = !isPage && !isAtRoot(pattern) && !isFixed(pattern);
  const findListing = (asked: PathForm): Former[] => {
    if (asTopics && (asked.isFeed || asked.base !== asked.whole)) return [];
    const edition = editionOf(parts, place.code);
    const path = edition && listingIn(edition, was, options.home);
    if (edition && path !== undefined) return [movedTo(edition, path, asked, asked.base)];
    // Nothing tells which locales had values.
    if (was.isOfValues) return [];
    if (!edition || !findType(listedSources(edition.plan), type)) return [GONE];
    // Without a list of its own it is in that of the whole site, which may have feeds and no page.
    return [movedTo(edition, homePath(options.home), asked, asked.base), GONE];
  };
  const at = place.path + writeAddress(pattern);
  return {
    key: [contentType, place.code, asTopics, isLocalised, isPage, at].join(' '),
    async find(asked) {
      if (!options.htmlPages && !asked.isFeed) return [];
      const isListing = below(place.path + pattern.directory, `${asked.base}/`) === '';
      if (hadListing && isListing) return findListing(asked);
      return was.isOfValues ? findValues(parts, was, asked) : findHolders(parts, was, asked);
    },
  };
};

/** Whether all that a type had at a place is there still, and has been asked for. */
const isPresent = ({ editions }: Pick<FormerParts, 'editions'>, was: FormerType): boolean =>
  editions.some((edition) => {
    const { type, pattern, place } = was;
    const { locale } = edition;
    const present = presentOf(edition, was);
    return (
      (locale?.code ?? null) === place.code &&
      (locale?.path ?? '') === place.path &&
      present?.isLocalised === type.isLocalised &&
      // What is a page now may have had a listing.
      (was.asTopics || isPageType(edition.plan, type.contentType) === (type.isPage ?? false)) &&
      writeAddress(present.address) === writeAddress(pattern)
    );
  });

/** What a locale has once: the home and its feeds, the archive, the lists of all there is. */
const formerSite = (
  options: FormerOptions,
  { editions, layouts, isOfSite }: FormerParts,
  { home }: FormerLayout,
  { code, path }: LocalePlace,
): FormerPlace[] => {
  const edition = editionOf({ editions, layouts }, code);
  // What the option `home` left is free, unless all else was left as well.
  if (edition && (edition.locale?.path ?? '') === path) return [];
  // The root of the host is somebody else's.
  const isFree = !edition && path + homePath(home) === '/';
  const hadPage = options.htmlPages && home !== false && !isFree;
  return [
    {
      key: `site ${code} ${path} ${home}`,
      async find(asked) {
        // Files are below the path of the locale, all else below its home.
        const isFile = isOtherFile(asked);
        const start = isFile ? path : withoutSlash(path + homePath(home));
        const tail = below(start, asked.path);
        if (tail === undefined || !/^(?:\/|$)/.test(tail)) return [];
        const there = isFile ? '' : homePath(options.home);
        const moved = movedTo(edition ?? editions[0], there, asked, start);
        const isHome = !isFile && asked.base.length === start.length;
        const was = isHome ? asked.isFeed || hadPage : await isOfSite(moved.path, isOfFeeds(asked));
        if (!was) return [];
        return edition ? [moved] : [GONE];
      },
    },
  ];
};

/** What all types had in a locale, but for what is there still. */
const formerTypes = (
  parts: FormerParts,
  { sources, topicTypes, valueTypes = [], until }: FormerLayout,
  place: LocalePlace,
): FormerType[] => {
  // Values are at the same place in each configuration that has them: they are known by it.
  const values = (parts.editions[0].plan.valueTypes ?? [])
    .filter(({ contentType }) => valueTypes.includes(contentType))
    .map(({ contentType, address, isLocalised }) => ({
      contentType,
      address: writeAddress(address),
      isLocalised,
    }));
  const toFormer = (asTopics: boolean, isOfValues: boolean) => (type: PlacedType) => {
    const own = place.code === null ? undefined : type.addresses?.[place.code];
    const pattern = parseAddress(own ?? type.address);
    if (!pattern) return [];
    return [{ type, pattern, asTopics, isOfValues, place, until: new Date(until) }];
  };
  return [
    ...sources
      .filter(({ isLocalised }) => isLocalised || place.isMain)
      .flatMap(toFormer(false, false)),
    ...topicTypes.flatMap(toFormer(true, false)),
    ...values.flatMap(toFormer(true, true)),
  ].filter((was) => !isPresent(parts, was));
};

/**
 * Where things were in earlier configurations. The newest goes first, since of several owners of an address
 * the last one has it.
 */
export const findFormerPlaces = (options: FormerOptions, parts: FormerParts): FormerPlace[] => {
  const places = parts.layouts
    .former()
    .flatMap((layout) =>
      placesOf(layout).flatMap((place) => [
        ...formerSite(options, parts, layout, place),
        ...formerTypes(parts, layout, place).map((was) => formerType(options, parts, was)),
      ]),
    );
  const known = new Set<string>();
  return places.filter(({ key }) => !known.has(key) && known.add(key));
};
