import type { SettingsStore } from '../settings';
import type { EntryAddresses } from '../sources/entry-addresses';
import { matchPath } from '../sources/entry-path';
import type { Plan } from '../sources/plan';
import { groupTypes } from '../sources/plan-parts';
import type { Selections } from '../sources/selections';

/** Links of an article that are looked at. */
const LOOKED_AT = 20;

/** What of the site in a locale tells where its addresses lead. */
export interface LinkedSite {
  plan: Plan;
  settings: Pick<SettingsStore, 'get'>;
  entryAddresses: Pick<EntryAddresses, 'find'>;
  selections: Pick<Selections, 'find'>;
}

/** Whether a path leads to something public, or may do so in a way that only the site knows. */
const leadsOn = async (
  { plan, entryAddresses, selections }: LinkedSite,
  path: string,
  now: Date,
): Promise<boolean> => {
  const sources = plan.sources.filter(({ address }) => matchPath(address, path));
  for (const source of sources) {
    const { kind } = await entryAddresses.find(source, path, now);
    if (kind === 'article' || kind === 'moved') return true;
  }
  const types = groupTypes(plan).filter(({ address }) => matchPath(address, path));
  for (const type of types) {
    const [slug = ''] = Object.values(matchPath(type.address, path)!);
    const { kind } = await selections.find(type, slug);
    if (kind === 'selection' || kind === 'moved') return true;
  }
  return sources.length + types.length === 0;
};

/**
 * Finds links to articles and topics of the site that lead to nothing readers can see.
 *
 * @param sites the site in each of its locales
 */
export const createMissingLinks = (sites: readonly LinkedSite[]) => {
  /** The locale whose address begins an address, and the path below it. */
  const placeOf = async (href: string): Promise<[LinkedSite, string] | undefined> => {
    const places = await Promise.all(
      sites.map(async (site): Promise<[LinkedSite, string] | undefined> => {
        const base = (await site.settings.get()).addresses.entry('');
        return href.startsWith(`${base}/`) ? [site, href.slice(base.length)] : undefined;
      }),
    );
    // The address of one locale may begin with that of another: the path that is left is shorter then.
    return places
      .filter((place) => place !== undefined)
      .sort(([, one], [, other]) => one.length - other.length)[0];
  };

  const isMissing = async (written: string, link: string, now: Date): Promise<boolean> => {
    if (!URL.canParse(written, link)) return false;
    const { origin, pathname } = new URL(written, link);
    // Without its final slash an address leads to the one that has it.
    const href = `${origin}${pathname}`.replace(/\/?$/, '/');
    const place = href === link ? undefined : await placeOf(href);
    return place !== undefined && !(await leadsOn(...place, now));
  };

  /**
   * @param links as an article has them
   * @param link absolute address of the article
   */
  return async (links: readonly string[], link: string, now: Date): Promise<string[]> => {
    const asked = [...new Set(links)].slice(0, LOOKED_AT);
    const missing = await Promise.all(asked.map((written) => isMissing(written, link, now)));
    return asked.filter((_, place) => missing[place]);
  };
};
