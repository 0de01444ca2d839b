import { z } from 'zod';
import { errors } from '@strapi/utils';

import { didYouMean, didYouMeanOneOf, nearest, show } from '../lib/messages';

/** An invalid value. */
export interface InvalidValue {
  /** Path of the value. */
  path: (string | number)[];
  /** Names the value, and says what it was and what is allowed. */
  message: string;
}

/**
 * The explanation in the `meta` of a schema. A schema within it inherits all but the suggestion, where it has
 * none of its own.
 */
interface Explanation {
  /** Ends the sentence "Allowed: …". */
  description?: string;
  /** How a wrong value is shown, if it may contain something that logs must not have. */
  show?: (value: unknown) => string;
  /** The value that was probably meant, if the schema does not list its values. */
  suggest?: (value: string) => string | undefined;
}

type Schema = z.core.$ZodType;

/** Marks an issue whose message is complete. */
const EXPLAINED = { explained: true };

/** Adds a check to a schema. It gets values whose parts are valid, and says in sentences what else is wrong. */
export const explained = <Value>(
  schema: z.ZodType<Value>,
  check: (value: Value) => string[],
): z.ZodType<Value> =>
  schema.superRefine((value, { addIssue, issues }) => {
    if (issues.length > 0) return;
    for (const message of check(value)) addIssue({ code: 'custom', message, params: EXPLAINED });
  });

/** A schema, with the schemas in it that the value may have: of optional values, and of alternatives. */
const alternatives = (schema: Schema, value: unknown): Schema[] => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return [schema, ...alternatives(schema.unwrap(), value)];
  }
  if (!(schema instanceof z.ZodUnion)) return [schema];
  const options = schema.options as Schema[];
  const { discriminator } = schema.def as { discriminator?: string };
  const meant = options.filter(
    (option) =>
      discriminator !== undefined &&
      option instanceof z.ZodObject &&
      z.safeParse(option.shape[discriminator], (value as Record<string, unknown>)?.[discriminator])
        .success,
  );
  const possible = meant.length > 0 ? meant : options;
  return [schema, ...possible.flatMap((option) => alternatives(option, value))];
};

const schemasBelow = (schema: Schema, step: string | number): Schema[] => {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  const part = schema instanceof z.ZodObject && (schema.shape as Record<string, Schema>)[step];
  return part ? [part] : [];
};

const explanationOf = (schemas: Schema[]): Explanation =>
  Object.assign({}, ...schemas.map((schema) => z.globalRegistry.get(schema)).reverse());

/** Texts among the values that the schemas list. */
const listedValues = (schemas: Schema[]): string[] =>
  schemas
    .flatMap((schema): unknown[] => {
      if (schema instanceof z.ZodEnum) return schema.options;
      return schema instanceof z.ZodLiteral ? [...schema.values] : [];
    })
    .filter((value) => typeof value === 'string');

const namesOf = (schemas: Schema[]): string[] => [
  ...new Set(
    schemas.flatMap((schema) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [],
    ),
  ),
];

