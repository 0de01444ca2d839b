import { z } from 'zod';

import type { Article } from '../content/article';
import type { Item } from '../feed/model';
import { show } from '../lib/messages';
import type { SourcePlan } from '../mapping/plan';
import type { ReadEntry } from '../mapping/values';

/** A part that an item may be without: a function takes it away with null, too. */
const optional = <Part>(part: z.ZodType<Part>) =>
  part.nullish().transform((value) => value ?? undefined);

/** A number, which drivers of databases may give as a text. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .transform(Number),
]);

const file = z.looseObject({ url: z.string(), type: z.string() });

/** What feeds write of an item: of parts that are anything else, a renderer may make no document. */
const ITEM = z.looseObject({
  title: z.string(),
  link: z.string(),
  guid: z.string(),
  summary: z.string(),
  date: z.date(),
  updated: z.date(),
  contentHtml: optional(z.string()),
  author: optional(z.string()),
  authors: optional(z.array(z.looseObject({ name: z.string(), url: optional(z.string()) }))),
  categories: optional(
    z.array(z.looseObject({ label: z.string(), term: z.string(), scheme: z.string() })),
  ),
  image: optional(
    z.looseObject({
      url: z.string(),
      alt: optional(z.string()).transform((alt) => alt ?? ''),
      type: optional(z.string()),
      width: optional(number),
      height: optional(number),
    }),
  ),
  enclosure: optional(z.looseObject({ url: z.string(), length: number, type: z.string() })),
  episode: optional(
    z.looseObject({
      // Directories take hours and minutes in a text as well.
      duration: optional(z.union([z.number(), z.string()])),
      number: optional(number),
      season: optional(number),
      type: optional(z.string()),
      imageUrl: optional(z.string()),
      transcripts: optional(z.array(file)).transform((transcripts) => transcripts ?? []),
      chapters: optional(file),
    }),
  ),
});

/** What pages and listings need of an entry. */
const SHOWN = z.looseObject({
  title: z.string(),
  summary: z.string().optional(),
  author: z.string().optional(),
});

/** For the site's function, which may change what it gets and fail then. */
const copyOf = <Value extends object>(value: Value): Value =>
  Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      Array.isArray(part) ? [...(part as unknown[])] : part,
    ]),
  ) as Value;

/** Where the function changed the name of the author alone, that is whom the item has. */
const withAuthor = (
  checked: Item,
  adjusted: Pick<Item, 'author' | 'authors'>,
  given: Pick<Item, 'author' | 'authors'>,
): Item =>
  adjusted.author !== given.author && adjusted.authors === given.authors
    ? { ...checked, authors: undefined }
    : checked;

/**
 * What a function of the site makes of a value; the value as it was where that fails.
 *
 * @param schema what it has to return
 * @param returned says what else it returned
 * @param onError told why it failed
 */
const lastWord = <Value extends object>(
  adjust: ((value: Value, row: ReadEntry) => Value) | undefined,
  row: ReadEntry,
  { schema, returned }: { schema: z.ZodType; returned: string },
  onError: (error: unknown) => void,
  settle = (checked: Value, _adjusted: Value, _given: Value): Value => checked,
): ((value: Value) => Value) | undefined =>
  adjust &&
  ((value) => {
    try {
      const given = copyOf(value);
      // As it was given: the function may change it in its place.
      const before = { ...given };
      const adjusted = adjust(given, row);
      const { success, data, error } = schema.safeParse(adjusted);
      if (!success) {
        const [part] = error.issues[0]?.path ?? [];
        const hint = part === undefined ? '' : ` Look at its ${show(String(part))}.`;
        throw new TypeError(returned + hint);
      }
      return settle(data as Value, adjusted, before);
    } catch (error) {
      onError(error);
      return value;
    }
  });

/**
 * Both last words of a site, on items and on what pages show.
 *
 * @param onError told why a function of the site failed
 */
export const adjustments = (
  { contentType, item, entry }: SourcePlan,
  row: ReadEntry,
  onError: (error: unknown) => void,
): Pick<Article, 'adjust' | 'show'> => {
  const noItem = `The function "item" of ${show(contentType)} returned no item.`;
  const nothingShown = `The function "entry" of ${show(contentType)} returned nothing with a title. It returns { title, summary, author }, each a text, and only the title has to be there.`;
  return {
    adjust: lastWord(item, row, { schema: ITEM, returned: noItem }, onError, withAuthor),
    show: lastWord(entry, row, { schema: SHOWN, returned: nothingShown }, onError),
  };
};
