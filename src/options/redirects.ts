import { show } from '../lib/messages';

/** A former address, and where what was there is now. */
export interface Redirect {
  /** As it is written in the option. */
  from: string;
  /** Its path, with names in braces, as Strapi gets it; without a final slash. */
  path: string;
  /** Parameters of its query that a request has to have. */
  query: [name: string, value: string][];
  /** Path below the base address, with names in braces. */
  to: string;
}

/** Redirects at most: each is compared with every request. Proxies are made for more. */
const MOST = 1_000;

/** Characters of an address. */
const LONGEST = 2_000;

const NAME = '\\{[A-Za-z_]\\w*\\}';

/** A path whose parts are texts, or one name in braces each. */
const PATH = new RegExp(`^(?:/(?:[\\w\\-.~@%]+|${NAME}))*/?$`);

const namesOf = (path: string): string[] => path.match(new RegExp(NAME, 'g')) ?? [];

/** As the URL standard writes it: no "." and "..", which a browser takes out. */
const isPath = (path: string): boolean => {
  if (path.length > LONGEST || !path.startsWith('/') || !PATH.test(path)) return false;
  const plain = path.replace(/[{}]/g, '');
  return new URL(plain, 'http://localhost').pathname === plain;
};

const FROM =
  'a path as Strapi gets it, whose parts are texts of letters, digits and "-._~@%" or one name in braces, with a query or without, for example "/category/{slug}/feed/" or "/api/feed?lang=en"';

const TO = 'a path below the base address, for example "/index.xml" or "/tags/{slug}/index.xml"';

/** Reads a former address; undefined when it is none. */
const readFrom = (from: string): Pick<Redirect, 'path' | 'query'> | undefined => {
  const [path = '', search, ...others] = from.split('?');
  if (from.length > LONGEST || from.includes('#') || others.length > 0 || !isPath(path)) return;
  const query = [...new URLSearchParams(search)];
  const names = namesOf(path);
  if (new Set(names).size < names.length) return;
  // The root alone is the site's.
  if (query.length === 0 && (search !== undefined || path === '/')) return;
  return { path: path.replace(/\/$/, ''), query };
};

/** What tells redirects apart: Strapi's router knows no upper case, and no names. */
const keyOf = ({ path, query }: Pick<Redirect, 'path' | 'query'>): string =>
  JSON.stringify([path.replace(new RegExp(NAME, 'g'), '{}').toLowerCase(), [...query].sort()]);

/** The redirects of the option, those with more of a query first; it has been checked. */
export const readRedirects = (redirects: Readonly<Record<string, string>>): Redirect[] =>
  Object.entries(redirects)
    .flatMap(([from, to]) => {
      const read = readFrom(from);
      return read ? [{ from, to, ...read }] : [];
    })
    .sort((one, other) => other.query.length - one.query.length);

/** What is wrong with the option `redirects`, before anything is known of what is served. */
export const checkRedirects = (redirects: Record<string, unknown>): string[] => {
  const entries = Object.entries(redirects);
  if (entries.length > MOST) return [`has ${entries.length} addresses. Allowed: at most ${MOST}.`];
  const known = new Map<string, string>();
  return entries.flatMap(([from, to]): string[] => {
    const read = readFrom(from);
    if (!read) return [`the address ${show(from)} cannot be one. Allowed: ${FROM}.`];
    if (typeof to !== 'string' || !isPath(to))
      return [`${show(from)} was ${show(to)}. Allowed: ${TO}.`];
    const unknown = namesOf(to).find((name) => !namesOf(from).includes(name));
    if (unknown !== undefined) {
      return [
        `${show(from)} was ${show(to)}, but has no ${show(unknown)}. Allowed: names that both have.`,
      ];
    }
    const key = keyOf(read);
    const other = known.get(key);
    known.set(key, from);
    return other === undefined
      ? []
      : [`${show(other)} and ${show(from)} are one address. Allowed: one of both.`];
  });
};

/**
 * Where a redirect leads, below the base address.
 *
 * @param valueOf what stands for a name; it is written as a single part of a path
 */
export const targetOf = ({ to }: Redirect, valueOf: (name: string) => string): string =>
  to.replace(new RegExp(NAME, 'g'), (name) => encodeURIComponent(valueOf(name.slice(1, -1))));
