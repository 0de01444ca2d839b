import { z } from 'zod';

import { documentation, show } from '../lib/messages';
import { isWebAddress } from '../lib/web-address';
import { BODY_FORMATS, SHARED_KEYS, type Source } from './source';
import type { TopicMapping, PodcastMapping } from './mapping-types';

type Shapes<Mapping> = Record<keyof Mapping, z.ZodType>;

/** Characters that the name of a value may have. */
const LONGEST_NAME = 200;

/** Characters that a title or a description of a listing may have. */
const LONGEST_TEXT = 1_000;

const text = z.string().min(1);

const shownText = (longest: number) =>
  text
    .max(longest)
    .refine((value) => value.trim() !== '')
    .describe(`a text of 1 to ${longest} characters`);

const byLocale = <Value extends z.ZodType>(value: Value) => value.or(z.record(z.string(), value));

const address = text
  .or(z.record(z.string(), text).refine((paths) => Object.keys(paths).length > 0))
  .describe('a path, for example "/articles/{slug}/", or one for each locale');

const field = text.describe('the name of a field');

const fields = text.or(z.array(text).min(1)).describe('the name of a field, or a list of names');

const fieldOrNone = z.literal(false).or(text).describe('the name of a field, or false');

const fieldsOrNone = z
  .union([z.literal(false), text, z.array(text)])
  .describe('the name of a field, a list of names, or false');

const aFunction = z.custom((value) => typeof value === 'function').describe('a function');

export const yesNo = z.boolean().describe('true or false');

const name = shownText(LONGEST_NAME);

/** A boolean field, or one field with the values of published entries. */
const published = text
  .or(
    z
      .record(
        text,
        z.union([z.boolean(), text, z.array(z.union([text, z.boolean(), z.null()])).min(1)]),
      )
      .refine((fields) => Object.keys(fields).length === 1),
  )
  .describe('the name of a boolean field, or an object such as { status: "published" }');

/** A field whose values are topics, with their address and names. */
const values = z.strictObject({
  field: text,
  address: text.optional(),
  names: z.record(z.string(), byLocale(name)).optional(),
});

/** A category, or one below another: "Arts", "Arts > Food". */
const category = text
  .regex(/^\s*[^\s>][^>]*(?:>\s*[^\s>][^>]*)?$/)
  .describe('a category of Apple Podcasts, for example "Arts" or "Arts > Food", or a list of them');

const podcast = {
  author: name,
  image: text.refine(isWebAddress).describe('an absolute address that begins with "https://"'),
  category: category.or(z.array(category)),
  explicit: yesNo,
  type: z.enum(['episodic', 'serial']).describe('"episodic" or "serial"'),
  owner: z
    .strictObject({
      name: name.optional(),
      email: name.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/).describe('an e-mail address'),
    })
    .describe(`an object with "email" and, where it is known, "name"`),
  guid: z.uuid().describe('a UUID, such as the "podcast:guid" that the feed has now'),
  locked: yesNo,
  duration: fieldOrNone,
  episode: fieldOrNone,
  season: fieldOrNone,
  episodeType: fieldOrNone,
  transcript: fieldOrNone,
  chapters: fieldOrNone,
} satisfies Shapes<PodcastMapping>;

const listingText = byLocale(shownText(LONGEST_TEXT)).describe(
  `a text of 1 to ${LONGEST_TEXT} characters, or one for each language`,
);

const source = {
  address,
  title: field,
  summary: fieldsOrNone,
  body: fieldsOrNone,
  bodyFormat: z.enum(BODY_FORMATS).describe(BODY_FORMATS.map(show).join(', ')),
  date: fieldOrNone,
  until: field,
  published,
  author: fieldsOrNone,
  cover: fieldsOrNone,
  enclosure: fieldOrNone,
  topics: z
    .literal(false)
    .or(z.array(text.or(values)))
    .describe(
      `a list of names of fields, or of objects with "field", "address" and "names", a text of ${LONGEST_NAME} characters at most for each value; or false`,
    ),
  podcast: z
    .strictObject(podcast)
    .partial()
    .describe(`an object with any of ${Object.keys(podcast).join(', ')}`),
  metaTitle: fieldOrNone,
  metaDescription: fieldOrNone,
  metaImage: fieldOrNone,
  canonical: fieldOrNone,
  noindex: fieldOrNone,
  listing: z
    .strictObject({ title: listingText, description: listingText })
    .partial()
    .describe('an object with "title" and "description"'),
  keepOut: fieldOrNone,
  guid: fieldOrNone,
  components: z.record(z.string(), aFunction).describe('an object of functions by component'),
  select: z.array(text).describe('a list of names of fields'),
  item: aFunction,
  entry: aFunction,
} satisfies Shapes<Source>;

const page: Record<string, z.ZodType> = Object.fromEntries(
  (['address', ...SHARED_KEYS] as const).map((key) => [key, source[key]]),
);

const topic = {
  address,
  name: fields,
  title: fieldOrNone,
  description: fieldOrNone,
  image: fieldOrNone,
  hidden: fieldOrNone,
  itemsPerFeed: fieldOrNone,
  content: fieldOrNone,
} satisfies Shapes<TopicMapping>;

const mappings = (
  mapping: Record<string, z.ZodType>,
  { example, page: docs }: { example: string; page: string },
) =>
  z
    .record(z.string(), z.strictObject(mapping).partial().describe('an object'))
    .describe(
      `an object of mappings by content type, for example ${example}; see ${documentation(docs)}`,
    );

/** Schemas of the options that map content types. The compiler checks that types and fields exist. */
export const MAPPING_SCHEMAS = {
  sources: mappings(source, {
    example: '{ "api::article.article": {} }',
    page: 'existing-content',
  }),
  pages: mappings(page, {
    example: '{ "api::about.about": { address: "/about/" } }',
    page: 'pages',
  }),
  topics: mappings(topic, {
    example: '{ "api::category.category": {} }',
    page: 'existing-content',
  }),
};
