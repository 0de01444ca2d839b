/** Longest slug, as in the schemas. */
export const MAXIMUM_SLUG = 200;

/** Form of a slug of the plugin's own types. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that say nothing of an entry: Strapi's default, and titles of forms that are not filled in yet. */
const GENERIC = new Set([
  ...['article', 'post', 'entry', 'tag', 'untitled', 'new', 'draft', 'copy', 'title', 'test'],
  ...['artikel', 'beitrag', 'ohne-titel', 'entwurf', 'kopie'],
  ...['sans-titre', 'brouillon', 'copie', 'articulo', 'sin-titulo', 'borrador', 'copia'],
  ...['tanpa-judul', 'draf', 'salinan'],
]);

const NUMBERED = /^(.+)-(\d{1,9})$/;

/**
 * Whether a slug tells readers nothing: "article", "untitled", "article-1", or the day alone, as for a title that has
 * no Latin form ("article-2026-11-21").
 */
export const isGenericSlug = (slug: string): boolean =>
  slug.length <= MAXIMUM_SLUG && GENERIC.has(slug.replace(/(?:-\d{1,9})+$/, ''));

const cut = (slug: string, length: number): string => slug.slice(0, length).replace(/-+$/, '');

/** The slug within a length, cut at a word if necessary. */
export const fitSlug = (slug: string, longest = MAXIMUM_SLUG): string => {
  if (slug.length <= longest) return slug;
  const end = slug.lastIndexOf('-', longest);
  // A last word longer than half the length is cut itself.
  return cut(slug, end > longest / 2 ? end : longest);
};

/** The slug with a number that makes it unique, as Strapi numbers slugs; 0 adds none. */
export const numberSlug = (slug: string, number: number, longest = MAXIMUM_SLUG): string => {
  if (number === 0) return slug;
  const suffix = `-${number}`;
  return cut(slug, longest - suffix.length) + suffix;
};

/** Whether a slug equals another one, apart from a number. */
export const isNumberOf = (slug: string, unnumbered: string): boolean =>
  slug === unnumbered || slug === numberSlug(unnumbered, Number(NUMBERED.exec(slug)?.[2] ?? 0));
