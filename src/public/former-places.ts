import type { AddressLayouts, FormerLayout, PlacedType } from '../addresses/address-layouts';
import type { FormerAddresses } from '../entries/former-addresses';
import { decodePart } from '../feed/address-part';
import { type Addresses, homePath } from '../feed/addresses';
import { combinationPath, parseCombination } from '../feed/combination';
import { selectionPath } from '../content/selection';
import {
  endOf,
  isAtRoot,
  isFixed,
  listingPath,
  parseAddress,
  writeAddress,
} from '../mapping/address';
import { addressKey, matchPath } from '../mapping/entry-path';
import type { AddressPattern, SourcePlan, TopicPlan } from '../mapping/plan';
import { groupTypes, sourceListings } from '../mapping/plan-parts';
import type { ResolvedOptions } from '../options/options';
import type { Edition } from './editions';
import { type AskedForm, listingAs, pageAs, type Served, siteAs } from './former-form';

/** What became of what was at an address. */
export type Former = { kind: 'moved'; address: string } | { kind: 'gone' } | { kind: 'unknown' };

const UNKNOWN: Former = { kind: 'unknown' };
const GONE: Former = { kind: 'gone' };

/** What was at addresses of one form: a type's in a locale, or what a locale has once. */
export interface FormerPlace {
  /** What tells it from others: the one of the newest configuration counts. */
  key: string;
  find: (asked: AskedForm, now: Date) => Promise<Former>;
}

/** Where a locale was; all of them together, of code null, where locales were not told apart. */
export interface LocalePlace {
  code: string | null;
  path: string;
}

/** An edition as far as it says where things are. */
type Placed = Pick<Edition, 'plan' | 'locale' | 'settings' | 'entryAddresses' | 'selections'>;

const addressesOf = async ({ settings }: Placed): Promise<Addresses> =>
  (await settings.get()).addresses;

const pathOf = ({ locale }: Pick<Placed, 'locale'>): string => locale?.path ?? '';

const findType = <Type extends { contentType: string }>(
  types: readonly Type[],
  contentType: string,
): Type | undefined => types.find((type) => type.contentType === contentType);

/** How a type's addresses were made in a locale. */
const patternIn = (
  { address, addresses }: PlacedType,
  code: string | null,
): AddressPattern | undefined =>
  parseAddress((code === null ? undefined : addresses?.[code]) ?? address);

/** Whether a path is that of the list of all of a type. */
const isListing = ({ base }: AskedForm, start: string, { directory }: AddressPattern): boolean =>
  `${base}/` === start + directory;

/** The path of an entry, as it was written below that of its locale; undefined where it can be none's. */
const entryPathOf = (
  { base, feed, page }: AskedForm,
  start: string,
  pattern: AddressPattern,
): string | undefined => {
  if (feed || page !== 1 || !base.startsWith(start)) return undefined;
  const path = base.slice(start.length) + endOf(pattern);
  return matchPath(pattern, path) && path;
};

/** What names topics in a path, decoded; undefined where nothing does. */
const topicsNameOf = (
  { base }: AskedForm,
  start: string,
  { directory }: AddressPattern,
): string | undefined => {
  if (!base.startsWith(start + directory)) return undefined;
  const name = base.slice(start.length + directory.length);
  return name === '' || name.includes('/') ? undefined : decodePart(name);
};

/** What was in a locale that is published, or among entries of no locale, leads to where it is. */
interface MovedParts {
  served: Served;
  place: LocalePlace;
  edition: Placed;
  /** What answers for the edition, of addresses as they were. */
  former: ReturnType<FormerAddresses['of']>;
}

const movedListing = (
  { served: { htmlPages }, place, edition }: MovedParts,
  pattern: AddressPattern,
  path: string,
): FormerPlace['find'] => {
  return async (asked) => {
    if (!(asked.feed ?? htmlPages) || !isListing(asked, place.path, pattern)) return UNKNOWN;
    return { kind: 'moved', address: listingAs(await addressesOf(edition), asked, path) };
  };
};

