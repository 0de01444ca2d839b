import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import Negotiator from 'negotiator';

import { chooseEncoding, encode } from '../../../src/http/negotiation';

describe('the content coding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=1.0, gzip;q=1.0', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0, br;q=0', 'identity'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    ['identity;q=0, *;q=0', 'identity'],
    ['no sense ;;; at, all', 'identity'],
  ])('for "%s" is %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });

  it.each([
    ['gzip', 'gzip,'.repeat(3_000)],
    ['commas', ','.repeat(15_000)],
    ['weights', 'br;q=0.1,'.repeat(1_600)],
    ['parameters', `gzip${';a=b'.repeat(3_700)}`],
    ['one name', 'g'.repeat(15_000)],
    ['spaces', `gzip${' '.repeat(15_000)}`],
  ])('costs no more when a client sends 15 kB: %s', (what, header) => {
    const read = jest.spyOn(Negotiator.prototype, 'encodings');
    expect(chooseEncoding(`br, gzip, ${what.replace(' ', '-')}`)).toBe('br');
    expect(read).toHaveBeenCalledTimes(1);
    expect(chooseEncoding(header)).toBe('identity');
    expect(chooseEncoding(header)).toBe('identity');
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('decodes to the same bytes, and is itself the same each time', async () => {
    const bytes = Buffer.from('<rss>'.repeat(1_000));
    expect(brotliDecompressSync(await encode(bytes, 'br'))).toEqual(bytes);
    expect(gunzipSync(await encode(bytes, 'gzip'))).toEqual(bytes);
    expect(await encode(bytes, 'identity')).toBe(bytes);
    expect(await encode(bytes, 'gzip')).toEqual(await encode(bytes, 'gzip'));
  });

  it.each(['br', 'gzip'] as const)('takes no more memory than its bytes: %s', async (encoding) => {
    const bytes = Buffer.from('<rss>'.repeat(1_000));
    const encoded = await encode(bytes, encoding);
    expect(encoded.buffer.byteLength).toBe(encoded.length);
  });
});
