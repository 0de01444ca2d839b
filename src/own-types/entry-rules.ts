import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';

import { findMoments } from '../addresses/permalinks';
import { ARTICLE_UID, SLUGGED_TYPES } from '../lib/constants';
import { SLUG_PATTERN } from '../lib/url-paths';
import { isBlank } from '../lib/values';
import { slugOfHeading } from '../mapping/address';
import type { Plan } from '../mapping/plan';
import { documentLocale, hasDrafts, schemaOf, isFieldLocalised } from '../mapping/schemas';
import { copyTitle } from './copy-title';

/** A field with a value that is refused, and the message that says what to do. */
type Refusal = [field: string, message: string];

type Data = Record<string, unknown>;

/** A refused text for a message, cut to 120 characters. */
const cutText = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

const checkSlug = ({ slug }: Data): Refusal[] => {
  if (typeof slug !== 'string' || slug === '' || SLUG_PATTERN.test(slug)) return [];
  const example = slugOfHeading(slug) || 'my-article';
  return [
    [
      'slug',
      `"${cutText(slug)}" cannot be part of an address. Use lowercase letters, digits and single hyphens, for example "${example}".`,
    ],
  ];
};

const checkHeading = (data: Data, field: string): Refusal[] =>
  typeof data[field] === 'string' && data[field] !== '' && isBlank(data[field])
    ? [[field, `The ${field} is empty. Write at least one letter: feeds cannot do without.`]]
    : [];

/** RSS 2.0 uses RFC 822 dates with a year of four digits. */
const checkDate = ({ date }: Data): Refusal[] => {
  if (date === undefined || date === null) return [];
  const year = new Date(date as string | Date).getUTCFullYear();
  // The panel's field, for example, sends an invalid date while it is incomplete.
  if (Number.isNaN(year)) {
    return [['date', 'This is no date: it is not complete, or does not exist.']];
  }
  return year >= 1000 && year <= 9998
    ? []
    : [['date', 'This date cannot be shown in feeds. Choose a year from 1000 to 9998.']];
};

/**
 * Refuses values that would break an address or a feed, with a message that says what to do. Strapi also does its own
 * checks (required, unique, lengths), but its check of slugs only names the pattern, and only at publication.
 */
export const validateEntries = (strapi: Core.Strapi): void => {
  strapi.documents.use((context, next) => {
    const heading = SLUGGED_TYPES[context.uid];
    if (heading === undefined || !['create', 'update', 'clone'].includes(context.action)) {
      return next();
    }
    const data = ('data' in context.params ? (context.params.data as Data | undefined) : {}) ?? {};
    const refused = [...checkSlug(data), ...checkHeading(data, heading), ...checkDate(data)];
    if (refused.length > 0) {
      throw new errors.ValidationError(refused.map(([, message]) => message).join(' '), {
        errors: refused.map(([field, message]) => ({
          path: [field],
          name: 'ValidationError',
          message,
        })),
      });
    }
    return next();
  });
};

/** A date as a number for comparison; a form sends dates as text. */
const toTime = (date: unknown): number => new Date(date as string | Date).getTime();

/**
 * Gives the copy of an entry a title and a slug of its own and no date, since readers know those of the original.
 * Values given for the copy stay. Register it before `fillSlugs`.
 */
export const nameCopies = (strapi: Core.Strapi): void => {
  strapi.documents.use(async (context, next) => {
    const heading = SLUGGED_TYPES[context.uid];
    if (!heading || context.action !== 'clone') return next();
    const params = context.params as { documentId: string; data?: Data; locale?: unknown };
    // Strapi copies a single locale.
    const locale = await documentLocale(strapi, context.uid, params.locale);
    const original: Data | null = await strapi.db.query(context.uid).findOne({
      where: {
        documentId: params.documentId,
        ...(hasDrafts(schemaOf(strapi, context.uid)) && { publishedAt: null }),
        ...(locale !== undefined && { locale }),
      },
    });
    if (!original) return next();
    const data = { ...params.data };
    if (data[heading] === undefined || data[heading] === original[heading]) {
      const title = original[heading];
      if (typeof title === 'string' && title.trim()) data[heading] = copyTitle(title);
    }
    // The copy then gets a slug like a new entry.
    if (data.slug === undefined || data.slug === original.slug) data.slug = null;
    if (context.uid === ARTICLE_UID) {
      const isOriginal = data.date && original.date && toTime(data.date) === toTime(original.date);
      if (data.date === undefined || isOriginal) data.date = null;
    }
    // Strapi nulls fields that the user may not write: the copy could not be published, or hidden entries would show.
    for (const flag of ['keepOutOfFeeds', 'hidden'])
      if (data[flag] === null) data[flag] = original[flag] ?? false;
    params.data = data;
    return next();
  });
};

type Action = (ctx: Context, next: unknown) => Promise<void>;

/**
 * "Fill in from another locale" copies all localised values into a form. The slug and the date of an entry are those of
 * its locale: the slug is made from the translated title, and the date is the moment of its own publication. A date in
 * the future stays, so that a translation waits for it, too.
 */
export const fillInWithoutAddress = (strapi: Core.Strapi): void => {
  const controllers = strapi.get('controllers');
  const uid = 'plugin::i18n.content-types';
  const filled = controllers.get(uid)?.getFillFromLocaleData as Action | undefined;
  // Older versions of Strapi fill in forms in the browser.
  if (!filled) return;
  controllers.extend(uid, (controller: object) => ({
    ...controller,
    async getFillFromLocaleData(ctx: Context, next: unknown) {
      await filled(ctx, next);
      const { data } = (ctx.body ?? {}) as { data?: Data };
      const { model } = ctx.params as { model: string };
      if (!data || !(model in SLUGGED_TYPES)) return;
      if (isFieldLocalised(strapi, model, 'slug')) data.slug = '';
      const isAhead = toTime(data.date) > Date.now();
      if (isFieldLocalised(strapi, model, 'date') && !isAhead) delete data.date;
    },
  }));
};

interface Row {
  documentId: string;
  locale?: string | null;
  publishedAt?: string | Date | null;
  date?: string | Date | null;
}

/**
 * Gives articles a date at their first publication, which the editor then sees. Entries of the site's own types are not
 * changed: their date is that of the first permalink.
 *
 * A database lifecycle sees every way to write a row: publishing in the panel or in a release, `create` and `update`
 * with `status: 'published'`, and queries past the document service. It runs in the transaction of the change.
 */
export const fillDates = (strapi: Core.Strapi, { plan }: { plan: Plan }): void => {
  /**
   * Gives an article published without a date the moment when readers could first see it. If none could yet, because an
   * editor cleared a date in the future, it gets the moment of this publication.
   */
  const fillDate = async (data: Row): Promise<void> => {
    if (!data.publishedAt || data.date) return;
    const { documentId, locale } = data;
    const source = plan.sources.find(({ contentType }) => contentType === ARTICLE_UID);
    const ofLocale = source?.isLocalised ? (locale ?? '') : undefined;
    const { published } = await findMoments(strapi, ARTICLE_UID, documentId, ofLocale);
    // A clock that was wrong may have dated the first publication later.
    data.date = published && published <= new Date() ? published : new Date(data.publishedAt);
    // Update the draft as well, so that the editor sees the date and the next publication keeps it. Use the query
    // builder, which leaves `updatedAt` alone: the draft must not look modified.
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
