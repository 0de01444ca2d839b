import { nearest, didYouMean, show } from '../lib/messages';
import type { FieldPath, MappedPart } from './plan';
import {
  isUserType,
  type Attribute,
  attributeOf,
  type Attributes,
  attributesOf,
  componentOf,
  contentTypeOf,
  isToMany,
  type Schemas,
} from './schemas';

/** What a key of a mapping takes. */
export interface Wanted {
  /** Types of fields, as Strapi names them. */
  types: readonly string[];
  /** For people: "a text field". */
  what: string;
  /**
   * Whether a path may lead on through relations and components, and through those that hold several, of
   * which the first counts that has the field filled.
   */
  through?: 'none' | 'one' | 'many';
  /** Whether private fields are taken: where a field is read and never shown. */
  takesPrivate?: boolean;
  /** Why a field of the right type is not taken, as a sentence. */
  refuse?: (attribute: Attribute, name: string) => string | undefined;
}

/** The same with the names of the fields that it is guessed to be in, the most telling first. */
export interface Guess extends Wanted {
  names: readonly string[];
}

/** A name of a field as it is compared. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** What a path was found to be, or what is wrong with it: sentences to follow `"title" was "tilte".` */
export type Resolved =
  | {
      path: FieldPath;
      attribute: Attribute;
      /** Content type or component that has the field. */
      owner: string;
    }
  | { wrong: string };

/** Names a path may have. */
const MAXIMUM_STEPS = 4;

/** Names an error lists. */
const LISTED_NAMES = 20;

const isName = (field: string): boolean => /(?:^|[a-z_])name$/i.test(field);

/** Content type, component or nothing known, whose fields are asked for. */
export interface Owner {
  uid: string;
  attributes: Attributes;
}

const nothingButName = (uid: string): string => `Of "${uid}" nothing is shown but a name.`;

const refusedHere = (
  { uid }: Owner,
  name: string,
  attribute: Attribute,
  { takesPrivate = false }: Wanted,
): string | undefined => {
  if (attribute.type === 'password') return `The field "${name}" is a password.`;
  if (attribute.private && !takesPrivate) {
    return `The field "${name}" is private: readers may not see it.`;
  }
  return isUserType(uid) && !isName(name) ? nothingButName(uid) : undefined;
};

const isWanted = (owner: Owner, name: string, attribute: Attribute, wanted: Wanted): boolean =>
  // What a custom field holds is known once its plugin is registered.
  (wanted.types.includes(attribute.type) || attribute.type === 'customField') &&
  refusedHere(owner, name, attribute, wanted) === undefined &&
  wanted.refuse?.(attribute, name) === undefined;

/** Names of the fields that a key takes, in the order of the schema. */
export const fieldsFor = (owner: Owner, wanted: Wanted): string[] =>
  Object.entries(owner.attributes)
    .filter(([name, attribute]) => isWanted(owner, name, attribute, wanted))
    .map(([name]) => name);

/** The first of some fields that has one of some names. */
export const named = (fields: readonly string[], names: readonly string[]): string | undefined =>
  names
    .map((name) => fields.find((field) => plainName(field) === name))
    .find((field) => field !== undefined);

/** Names of the fields that a part may be guessed from. */
export const candidates = (owner: Owner, wanted: Wanted): string[] =>
  // What the field of another plugin holds may not be known yet, and is HTML more often than not.
  fieldsFor(owner, wanted).filter((name) => owner.attributes[name]?.type !== 'customField');

/** A content type with its fields, be it there or not. */
export const ownerOf = (schemas: Schemas, uid: string): Owner => ({
  uid,
  attributes: attributesOf(schemas, uid),
});

/** The field of a type that a part is guessed to be in. */
export const guessField = (schemas: Schemas, uid: string, guess: Guess): string | undefined =>
  named(candidates(ownerOf(schemas, uid), guess), guess.names);

const allowed = (owner: Owner, wanted: Wanted, steps: readonly string[]): string => {
  const prefix = steps.map((step) => `${step}.`).join('');
  const names = fieldsFor(owner, wanted).map((name) => show(prefix + name));
  const listed = names.slice(0, LISTED_NAMES).join(', ');
  const rest = names.length > LISTED_NAMES ? ' and others' : '';
  return ` Allowed: ${wanted.what}${names.length > 0 ? ` (${listed}${rest})` : `, which "${owner.uid}" does not have`}.`;
};

const describe = ({ type }: Attribute): string => `a field of type "${type}"`;

/** The type or component that a field leads to, or why it does not. */
const ownerBehind = (
  schemas: Schemas,
  name: string,
  attribute: Attribute,
  through: Wanted['through'],
): Owner | { wrong: string } => {
  if (attribute.type === 'component') {
    const uid = attribute.component ?? '';
    if (attribute.repeatable && through !== 'many') {
      return { wrong: `The field "${name}" holds several components, of which none is meant.` };
    }
    const component = componentOf(schemas, uid);
    if (!component) return { wrong: `There is no component "${uid}".` };
    return { uid, attributes: component.attributes };
  }
  if (attribute.type !== 'relation') {
    return { wrong: `The field "${name}" is ${describe(attribute)}, which has no fields.` };
  }
  const { target } = attribute;
  if (target === undefined) {
    return { wrong: `The field "${name}" leads to entries of any type.` };
  }
  if (isToMany(attribute) && through !== 'many') {
    return { wrong: `The field "${name}" leads to several entries, of which none is meant.` };
  }
  const schema = contentTypeOf(schemas, target);
  if (!schema) {
    return {
      wrong: `The field "${name}" leads to "${target}", and there is no such content type.`,
    };
  }
  return { uid: target, attributes: schema.attributes };
};

