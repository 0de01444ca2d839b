/** Paths of files that the plugin serves. */
const FILE =
  /^\/(?:(?:.*\/)?(?:index\.xml|atom\.xml|feed\.json|index\.md)|feeds\.opml|feed\.css|sitemap\.xml|sitemap\/(?:\d+|news)\.xml|llms\.txt|uploads\/.*)$/;

/** Paths below which the plugin has pages; the site's own pages go first. */
const DIRECTORY = /^\/(?:articles|categories|page|archive|subscribe|previews)\//;

/** Headers that responses depend on. No cookies or authorization, since the content is public. */
const REQUEST_HEADERS = ['accept', 'if-modified-since', 'if-none-match', 'if-range', 'range'];

const RESPONSE_HEADERS = [
  'accept-ranges',
  'allow',
  'cache-control',
  'content-language',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'referrer-policy',
  'retry-after',
  'vary',
  'x-content-type-options',
  'x-robots-tag',
];

const pick = (headers: Headers, names: string[]): [string, string][] =>
  names.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });

/** Whether only the plugin serves a path. */
export const isFile = (path: string): boolean => FILE.test(path);

/** Whether the plugin may have a page for which the site has none. */
export const isDirectory = (path: string): boolean => DIRECTORY.test(path);

/** Passes a request on to Strapi, which may also answer "not modified", "gone" or a redirect. */
export const fromStrapi = async (request: Request, strapiUrl: string): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const { body, status, headers } = await fetch(strapiUrl + pathname + search, {
    method: request.method,
    // Uncompressed, as an entity tag belongs to the exact bytes.
    headers: [...pick(request.headers, REQUEST_HEADERS), ['accept-encoding', 'identity']],
    redirect: 'manual',
  });
  return new Response(body, { status, headers: pick(headers, RESPONSE_HEADERS) });
};
