import type { AddressPattern, FieldPath } from './plan';
import { ADDRESS_RULE, addressFields, FIXED_ADDRESS_RULE, isFixed, parseAddress } from './address';
import { resolveField } from './fields';
import { guessSlug } from './guesses';
import { ADDRESS_FIELD } from './keys';
import { contentTypeOf, type Schemas } from './schemas';

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

const findWrong = (
  schemas: Schemas,
  uid: string,
  [name, ...rest]: FieldPath,
): string | undefined => {
  if (rest.length === 0 && name === DOCUMENT_ID) return undefined;
  if (rest.length === 0 && name === 'id') {
    return 'The "id" of an entry is another one after each publication. Allowed: "{documentId}".';
  }
  const found = resolveField(schemas, uid, [name, ...rest].join('.'), ADDRESS_FIELD);
  return 'wrong' in found ? found.wrong : undefined;
};

/** What is made of an address, or what is wrong with it, a line each. */
export const compileAddress = (
  schemas: Schemas,
  uid: string,
  written: string,
): { pattern: AddressPattern; identity: FieldPath } | { wrong: string[] } => {
  const pattern = parseAddress(written);
  if (isSingle(schemas, uid)) {
    if (pattern && isFixed(pattern)) return { pattern, identity: [] };
    return { wrong: [`There is one entry alone. Allowed: ${FIXED_ADDRESS_RULE}.`] };
  }
  if (!pattern) return { wrong: [`Allowed: ${ADDRESS_RULE}.`] };
  const fields = addressFields(pattern);
  const wrong = fields.flatMap((path) => findWrong(schemas, uid, path) ?? []);
  if (wrong.length > 0) return { wrong };
  const attributes = contentTypeOf(schemas, uid)?.attributes ?? {};
  // The last, where there are several: the others are more likely to say where it belongs.
  const identity = fields
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
