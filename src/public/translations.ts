import { CACHE_TAGS } from '../cache/cache-tags';
import { dependOn, expireAt } from '../cache/dependency-tracking';
import type { Article } from '../content/article';
import type { PublishedLocale } from '../locales';
import type { Translation } from '../pages/model';
import type { SettingsStore } from '../settings';
import type { Entries } from '../sources/entries';
import type { Plan } from '../sources/plan';

/** What of the site in a locale tells where translations are. */
interface TranslatedSite {
  locale: PublishedLocale | undefined;
  plan: Plan;
  settings: SettingsStore;
  entries: Entries;
}

/** Where it is for readers of no language that is named. */
const NO_LANGUAGE = 'x-default';

/** Finds where entries are in each language, and notes that it is shown. */
export const createTranslations = (findSites: () => readonly TranslatedSite[]) => {
  /** Where an entry is in a locale now; nowhere, unless it is public there. */
  const findIn = async (
    { locale, plan, settings, entries }: TranslatedSite,
    { contentType, documentId }: Article,
    now: Date,
  ): Promise<Translation[]> => {
    const source = plan.sources.find((candidate) => candidate.contentType === contentType);
    if (!source?.isLocalised) return [];
    dependOn(CACHE_TAGS.entry(contentType, documentId, entries.markOf(source)));
    const places = await entries.findPlaces(source, [documentId]);
    const [found] = places.filter(({ isPublished, path }) => isPublished && path !== undefined);
    if (found?.path === undefined || found.date === undefined) return [];
    if (found.date > now) {
      expireAt(found.date);
      return [];
    }
    const { addresses, language } = await settings.get();
    const href = addresses.entry(found.path);
    return [{ language, href }, ...(locale?.isMain ? [{ language: NO_LANGUAGE, href }] : [])];
  };

  return {
    /** The entry in all languages, its own among them; nothing where there is one alone. */
    async find(article: Article, now: Date): Promise<Translation[]> {
      const sites = findSites();
      if (sites.length < 2) return [];
      const found = await Promise.all(sites.map((site) => findIn(site, article, now)));
      return found.filter((some) => some.length > 0).length < 2 ? [] : found.flat();
    },
  };
};

export type Translations = ReturnType<typeof createTranslations>;
