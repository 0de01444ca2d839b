import { didYouMeanOneOf, show } from '../lib/messages';
import type { Address, InLocales } from '../options/mapping-fields';
import type { AddressesInLocales, AddressPattern, FieldPath } from './plan';
import {
  ADDRESS_RULE,
  addressFields,
  FIXED_ADDRESS_RULE,
  isAtRoot,
  isFixed,
  isWhole,
  parseAddress,
} from './address';
import { resolveField } from './fields';
import { guessSlug } from './guesses';
import { ADDRESS_FIELD } from './keys';
import {
  attributeOf,
  attributesOf,
  contentTypeOf,
  isLocalised,
  isToMany,
  type Schemas,
} from './schemas';

const isSingle = (schemas: Schemas, uid: string): boolean =>
  contentTypeOf(schemas, uid)?.kind === 'singleType';

/** The address of a type that is given none; of a type with one entry alone a fixed one. */
export const guessAddress = (schemas: Schemas, uid: string): string => {
  const { singularName, pluralName } = contentTypeOf(schemas, uid)?.info ?? {};
  return isSingle(schemas, uid)
    ? `/${singularName}/`
    : `/${pluralName}/{${guessSlug(schemas, uid)}}/`;
};

/** Types of an entry's own fields that tell it from others. */
const IDENTIFYING = ['uid', 'string'];

const DOCUMENT_ID = 'documentId';

/** The field that is meant by a relation in an address, as a sentence: `{category}` is `{category.slug}`. */
const wordBehind = (schemas: Schemas, uid: string, name: string): string => {
  const attribute = attributeOf(attributesOf(schemas, uid), name);
  if (attribute?.type !== 'relation' || isToMany(attribute) || !attribute.target) return '';
  const field = guessSlug(schemas, attribute.target);
  return field === DOCUMENT_ID ? '' : ` Did you mean "{${name}.${field}}"?`;
};

const findWrong = (
  schemas: Schemas,
  uid: string,
  [name, ...rest]: FieldPath,
  isAlias: boolean,
): string | undefined => {
  if (rest.length === 0 && name === DOCUMENT_ID) return undefined;
  if (rest.length === 0 && name === 'id') {
    return 'The "id" of an entry is another one after each publication. Allowed: "{documentId}".';
  }
  const wanted = isAlias ? { ...ADDRESS_FIELD, through: 'many' as const } : ADDRESS_FIELD;
  const found = resolveField(schemas, uid, [name, ...rest].join('.'), wanted);
  if (!('wrong' in found)) return undefined;
  return found.wrong + (rest.length === 0 ? wordBehind(schemas, uid, name ?? '') : '');
};

/**
 * Whether a field is that of an alias: an entry of another type that has the whole path of this one, and
 * of no other. Of several the first counts.
 */
const isAlias = (schemas: Schemas, uid: string, [name = '', ...rest]: FieldPath): boolean => {
  const relation = attributeOf(attributesOf(schemas, uid), name)?.relation;
  return rest.length === 1 && ['oneToOne', 'oneToMany'].includes(String(relation));
};

/** What is made of an address: the pattern, and the field that tells an entry from others. */
interface CompiledAddress {
  pattern: AddressPattern;
  identity: FieldPath;
}

/** What is made of an address, or what is wrong with it, a line each. */
const compileOne = (
  schemas: Schemas,
  uid: string,
  written: string,
): CompiledAddress | { wrong: string[] } => {
  const pattern = parseAddress(written);
  if (isSingle(schemas, uid)) {
    if (pattern && isFixed(pattern)) return { pattern, identity: [] };
    return { wrong: [`There is one entry alone. Allowed: ${FIXED_ADDRESS_RULE}.`] };
  }
  if (!pattern) return { wrong: [`Allowed: ${ADDRESS_RULE}.`] };
  const fields = addressFields(pattern);
  const alias = isWhole(pattern) ? fields.find((path) => isAlias(schemas, uid, path)) : undefined;
  const wrong = fields.flatMap((path) => findWrong(schemas, uid, path, path === alias) ?? []);
  if (wrong.length > 0) return { wrong };
  const attributes = attributesOf(schemas, uid);
  // The last, where there are several: the others are more likely to say where it belongs.
  const identity =
    alias ??
    fields
      .reverse()
      .find(
        ([name = '', ...rest]) =>
          rest.length === 0 &&
          (name === DOCUMENT_ID || IDENTIFYING.includes(attributes[name]?.type ?? '')),
      );
  if (identity) return { pattern, identity };
  return {
    wrong: [
      `No field in it tells an entry from others. Allowed: an address with "{${guessSlug(schemas, uid)}}" in it.`,
    ],
  };
};

/** What is behind the directory: it tells entries apart, be they in whichever locale. */
const behindDirectory = ({ parts: [, ...rest] }: AddressPattern): string => JSON.stringify(rest);

const checkLocales = (written: InLocales<Address>, locales: readonly string[]): string[] => {
  const unknown = Object.keys(written).filter((code) => !locales.includes(code));
  const missing = locales.filter((code) => !Object.hasOwn(written, code));
  return [
    ...unknown.map(
      (code) =>
        `The option "locales" has no ${show(code)}. Allowed: ${locales.map(show).join(', ')}.${didYouMeanOneOf(code, locales)}`,
    ),
    ...missing.map((code) => `There is none for ${show(code)}. Allowed: one for each locale.`),
  ];
};

/**
 * What is made of an address, or of one for each locale, or what is wrong with them, a line each.
 *
 * @param locales codes of the option, the main one first
 */
export const compileAddress = (
  schemas: Schemas,
  uid: string,
  written: Address | InLocales<Address> | '',
  locales: readonly string[] = [],
): (CompiledAddress & { addresses?: AddressesInLocales }) | { wrong: string[] } => {
  if (typeof written === 'string') return compileOne(schemas, uid, written);
  const schema = contentTypeOf(schemas, uid);
  if (isSingle(schemas, uid)) return { wrong: ['There is one entry alone. Allowed: one address.'] };
  if (!schema || !isLocalised(schema) || locales.length === 0) {
    return {
      wrong: [
        `Entries are not told apart by language here. Allowed: one address, or the option "locales" and a type that is localised.`,
      ],
    };
  }
  const wrong = checkLocales(written, locales);
  if (wrong.length > 0) return { wrong };
  const compiled: [string, CompiledAddress][] = [];
  for (const code of locales) {
    const one = compileOne(schemas, uid, written[code]!);
    if ('wrong' in one) wrong.push(...one.wrong.map((reason) => `Of ${show(code)}: ${reason}`));
    else compiled.push([code, one]);
  }
  if (wrong.length > 0) return { wrong };
  const [[, main], ...others] = compiled as [[string, CompiledAddress], ...typeof compiled];
  const differing = others.find(
    ([, { pattern }]) =>
      behindDirectory(pattern) !== behindDirectory(main.pattern) ||
      isAtRoot(pattern) !== isAtRoot(main.pattern),
  );
  if (differing) {
    return {
      wrong: [
        `Of ${show(differing[0])} another part differs than what is before the first brace. Allowed: words of each language there alone.`,
      ],
    };
  }
  const addresses = Object.fromEntries(compiled.map(([code, { pattern }]) => [code, pattern]));
  return { ...main, addresses };
};
