/** The Content Manager's form of an article, as far as the preview needs it. */
interface FormValues {
  title?: unknown;
  slug?: unknown;
  date?: unknown;
  summary?: unknown;
  body?: unknown;
  author?: unknown;
  keepOutOfFeeds?: unknown;
  cover?: unknown;
  attachment?: unknown;
  tags?: unknown;
}

interface Relation {
  documentId?: string;
  apiData?: { documentId?: string };
}

interface File {
  url?: string;
  alternativeText?: string | null;
  width?: number | null;
  height?: number | null;
  mime?: string;
  size?: number | null;
  sizeInBytes?: number | string | null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The picker gives a `Date`, a saved entry a text. */
const toDate = (value: unknown): string | null => {
  if (!(value instanceof Date)) return toText(value);
  return Number.isNaN(value.getTime()) ? null : value.toISOString();
};

const toDocumentIds = (relations: unknown): string[] =>
  Array.isArray(relations)
    ? relations.flatMap(
        (relation: Relation) => relation.documentId ?? relation.apiData?.documentId ?? [],
      )
    : [];

const toFile = (value: unknown): File => {
  const file: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(file) ? file : {};
};

const toCover = (value: unknown) => {
  const { url, alternativeText, width, height } = toFile(value);
  return url === undefined ? null : { url, alternativeText, width, height };
};

const toAttachment = (value: unknown) => {
  const { url, mime, size, sizeInBytes } = toFile(value);
  return url === undefined || mime === undefined ? null : { url, mime, size, sizeInBytes };
};

/** The article the form belongs to; none while it is created. */
export interface Subject {
  documentId?: string;
  /** The article it is a copy of, until the copy is saved. */
  copyOf?: string;
  /** Code of the locale it is written in, where articles are localised. */
  locale?: string;
}

/**
 * What the preview is asked for. A relation's form value holds only what was added and removed
 * since the entry was saved.
 */
export const toPreviewRequest = (values: FormValues, { documentId, copyOf, locale }: Subject) => {
  const tags = isObject(values.tags) ? values.tags : {};
  return {
    documentId: documentId ?? null,
    copyOf: copyOf ?? null,
    locale: locale ?? null,
    title: toText(values.title),
    slug: toText(values.slug),
    date: toDate(values.date),
    summary: toText(values.summary),
    body: toText(values.body),
    author: toText(values.author),
    keepOutOfFeeds: values.keepOutOfFeeds === true,
    cover: toCover(values.cover),
    attachment: toAttachment(values.attachment),
    tags: {
      added: toDocumentIds('connect' in tags ? tags.connect : []),
      removed: toDocumentIds('disconnect' in tags ? tags.disconnect : []),
    },
  };
};
