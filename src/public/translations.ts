/**
 * Addresses of translations, noted as dependencies of the response. Links between languages have to be reciprocal:
 * content that is not public in its own language, or in no other, has no translations.
 */

import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import { waitForTurn } from '../lib/waiting';
import type { ListName } from '../catalogue/catalogue-table';
import { selectionQuery } from '../entries/topics';
import { type Article, isIndexable } from '../content/article';
import {
  ofSource,
  ofTopic,
  onlyTopic,
  type Selection,
  selectionPath,
  WHOLE_SITE,
} from '../content/selection';
import { homePath } from '../options/site-addresses';
import { spanOfYear } from '../lib/dates';
import type { FeedFormat } from '../feed/formats';
import type { FeedTranslation } from '../feed/model';
import type { Translation } from '../pages/model';
import type { Settings } from '../options/settings';
import { listingPath } from '../mapping/address';
import { groupTypes, type Plan, sourceListings, type TopicPlan } from '../mapping/plan';
import type { Edition } from './editions';
import { feedsOfSelection, siteUrlOf } from './page-parts';

/** The locale whose pages link to the translations, and the site in all locales. */
type Translated = Pick<Edition, 'locale' | 'editions'>;

/** Something in a locale, with the settings of that locale. */
interface Localised<Found> {
  locale: Edition['locale'];
  settings: Settings;
  found: Found;
}

/** A page in a locale. */
interface LocalPage {
  /** Absolute address. */
  href: string;
  /** What its feed is about. Readers of another language find that language's feed by it. */
  selection?: Selection;
}

type Find<Found> = (edition: Edition, settings: Settings) => Promise<Found>;

/** `hreflang` for readers of no language that is named. */
const X_DEFAULT = 'x-default';

/** A type of topics in the plan of a locale; undefined where the locale has none. */
const typeIn = (plan: Plan, contentType: string | undefined): TopicPlan | undefined =>
  groupTypes(plan).find((type) => type.contentType === contentType);

/** An entry or a topic. */
type Keyed = Pick<Article, 'contentType' | 'documentId'>;

const keyOf = ({ contentType, documentId }: Keyed): string => `${contentType} ${documentId}`;

/** A page whose feed is that of the whole site. */
const ofWholeSite = (href: string): LocalPage => ({ href, selection: WHOLE_SITE });

/** The first page of a listing, or the home. */
const listingOf = ({ addresses }: Settings, selection: Selection): Required<LocalPage> => {
  const path = selectionPath(selection);
  return { href: path === undefined ? addresses.home() : addresses.listing(path), selection };
};

const keepReciprocal = <Found>(
  { locale: own }: Translated,
  localised: Localised<Found>[],
): Localised<Found>[] =>
  localised.length > 1 && localised.some(({ locale }) => locale === own) ? localised : [];

/** Finds something in all locales that have it. */
const localise = async <Found>(
  own: Translated,
  find: Find<Found | undefined>,
): Promise<Localised<Found>[]> => {
  if (own.editions.length < 2) return [];
  const localised = await Promise.all(
    own.editions.map(async (edition): Promise<Localised<Found>[]> => {
      const settings = await edition.settings.get();
      const found = await find(edition, settings);
      return found === undefined ? [] : [{ locale: edition.locale, settings, found }];
    }),
  );
  return keepReciprocal(own, localised.flat());
};

const toTranslations = (
  { locale: own }: Translated,
  localised: Localised<LocalPage>[],
): Translation[] =>
  localised.flatMap(({ locale, settings, found: { href, selection } }) => [
    {
      language: settings.language,
      href,
      home: siteUrlOf(settings),
      ...(selection && locale !== own && { feed: feedsOfSelection(settings, selection)[0] }),
    },
    ...(locale?.isMain ? [{ language: X_DEFAULT, href }] : []),
  ]);

/** A selection in a locale, public or not; undefined for combinations, which each language makes in its own way. */
const findSelection = async (
  { plan, entries, topics }: Edition,
  { home }: Settings,
  selection: Selection,
): Promise<Selection | undefined> => {
  const { source } = selection;
  if (source) {
    const listing = sourceListings(plan, homePath(home)).find(
      ({ contentType }) => contentType === source.contentType,
    );
    return listing && ofSource(listing);
  }
  if (selection.topics.length === 0) return selection;
  const topic = onlyTopic(selection);
  const type = typeIn(plan, topic?.contentType);
  if (!topic || !type) return undefined;
  dependOn(CACHE_TAGS.topic(topic.contentType, topic.documentId, entries.markOf(type)));
  const [found] = await topics.findVisible(type, [topic.documentId]);
  return found && ofTopic(found);
};

/** The first page of a listing, or the home, in all locales in which it has entries. */
const localiseSelection = (own: Translated, selection: Selection, now: Date) =>
  localise(own, async (edition, settings) => {
    const found = await findSelection(edition, settings, selection);
    return found && (await edition.entries.hasAny(selectionQuery(found, now)))
      ? listingOf(settings, found)
      : undefined;
  });

