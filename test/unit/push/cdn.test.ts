import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';

import { responseTags, TAG_OF_ALL } from '../../../src/cache/cdn';
import type { CdnOptions } from '../../../src/options/push';
import { cdnConsumer } from '../../../src/push/cdn';
import type { Delivery, Outcome } from '../../../src/push/consumer';

interface Recorded {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: Server;
let api: string;
let recorded: Recorded[];
/** How the provider answers, one request after the other; with 200 when there is nothing more. */
let answers: { status: number; body?: string; headers?: Record<string, string> }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      recorded.push({ method, url, headers, body: Buffer.concat(parts).toString() });
      const { status, body = '{}', headers: sent } = answers.shift() ?? { status: 200 };
      response.writeHead(status, sent).end(body);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  recorded = [];
  answers = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const delivery = (scopes: string[], tries = 0): Delivery => ({
  id: 1,
  consumer: 'cdn',
  subject: 'scopes v1',
  state: 'pending',
  message: 'm',
  lease: 'l',
  revision: 0,
  payload: { scopes },
  tries,
  due: 0,
  failing: 0,
});

const files = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `file:${number}`);

/** Secrets of all that are used below: no answer may have one. */
const SECRET = 'token-that-nobody-sees';

const purge = async (
  options: CdnOptions,
  deliveries = [delivery(['file:1', 'file:2'])],
): Promise<Outcome> => {
  const outcome = await cdnConsumer(options).send(deliveries, 1_000);
  expect(JSON.stringify(outcome)).not.toContain(SECRET);
  return outcome;
};

const FASTLY = { provider: 'fastly', service: 'abc', token: SECRET } as const;
const CLOUDFLARE = { provider: 'cloudflare', zone: 'z1', token: SECRET } as const;
const CLOUDFRONT = {
  provider: 'cloudfront',
  distribution: 'E1',
  accessKeyId: 'AKID',
  secretAccessKey: SECRET,
} as const;
const BUNNY = { provider: 'bunny', zone: '12', token: SECRET } as const;

const bodies = <Body>(): Body[] => recorded.map(({ body }) => JSON.parse(body) as Body);

/** Whether what is purged is what a response with this cache tag carries. */
const concerns = (tags: string[], cacheTag: string): boolean =>
  responseTags([cacheTag]).some((tag) => tags.includes(tag));

describe('Fastly', () => {
  it('is told of up to 256 keys a request, at once and not softly', async () => {
    expect((await purge({ ...FASTLY, api }, [delivery(files(600))])).kind).toBe('told');
    const sent = bodies<{ surrogate_keys: string[] }>().map((body) => body.surrogate_keys);
    expect(sent.map(({ length }) => length)).toEqual([256, 256, 90]);
    expect(concerns(sent.flat(), 'file:599')).toBe(true);
    for (const { method, url, headers } of recorded) {
      expect([method, url]).toEqual(['POST', '/service/abc/purge']);
      expect(headers['fastly-key']).toBe(SECRET);
      expect(headers['fastly-soft-purge']).toBeUndefined();
    }
  });
});

describe('Cloudflare', () => {
  it('is told of up to 100 tags a request, and no more than the free plan takes', async () => {
    await purge({ ...CLOUDFLARE, api }, [delivery(files(300))]);
    expect(bodies<{ tags: string[] }>().map(({ tags }) => tags.length)).toEqual([100, 100, 100, 2]);
    const [{ method, url, headers }] = recorded as [Recorded];
    expect([method, url]).toEqual(['POST', '/client/v4/zones/z1/purge_cache']);
    expect(headers.authorization).toBe(`Bearer ${SECRET}`);
    // Five requests a minute.
    expect(cdnConsumer(CLOUDFLARE).pause).toBeGreaterThanOrEqual(12_000);
  });
});

