/** Length a slug may have, as the schemas have it. */
export const MAXIMUM_SLUG = 200;

/** What a slug of the plugin's own types may be. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that say nothing of an entry: Strapi's default, and the titles of forms not filled in yet. */
const GENERIC = new Set([
  ...['article', 'post', 'entry', 'tag', 'untitled', 'new', 'draft', 'copy', 'title', 'test'],
  ...['artikel', 'beitrag', 'ohne-titel', 'entwurf', 'kopie'],
  ...['sans-titre', 'brouillon', 'copie', 'articulo', 'sin-titulo', 'borrador', 'copia'],
  ...['tanpa-judul', 'draf', 'salinan'],
]);

const NUMBERED = /^(.+)-(\d{1,9})$/;

/**
 * Whether a slug tells a reader nothing: "article", "untitled", "article-1", or the day alone, as for a
 * title that has no Latin form ("article-2026-11-21").
 */
export const isGenericSlug = (slug: string): boolean =>
  slug.length <= MAXIMUM_SLUG && GENERIC.has(slug.replace(/(?:-\d{1,9})+$/, ''));

const cut = (slug: string, length: number): string => slug.slice(0, length).replace(/-+$/, '');

/** The slug within a length; where it must be cut, at a word. */
export const fitSlug = (slug: string, longest = MAXIMUM_SLUG): string => {
  if (slug.length <= longest) return slug;
  const end = slug.lastIndexOf('-', longest);
  // A word of half the length is no word.
  return cut(slug, end > longest / 2 ? end : longest);
};

/** The slug with a number that tells it from others, as Strapi numbers them; 0 is the first. */
export const numberSlug = (slug: string, number: number, longest = MAXIMUM_SLUG): string => {
  if (number === 0) return slug;
  const suffix = `-${number}`;
  return cut(slug, longest - suffix.length) + suffix;
};

/** Whether a slug is another one, numbered or not. */
export const isNumberOf = (slug: string, unnumbered: string): boolean =>
  slug === unnumbered || slug === numberSlug(unnumbered, Number(NUMBERED.exec(slug)?.[2] ?? 0));
