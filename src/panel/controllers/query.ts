import { errors } from '@strapi/utils';
import type { z } from 'zod';

/**
 * What a request gives, as a schema reads it.
 *
 * @throws ValidationError that names each field and what it takes (the schema's description)
 */
export const read = <Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> => {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => ({
    path: path.map(String),
    name: 'ValidationError',
    message: `${path.join('.') || 'The request'}: ${message}`,
  }));
  throw new errors.ValidationError(problems.map(({ message }) => message).join('; '), {
    errors: problems,
  });
};
