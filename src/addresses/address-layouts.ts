import { isDeepStrictEqual } from 'node:util';

import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PERMALINK_UID, PLUGIN_ID, SITE_UID, TAG_UID } from '../lib/constants';
import { queryTable } from '../lib/transactions';
import { writeAddress } from '../mapping/address';
import type { Plan, SourcePlan } from '../mapping/plan';
import type { ResolvedOptions } from '../options/options';
import type { SettingsStore } from '../options/settings';

/** A content type whose entries have addresses. */
export interface PlacedType {
  contentType: string;
  /** As in a mapping: `/posts/{slug}/`. */
  address: string;
  /** Addresses by code of a locale, if the mapping gives one for each. */
  addresses?: Record<string, string>;
  isLocalised: boolean;
  /** Whether its entries are pages, which have no listing. */
  isPage?: true;
}

/** Where everything on a site is, below its base address: the settings that addresses follow from. */
interface Layout {
  home: string | false;
  /** The main locale first; null if locales are not distinguished. */
  locales: { code: string; path: string }[] | null;
  sources: PlacedType[];
  topicTypes: PlacedType[];
  /** Names that stand for the types of value topics. */
  valueTypes?: string[];
}

/** A former layout, with the moment of the start that replaced it. */
export interface FormerLayout extends Layout {
  until: string;
}

/** Most former layouts that are kept, the newest ones. */
const KEPT_AT_MOST = 50;

const toPlacedType = ({
  contentType,
  address,
  addresses,
  isLocalised,
  isPage,
}: Pick<
  SourcePlan,
  'contentType' | 'address' | 'addresses' | 'isLocalised' | 'isPage'
>): PlacedType => ({
  contentType,
  address: writeAddress(address),
  isLocalised,
  // Omit the key instead of setting undefined: the layout is compared with the stored one.
  ...(addresses && {
    addresses: Object.fromEntries(
      Object.entries(addresses).map(([code, pattern]) => [code, writeAddress(pattern)]),
    ),
  }),
  ...(isPage && { isPage }),
});

const layoutOf = (
  { sources, topicTypes, valueTypes, locales }: Plan,
  { home }: Pick<ResolvedOptions, 'home'>,
): Layout => ({
  home: home ?? '/',
  locales: locales?.map(({ code, path }) => ({ code, path })) ?? null,
  sources: sources.map(toPlacedType),
  topicTypes: topicTypes.map(toPlacedType),
  ...(valueTypes && { valueTypes: valueTypes.map(({ contentType }) => contentType) }),
});

/** What a start stores for later starts. */
interface StoredLayouts {
  former: FormerLayout[];
  present: Layout;
  /** Whether the addresses of the present layout were ever public. */
  isPublic: boolean;
  /** Code of the locale whose ids have no mark: the main one when the option was first given. It never changes. */
  plainLocale: string | null;
  /** Where 0.2.0 stored that locale. */
  ids?: { plain?: string | null };
}

/** The layout of 0.1.0, which stored no layouts and had no options for it. */
const FIRST_RELEASE: Layout = {
  home: '/',
  locales: null,
  sources: [{ contentType: ARTICLE_UID, address: '/posts/{slug}/', isLocalised: false }],
  topicTypes: [{ contentType: TAG_UID, address: '/tags/{slug}/', isLocalised: false }],
};

/** The former layouts with another one at the end; a layout that was there before moves to the end. */
const withLayout = (former: FormerLayout[], present: Layout, until: string): FormerLayout[] => {
  const others = former.filter(
    ({ until: _until, ...layout }) => !isDeepStrictEqual(layout, present),
  );
  return [...others, { ...present, until }].slice(-KEPT_AT_MOST);
};

/** A value stored as JSON, with a content type renamed everywhere. */
const withTypeRenamed = <Value>(value: Value, from: string, to: string): Value =>
  JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    key === 'contentType' && part === from ? to : part,
  ) as Value;

/**
 * Stores the layout of the site at each of its configurations, so that old addresses still lead to entries after a
 * change, and the locale whose ids have no mark.
 */
