import { show } from '../lib/messages';

/** A former address, and the path it redirects to. */
export interface Redirect {
  /** The former address as the option has it. */
  from: string;
  /** Its path with names in braces, as Strapi receives it; without a final slash. */
  path: string;
  /** Parameters of its query that a request needs. */
  query: [name: string, value: string][];
  /** Path below the base address, with names in braces. */
  to: string;
}

/** Redirects at most: every request is compared with each. Proxies are made for more. */
const MAXIMUM_REDIRECTS = 1_000;

/** Characters that a path may have: the router makes a regular expression of it. */
const MAXIMUM_LENGTH = 2_000;

const NAME = '\\{[A-Za-z_]\\w*\\}';

/** A path of which each part is a text, or one name in braces. */
const PATH = new RegExp(`^(?:/(?:[\\w\\-.~@%]+|${NAME}))*/?$`);

const namesOf = (path: string): string[] => path.match(new RegExp(NAME, 'g')) ?? [];

/** Whether a path is as the URL standard writes it: without "." and "..", which browsers resolve. */
const isPath = (path: string): boolean => {
  if (path.length > MAXIMUM_LENGTH || !PATH.test(path)) return false;
  const plain = path.replace(/[{}]/g, '');
  return new URL(plain, 'http://localhost').pathname === plain;
};

const FROM =
  'a path as Strapi gets it, whose parts are texts of letters, digits and "-._~@%" or one name in braces, with a query or without, for example "/category/{slug}/feed/" or "/api/feed?lang=en"';

const TO = 'a path below the base address, for example "/index.xml" or "/tags/{slug}/index.xml"';

/** Reads a former address; undefined when it is invalid. */
const readFrom = (from: string): Pick<Redirect, 'path' | 'query'> | undefined => {
  const [path = '', search, ...others] = from.split('?');
  if (from.includes('#') || others.length > 0 || !isPath(path)) return;
  const query = [...new URLSearchParams(search)];
  const names = namesOf(path);
  if (new Set(names).size < names.length) return;
  // The root without a query belongs to the site.
  if (query.length === 0 && (search !== undefined || path === '/')) return;
  return { path: path.replace(/\/$/, ''), query };
};

/** Identifies a redirect. Strapi's router ignores case, and names in braces. */
const keyOf = ({ path, query }: Pick<Redirect, 'path' | 'query'>): string =>
  JSON.stringify([path.replace(new RegExp(NAME, 'g'), '{}').toLowerCase(), [...query].sort()]);

/** Reads the option, which has been checked. Redirects with more parameters in their query come first. */
export const readRedirects = (redirects: Readonly<Record<string, string>>): Redirect[] =>
  Object.entries(redirects)
    .flatMap(([from, to]) => {
      const read = readFrom(from);
      return read ? [{ from, to, ...read }] : [];
    })
    .sort((one, other) => other.query.length - one.query.length);

/** Finds what is wrong with the option `redirects`, before it is known what the plugin serves. */
export const checkRedirects = (redirects: Record<string, unknown>): string[] => {
  const entries = Object.entries(redirects);
  if (entries.length > MAXIMUM_REDIRECTS)
    return [`has ${entries.length} addresses. Allowed: at most ${MAXIMUM_REDIRECTS}.`];
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
 * Path below the base address that a redirect leads to.
 *
 * @param valueOf returns the value of a name; it is written as a single part of the path
 */
export const fillTarget = ({ to }: Redirect, valueOf: (name: string) => string): string =>
  to.replace(new RegExp(NAME, 'g'), (name) => encodeURIComponent(valueOf(name.slice(1, -1))));
