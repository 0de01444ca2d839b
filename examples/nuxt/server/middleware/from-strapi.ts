/** Address of Strapi for this server; visitors need no access to it. */
const STRAPI_URL = process.env.STRAPI_URL ?? 'http://localhost:1337';

/** Paths that Strapi serves. */
const FROM_STRAPI =
  /^\/(?:(?:index\.xml|atom\.xml|feed\.json|index\.md|feeds\.opml|feed\.css|sitemap\.xml|llms\.txt)|(?:articles|categories|page|archive|subscribe|sitemap|previews|uploads)(?:\/.*)?)$/;

/** Headers that responses depend on. No cookies or authorization, since the content is public. */
const HEADERS = ['accept', 'if-modified-since', 'if-none-match', 'if-range', 'range'];

/**
 * Passes requests on to Strapi, which may also answer with a redirect or "gone". `proxy` in `routeRules` would
 * take off the final slash and follow the redirect that answers it, back to this site, without end.
 */
export default defineEventHandler((event) => {
  const { pathname, search } = getRequestURL(event);
  if (!FROM_STRAPI.test(pathname)) return;
  const headers = HEADERS.flatMap((name): [string, string][] => {
    const value = getRequestHeader(event, name);
    return value === undefined ? [] : [[name, value]];
  });
  return sendProxy(event, STRAPI_URL + pathname + search, {
    // Uncompressed, as an entity tag belongs to the exact bytes.
    headers: [...headers, ['accept-encoding', 'identity']],
    fetchOptions: { method: event.method, redirect: 'manual' },
  });
});
