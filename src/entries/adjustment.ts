import { z } from 'zod';

import type { Article } from '../content/article';
import type { Item } from '../feed/model';
import { show } from '../lib/messages';
import type { SourcePlan } from '../mapping/plan';
import type { ReadEntry } from '../mapping/values';

/** What feeds write of an item: of anything else than this, a renderer would make no document. */
const ITEM = z.looseObject({
  title: z.string(),
  link: z.string(),
  guid: z.string(),
  summary: z.string(),
  date: z.date(),
  updated: z.date(),
  contentHtml: z.string().optional(),
  author: z.string().optional(),
  authors: z.array(z.looseObject({ name: z.string(), url: z.string().optional() })).optional(),
  categories: z
    .array(z.looseObject({ label: z.string(), term: z.string(), scheme: z.string() }))
    .nullish(),
  image: z
    .looseObject({
      url: z.string(),
      alt: z.string(),
      type: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
    })
    .nullish(),
  enclosure: z.looseObject({ url: z.string(), length: z.number(), type: z.string() }).nullish(),
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
const withAuthor = (adjusted: Item, given: Pick<Item, 'author' | 'authors'>): Item =>
  adjusted.author !== given.author && adjusted.authors === given.authors
    ? { ...adjusted, authors: undefined }
    : adjusted;

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
  settle = (adjusted: Value, _given: Value): Value => adjusted,
): ((value: Value) => Value) | undefined =>
  adjust &&
  ((value) => {
    try {
      const given = copyOf(value);
      // As it was given: the function may change it in its place.
      const before = { ...given };
      const adjusted = adjust(given, row);
      const [issue] = schema.safeParse(adjusted).error?.issues ?? [];
      if (issue) {
        const [part] = issue.path;
        const hint = part === undefined ? '' : ` Look at its ${show(String(part))}.`;
        throw new TypeError(returned + hint);
      }
      return settle(adjusted, before);
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