const movedIndex = (
  { served: { htmlPages }, place, edition }: MovedParts,
  pattern: AddressPattern,
  type: TopicPlan,
): FormerPlace['find'] => {
  return async (asked) => {
    const { feed, page } = asked;
    if (!htmlPages || feed || page !== 1 || !isListing(asked, place.path, pattern)) return UNKNOWN;
    const addresses = await addressesOf(edition);
    return { kind: 'moved', address: listingAs(addresses, asked, listingPath(type.address)) };
  };
};

const movedEntry = (
  { served: { htmlPages }, place, edition, former }: MovedParts,
  pattern: AddressPattern,
  source: SourcePlan,
): FormerPlace['find'] => {
  const asItWas = { ...source, address: pattern };
  return async (asked, now) => {
    const path = htmlPages ? entryPathOf(asked, place.path, pattern) : undefined;
    if (path === undefined) return UNKNOWN;
    const found = await former.entryAddresses.find(asItWas, path, now);
    if (found.kind !== 'moved') return found.kind === 'gone' ? GONE : UNKNOWN;
    const addresses = await addressesOf(edition);
    return { kind: 'moved', address: pageAs(asked, addresses.entry(found.path)) };
  };
};

const movedTopics = (
  { served: { htmlPages }, place, edition, former }: MovedParts,
  pattern: AddressPattern,
  type: TopicPlan,
): FormerPlace['find'] => {
  return async (asked) => {
    if (!(asked.feed ?? htmlPages)) return UNKNOWN;
    const name = topicsNameOf(asked, place.path, pattern);
    const combination = name === undefined ? undefined : parseCombination(name);
    if (name === undefined || !combination) return UNKNOWN;
    const found = await former.selections.find(type, name);
    if (found.kind === 'gone' || found.kind === 'unknown') return found;
    const { address } = type;
    const path =
      found.kind === 'moved'
        ? found.path
        : (selectionPath(found.selection) ??
          combinationPath(address.directory, combination, endOf(address)));
    return { kind: 'moved', address: listingAs(await addressesOf(edition), asked, path) };
  };
};

/** What of a former type is nowhere. */
interface GoneParts {
  /** Whether its listing and feeds are. */
  isListing: boolean;
  /** Whether entries are. */
  areEntries: boolean;
  /** Codes of locales whose entries are somewhere; entries of none are as well, where it is given. */
  except?: readonly string[];
}

/** Of which configuration something was, and where the locale it was in had its addresses. */
interface GonePlace extends GoneParts {
  until: string;
  place: LocalePlace;
  formerAddresses: FormerAddresses;
  served: Served;
}

/**
 * Says that the entries of a type, which are nowhere any more, are gone, with their feeds; and so is its
 * listing; or one of both alone.
 */
export const goneOfType = (
  type: PlacedType,
  asTopics: boolean,
  { until, place, except, formerAddresses, served: { htmlPages }, ...gone }: GonePlace,
): FormerPlace['find'] => {
  const { contentType, isLocalised, isPage } = type;
  const pattern = patternIn(type, place.code);
  if (!pattern) return () => Promise.resolve(UNKNOWN);
  const asking = {
    contentType,
    locale: isLocalised ? (place.code ?? undefined) : null,
    except,
    until: new Date(until),
  };
  // Pages have no listing, nor have entries at the root.
  const hadListing = gone.isListing && !isPage && !isAtRoot(pattern) && !isFixed(pattern);
  const keysOf = (asked: AskedForm): string[] | undefined => {
    if (asTopics) return parseCombination(topicsNameOf(asked, place.path, pattern) ?? '')?.slugs;
    const path = entryPathOf(asked, place.path, pattern);
    return path === undefined ? undefined : [addressKey(pattern, path)];
  };
  return async (asked) => {
    if (!(asked.feed ?? htmlPages)) return UNKNOWN;
    if (hadListing && isListing(asked, place.path, pattern)) {
      return (await formerAddresses.hadAny(asking)) ? GONE : UNKNOWN;
    }
    const keys = gone.areEntries ? keysOf(asked) : undefined;
    return keys && (await formerAddresses.wereHeld(asking, keys)) ? GONE : UNKNOWN;
  };
};

