import { fromStrapi } from '../../../examples/astro/src/lib/from-strapi';

const STRAPI_URL = 'http://127.0.0.1:1337';

const plain = (headers: Headers): Record<string, string> => {
  const all: Record<string, string> = {};
  headers.forEach((value, name) => (all[name] = value));
  return all;
};

/** What Strapi was asked, and what the visitor gets. */
const pass = async (request: RequestInit, given: Response, address = '/index.xml?a=b') => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(given);
  try {
    const response = await fromStrapi(
      new Request(`https://www.example.com${address}`, request),
      STRAPI_URL,
    );
    const [url, init] = fetched.mock.calls[0]!;
    return { asked: new Request(url as string, init), init, response };
  } finally {
    fetched.mockRestore();
  }
};

describe("what Astro's example passes to Strapi and back", () => {
  it('asks the address as it is, without credentials, and for bytes as they are', async () => {
    const headers = {
      ...{ 'If-None-Match': '"a"', Accept: 'text/markdown', 'Accept-Encoding': 'br' },
      ...{ Authorization: 'Bearer a', 'X-Forwarded-Host': 'evil.example' },
    };
    const { asked, init } = await pass({ headers }, new Response('a'));
    expect(asked.url).toBe(`${STRAPI_URL}/index.xml?a=b`);
    expect(init?.redirect).toBe('manual');
    expect(plain(new Headers(init?.headers))).toEqual({
      accept: 'text/markdown',
      'accept-encoding': 'identity',
      'if-none-match': '"a"',
    });
  });

  it('asks nobody but Strapi, whatever the path looks like', async () => {
    const { asked } = await pass({}, new Response('a'), '//evil.example/index.xml');
    expect(new URL(asked.url).origin).toBe(STRAPI_URL);
  });

  it('passes on what caches and readers go by, and no cookies', async () => {
    const headers = {
      ...{ ETag: '"a"', Vary: 'Accept', 'Cache-Control': 'public', Link: '</>; rel="self"' },
      ...{ 'Set-Cookie': 'a=b', 'X-Powered-By': 'Strapi', 'Content-Type': 'text/css' },
    };
    const { response } = await pass({}, new Response('a{}', { headers }));
    expect(plain(response.headers)).toEqual({
      'cache-control': 'public',
      'content-type': 'text/css',
      etag: '"a"',
      link: '</>; rel="self"',
      vary: 'Accept',
    });
    expect(await response.text()).toBe('a{}');
  });

  it.each([301, 304, 404, 410])('passes on status %i', async (status) => {
    const { response } = await pass(
      { method: 'HEAD' },
      new Response(null, { status, headers: { Location: 'https://www.example.com/new/' } }),
    );
    expect([response.status, response.headers.get('location')]).toEqual([
      status,
      'https://www.example.com/new/',
    ]);
  });
});
