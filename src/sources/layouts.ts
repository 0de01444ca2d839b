import { isDeepStrictEqual } from 'node:util';

import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PERMALINK_UID, PLUGIN_ID, TAG_UID } from '../constants';
import type { ResolvedOptions } from '../options';
import { writeAddress } from './mapping/address';
import type { Plan, SourcePlan, TopicPlan } from './plan';

/** A content type whose entries have addresses. */
export interface PlacedType {
  contentType: string;
  /** As it is written in a mapping: `/posts/{slug}/`. */
  address: string;
  isLocalised: boolean;
}

/** Where everything of a site is, below its base address: what its addresses follow from. */
export interface Layout {
  home: string | false;
  /** The main one first; null where locales are not told apart. */
  locales: { code: string; path: string }[] | null;
  sources: PlacedType[];
  topicTypes: PlacedType[];
}

/** A layout that was, with the moment of the start that put another in its place. */
export interface FormerLayout extends Layout {
  until: string;
}

/** How many are kept: the first, which ids were given by, and the newest ones. */
const KEPT_AT_MOST = 50;

const toPlaced = ({ contentType, address, isLocalised }: SourcePlan | TopicPlan): PlacedType => ({
  contentType,
  address: writeAddress(address),
  isLocalised,
});

const layoutOf = (
  { sources, topicTypes, locales }: Plan,
  { home }: Pick<ResolvedOptions, 'home'>,
): Layout => ({
  home: home ?? '/',
  locales: locales?.map(({ code, path }) => ({ code, path })) ?? null,
  sources: sources.map(toPlaced),
  topicTypes: topicTypes.map(toPlaced),
});

/** What 0.1.0 had, which noted no layouts and left no choice. */
const FIRST_RELEASE: Layout = {
  home: '/',
  locales: null,
  sources: [{ contentType: ARTICLE_UID, address: '/posts/{slug}/', isLocalised: false }],
  topicTypes: [{ contentType: TAG_UID, address: '/tags/{slug}/', isLocalised: false }],
};

/** The path of an address before its first field, with a final slash. */
export const directoryOf = ({ address }: Pick<PlacedType, 'address'>): string =>
  address.slice(0, address.indexOf('{'));

/** The layouts with another behind them; one that was there before counts where it was last. */
const withLayout = (former: FormerLayout[], present: Layout, until: string): FormerLayout[] => {
  const [first, ...others] = [...former, { ...present, until }];
  const same = ({ until: _until, ...layout }: FormerLayout) => isDeepStrictEqual(layout, present);
  const last = others.pop();
  const kept = others.filter((layout) => !same(layout));
  return [...(first ? [first] : []), ...kept.slice(2 - KEPT_AT_MOST), ...(last ? [last] : [])];
};

/**
 * Keeps where everything of the site was at each of its configurations, so that addresses outlast a
 * change of these, and ids are given by the first.
 */
export const createLayouts = (
  strapi: Core.Strapi,
  { plan, options }: { plan: Plan; options: Pick<ResolvedOptions, 'home'> },
) => {
  const present = layoutOf(plan, options);
  let former: FormerLayout[] = [];

  const all = (): Layout[] => [...former, present];

  const hasAnything = async (contentType: string): Promise<boolean> =>
    (await strapi.db.query(PERMALINK_UID).findOne({ select: ['id'], where: { contentType } })) !==
    null;

  /** What was before anything was noted. */
  const findFirst = async (): Promise<FormerLayout[]> => {
    const wasReleased = (await hasAnything(ARTICLE_UID)) || (await hasAnything(TAG_UID));
    const isThat = isDeepStrictEqual(present, FIRST_RELEASE);
    return wasReleased && !isThat ? [{ ...FIRST_RELEASE, until: new Date().toISOString() }] : [];
  };

  /** Code of the locale whose ids have none in them: the main one when the option was given first. */
  const plainLocale = (): string | undefined =>
    all().find(({ locales }) => locales !== null)?.locales?.[0]?.code;

  /** What ids of a locale have behind them; nothing for the one that was the main one first. */
  const idMark = (code: string | undefined): string => {
    const plain = plainLocale();
    return code === undefined || plain === undefined || code === plain ? '' : code;
  };

  return {
    present,
    plainLocale,
    idMark,

    /** Those that were, the newest first; nothing before `prepare`. */
    former: (): FormerLayout[] =>
      former
        .filter(({ until: _until, ...layout }) => !isDeepStrictEqual(layout, present))
        .reverse(),

    /**
     * Where the listing of a source was first, below the base address: its feed has its id by that.
     *
     * @param code of the locale, for localised types alone
     */
    listingId(contentType: string, code: string | undefined): string {
      const asked = `${contentType} ${idMark(code)}`;
      const taken = new Set<string>();
      const given = new Map<string, string>();
      for (const { sources, locales } of all()) {
        for (const source of sources) {
          const places = source.isLocalised ? locales : locales?.slice(0, 1);
          for (const place of places ?? [{ code: undefined, path: '' }]) {
            const mark = source.isLocalised ? idMark(place.code) : '';
            const key = `${source.contentType} ${mark}`;
            if (given.has(key)) continue;
            const path = place.path + directoryOf(source);
            // Where another had its id, which lasts.
            const own = mark === '' ? source.contentType : `${source.contentType}-${mark}`;
            given.set(key, taken.has(path) ? `${path}#${own}` : path);
            taken.add(path);
          }
        }
      }
      return given.get(asked) ?? '/';
    },

    /** Paths of locales that were another's, which is published elsewhere: `[code, path, the other's code]`. */
    takenPaths: (): [code: string, path: string, from: string][] =>
      (present.locales ?? []).flatMap(({ code, path }): [string, string, string][] => {
        const holders = [...former]
          .reverse()
          .flatMap(({ locales }) => locales?.find((locale) => locale.path === path)?.code ?? []);
        const other = holders.find((holder) => holder !== code);
        const isPublished = present.locales?.some((locale) => locale.code === other);
        return other !== undefined && isPublished ? [[code, path, other]] : [];
      }),

    /** Reads what was, and notes what is. */
    async prepare(): Promise<void> {
      const store = strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'layouts' });
      const known = (await store.get({})) as { former: FormerLayout[]; present: Layout } | null;
      if (known && isDeepStrictEqual(known.present, present)) {
        former = known.former;
        return;
      }
      former = known
        ? withLayout(known.former, known.present, new Date().toISOString())
        : await findFirst();
      await store.set({ value: { former, present } });
    },
  };
};

export type Layouts = ReturnType<typeof createLayouts>;
