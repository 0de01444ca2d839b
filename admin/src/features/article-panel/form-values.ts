type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** What is sent of a file: the form has it with all its sizes. */
const FILE = [
  ...['id', 'url', 'mime', 'name', 'alternativeText', 'caption'],
  ...['width', 'height', 'size', 'sizeInBytes'],
];

const pick = (value: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : [])));

/** What is sent of entries that were chosen or taken away: who they are. */
const toLinks = (entries: unknown): Values[] =>
  Array.isArray(entries)
    ? entries.filter(isObject).map((entry) => {
        const known = isObject(entry.apiData) ? { ...entry, ...entry.apiData } : entry;
        return pick(known, ['documentId', 'locale']);
      })
    : [];

/** A value of the form without what the preview has no use for. */
const toSent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toSent);
  // The picker gives a `Date`, a saved entry a text.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (!isObject(value)) return value;
  if ('connect' in value || 'disconnect' in value) {
    return { connect: toLinks(value.connect), disconnect: toLinks(value.disconnect) };
  }
  if (typeof value.url === 'string' && typeof value.mime === 'string') return pick(value, FILE);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === '__temp_key__' ? [] : [[name, toSent(inner)]],
    ),
  );
};

/** The entry the form belongs to; no document while it is created. */
export interface FormEntry {
  contentType: string;
  documentId?: string;
  /** The entry it is a copy of, until the copy is saved. */
  copyOf?: string;
  /** Of a localised type. */
  locale?: string;
}

/**
 * What the preview is asked for. A relation's form value holds only what was added and removed
 * since the entry was saved.
 */
export const toPreviewRequest = (values: object, entry: FormEntry) => ({
  ...entry,
  values: toSent(values),
});
