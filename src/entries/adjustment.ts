import { z } from 'zod';

import type { Article } from '../content/article';
import type { Item } from '../feed/model';
import { show } from '../lib/messages';
import type { SourcePlan } from '../mapping/plan';
import type { ReadEntry } from '../mapping/values';

/** A part that an item may lack: a function may also remove it with null. */
const optional = <Part>(part: z.ZodType<Part>) =>
  part.nullish().transform((value) => value ?? undefined);

/** A number; database drivers may return it as a text. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .transform(Number),
]);

const file = z.looseObject({ url: z.string(), type: z.string() });

/** Parts of an item that feeds write. With a part of another type, a renderer might produce no document. */
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
      // Directories of podcasts also accept hours and minutes as a text.
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

/** Parts of an entry that pages and listings need. */
const SHOWN = z.looseObject({
  title: z.string(),
  summary: z.string().optional(),
  author: z.string().optional(),
});

/** A copy for the site's function, which may change its argument and then fail. */
const copyOf = <Value extends object>(value: Value): Value =>
  Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      Array.isArray(part) ? [...(part as unknown[])] : part,
    ]),
  ) as Value;

/** If the function changed only the author's name, the item has just that author. */
const withAuthor = (
  checked: Item,
  adjusted: Pick<Item, 'author' | 'authors'>,
  given: Pick<Item, 'author' | 'authors'>,
): Item =>
  adjusted.author !== given.author && adjusted.authors === given.authors
    ? { ...checked, authors: undefined }
    : checked;

/**
 * Applies a function of the site to a value; gives the unchanged value if that fails.
 *
 * @param schema what it has to return
 * @param returned error message if it returns anything else
 * @param onError gets the error
 */
const createAdjustment = <Value extends object>(
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
      // The function may change its argument in place.
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
 * Both functions by which a site adjusts entries: for items, and for what pages show.
 *
 * @param onError gets the error of a function of the site
 */
export const adjustments = (
  { contentType, item, entry }: SourcePlan,
  row: ReadEntry,
  onError: (error: unknown) => void,
): Pick<Article, 'adjust' | 'show'> => {
  const noItem = `The function "item" of ${show(contentType)} returned no item.`;
  const nothingShown = `The function "entry" of ${show(contentType)} returned nothing with a title. It returns { title, summary, author }, each a text, and only the title has to be there.`;
  return {
    adjust: createAdjustment(item, row, { schema: ITEM, returned: noItem }, onError, withAuthor),
    show: createAdjustment(entry, row, { schema: SHOWN, returned: nothingShown }, onError),
  };
};
