import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a middleware says of a response that is not for everybody. */
const RESTRICTED = /\b(?:private|no-store|no-cache)\b/i;

/** What Strapi's own middlewares vary by, which the responses do not, or say by themselves. */
const STRAPIS_VARY = ['origin', 'accept-encoding'];

const members = (field: number | string | string[] | undefined): string[] =>
  [field ?? []]
    .flat()
    .flatMap((value) => String(value).split(','))
    .map((member) => member.trim())
    .filter((member) => member !== '');

/** The value of Cache-Control for one visitor's own cache alone. */
export const asPrivate = (value: string): string =>
  /\b(?:private|no-store)\b/i.test(value)
    ? value
    : `private, ${value.replace(/^public, /, '').replace(/, s-maxage=\d+/, '')}`;

interface Sharing {
  /** Cache-Control of the response if it is for everybody, once that is known. */
  shared: () => string;
  /** Whether the site lets every visitor in alike. */
  forEverybody: boolean;
  /** Headers that speak to shared caches alone: what is meant for one visitor goes without. */
  ofCaches?: readonly string[];
}

/**
 * Keeps to one visitor what may be meant for one, decided when all middlewares have had their say:
 *
 * - what a middleware has restricted stays restricted,
 * - a response that sets a cookie is private (RFC 9111, section 7.3), and so is one to a request with
 *   a password, or with a cookie where the site may know visitors by it: `public` would let shared
 *   caches hand it out to those who have none (RFC 9111, section 3.5),
 * - what a middleware varies the response by is told.
 *
 * To be called before the response has headers of its own.
 */
export const guardSharing = (
  { headers }: IncomingMessage,
  response: ServerResponse,
  { shared, forEverybody, ofCaches = [] }: Sharing,
): void => {
  const earlier = String(response.getHeader('Cache-Control') ?? '');
  const varied = members(response.getHeader('Vary')).filter(
    (member) => !STRAPIS_VARY.includes(member.toLowerCase()),
  );
  const hasCredentials =
    // Who asks for it may be a proxy in front of Strapi.
    headers.authorization !== undefined || (headers.cookie !== undefined && !forEverybody);

  const guard = (): void => {
    const given = response.getHeader('Cache-Control');
    const isPrivate = hasCredentials || response.hasHeader('Set-Cookie');
    if (isPrivate || RESTRICTED.test(earlier))
      ofCaches.forEach((name) => response.removeHeader(name));
    // Anything else is not the plugin's, or an error's, which nobody keeps.
    if (given === shared() || given === asPrivate(shared())) {
      const value = RESTRICTED.test(earlier) ? earlier : given;
      response.setHeader('Cache-Control', isPrivate ? asPrivate(value) : value);
    }
    if (varied.length > 0) {
      const vary = new Set([...members(response.getHeader('Vary')), ...varied]);
      response.setHeader('Vary', [...vary].join(', '));
    }
  };

  const writeHead = response.writeHead as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]): ServerResponse => {
    if (!response.headersSent) guard();
    return writeHead.apply(response, parts);
  };
};
