import type { Core } from '@strapi/strapi';

import { findFormerHolders } from '../addresses/address-holders';
import { defaultLocale } from '../mapping/document-locales';
import { decodePath, encodePath } from '../lib/url-paths';
import { HTML_MEDIA_TYPE, type PublicResponse } from '../http/response';
import type { Edition } from './editions';
import { below, isOfFeeds, isPage, readPathForm } from './path-form';
import { findFormerPlaces, type FormerPlace } from './former-places';
import { makeFirst } from './handler';
import type { Asked, FormerRoute } from './route-table';
import { findPageMounts } from './mounts';
import { findPlaces, pathOf, type ServedParts } from './serve';

/** What may be at a path below the mount now, each with its one address. */
const findPresent = async (
  { routeTable }: Pick<ServedParts, 'routeTable'>,
  path: string,
): Promise<(Asked & { address: string })[]> => {
  const found: (Asked & { address: string })[] = [];
  for (const asked of routeTable.match(path || '/')) {
    const { addresses } = await asked.parts.settings.get();
    const address = asked.route.canonical?.(asked.params, addresses);
    if (address !== undefined) found.push({ ...asked, address });
  }
  return found;
};

type FindPresent = (path: string, ofFeeds: boolean) => ReturnType<typeof findPresent>;

/** Answers for what was at a path in earlier configurations, newest first. */
const createAnswer =
  (
    options: ReturnType<ServedParts['settings']['configured']>,
    places: FormerPlace[],
    present: FindPresent,
  ) =>
  async (path: string, onlyFeeds: boolean): Promise<PublicResponse | null> => {
    const form = readPathForm(path, options);
    const ofFeeds = isOfFeeds(form);
    if (onlyFeeds && !ofFeeds) return null;
    let isGone = false;
    for (const place of places) {
      for (const former of await place.find(form)) {
        isGone ||= former.kind === 'gone';
        // A page or an archive of a listing may be none any more.
        for (const asked of former.kind === 'moved' ? await present(former.path, ofFeeds) : []) {
          const made = await makeFirst([asked], HTML_MEDIA_TYPE);
          if (made?.kind === 'redirect') return made;
          if (made?.kind === 'document') return { kind: 'redirect', location: asked.address };
          isGone ||= made?.kind === 'gone';
        }
      }
    }
    // Whatever leads on goes before what is gone, however long ago it was.
    return isGone ? { kind: 'gone' } : null;
  };

/** The locale that a path below the mount is in. */
const editionAt = ([main, ...others]: [Edition, ...Edition[]], path: string): Edition => {
  const asked = `${path}/`.toLowerCase();
  const below = [main, ...others].filter((edition) => asked.startsWith(`${pathOf(edition)}/`));
  return below.sort((one, other) => pathOf(other).length - pathOf(one).length)[0] ?? main;
};

/**
 * Has the addresses lead on that things had in earlier configurations, and says what is gone, where there
 * was another configuration. To be called once these are read from the database.
 */
export const serveFormerAddresses = async (
  strapi: Core.Strapi,
  parts: ServedParts,
): Promise<void> => {
  const options = parts.settings.configured();
  const { editions, routeTable } = parts;
  const pageMounts = findPageMounts(strapi, options, parts.plan);
  const served = findPlaces(strapi, options, pageMounts);
  const present: FindPresent = (path, ofFeeds) =>
    findPresent(parts, (ofFeeds ? served[0]!.mount : pageMounts[0]!) + path);
  const places = findFormerPlaces(options, {
    ...parts,
    defaultLocale: await defaultLocale(strapi),
    isOfSite: async (path, ofFeeds) =>
      (await present(path, ofFeeds)).some(({ route }) => route.isOfSite),
    findFormerHolders: (asked) => findFormerHolders(strapi, parts.transactions, asked),
  });
  if (places.length === 0) return;
  const answer = createAnswer(options, places, present);
  const changedAt = parts.layouts.changedAt();
  const mounts = [...new Set(served.map(({ mount }) => mount))];
  routeTable.addFormer((whole) =>
    mounts
      .filter((mount) => below(`${mount}/`, `${whole}/`) !== undefined)
      .map((mount) => {
        const path = `/${encodePath(decodePath(whole.slice(mount.length + 1)))}`;
        const onlyFeeds = !pageMounts.includes(mount);
        const route: FormerRoute = {
          path,
          // As its readers read, in the language of its locale.
          isPage: isPage(readPathForm(path, options)),
          respond: () => answer(path, onlyFeeds),
          changedAt,
        };
        return { route, parts: editionAt(editions, path), mount, params: {} };
      }),
  );
};