const explain = (
  subject: string,
  schema: Schema,
  given: unknown,
  issue: z.core.$ZodIssue,
): InvalidValue[] => {
  const path = issue.path as (string | number)[];
  let value = given;
  let here = alternatives(schema, value);
  let { suggest, ...explanation } = explanationOf(here);
  let before = subject;
  let name = '';
  const at = (): string => (name === '' ? before : `${before}: ${show(name)}`);
  for (const step of path) {
    // A key of a record, such as a content type, may contain dots.
    if (here.some((one) => one instanceof z.ZodRecord))
      [before, name] = [`${at()}: ${show(step)}`, ''];
    else if (typeof step === 'number') name += `[${step}]`;
    else name += name === '' ? step : `.${step}`;
    value = (value as Record<string, unknown> | undefined)?.[step];
    here = here
      .flatMap((one) => schemasBelow(one, step))
      .flatMap((one) => alternatives(one, value));
    const own = explanationOf(here);
    ({ suggest } = own);
    explanation = { ...explanation, ...own };
  }
  if (issue.code === 'custom' && issue.params === EXPLAINED) {
    return [{ path, message: `${at()}: ${issue.message}` }];
  }
  if (issue.code === 'unrecognized_keys') {
    const names = namesOf(here);
    // An undefined key is not given: the site may have spread a mapping into another.
    const unknown = issue.keys.filter(
      (key) => (value as Record<string, unknown>)[key] !== undefined,
    );
    return unknown.map((key) => ({
      path: [...path, key],
      message: `${before}: There is no ${show(name === '' ? key : `${name}.${key}`)}.${didYouMeanOneOf(key, names) || ` Allowed: ${names.join(', ')}.`}`,
    }));
  }
  const meant =
    typeof value === 'string'
      ? (suggest?.(value) ?? nearest(value, listedValues(here)))
      : undefined;
  const shown = (explanation.show ?? show)(value);
  return [
    {
      path,
      message: `${at()} was ${shown}. Allowed: ${explanation.description}.${didYouMean(meant)}`,
    },
  ];
};

/**
 * Explains what is wrong with a value, in sentences that begin with a subject.
 *
 * @param schema each part has a description or inherits one; it ends the sentence "Allowed: …"
 */
export const findInvalid = (subject: string, schema: Schema, given: unknown): InvalidValue[] => {
  const { error } = z.safeParse(schema, given);
  const found = (error?.issues ?? []).flatMap((issue) => explain(subject, schema, given, issue));
  return [...new Map(found.map((problem) => [problem.message, problem])).values()];
};

/** Values by name, as they are stored or to be stored. */
export type SavedValues = Record<string, unknown>;

/** Values that editors change and save together: the settings, or the appearance. */
export interface EditableValues {
  /** Subject of messages: "The settings". */
  subject: string;
  names: readonly string[];
  /** Schema of an object that has some of the values. */
  schema: z.ZodType;
  /** Names of the values that `config/plugins.ts` fixes. */
  fixed: readonly string[];
  /** Says in a sentence why a value that the schema allows is refused; undefined where it is not. */
  refuse?: (name: string, value: unknown) => string | undefined;
}

/** A change that is refused: the value is invalid, the developer fixed it, or it would change the path. */
interface ValueError extends InvalidValue {
  name: 'ValidationError';
  code: 'invalid' | 'fixed' | 'path';
}

/** Names of the values that the configuration sets for the site, or for each of its locales. */
export const fixedNames = <Name extends string>(
  names: readonly Name[],
  site: object,
  locales: readonly object[],
): Name[] =>
  names.filter(
    (name) =>
      name in site || (locales.length > 0 && locales.every((given) => Object.hasOwn(given, name))),
  );

const checkValue = (
  { subject, schema, fixed, refuse }: EditableValues,
  name: string,
  value: unknown,
): ValueError[] => {
  const one = (code: ValueError['code'], message: string): ValueError[] => [
    { path: [name], name: 'ValidationError', message, code },
  ];
  if (fixed.includes(name)) {
    return one('fixed', `${subject}: "${name}" is fixed in config/plugins.ts: change it there.`);
  }
  const problems = findInvalid(subject, schema, { [name]: value });
  if (problems.length > 0) {
    return problems.map((problem) => ({ ...problem, name: 'ValidationError', code: 'invalid' }));
  }
  const refused = refuse?.(name, value);
  return refused === undefined ? [] : one('path', refused);
};

/** The saved values, without those that have been fixed since or are no longer allowed. */
export const usableValues = (of: EditableValues, saved: SavedValues): SavedValues =>
  Object.fromEntries(
    Object.entries(saved).filter(
      ([name, value]) => of.names.includes(name) && checkValue(of, name, value).length === 0,
    ),
  );

/** @throws ValidationError with one entry for each change that cannot be made. */
export const checkChanges = (of: EditableValues, changes: SavedValues): void => {
  const problems = Object.entries(changes).flatMap(([name, value]) => checkValue(of, name, value));
  if (problems.length === 0) return;
  throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
    errors: problems,
  });
};
