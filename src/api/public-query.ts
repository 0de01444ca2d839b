type Query = Record<string, unknown>;

const isObject = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null counts as no: rows may be older than the field. */
const isNot = (field: string) => ({ $or: [{ [field]: false }, { [field]: { $null: true } }] });

const NOT_HIDDEN = isNot('hidden');

/** Filters on tags that hidden tags cannot meet, so that no answer tells what carries one. */
const withoutHiddenTags = (filters: unknown): unknown => {
  if (Array.isArray(filters)) return filters.map(withoutHiddenTags);
  if (!isObject(filters)) return filters;
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => {
      if (name !== 'tags') return [name, withoutHiddenTags(filter)];
      const tag = isObject(filter) ? filter : { id: filter };
      return [name, { $and: [tag, NOT_HIDDEN] }];
    }),
  );
};

/** What a query populates under a name: nothing, everything or as said. */
const populated = (populate: unknown, name: string): Query | true | undefined => {
  if (populate === true || populate === '*') return true;
  if (typeof populate === 'string') return populate.split(',').includes(name) || undefined;
  if (Array.isArray(populate)) return populate.includes(name) || undefined;
  if (!isObject(populate)) return undefined;
  const asked = populate[name];
  if (isObject(asked)) return asked;
  return asked === undefined || asked === false || asked === 'false' ? undefined : true;
};

/** Populates media of these names that the query asks for. Never what a file is used in. */
const media = (populate: unknown, names: string[]): Query =>
  Object.fromEntries(
    names.filter((name) => populated(populate, name) !== undefined).map((name) => [name, true]),
  );

const publicTagsOf = (populate: unknown): Query => {
  const tags = populated(populate, 'tags');
  if (tags === undefined) return {};
  const { fields, populate: within } = tags === true ? {} : tags;
  return { tags: { filters: NOT_HIDDEN, fields, populate: media(within, ['image']) } };
};

/** A query without what would lead past the rows that are public. */
const base = ({ sort, fields, pagination, _q }: Query): Query => ({ sort, fields, pagination, _q });

const isOneSlug = (filters: unknown): boolean => {
  const slug = isObject(filters) ? filters.slug : undefined;
  return typeof slug === 'string' || (isObject(slug) && typeof slug.$eq === 'string');
};

/**
 * Narrows a query for articles, sanitised already, to what readers may see now.
 *
 * @param one whether it asks for one article: those kept out of lists have their own page, too. So
 *   does a query for one slug.
 */
export const publicArticles = (query: Query, now: Date, one: boolean): Query => ({
  ...base(query),
  status: 'published',
  filters: {
    $and: [
      withoutHiddenTags(query.filters ?? {}),
      { date: { $lte: now } },
      // Rows of an import may lack them, and could not be shown.
      { title: { $notNull: true } },
      { slug: { $notNull: true } },
      ...(one || isOneSlug(query.filters) ? [] : [isNot('keepOutOfFeeds')]),
    ],
  },
  populate: {
    ...media(query.populate, ['cover', 'attachment']),
    ...publicTagsOf(query.populate),
  },
});

/** Narrows a query for tags, sanitised already, to those that readers may know of. */
export const publicTags = (query: Query): Query => ({
  ...base(query),
  filters: { $and: [query.filters ?? {}, NOT_HIDDEN] },
  populate: media(query.populate, ['image']),
});
