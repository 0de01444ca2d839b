import { errors } from '@strapi/utils';
import type { Context } from 'koa';

/** What front ends may ask by; the rest of a query string is nobody's, a preview token for example. */
const PARAMETERS = ['filters', 'sort', 'fields', 'populate', 'pagination', '_q', 'locale'];

/**
 * A request as Strapi's actions get it, with the parameters that are answered.
 *
 * @throws NotFoundError for an id with U+0000: nothing has one, and PostgreSQL would fail
 * @throws ValidationError for a locale with it
 */
export const withAllowedParameters = (ctx: Context): Context => {
  if (String(ctx.params.id).includes('\0')) throw new errors.NotFoundError('Not Found');
  if (String(ctx.query.locale).includes('\0')) {
    throw new errors.ValidationError('locale: expected the code of a language.', {
      path: 'locale',
    });
  }
  const query = Object.fromEntries(
    Object.entries(ctx.query).filter(([name]) => PARAMETERS.includes(name)),
  );
  return Object.create(ctx, { query: { value: query } }) as Context;
};
