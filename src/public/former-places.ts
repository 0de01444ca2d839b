import type { AddressLayouts, FormerLayout, PlacedType } from '../addresses/address-layouts';
import type { FormerAddresses, FormerHolders } from '../addresses/former-addresses';
import { decodePart, homePath } from '../feed/addresses';
import { parseCombination } from '../feed/combination';
import { selectionPath } from '../content/selection';
import {
  endOf,
  isAtRoot,
  isFixed,
  listingPath,
  parseAddress,
  startOf,
  writeAddress,
} from '../mapping/address';
import { addressKey, matchPath } from '../mapping/entry-path';
import type { AddressPattern, SourcePlan, TopicPlan } from '../mapping/plan';
import { groupTypes, isPageType, sourceListings } from '../mapping/plan-parts';
import type { ResolvedOptions } from '../options/options';
import type { Edition } from './editions';
import { type AskedForm, below, listingAs, pageAs, type Served, siteAs } from './former-form';

/** What became of what was at an address; whether something is where it moved is not asked. */
export type Former = { kind: 'moved'; address: string } | { kind: 'gone' } | { kind: 'unknown' };

const UNKNOWN: Former = { kind: 'unknown' };
const GONE: Former = { kind: 'gone' };

/** What was at addresses of one form: a type's in a locale, or what a locale has once. */
export interface FormerPlace {
  /** What tells it from others: the one of the newest configuration counts. */
  key: string;
  find: (asked: AskedForm) => Promise<Former>;
}

/** The site in a locale, as far as it says where things are. */
type Placed = Pick<Edition, 'plan' | 'locale' | 'settings' | 'entryAddresses' | 'selections'>;

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
  formerAddresses: FormerAddresses;
}

type FormerOptions = Served & Pick<Required<ResolvedOptions>, 'home'>;

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

/** What names an entry, or topics, at an address of its type: their keys, by which permalinks know them. */
const keysOf = (
  { pattern, asTopics, place }: FormerType,
  { base, whole, feed }: AskedForm,
): { keys: string[]; name: string } | undefined => {
  if (asTopics) {
    const name = decodePart(below(place.path + pattern.directory, base) ?? '');
    const slugs = parseCombination(name)?.slugs;
    return slugs && { keys: slugs, name };
  }
  // An entry is a page and nothing else.
  const start = startOf(pattern);
  const rest = feed ? undefined : below(place.path + start, whole + endOf(pattern));
  if (rest === undefined) return undefined;
  const path = start + rest;
  return matchPath(pattern, path) && { keys: [addressKey(pattern, path)], name: path };
};

/** Where the list of all of a type is in an edition; undefined where it has none. */
const listingIn = (edition: Placed, was: FormerType, home: string | false): string | undefined => {
  const topics = was.asTopics ? presentOf(edition, was) : undefined;
  if (topics) return listingPath(topics.address);
  return findType(sourceListings(edition.plan, homePath(home)), was.type)?.directory;
};

/**
 * Whether who had an address had it at a place: of a type that is localised since, or no more, what is of
 * no locale was where the main one was.
 */
const wasAt = ({ type, place }: FormerType, { locale }: FormerHolders): boolean =>
  !type.isLocalised ||
  place.code === null ||
  (locale === null ? place.isMain : locale === place.code);

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

/** Where topics are that an address named. */
const findTopics = async (
  edition: Placed,
  type: TopicPlan,
  name: string,
  asked: AskedForm,
): Promise<Former> => {
  const found = await edition.selections.find(type, name);
  if (found.kind === 'gone' || found.kind === 'unknown') return found;
  const path = found.kind === 'moved' ? found.path : selectionPath(found.selection)!;
  const { addresses } = await edition.settings.get();
  return { kind: 'moved', address: listingAs(addresses, asked, path) };
};

