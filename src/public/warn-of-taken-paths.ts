import type { Core } from '@strapi/strapi';

import type { AddressLayouts } from '../addresses/address-layouts';
import { show } from '../lib/show';

/** Says at start where readers of one language get another now, since the option `locales` has changed. */
export const warnOfTakenPaths = (
  strapi: Core.Strapi,
  { layouts }: { layouts: Pick<AddressLayouts, 'takenPaths'> },
): void => {
  for (const [code, path, from] of layouts.takenPaths()) {
    strapi.log.warn(
      `Syndication: the option "locales" has ${show(code)} at ${show(`${path}/`)}, where ${show(from)} was: who subscribed to the feeds there in one language gets the other now. Ids stay with the languages they were given to. Unless it is meant, give each locale the "path" it had; the first one has none by default.`,
    );
  }
};
