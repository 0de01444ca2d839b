/** Files the plugin serves. */
const FILE =
  /^\/(?:(?:.*\/)?(?:index\.xml|atom\.xml|feed\.json|index\.md)|feeds\.opml|feed\.css|sitemap\.xml|sitemap\/(?:\d+|news)\.xml|llms\.txt|uploads\/.*)$/;

/** Where it has pages; those that are drawn here go first. */
const DIRECTORY = /^\/(?:articles|categories|page|archive|subscribe|previews)\//;

/** What an answer depends on. No cookies, no authorization: what is asked for is public. */
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

/** Whether an address is the plugin's alone. */
export const isFile = (path: string): boolean => FILE.test(path);

/** Whether the plugin may have what there is no page of one's own for. */
export const isDirectory = (path: string): boolean => DIRECTORY.test(path);

/** What Strapi answers to a request: documents, "not modified", redirects, what is gone. */
export const fromStrapi = async (request: Request, strapiUrl: string): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const { body, status, headers } = await fetch(strapiUrl + pathname + search, {
    method: request.method,
    // As it is: an entity tag is of the bytes it came with.
    headers: [...pick(request.headers, REQUEST_HEADERS), ['accept-encoding', 'identity']],
    redirect: 'manual',
  });
  return new Response(body, { status, headers: pick(headers, RESPONSE_HEADERS) });
};