export const createAddressLayouts = (
  strapi: Core.Strapi,
  {
    plan,
    options,
    settings,
  }: { plan: Plan; options: Pick<ResolvedOptions, 'home'>; settings: Pick<SettingsStore, 'get'> },
) => {
  const present = layoutOf(plan, options);
  let former: FormerLayout[] = [];
  let plainLocale = present.locales?.[0]?.code ?? null;

  const isPresent = (layout: Layout): boolean => isDeepStrictEqual(layout, present);

  /** The layout before any was stored. */
  const findFirst = async (): Promise<FormerLayout[]> => {
    const released = await strapi.db
      .query(PERMALINK_UID)
      .findOne({ select: ['id'], where: { contentType: { $in: [ARTICLE_UID, TAG_UID] } } });
    return released === null || isPresent(FIRST_RELEASE)
      ? []
      : [{ ...FIRST_RELEASE, until: new Date().toISOString() }];
  };

  /** A layout that was only tried at a local address leaves none behind, since nobody else knew its addresses. */
  const findFormer = async (known: StoredLayouts | null): Promise<FormerLayout[]> => {
    if (!known) return findFirst();
    return isPresent(known.present) || !known.isPublic
      ? known.former
      : withLayout(known.former, known.present, new Date().toISOString());
  };

  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'layouts' });
  const readNoted = async (): Promise<StoredLayouts | null> =>
    (await store().get({})) as StoredLayouts | null;

  return {
    /** Code of the locale whose ids have no mark: the main one when the option was first given. */
    plainLocale: (): string | undefined => plainLocale ?? undefined,

    /** Mark at the end of ids in a locale; empty for the locale that was the first main one. */
    idMark: (code: string | undefined): string =>
      code === undefined || plainLocale === null || code === plainLocale ? '' : code,

    /** Former layouts, the newest first; empty before `prepare`. */
    former: (): FormerLayout[] =>
      former.filter(({ until: _until, ...layout }) => !isPresent(layout)).reverse(),

    /** When the layout changed last; undefined if it never did. */
    changedAt: (): Date | undefined => {
      const moment = former.at(-1)?.until;
      return moment === undefined ? undefined : new Date(moment);
    },

    /** Content types that had addresses at earlier starts. */
    async findTypes(): Promise<Set<string>> {
      const noted = await readNoted();
      const layouts = noted ? [...noted.former, noted.present] : [];
      const types = layouts.flatMap(({ sources, topicTypes }) => [...sources, ...topicTypes]);
      return new Set(types.map(({ contentType }) => contentType));
    },

    /** Renames a type in everything that is stored. Call it before `prepare`. */
    async rename(from: string, to: string): Promise<void> {
      const noted = await readNoted();
      if (!noted) return;
      await store().set({ value: withTypeRenamed(noted, from, to) });
    },

    /** Reads the former layouts, and stores the present one. */
    async prepare(): Promise<void> {
      const known = await readNoted();
      former = await findFormer(known);
      const wasPublic = known !== null && isPresent(known.present) && known.isPublic;
      const isPublic = wasPublic || (await settings.get()).isPublic;
      const given = known?.plainLocale ?? known?.ids?.plain ?? null;
      plainLocale = given ?? present.locales?.[0]?.code ?? null;
      const noted = { former, present, isPublic, plainLocale: isPublic ? plainLocale : given };
      if (!isDeepStrictEqual(noted, known)) await store().set({ value: noted });
    },
  };
};

export type AddressLayouts = ReturnType<typeof createAddressLayouts>;

/** Entries of a type that are searched for in another type. */
const MAXIMUM_COMPARED = 500;

/** Permalinks that one statement changes. */
const PERMALINKS_AT_ONCE = 300;

interface RenamedParts {
  plan: Pick<Plan, 'sources' | 'topicTypes'>;
  layouts: Pick<AddressLayouts, 'findTypes' | 'rename'>;
  changeLog: { runExclusively: (work: () => Promise<void>) => Promise<void> };
}

/**
 * Moves the addresses and ids of a content type that a developer renamed to its new name. Strapi keeps its rows; their
 * document ids show that it is the same type. Call it before entries are read. Two types that swap their names are not
 * noticed.
 */
export const followRenamedTypes = async (
  strapi: Core.Strapi,
  { plan, layouts, changeLog }: RenamedParts,
): Promise<void> => {
  const before = await layouts.findTypes();
  const missing = [...before].filter((contentType) => !(contentType in strapi.contentTypes));
  const added = [...plan.sources, ...plan.topicTypes]
    .map(({ contentType }) => contentType)
    .filter((contentType) => !before.has(contentType) && contentType in strapi.contentTypes);
  const permalinks = () => queryTable(strapi, strapi.db.metadata.get(PERMALINK_UID).tableName);
  const permalinksOf = (contentType: string) => permalinks().where({ content_type: contentType });
  const nextIds = (contentType: string): Promise<number[]> =>
    permalinksOf(contentType).limit(PERMALINKS_AT_ONCE).pluck('id');

  /** Renames the type in the stored data on ids that were taken over. */
  const renameIn = async (key: string, from: string, to: string): Promise<void> => {
    const store = strapi.store({ type: 'plugin', name: PLUGIN_ID, key });
    const known = await store.get({});
    if (known) await store.set({ value: withTypeRenamed(known, from, to) });
  };

  const hasAny = async (contentType: string, documentIds: string[]): Promise<boolean> => {
    const rows = queryTable(strapi, strapi.db.metadata.get(contentType).tableName);
    return (await rows.whereIn('document_id', documentIds).first('id')) !== undefined;
  };

  for (const from of added.length > 0 ? missing : []) {
    // In the order of an index; document ids are random, so these rows are of any age.
    const documentIds: string[] = await permalinksOf(from)
      .orderBy('entry')
      .limit(MAXIMUM_COMPARED)
      .pluck('entry');
    for (const to of added) {
      if (!(await hasAny(to, documentIds))) continue;
      // All or nothing: no later start could detect a half-done renaming.
      await changeLog.runExclusively(async () => {
        for (let ids = await nextIds(from); ids.length > 0; ids = await nextIds(from)) {
          await permalinks().whereIn('id', ids).update({ content_type: to });
        }
        await permalinksOf(SITE_UID).where({ entry: from }).update({ entry: to });
        for (const key of ['takenIds', 'takenOver']) await renameIn(key, from, to);
        await layouts.rename(from, to);
      });
      strapi.log.info(`Syndication: ${to} keeps the addresses and ids that it had as ${from}`);
      break;
    }
  }
};
