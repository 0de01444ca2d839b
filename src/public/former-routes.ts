import { encodePart } from '../feed/address-part';
import type { ErrorFormat, PublicResponse } from '../http/response';
import { readForm } from './former-form';
import { findFormerPlaces } from './former-places';
import type { FormerRoute } from './handler';

/** What becomes of a request for something that has moved, is gone or never was. */
const respondWith = async (
  places: ReturnType<typeof findFormerPlaces>,
  asked: ReturnType<typeof readForm>,
): Promise<PublicResponse | null> => {
  let isGone = false;
  for (const { find } of places) {
    const found = await find(asked);
    if (found.kind === 'moved') return { kind: 'redirect', location: found.address };
    isGone ||= found.kind === 'gone';
  }
  return isGone ? { kind: 'gone' } : null;
};

/**
 * Routes of whatever no other route has, for what was there in earlier configurations: what is elsewhere
 * now is led to, and what is nowhere is gone. None where there was no other configuration.
 */
export const formerRoutes = (
  options: Parameters<typeof findFormerPlaces>[0],
  parts: Parameters<typeof findFormerPlaces>[1],
): FormerRoute[] => {
  const places = findFormerPlaces(options, parts);
  if (places.length === 0) return [];
  const toRoute = (path: string, errors: ErrorFormat, isOfFeeds: boolean): FormerRoute => ({
    path,
    isOfFeeds,
    errors,
    respond({ path: asked = '' }) {
      const form = readForm(`/${encodePart(asked)}`, options);
      const isFeed = form.feed !== undefined;
      return isFeed === isOfFeeds ? respondWith(places, form) : Promise.resolve(null);
    },
  });
  return [
    toRoute('/:path(.*\\.[a-z]+)', 'text', true),
    toRoute('/:path(.*\\.[a-z]+)', 'text', false),
    toRoute('/:path(.*)', 'html', false),
  ];
};
