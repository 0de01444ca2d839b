import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import { normaliseName } from '../mapping/author-names';
import { documentLocale } from '../mapping/slug-locale';
import type { TagNamesake } from './admin-api';
import { type Ability, permittedEntries } from './permissions/permitted-rows';

/** Tags that are looked at: several may have one name, and the user may read some of them. */
const TAGS = 50;

interface NamedTag {
  name: string;
  /** Code of the locale that it is written in; null where tags are not localised. */
  locale: string | null;
  /** Document id of the tag itself; undefined for a new one. */
  own: string | undefined;
}

interface Row extends TagNamesake {
  id: number;
}

/** How a name is written with and without capitals: SQLite knows those of ASCII alone. */
const spellingsOf = (name: string): string[] => [
  name,
  name.toUpperCase(),
  name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  name.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()),
];

/** Another tag that has a name, whatever its capitals and spaces, as far as a user may read it. */
export const findNamesake = async (
  strapi: Core.Strapi,
  ability: Ability,
  { name, locale: asked, own }: NamedTag,
): Promise<TagNamesake | null> => {
  const wanted = normaliseName(name);
  if (wanted === '') return null;
  const locale = await documentLocale(strapi, TAG_UID, asked);
  const rows: Row[] = await strapi.db.query(TAG_UID).findMany({
    select: ['id', 'documentId', 'name', 'slug'],
    where: {
      ...(locale !== undefined && { locale }),
      ...(own !== undefined && { documentId: { $ne: own } }),
      $or: [{ name: { $eqi: wanted } }, { name: { $in: [name.trim(), ...spellingsOf(wanted)] } }],
    },
    orderBy: { id: 'asc' },
    limit: TAGS,
  });
  // MariaDB takes letters with and without accents for the same.
  const found = rows.filter((row) => normaliseName(row.name) === wanted);
  const wish = { ability, uid: TAG_UID, action: 'read', fields: ['name', 'slug'] } as const;
  const mayRead = await permittedEntries(strapi, wish, found);
  const namesake = found.find(mayRead);
  return namesake
    ? { documentId: namesake.documentId, name: namesake.name, slug: namesake.slug }
    : null;
};
