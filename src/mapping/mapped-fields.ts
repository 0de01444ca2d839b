import { type Resolved, resolveField, type Wanted } from './fields';
import type { Schemas } from './schemas';

/** Notes what is wrong with the value of a key, as sentences that follow it. */
export type Reject = (key: string, value: unknown, reason: string) => void;

export type FoundField = Exclude<Resolved, { wrong: string }>;

/** The fields that the keys of a mapping mean, given or guessed. */
export const createMappedFields = <Mapping extends object>(
  schemas: Schemas,
  { contentType, mapping, reject }: { contentType: string; mapping: Mapping; reject: Reject },
) => {
  const guessed: string[] = [];

  /** What a key holds; nothing when it is switched off. */
  const valueOf = <Key extends keyof Mapping & string>(
    key: Key,
    guess: () => Exclude<Mapping[Key], false> | undefined = () => undefined,
  ): Exclude<Mapping[Key], false | undefined> | undefined => {
    type Value = Exclude<Mapping[Key], false | undefined>;
    const given = mapping[key];
    if (given === false) return undefined;
    if (given !== undefined && given !== null) return given as Value;
    const found = guess() as Value | undefined;
    if (found !== undefined) guessed.push(key);
    return found;
  };

  const resolve = (key: string, written: string, wanted: Wanted): FoundField[] => {
    const found = resolveField(schemas, contentType, written, wanted);
    if (!('wrong' in found)) return [found];
    reject(key, written, found.wrong);
    return [];
  };

  return {
    /** Keys whose values were guessed. */
    guessed,
    valueOf,

    /** The fields that a key names, in its order. */
    list<Key extends keyof Mapping & string>(
      key: Key,
      wanted: Wanted,
      guess?: () => readonly string[],
    ): FoundField[] {
      const written = valueOf(
        key,
        guess &&
          (() => {
            const names = guess();
            return (names.length > 0 ? names : undefined) as
              Exclude<Mapping[Key], false> | undefined;
          }),
      ) as string | readonly string[] | undefined;
      return [written ?? []].flat().flatMap((name) => resolve(key, name, wanted));
    },

    /** The field that a key names. */
    one<Key extends keyof Mapping & string>(
      key: Key,
      wanted: Wanted,
      guess: () => string | undefined = () => undefined,
    ): FoundField | undefined {
      const written = valueOf(key, guess as () => Exclude<Mapping[Key], false> | undefined) as
        string | undefined;
      return written === undefined ? undefined : resolve(key, written, wanted)[0];
    },
  };
};
