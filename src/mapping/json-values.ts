import { isObject } from '../lib/is-object';
import { plainName } from './fields';

/** Characters of JSON that are looked at, people of a list, and characters of a name. */
const LONGEST_JSON = 20_000;
const MOST_PEOPLE = 50;
const LONGEST_NAME = 300;

/** Where lists of objects have the text of each: `[{ "name": "News" }]`. */
const TEXT_KEYS = ['name', 'label', 'title', 'value'];

/** What an item of a list in JSON says. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!isObject(value)) return undefined;
  return TEXT_KEYS.map((key) => value[key]).find((text) => typeof text === 'string') as
    string | undefined;
};

/** JSON as a database may give it; a text that is none as it is. */
export const parsed = (text: string): unknown => {
  if (!/^\s*["[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** First and last names of a person in JSON, as they are written in most places. */
const FIRST_NAMES = ['firstname', 'given', 'givenname', 'forename'];
const LAST_NAMES = ['lastname', 'family', 'familyname', 'surname'];

const personOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  if (text !== undefined || !isObject(value)) return text;
  const fields = new Map(Object.entries(value).map(([key, held]) => [plainName(key), held]));
  const parts = [FIRST_NAMES, LAST_NAMES].map((names) =>
    names.map((name) => fields.get(name)).find((held) => typeof held === 'string'),
  );
  return parts.filter((part) => part !== undefined).join(' ');
};

/** Names of people in a list in JSON; undefined for what is no list. */
export const peopleOf = (held: unknown): string[] | undefined => {
  const value = typeof held === 'string' && held.length <= LONGEST_JSON ? parsed(held) : held;
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, MOST_PEOPLE).flatMap((one) => {
    const name = personOf(one)?.trim().slice(0, LONGEST_NAME);
    return name ? [name] : [];
  });
};
