import type { Core } from '@strapi/strapi';

import type { MayReadRelated } from '../../sources/form-row';
import { type Ability, permittedEntries } from './permitted-rows';
import { shownFields } from './shown-fields';

/**
 * Tells of what an entry leads to what a user may read, by the Content Manager's own check: each in its
 * locale, and with every field that is shown of it. Of the rest not even that it is there is told.
 */
export const mayReadRelatedFor =
  (strapi: Core.Strapi, ability: Ability): MayReadRelated =>
  (uid, entries, selection) => {
    const fields = shownFields(strapi, { contentType: uid, selection });
    return permittedEntries(strapi, { ability, uid, action: 'read', fields }, entries);
  };
