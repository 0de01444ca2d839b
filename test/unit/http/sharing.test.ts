import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { asPrivate, guardSharing } from '../../../src/http/response';

const SHARED = 'public, max-age=300';

/** Headers of a response, with what middlewares set before it and after it. */
const headersWith = ({
  request = {},
  before = {},
  after = {},
  forEverybody = false,
}: {
  request?: Record<string, string>;
  before?: Record<string, string>;
  after?: Record<string, string>;
  forEverybody?: boolean;
}) => {
  const message = new IncomingMessage(new Socket());
  message.headers = request;
  const response = new ServerResponse(message);
  const set = (headers: Record<string, string>) =>
    Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
  set(before);
  const ofCaches = ['CDN-Cache-Control', 'Cache-Tag'];
  guardSharing(message, response, { shared: () => SHARED, forEverybody, ofCaches });
  set({ 'Cache-Control': SHARED, Vary: 'Accept-Encoding', ...after });
  response.end();
  return response.getHeaders();
};

const caching = (parts: Parameters<typeof headersWith>[0]) => headersWith(parts)['cache-control'];

describe('a response behind the middlewares of a site', () => {
  it.each([
    ['for everybody, without credentials', {}, SHARED],
    ['to a password', { request: { authorization: 'Basic x' } }, 'private, max-age=300'],
    ['to a cookie', { request: { cookie: 'a=b' } }, 'private, max-age=300'],
    ['with a cookie', { after: { 'Set-Cookie': 'a=b' } }, 'private, max-age=300'],
    [
      'restricted before',
      { before: { 'Cache-Control': 'private, no-cache' } },
      'private, no-cache',
    ],
    ['not to be stored', { before: { 'Cache-Control': 'no-store' } }, 'no-store'],
    [
      'restricted before, with a cookie',
      { before: { 'Cache-Control': 'no-cache' }, after: { 'Set-Cookie': 'a=b' } },
      'private, no-cache',
    ],
    [
      'private already, restricted before',
      {
        before: { 'Cache-Control': 'no-store' },
        after: { 'Cache-Control': 'private, max-age=300' },
      },
      'no-store',
    ],
    ['allowed more before', { before: { 'Cache-Control': 'public, max-age=9999' } }, SHARED],
    [
      'decided on after',
      { request: { cookie: 'a=b' }, after: { 'Cache-Control': 'max-age=1' } },
      'max-age=1',
    ],
  ])('%s may be cached as far as is right', (_which, parts, expected) => {
    expect(caching(parts)).toBe(expected);
  });

  it('says nothing to a CDN unless it is for everybody', () => {
    const after = { 'CDN-Cache-Control': 'max-age=60', 'Cache-Tag': 'a' };
    const toCaches = (parts: Parameters<typeof headersWith>[0]) => {
      const headers = headersWith(parts);
      return [headers['cdn-cache-control'], headers['cache-tag']];
    };
    expect(toCaches({ after })).toEqual(['max-age=60', 'a']);
    for (const parts of [
      { request: { authorization: 'Basic x' }, after },
      { after: { ...after, 'Set-Cookie': 'a=b' } },
      { before: { 'Cache-Control': 'no-store' }, after },
    ]) {
      expect(toCaches(parts)).toEqual([undefined, undefined]);
    }
    expect(asPrivate(`${SHARED}, s-maxage=60`)).toBe('private, max-age=300');
  });

  it('is told to vary by what a middleware varies it by', () => {
    const vary = (before: string) => headersWith({ before: { Vary: before } }).vary;
    expect(vary('Origin')).toBe('Accept-Encoding');
    expect(vary('Origin, Accept-Encoding, Cookie')).toBe('Accept-Encoding, Cookie');
    expect(vary('accept-language')).toBe('Accept-Encoding, accept-language');
  });
});

describe('a response behind nothing of the site', () => {
  const forEverybody = true;

  it('is for everybody, whatever cookies a visitor sends', () => {
    expect(caching({ forEverybody, request: { cookie: 'a=b' } })).toBe(SHARED);
  });

  it('is private when a password was sent, which a proxy may have asked for', () => {
    const request = { authorization: 'Basic x' };
    expect(caching({ forEverybody, request })).toBe('private, max-age=300');
  });

  it('is private when it sets a cookie all the same', () => {
    const after = { 'Set-Cookie': 'koa.sess=x' };
    expect(caching({ forEverybody, after })).toBe('private, max-age=300');
  });
});
