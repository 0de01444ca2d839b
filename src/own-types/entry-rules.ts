import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import type { Permalinks } from '../addresses/permalinks';
import { ARTICLE_UID, SLUGGED_TYPES } from '../lib/constants';
import { SLUG_PATTERN } from '../lib/slug';
import { isBlank } from '../lib/values';
import { slugOfHeading } from '../mapping/address';
import { slugLocale } from '../mapping/document-locales';
import type { Plan } from '../mapping/plan';
import { hasDrafts, schemaOf } from '../mapping/schemas';
import type { SettingsStore } from '../options/settings';
import { copyTitle } from './copy-title';

interface FieldError {
  path: string[];
  name: 'ValidationError';
  message: string;
}

type Data = Record<string, unknown>;

/** A refused text as a message repeats it: not a megabyte of it. */
const named = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

const problem = (field: string, message: string): FieldError => ({
  path: [field],
  name: 'ValidationError',
  message,
});

const checkSlug = ({ slug }: Data): FieldError[] => {
  if (typeof slug !== 'string' || slug === '' || SLUG_PATTERN.test(slug)) return [];
  const example = slugOfHeading(slug) || 'my-article';
  return [
    problem(
      'slug',
      `"${named(slug)}" cannot be part of an address. Use lowercase letters, digits and single hyphens, for example "${example}".`,
    ),
  ];
};

const checkHeading = (data: Data, field: string): FieldError[] =>
  typeof data[field] === 'string' && data[field] !== '' && isBlank(data[field])
    ? [problem(field, `The ${field} is empty. Write at least one letter: feeds cannot do without.`)]
    : [];

/** RFC 822 dates, as RSS 2.0 has them, write the year in four digits. */
const checkDate = ({ date }: Data): FieldError[] => {
  if (date === undefined || date === null) return [];
  const year = new Date(date as string | Date).getUTCFullYear();
  // Among others what the panel's field sends while it is not complete.
  if (Number.isNaN(year)) {
    return [problem('date', 'This is no date: it is not complete, or does not exist.')];
  }
  return year >= 1000 && year <= 9998
    ? []
    : [problem('date', 'This date cannot be shown in feeds. Choose a year from 1000 to 9998.')];
};

/**
 * Refuses what would break an address or a feed, with a message that says what to do. Strapi's own
 * checks (required, unique, lengths) come on top; its check of slugs only says which pattern it
 * wants, and only at publication.
 */
export const validateEntries = (strapi: Core.Strapi): void => {
  strapi.documents.use((context, next) => {
    const heading = SLUGGED_TYPES[context.uid]?.heading;
    if (heading === undefined || !['create', 'update', 'clone'].includes(context.action)) {
      return next();
    }
    const data = ('data' in context.params ? (context.params.data as Data | undefined) : {}) ?? {};
    const problems = [...checkSlug(data), ...checkHeading(data, heading), ...checkDate(data)];
    if (problems.length > 0) {
      throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
        errors: problems,
      });
    }
    return next();
  });
};

/** A date of an entry as a number that can be compared; a form writes it as text. */
const toTime = (date: unknown): number => new Date(date as string | Date).getTime();

/**
 * Gives the copy of an entry a title and an address of its own, and no date: what the original has
 * is known to its readers. What somebody wrote for the copy stays. Register it ahead of what fills slugs.
 */
export const nameCopies = (
  strapi: Core.Strapi,
  { settings }: { settings: SettingsStore },
): void => {
  strapi.documents.use(async (context, next) => {
    const type = SLUGGED_TYPES[context.uid];
    if (!type || context.action !== 'clone') return next();
    const params = context.params as { documentId: string; data?: Data; locale?: unknown };
    // Strapi copies what there is in one locale.
    const locale = await slugLocale(strapi, context.uid, params.locale);
    const original: Data | null = await strapi.db.query(context.uid).findOne({
      where: {
        documentId: params.documentId,
        ...(hasDrafts(schemaOf(strapi, context.uid)) && { publishedAt: null }),
        ...(locale !== undefined && { locale }),
      },
    });
    if (!original) return next();
    const { heading } = type;
    const data = { ...params.data };
    if (data[heading] === undefined || data[heading] === original[heading]) {
      const { language } = await settings.get();
      const title = original[heading];
      if (typeof title === 'string' && title.trim()) data[heading] = copyTitle(title, language);
    }
    // Made like that of a new entry.
    if (data.slug === undefined || data.slug === original.slug) data.slug = null;
    if (context.uid === ARTICLE_UID) {
      const isOriginal = data.date && original.date && toTime(data.date) === toTime(original.date);
      if (data.date === undefined || isOriginal) data.date = null;
    }
    // Strapi empties what the user may not write: nobody could publish it, and what was hidden would be shown.
    for (const flag of ['keepOutOfFeeds', 'hidden'])
      if (data[flag] === null) data[flag] = original[flag] ?? false;
    params.data = data;
    return next();
  });
};

interface Row {
  documentId: string;
  locale?: string | null;
  publishedAt?: string | Date | null;
  date?: string | Date | null;
}

/**
 * Gives articles a date at their first publication, for the editor to see. A site's own types and their
 * fields are the site's: there the first permalink has that date.
 *
 * A database lifecycle, since it sees each way a row is written: publishing from the panel or in a
 * release, `create` and `update` with `status: 'published'`, and queries past the document service.
 * It runs in the transaction of the change.
 */
export const fillDates = (
  strapi: Core.Strapi,
  { permalinks, plan }: { permalinks: Pick<Permalinks, 'findMoments'>; plan: Plan },
): void => {
  /**
   * An article published without a date gets the moment since when readers could see it first; this
   * one, where nobody could yet: it had a date in the future, which an editor has cleared.
   */
  const fillDate = async (data: Row): Promise<void> => {
    if (!data.publishedAt || data.date) return;
    const { documentId, locale } = data;
    const source = plan.sources.find(({ contentType }) => contentType === ARTICLE_UID);
    const ofLocale = source?.isLocalised ? (locale ?? '') : undefined;
    const { published } = await permalinks.findMoments(ARTICLE_UID, documentId, ofLocale);
    data.date = published ?? new Date(data.publishedAt);
    // The draft too, so that the editor sees the date and the next publication keeps it. The query
    // builder leaves `updatedAt` alone: the draft must not look modified.
    await strapi.db
      .queryBuilder(ARTICLE_UID)
      .where({
        documentId,
        publishedAt: null,
        date: null,
        ...(ofLocale !== undefined && { locale: locale ?? null }),
      })
      .update({ date: data.date })
      .execute();
  };

  strapi.db.lifecycles.subscribe({
    models: [ARTICLE_UID],
    beforeCreate: ({ params }) => fillDate(params.data as Row),
  });
};