interface FormerPlacesParts {
  editions: readonly [Placed, ...Placed[]];
  layouts: Pick<AddressLayouts, 'former' | 'plainLocale'>;
  formerAddresses: FormerAddresses;
}

const placesOf = ({ locales }: FormerLayout): LocalePlace[] =>
  locales ?? [{ code: null, path: '' }];

/** A type as it is now. */
type PresentType = Pick<PlacedType, 'isLocalised' | 'isPage'>;

/** Each place once: the one of the newest configuration. */
const withoutRepeated = (places: FormerPlace[]): FormerPlace[] => {
  const known = new Set<string>();
  return places.filter(({ key }) => !known.has(key) && known.add(key));
};

/**
 * Where things were in earlier configurations: what is elsewhere now is led to, and what is nowhere is
 * gone. The newest configuration goes first, since of several owners of an address the last one has it.
 */
export const findFormerPlaces = (
  options: Served & Pick<Required<ResolvedOptions>, 'home'>,
  { editions, layouts, formerAddresses }: FormerPlacesParts,
): FormerPlace[] => {
  const [main] = editions;
  const { plan } = main;

  /** The editions in which what was at a place may be; first the one that has the feeds of all. */
  const editionsOf = ({ code }: LocalePlace): Placed[] => {
    if (!main.locale) return [main];
    if (code !== null) return editions.filter(({ locale }) => locale?.code === code);
    const first = editions.find(({ locale }) => locale?.code === layouts.plainLocale()) ?? main;
    return [first, ...editions.filter((edition) => edition !== first)];
  };

  const isOfMain = (layout: FormerLayout, { code }: LocalePlace): boolean =>
    code === null || code === layout.locales?.[0]?.code;

  /** What a place had of a type, as it is in an edition where that is elsewhere. */
  const movedOfType = (
    parts: MovedParts,
    pattern: AddressPattern,
    type: SourcePlan | TopicPlan,
    looks: Record<string, FormerPlace['find'] | false | undefined>,
  ): FormerPlace[] => {
    const { place, edition } = parts;
    const was = place.path + writeAddress(pattern);
    // What is there now was asked before.
    if (was === pathOf(edition) + writeAddress(type.address)) return [];
    return Object.entries(looks).flatMap(([name, find]) =>
      find ? { key: `${edition.locale?.code} ${name} ${type.contentType} ${was}`, find } : [],
    );
  };

  const movedFrom = (layout: FormerLayout, place: LocalePlace): FormerPlace[] => {
    const own = editionsOf(place);
    const until = new Date(layout.until);
    return [...new Set([...own, main])].flatMap((edition): FormerPlace[] => {
      const isFirst = edition === own[0];
      const former = formerAddresses.of(edition, until);
      const parts = { served: options, place, edition, former };
      const listings = sourceListings(edition.plan, homePath(options.home));
      const ofSources = layout.sources.flatMap((was) => {
        const pattern = patternIn(was, place.code);
        const source = findType(edition.plan.sources, was.contentType);
        if (!pattern || !source) return [];
        const isIn = source.isLocalised
          ? own.includes(edition)
          : edition === main && isOfMain(layout, place);
        const listing = findType(listings, was.contentType);
        const wasListed = !was.isPage && !isAtRoot(pattern);
        return movedOfType(parts, pattern, source, {
          listing:
            isFirst && wasListed && listing && movedListing(parts, pattern, listing.directory),
          entry: isIn && movedEntry(parts, pattern, source),
        });
      });
      const ofTopics = groupTypes(edition.plan).flatMap((type) => {
        const was = findType(layout.topicTypes, type.contentType);
        // Values are at the same place in each configuration that has them: they are known by it.
        const isKept = type.isOfValues && layout.valueTypes?.includes(type.contentType);
        const pattern = isKept ? type.address : was && patternIn(was, place.code);
        if (!pattern) return [];
        return movedOfType(parts, pattern, type, {
          index: isFirst && movedIndex(parts, pattern, type),
          topics: own.includes(edition) && movedTopics(parts, pattern, type),
        });
      });
      const { path } = place;
      const ofSite: FormerPlace = {
        key: `${edition.locale?.code} site ${path} ${layout.home}`,
        async find(asked) {
          const addresses = await addressesOf(edition);
          const address = siteAs(asked, { path, home: layout.home }, addresses, options);
          return address === undefined ? UNKNOWN : { kind: 'moved', address };
        },
      };
      // What the option `home` left is free, unless all else was left as well.
      const isElsewhere = isFirst && path !== pathOf(edition);
      return [...(isElsewhere ? [ofSite] : []), ...ofTopics, ...ofSources];
    });
  };

  /** Locales whose entries of a type are somewhere; undefined where those of all are that it had. */
  const findExcept = (
    { code }: LocalePlace,
    type: PlacedType,
    now: PresentType,
  ): string[] | undefined => {
    if (!type.isLocalised) return undefined;
    if (!now.isLocalised) return [];
    const codes = editions.flatMap(({ locale }) => locale?.code ?? []);
    return code === null && codes.length > 0 ? codes : undefined;
  };

  const findGone = (
    place: LocalePlace,
    type: PlacedType,
    now: PresentType | undefined,
  ): GoneParts => {
    if (!now) return { isListing: true, areEntries: true };
    const except = findExcept(place, type, now);
    // Where others of it are listed still, there is no such page of theirs.
    const isNowhere = now.isPage === true || except?.length === 0;
    return { isListing: isNowhere, areEntries: except !== undefined, except };
  };

  /** What of a place is nowhere. */
  const goneFrom = (layout: FormerLayout, place: LocalePlace): FormerPlace[] => {
    const { until } = layout;
    const { path } = place;
    const own = editionsOf(place);
    const toPlaces = (
      type: PlacedType,
      asTopics: boolean,
      now: PresentType | undefined,
    ): FormerPlace[] => {
      const parts = findGone(place, type, now);
      if (!parts.isListing && !parts.areEntries) return [];
      const find = goneOfType(type, asTopics, {
        ...parts,
        until,
        place,
        formerAddresses,
        served: options,
      });
      const key = [
        type.isLocalised ? place.code : '',
        'but',
        parts.except,
        // What was a page last may have had a listing before.
        type.isPage,
        asTopics,
        type.contentType,
        path + type.address,
      ].join(' ');
      return [{ key, find }];
    };
    const ofSite: FormerPlace = {
      key: `gone site ${path} ${layout.home}`,
      async find(asked) {
        // The root of the host is somebody else's.
        const home = path + homePath(layout.home) === '/' ? false : layout.home;
        const address = siteAs(asked, { path, home }, await addressesOf(main), options);
        return address === undefined ? UNKNOWN : GONE;
      },
    };
    return [
      ...layout.sources
        .filter(({ isLocalised }) => isLocalised || isOfMain(layout, place))
        .flatMap((type) => {
          const source = findType(plan.sources, type.contentType);
          const isThere = own.length > 0 || source?.isLocalised === false;
          return toPlaces(type, false, isThere ? source : undefined);
        }),
      ...layout.topicTypes.flatMap((type) => {
        const found = own.map((edition) => findType(edition.plan.topicTypes, type.contentType));
        return toPlaces(
          type,
          true,
          found.find((topic) => topic !== undefined),
        );
      }),
      ...(own.length === 0 ? [ofSite] : []),
    ];
  };

  const each = (
    placesFrom: (layout: FormerLayout, place: LocalePlace) => FormerPlace[],
  ): FormerPlace[] =>
    layouts
      .former()
      .flatMap((layout) => placesOf(layout).flatMap((place) => placesFrom(layout, place)));

  // Whatever leads on goes before what is gone, however long ago it was.
  return withoutRepeated([...each(movedFrom), ...each(goneFrom)]);
};
