import { cacheHeaders, cdnHints, cdnHintsOfMissing } from '../../../src/cache/cdn';
import type { CdnOptions } from '../../../src/options/push';

const NOW = 1_000_000;
const BROWSERS = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=600';
const secrets = { token: 't', accessKeyId: 'a', secretAccessKey: 's' };
const OPTIONS: Record<CdnOptions['provider'], CdnOptions> = {
  fastly: { provider: 'fastly', service: 's', token: 't' },
  cloudflare: { provider: 'cloudflare', zone: 'z', token: 't' },
  cloudfront: { provider: 'cloudfront', distribution: 'd', ...secrets },
  bunny: { provider: 'bunny', zone: 'z', token: 't' },
  varnish: { provider: 'varnish', urls: [] },
};

const told = (
  options: CdnOptions | undefined,
  response: { expires?: number; mediaType?: string; isNegotiated?: boolean } = {},
  cacheControl = BROWSERS,
) =>
  cacheHeaders(
    { cdn: cdnHints(options, ['a', 'b']), expires: Infinity, ...response },
    cacheControl,
    NOW,
  );

describe('what a CDN is told of a response', () => {
  it.each([
    ['fastly', 'Surrogate-Key', ' ', 'Surrogate-Control'],
    ['cloudflare', 'Cache-Tag', ',', 'Cloudflare-CDN-Cache-Control'],
    ['varnish', 'xkey', ' ', 'CDN-Cache-Control'],
  ] as const)('is in the headers of %s', (provider, tags, separator, lifetime) => {
    const { headers, until } = told(OPTIONS[provider]);
    expect(headers).toEqual({
      'Cache-Control': BROWSERS,
      [tags]: expect.stringMatching(new RegExp(`^\\w{8}(?:${separator}\\w{8}){2}$`)) as string,
      [lifetime]: 'max-age=86400, stale-while-revalidate=60, stale-if-error=600',
    });
    expect(until).toBe(Infinity);
    expect(told(OPTIONS[provider], {}, 'no-store').headers).toMatchObject({
      'Cache-Control': 'no-store',
      [lifetime]: 'max-age=86400',
    });
  });

  it.each([
    ['cloudfront', 'Cache-Tag'],
    ['bunny', 'CDN-Tag'],
  ] as const)('is in Cache-Control for %s, which reads nothing else', (provider, tags) => {
    expect(told(OPTIONS[provider]).headers).toEqual({
      'Cache-Control': `${BROWSERS}, s-maxage=86400`,
      [tags]: expect.stringMatching(/^\w{8}(?:,\w{8}){2}$/) as string,
    });
    expect(told(OPTIONS[provider], {}, 'no-store').headers).toEqual({
      'Cache-Control': 'no-store',
    });
  });

  it('ends when the response does, and nothing is given stale after that', () => {
    const expires = NOW + 50_900;
    expect(told(OPTIONS.varnish, { expires }, 'public, max-age=50')).toMatchObject({
      headers: { 'CDN-Cache-Control': 'max-age=50, stale-while-revalidate=0, stale-if-error=0' },
      until: NOW + 900,
    });
    const { headers } = told(OPTIONS.bunny, { expires });
    expect(headers['Cache-Control']).toBe('public, max-age=300, s-maxage=50');
    // It holds until it comes near.
    const later = told(OPTIONS.varnish, { expires: NOW + 100_000_000 });
    expect(later.until).toBe(NOW + 100_000_000 - 86_400_000);
  });

  it('is that nothing may be kept of what is not settled', () => {
    for (const expires of [NOW + 500, NOW, 0]) {
      expect(told(OPTIONS.fastly, { expires })).toMatchObject({
        headers: { 'Surrogate-Control': expect.stringMatching(/^max-age=0,/) as string },
        until: Infinity,
      });
    }
  });

  it('is as long as the option says, and a minute for what is not there', () => {
    expect(told({ ...OPTIONS.varnish, maxAge: 7 }).headers['CDN-Cache-Control']).toMatch(
      /^max-age=7,/,
    );
    const missing = { cdn: cdnHintsOfMissing(OPTIONS.varnish), expires: Infinity };
    expect(cacheHeaders(missing, 'no-store', NOW).headers['CDN-Cache-Control']).toBe('max-age=60');
  });

  it('is to keep no Markdown where it would be given for the page', () => {
    const markdown = { mediaType: 'text/markdown', isNegotiated: true };
    const page = { mediaType: 'text/html', isNegotiated: true };
    expect(told(OPTIONS.cloudflare, markdown).headers).toEqual({
      'Cache-Control': BROWSERS,
      'Cloudflare-CDN-Cache-Control': 'no-store',
    });
    expect(told(OPTIONS.cloudfront, markdown).headers).toEqual({
      'Cache-Control': BROWSERS.replace('public', 'private'),
    });
    expect(told(OPTIONS.varnish, markdown).headers.xkey).toBeDefined();
    expect(told(OPTIONS.cloudflare, page).headers['Cache-Tag']).toBeDefined();
  });

  it('is nothing without one', () => {
    expect(told(undefined)).toEqual({ headers: { 'Cache-Control': BROWSERS }, until: Infinity });
  });
});