/** The field that a name or path of a mapping means. */
export const resolveField = (
  schemas: Schemas,
  contentType: string,
  written: string,
  wanted: Wanted,
): Resolved => {
  const path = written.split('.');
  const { through = 'none' } = wanted;
  if (path.length > (through === 'none' ? 1 : MAXIMUM_STEPS)) {
    const most = through === 'none' ? 'a field of its own' : `${MAXIMUM_STEPS} names`;
    return { wrong: `A path has at most ${most} here.` };
  }
  let owner = ownerOf(schemas, contentType);
  let isWithinSeveral = false;
  for (const [index, name] of path.entries()) {
    const steps = path.slice(0, index);
    const attribute = attributeOf(owner.attributes, name);
    const isLast = index === path.length - 1;
    if (!attribute) {
      const prefix = steps.map((step) => `${step}.`).join('');
      const meant = nearest(
        name,
        isLast ? fieldsFor(owner, wanted) : Object.keys(owner.attributes),
      );
      const question = didYouMean(meant === undefined ? undefined : prefix + meant);
      return {
        wrong: `"${owner.uid}" has no field "${name}".${allowed(owner, wanted, steps)}${question}`,
      };
    }
    if (isLast) {
      const refusal = refusedHere(owner, name, attribute, wanted);
      if (refusal) return { wrong: refusal + allowed(owner, wanted, steps) };
      if (!isWanted(owner, name, attribute, wanted)) {
        const reason =
          (wanted.types.includes(attribute.type) && wanted.refuse?.(attribute, name)) ||
          `It is ${describe(attribute)}.`;
        return { wrong: reason + allowed(owner, wanted, steps) };
      }
      return { path, attribute, owner: owner.uid };
    }
    // Roles and whatever else is behind a user, even by a field that is called a name.
    if (isUserType(owner.uid)) {
      return { wrong: nothingButName(owner.uid) + allowed(owner, wanted, steps) };
    }
    if (attribute.private) {
      return { wrong: `The field "${name}" is private: readers may not see it.` };
    }
    if (attribute.type === 'relation' && isWithinSeveral) {
      return {
        wrong: `Of components of which there are several, no relation ("${name}") is read.`,
      };
    }
    const next = ownerBehind(schemas, name, attribute, through);
    if ('wrong' in next) return next;
    isWithinSeveral ||= attribute.repeatable === true;
    owner = next;
  }
  return { wrong: 'It is empty.' };
};

/** Notes what is wrong with the value of a key, as sentences that follow it. */
export type Reject = (key: string, value: unknown, reason: string) => void;

export type FoundField = Exclude<Resolved, { wrong: string }>;

/** Paths of some fields, without those that were not found. */
export const foundPaths = <Key extends string>(
  fields: Record<Key, FoundField | undefined>,
): Partial<Record<Key, FieldPath>> =>
  Object.fromEntries(
    Object.entries<FoundField | undefined>(fields).flatMap(([key, field]) =>
      field ? [[key, field.path]] : [],
    ),
  ) as Partial<Record<Key, FieldPath>>;

/** The fields that the value of a key names, one or several, be it with more about each. */
const fieldsNamed = (value: unknown): string[] =>
  ([value].flat() as (string | { field?: string })[]).flatMap((one) =>
    typeof one === 'string' ? one : (one.field ?? []),
  );

/** The fields that the keys of a mapping mean, given or guessed: from the names of the key, unless told how. */
export const createMappedFields = <Mapping extends object, Name extends string>(
  schemas: Schemas,
  {
    contentType,
    mapping,
    keys,
    reject,
  }: {
    contentType: string;
    mapping: Mapping;
    keys: Readonly<Record<Name, Wanted | Guess>>;
    reject: Reject;
  },
) => {
  const parts: MappedPart[] = [];

  /** What a key holds; nothing when it is switched off. */
  const valueOf = <Key extends keyof Mapping & string>(
    key: Key,
    guess: () => unknown,
  ): Exclude<Mapping[Key], false | undefined> | undefined => {
    type Value = Exclude<Mapping[Key], false | undefined>;
    const given = mapping[key] as Value | false | undefined;
    const value = given ?? (guess() as Value | undefined);
    const from = value ? fieldsNamed(value) : [];
    parts.push({ key, from, isGuessed: given === undefined && from.length > 0 });
    return value === false ? undefined : value;
  };

  /** The fields that a key names, in its order. */
  const list = (
    key: Name & keyof Mapping,
    guess: () => string | readonly string[] | undefined = () => {
      const wanted = keys[key];
      return 'names' in wanted ? guessField(schemas, contentType, wanted) : undefined;
    },
  ): FoundField[] => {
    const written = valueOf(key, () => {
      const found = [guess() ?? []].flat();
      return found.length > 0 ? found : undefined;
    }) as string | readonly string[] | undefined;
    return [written ?? []].flat().flatMap((name) => {
      const found = resolveField(schemas, contentType, name, keys[key]);
      if (!('wrong' in found)) return [found];
      reject(key, name, found.wrong);
      return [];
    });
  };

  return {
    /** What each key was found to be. */
    parts,
    valueOf,
    list,

    /** The field that a key names. */
    one: (key: Name & keyof Mapping, guess?: () => string | undefined): FoundField | undefined =>
      list(key, guess)[0],
  };
};