/** Translations of many entries or topics, as a function of one of them. */
const translateMany = async (
  own: Translated,
  find: Find<(Keyed & Pick<Article, 'path'>)[]>,
): Promise<(one: Keyed) => Translation[]> => {
  const localised = await localise(own, async (edition, settings) => {
    const found = await find(edition, settings);
    return new Map(found.map((one) => [keyOf(one), settings.addresses.entry(one.path)]));
  });
  return (one) => {
    const pages = localised.flatMap(({ found, ...edition }): Localised<LocalPage>[] => {
      const href = found.get(keyOf(one));
      return href === undefined ? [] : [{ ...edition, found: { href } }];
    });
    return toTranslations(own, keepReciprocal(own, pages));
  };
};

/** Translations of a page, its own language among them. */
const translatePage = async (
  own: Translated,
  find: Find<LocalPage | undefined>,
): Promise<Translation[]> => toTranslations(own, await localise(own, find));

/** A page of the whole site, in all languages in which anything is public. */
export const translateSite = (
  own: Translated,
  now: Date,
  toAddress: (settings: Settings, plan: Plan) => string | undefined,
): Promise<Translation[]> =>
  translatePage(own, async ({ entries, plan }, settings) => {
    const address = toAddress(settings, plan);
    return address !== undefined && (await entries.hasAny({ now }))
      ? ofWholeSite(address)
      : undefined;
  });

/**
 * The page of an entry in all languages in which it is public, whether or not feeds have it, and search engines are to
 * find it.
 */
export const translateArticle = (
  own: Translated,
  { contentType, documentId }: Article,
  now: Date,
): Promise<Translation[]> =>
  translatePage(own, async ({ plan, entries, entryAddresses }, settings) => {
    const source = plan.sources.find((candidate) => candidate.contentType === contentType);
    if (!source?.isLocalised) return undefined;
    // The response depends on the entry's address alone, not on its text.
    dependOn(CACHE_TAGS.place(contentType, documentId, entries.markOf(source)));
    const found = await entries.findPublicPlace(source, documentId, now);
    if (!found) return undefined;
    const { path, searchMeta } = found;
    const href = settings.addresses.entry(path);
    return isIndexable(searchMeta, href) &&
      (await entryAddresses.isFound(source, { documentId, path }, now))
      ? ofWholeSite(href)
      : undefined;
  });

/** The first page of a listing, or the home, in all languages. */
export const translateSelection = async (
  own: Translated,
  selection: Selection,
  now: Date,
): Promise<Translation[]> => toTranslations(own, await localiseSelection(own, selection, now));

/** The list of all topics of a type, in all languages in which anything is public. */
export const translateIndex = (
  own: Translated,
  { contentType }: TopicPlan,
  now: Date,
): Promise<Translation[]> =>
  translateSite(own, now, ({ addresses }, plan) => {
    const type = typeIn(plan, contentType);
    return type && addresses.listing(listingPath(type.address));
  });

/** The listing of a year, in all languages with an article of that year in the language's time zone. */
export const translateYear = (own: Translated, year: number, now: Date): Promise<Translation[]> =>
  translatePage(own, async ({ entries }, settings) => {
    const span = spanOfYear(year, settings.timeZone);
    return (await entries.hasAny({ now, span }))
      ? ofWholeSite(settings.addresses.archive(year))
      : undefined;
  });

/** A feed in all other languages, in the same format. */
export const translateFeed = async (
  own: Translated,
  selection: Selection,
  { name }: FeedFormat,
  now: Date,
): Promise<FeedTranslation[]> =>
  (await localiseSelection(own, selection, now))
    .filter(({ locale }) => locale !== own.locale)
    .map(({ settings: { addresses, language }, found }) => ({
      language,
      href: addresses.feed(name, selectionPath(found.selection)),
    }));

/** The listings of all topics of some types in all languages, as a function of the topic. */
export const translateTopics = (own: Translated, types: readonly TopicPlan[], now: Date) =>
  translateMany(own, async ({ plan, topics }) => {
    const found = await Promise.all(
      types.map(({ contentType }) => {
        const type = typeIn(plan, contentType);
        return type ? topics.listPublished(type, now) : [];
      }),
    );
    return found.flat();
  });

/** The pages of listed entries in all languages, as a function of the entry. */
export const translateEntries = (own: Translated, listed: Keyed[], now: Date, list?: ListName) =>
  translateMany(own, async ({ plan, entries }, { addresses }) => {
    // Describing entries may take long: each language gets a turn of the event loop.
    await waitForTurn();
    const translated = listed.filter(({ contentType }) =>
      plan.sources.some((source) => source.contentType === contentType && source.isLocalised),
    );
    const places = await entries.findListedPlaces(translated, now, list);
    return places.filter(({ searchMeta, path }) => isIndexable(searchMeta, addresses.entry(path)));
  });