/** Where the entry is that was at an address. */
const findEntry = async (
  edition: Placed,
  source: SourcePlan,
  holders: FormerHolders,
  asked: AskedForm,
): Promise<Former> => {
  const found = await edition.entryAddresses.findFormer(source, holders, new Date());
  if (found.kind !== 'moved') return found.kind === 'gone' ? GONE : UNKNOWN;
  const { addresses } = await edition.settings.get();
  return { kind: 'moved', address: pageAs(asked, addresses.entry(found.path)) };
};

/** What became of an entry of a source, or of topics, that were at an address. */
const findHolders = async (
  parts: FormerParts,
  was: FormerType,
  asked: AskedForm,
): Promise<Former> => {
  const named = keysOf(was, asked);
  if (!named) return UNKNOWN;
  const { type, asTopics, until } = was;
  const found = await parts.formerAddresses.find(type.contentType, named.keys, until);
  let result: Former = UNKNOWN;
  for (const holders of found.filter((candidate) => wasAt(was, candidate))) {
    const edition = editionOfHolders(parts, was, holders);
    const source = edition && findType(edition.plan.sources, type);
    const topics = edition && findType(groupTypes(edition.plan), type);
    let became: Former = GONE;
    if (asTopics && topics) became = await findTopics(edition, topics, named.name, asked);
    else if (!asTopics && source) became = await findEntry(edition, source, holders, asked);
    if (became.kind === 'moved') return became;
    if (became.kind === 'gone') result = became;
  }
  return result;
};

/** Values make their addresses and have no others: they are known by what there is. */
const findValues = async (
  parts: FormerParts,
  was: FormerType,
  asked: AskedForm,
): Promise<Former> => {
  const edition = editionOf(parts, was.place.code);
  const type = edition && findType(edition.plan.valueTypes ?? [], was.type);
  const named = keysOf(was, asked);
  return edition && type && named ? findTopics(edition, type, named.name, asked) : UNKNOWN;
};

/** What a type had in a locale: its entries, and a list of these. */
const formerType = (options: FormerOptions, parts: FormerParts, was: FormerType): FormerPlace => {
  const { type, pattern, asTopics, place } = was;
  const { contentType, isLocalised, isPage } = type;
  // Pages have no listing, nor have entries at the root.
  const hadListing = !isPage && !isAtRoot(pattern) && !isFixed(pattern);
  const findListing = async (asked: AskedForm): Promise<Former> => {
    if (asTopics && (asked.feed || asked.page !== 1)) return UNKNOWN;
    const edition = editionOf(parts, place.code);
    const path = edition && listingIn(edition, was, options.home);
    if (edition && path !== undefined) {
      const { addresses } = await edition.settings.get();
      return { kind: 'moved', address: listingAs(addresses, asked, path) };
    }
    const locale = isLocalised ? (place.code ?? undefined) : null;
    return (await parts.formerAddresses.hadAny(contentType, locale)) ? GONE : UNKNOWN;
  };
  const at = place.path + writeAddress(pattern);
  return {
    key: [contentType, place.code, asTopics, isLocalised, isPage, at].join(' '),
    async find(asked) {
      if (!options.htmlPages && !asked.feed) return UNKNOWN;
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

/** What a locale has once. */
const formerSite = (
  options: FormerOptions,
  { editions, layouts }: FormerParts,
  { home }: FormerLayout,
  { code, path }: LocalePlace,
): FormerPlace[] => {
  const edition = editionOf({ editions, layouts }, code);
  // What the option `home` left is free, unless all else was left as well.
  if (edition && (edition.locale?.path ?? '') === path) return [];
  // The root of the host is somebody else's.
  const isFree = !edition && path + homePath(home) === '/';
  return [
    {
      key: `site ${code} ${path} ${home}`,
      async find(asked) {
        const { addresses } = await (edition ?? editions[0]).settings.get();
        const address = siteAs(asked, { path, home: isFree ? false : home }, addresses, options);
        if (address === undefined) return UNKNOWN;
        return edition ? { kind: 'moved', address } : GONE;
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