describe('CloudFront', () => {
  it('is told of tags by invalidations that it can tell apart', async () => {
    await purge({ ...CLOUDFRONT, api });
    await purge({ ...CLOUDFRONT, api });
    const read = (body: string) => {
      const { root } = parseXml(body);
      const texts = (name: string, from: XmlElement = root!): string[] =>
        from.children.flatMap((child) => {
          if (!(child instanceof XmlElement)) return [];
          const text = child.children
            .filter((one) => one instanceof XmlText)
            .map(({ text: t }) => t);
          return child.name === name ? text : texts(name, child);
        });
      return {
        paths: texts('Path'),
        quantity: texts('Quantity'),
        reference: texts('CallerReference'),
      };
    };
    const [first, second] = recorded.map(({ body }) => read(body));
    expect(first!.quantity).toEqual([String(first!.paths.length)]);
    expect(first!.paths.every((path) => /^#[a-z0-9]{8}$/.test(path))).toBe(true);
    expect(
      concerns(
        first!.paths.map((path) => path.slice(1)),
        'file:2',
      ),
    ).toBe(true);
    expect(first!.reference).not.toEqual(second!.reference);
    expect(recorded[0]!.url).toBe('/2020-05-31/distribution/E1/invalidation');
  });

  it('gets requests that are signed as AWS describes it (Signature Version 4)', async () => {
    await purge({ ...CLOUDFRONT, api, sessionToken: 'session' });
    const [{ url, headers, body }] = recorded as [Recorded];
    const [, scope = '', names = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=AKID\/(\S+), SignedHeaders=(\S+), Signature=(\w{64})$/.exec(
        headers.authorization!,
      ) ?? [];
    expect(scope).toMatch(/^\d{8}\/us-east-1\/cloudfront\/aws4_request$/);
    expect(names.split(';')).toContain('host');
    expect(headers['x-amz-security-token']).toBe('session');
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const hmac = (key: string | Buffer, text: string) =>
      createHmac('sha256', key).update(text).digest();
    const canonical = [
      'POST',
      url,
      '',
      ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
      '',
      names,
      headers['x-amz-content-sha256'] ?? hash(body),
    ].join('\n');
    const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
    expect(signature).toBe(hmac(key, toSign).toString('hex'));
  });
});

describe('Bunny', () => {
  it('is told of one tag a request, and of all at once rather than of very many', async () => {
    await purge({ ...BUNNY, api });
    const tags = bodies<{ CacheTag: string }>().map(({ CacheTag }) => CacheTag);
    expect(concerns(tags, 'file:1') && concerns(tags, 'file:2')).toBe(true);
    expect(recorded[0]).toMatchObject({ method: 'POST', url: '/pullzone/12/purgeCache' });
    expect(recorded[0]!.headers.accesskey).toBe(SECRET);
    recorded = [];
    await purge({ ...BUNNY, api }, [delivery(files(80))]);
    expect(bodies()).toEqual([{ CacheTag: TAG_OF_ALL }]);
  });
});

describe('Varnish', () => {
  it('is told at every address, with its secret', async () => {
    const urls = [`${api}/one`, `${api}/two`];
    await purge({ provider: 'varnish', urls, secret: SECRET });
    expect(recorded.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'PURGE /one',
      'PURGE /two',
    ]);
    for (const { headers } of recorded) {
      expect(concerns(String(headers['xkey-purge']).split(' '), 'file:1')).toBe(true);
      expect(headers.authorization).toBe(`Bearer ${SECRET}`);
    }
  });

  it('is told again when one of several does not take it', async () => {
    answers = [{ status: 200 }, { status: 503 }];
    const urls = [`${api}/one`, `${api}/two`];
    const outcome = await purge({ provider: 'varnish', urls });
    expect(outcome).toMatchObject({ kind: 'failed', isAway: true });
  });
});

describe('every provider', () => {
  const ALL: CdnOptions[] = [
    FASTLY,
    CLOUDFLARE,
    CLOUDFRONT,
    BUNNY,
    { provider: 'varnish', urls: [''], secret: SECRET },
  ];
  const at = (options: CdnOptions): CdnOptions =>
    options.provider === 'varnish' ? { ...options, urls: [api] } : { ...options, api };

  it.each(ALL.map((options) => [options.provider, options] as const))(
    '%s is told of everything by the tag that all responses have',
    async (_name, options) => {
      const all = [
        delivery(['file:1', '*']),
        delivery(files(3_000)),
        // It was not taken before, perhaps since it was too much.
        delivery(['file:1'], 1),
      ];
      for (const one of all) {
        recorded = [];
        await purge(at(options), [one]);
        expect(recorded).toHaveLength(1);
        const [{ body, headers }] = recorded as [Recorded];
        const told = `${body} ${String(headers['xkey-purge'])}`.match(/[a-z0-9]{8}/g);
        expect(told).toContain(TAG_OF_ALL);
      }
    },
  );

  it.each(ALL.map((options) => [options.provider, options] as const))(
    '%s may answer with whatever we sent: nobody reads the secret',
    async (_name, options) => {
      answers = [{ status: 401, body: `{"error":"${SECRET} is not allowed"}` }];
      expect(await purge(at(options))).toMatchObject({ kind: 'failed' });
      // As it says when to come back.
      answers = [{ status: 429, headers: { 'retry-after': '7' } }];
      expect(await purge(at(options))).toMatchObject({ isAway: true, after: 7_000 });
    },
  );
});
