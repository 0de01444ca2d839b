import type { Core } from '@strapi/strapi';

import type { FindWithheld } from '../../entries/form-row';
import { type Ability, withheldFields } from './permitted-rows';
import { shownFields } from './shown-fields';

/**
 * Tells what a user may not read of what an entry leads to, by the Content Manager's own check: of each in
 * its locale, among the fields that are shown of it.
 */
export const findWithheldFor =
  (strapi: Core.Strapi, ability: Ability): FindWithheld =>
  (uid, entries, fields) => {
    const shown = shownFields(strapi, { contentType: uid, fields });
    return withheldFields(strapi, { ability, uid, action: 'read', fields: shown }, entries);
  };
