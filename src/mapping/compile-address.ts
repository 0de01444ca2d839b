import { didYouMeanOneOf, show } from '../lib/messages';
import type { Address, InLocales } from '../options/mapping-fields';
import type { AddressesInLocales, MappedPart } from './plan';
import {
  ADDRESS_RULE,
  addressFields,
  type AddressPattern,
  type FieldPath,
  FIXED_ADDRESS_RULE,
  isAtRoot,
  isFixed,
  holdsWholePath,
  parseAddress,
  writeAddress,
} from './address';
import { attempt, type Reject, resolveField } from './fields';
import { guessSlug } from './guesses';
import { ADDRESS_FIELD } from './keys';
import { attributeOf, attributesOf, contentTypeOf, isLocalised, type Schemas } from './schemas';

const isSingle = (schemas: Schemas, uid: string): boolean =>
  contentTypeOf(schemas, uid)?.kind === 'singleType';

/** The default address of a type; without fields for a single type. */
export const guessAddress = (schemas: Schemas, uid: string): string => {
  const { singularName, pluralName } = contentTypeOf(schemas, uid)?.info ?? {};
  return isSingle(schemas, uid)
    ? `/${singularName}/`
    : `/${pluralName}/{${guessSlug(schemas, uid)}}/`;
};

/** Types of an entry's own fields that distinguish it from other entries. */
const IDENTIFYING_TYPES = ['uid', 'string'];

const DOCUMENT_ID = 'documentId';

/** Records what is wrong with an address, in sentences. */
type Refuse = (reason: string) => undefined;

/** Whether an address may contain the field; if not, the reason is recorded. */
const checkField = (
  schemas: Schemas,
  uid: string,
  path: FieldPath,
  { isAlias, refuse }: { isAlias: boolean; refuse: Refuse },
): boolean => {
  const written = path.join('.');
  if (written === DOCUMENT_ID) return true;
  if (written === 'id') {
    refuse('The "id" of an entry is another one after each publication. Allowed: "{documentId}".');
    return false;
  }
  const wanted = isAlias ? { ...ADDRESS_FIELD, through: 'many' as const } : ADDRESS_FIELD;
  const found = attempt(
    (_key, _value, reason) => refuse(reason),
    'address',
    written,
    () => resolveField(schemas, uid, written, wanted),
  );
  return found !== undefined;
};

/**
 * Whether a field belongs to an alias: an entry of another type that holds the whole path of exactly one entry. If an
 * entry has several aliases, the first one counts.
 */
const isAlias = (schemas: Schemas, uid: string, [name = '', ...rest]: FieldPath): boolean => {
  const relation = attributeOf(attributesOf(schemas, uid), name)?.relation;
  return rest.length === 1 && ['oneToOne', 'oneToMany'].includes(String(relation));
};

/** The pattern of an address, and the field that distinguishes an entry from others. */
interface CompiledAddress {
  pattern: AddressPattern;
  identity: FieldPath;
}

const compileOne = (
  schemas: Schemas,
  uid: string,
  written: string,
  refuse: Refuse,
): CompiledAddress | undefined => {
  const pattern = parseAddress(written);
  if (isSingle(schemas, uid)) {
    if (pattern && isFixed(pattern)) return { pattern, identity: [] };
    return refuse(`There is one entry alone. Allowed: ${FIXED_ADDRESS_RULE}.`);
  }
  if (!pattern) return refuse(`Allowed: ${ADDRESS_RULE}.`);
  const fields = addressFields(pattern);
  const alias = holdsWholePath(pattern)
    ? fields.find((path) => isAlias(schemas, uid, path))
    : undefined;
  const checked = fields.map((path) =>
    checkField(schemas, uid, path, { isAlias: path === alias, refuse }),
  );
  if (checked.includes(false)) return undefined;
  const attributes = attributesOf(schemas, uid);
  // Of several fields the last one: the earlier ones usually say where the entry belongs.
  const identity =
    alias ??
    fields
      .reverse()
      .find(
        ([name = '', ...rest]) =>
          rest.length === 0 &&
          (name === DOCUMENT_ID || IDENTIFYING_TYPES.includes(attributes[name]?.type ?? '')),
      );
  if (identity) return { pattern, identity };
  return refuse(
    `No field in it tells an entry from others. Allowed: an address with "{${guessSlug(schemas, uid)}}" in it.`,
  );
};

/** The part after the directory, which distinguishes entries and must be the same in every locale. */
const partAfterDirectory = (pattern: AddressPattern): string =>
  JSON.stringify([pattern.parts.slice(1), isAtRoot(pattern)]);

type AddressInLocales = CompiledAddress & { addresses?: AddressesInLocales };

const compileInLocales = (
  schemas: Schemas,
  uid: string,
  written: InLocales<Address>,
  { locales, refuse }: { locales: readonly string[]; refuse: Refuse },
): AddressInLocales | undefined => {
  const schema = contentTypeOf(schemas, uid);
  if (isSingle(schemas, uid)) return refuse('There is one entry alone. Allowed: one address.');
  if (!schema || !isLocalised(schema) || locales.length === 0) {
    return refuse(
      'Entries are not told apart by language here. Allowed: one address, or the option "locales" and a type that is localised.',
    );
  }
  const unknown = Object.keys(written).filter((code) => !locales.includes(code));
  const missing = locales.filter((code) => !Object.hasOwn(written, code));
  for (const code of unknown) {
    refuse(
      `The option "locales" has no ${show(code)}. Allowed: ${locales.map(show).join(', ')}.${didYouMeanOneOf(code, locales)}`,
    );
  }
  for (const code of missing) {
    refuse(`There is none for ${show(code)}. Allowed: one for each locale.`);
  }
  if (unknown.length + missing.length > 0) return undefined;
  const compiled = locales.flatMap((code): [string, CompiledAddress][] => {
    const ofLocale = (reason: string): undefined => refuse(`Of ${show(code)}: ${reason}`);
    const one = compileOne(schemas, uid, written[code]!, ofLocale);
    return one ? [[code, one]] : [];
  });
  const [[, main] = [], ...others] = compiled;
  if (!main || compiled.length < locales.length) return undefined;
  const differing = others.find(
    ([, { pattern }]) => partAfterDirectory(pattern) !== partAfterDirectory(main.pattern),
  );
  if (differing) {
    return refuse(
      `Of ${show(differing[0])} another part differs than what is before the first brace. Allowed: words of each language there alone.`,
    );
  }
  const addresses = Object.fromEntries(compiled.map(([code, { pattern }]) => [code, pattern]));
  return { ...main, addresses };
};

/** Compiles an address, or one for each locale, given or guessed; undefined if it is wrong. */
export const compileAddress = (
  schemas: Schemas,
  {
    contentType,
    mapping,
    locales,
    reject,
  }: {
    contentType: string;
    mapping: { address?: Address | InLocales<Address> };
    /** Codes of the option `locales`, the main one first. */
    locales: readonly string[];
    reject: Reject;
  },
): (AddressInLocales & { part: MappedPart }) | undefined => {
  const written = mapping.address ?? guessAddress(schemas, contentType);
  const refuse = (reason: string): undefined => void reject('address', written, reason);
  const compiled: AddressInLocales | undefined =
    typeof written === 'string'
      ? compileOne(schemas, contentType, written, refuse)
      : compileInLocales(schemas, contentType, written, { locales, refuse });
  if (!compiled) return undefined;
  // With several locales, the panel and the log show the main locale's address.
  const from = [writeAddress(compiled.pattern)];
  const part = { key: 'address', from, isGuessed: mapping.address === undefined };
  return { ...compiled, part };
};
