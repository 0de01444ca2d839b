import fc from 'fast-check';

import { isPublicAddress, toOpenable } from '../../../src/lib/web-address';

describe('a base address is public', () => {
  test.each([
    'https://www.example.com',
    'https://example.com/notes/',
    'http://example.com:8080',
    'https://EXAMPLE.COM.',
    'https://localhost.example.com',
    'https://local.example.com',
    'https://mylocalhost.com',
    'https://notinternal.org',
    'https://müller.de',
    'https://xn--mller-kva.de',
    'http://93.184.215.14',
    'http://172.32.0.1',
    'http://[2606:4700::1111]:8080/notes',
    'http://[::ffff:93.184.215.14]',
  ])('when it is %s', (baseUrl) => {
    expect(isPublicAddress(baseUrl)).toBe(true);
  });
});

describe('a base address is not public', () => {
  test.each([
    ['localhost', 'http://localhost:1337'],
    ['localhost, in capitals', 'http://LOCALHOST:1337'],
    ['localhost, as a complete name', 'http://localhost.:1337'],
    ['below localhost', 'http://notes.localhost'],
    ['a machine in the house', 'http://printer.local'],
    ['a container network', 'http://strapi.internal:1337'],
    ['a router’s network', 'http://nas.lan'],
    ['the home network of RFC 8375', 'http://nas.home.arpa'],
    ['a test', 'https://notes.test'],
    ['invalid', 'https://notes.invalid'],
    ['a made-up name of RFC 6762', 'https://wiki.corp'],
    ['a single label', 'http://strapi:1337'],
    ['unspecified', 'http://0.0.0.0:1337'],
    ['loopback', 'http://127.0.0.1:1337'],
    ['loopback, written shortly', 'http://127.1'],
    ['loopback, as a number', 'http://2130706433'],
    ['private, class A', 'http://10.1.2.3'],
    ['private, class B', 'http://172.16.0.1'],
    ['private, class C', 'http://192.168.0.1'],
    ['link-local', 'http://169.254.0.1'],
    ['behind a carrier', 'http://100.64.0.1'],
    ['for documentation', 'http://192.0.2.1'],
    ['multicast', 'http://224.0.0.1'],
    ['broadcast', 'http://255.255.255.255'],
    ['unspecified, IPv6', 'http://[::]:1337'],
    ['loopback, IPv6', 'http://[::1]:1337'],
    ['link-local, IPv6', 'http://[fe80::1]'],
    ['unique local, IPv6', 'http://[fd00::1]'],
    ['for documentation, IPv6', 'http://[2001:db8::1]'],
    ['private, IPv4-mapped', 'http://[::ffff:192.168.0.1]'],
    ['loopback, IPv4-mapped', 'http://[::ffff:127.0.0.1]'],
  ])('when it is %s', (_what, baseUrl) => {
    expect(isPublicAddress(baseUrl)).toBe(false);
  });

  test('whatever stands before a local name, and whatever port and path come after it', () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.constantFrom('localhost', 'local', 'internal', 'lan', 'home.arpa', 'test', 'invalid'),
        fc.integer({ min: 1, max: 65_535 }),
        fc.webPath(),
        (domain, name, port, path) => {
          expect(isPublicAddress(`http://${domain}.${name}:${port}${path}`)).toBe(false);
        },
      ),
    );
  });
});

describe('an address that can be opened', () => {
  test.each([
    ['http://0.0.0.0:1337', 'http://localhost:1337'],
    ['http://[::]:1337', 'http://localhost:1337'],
    ['http://[::ffff:0.0.0.0]:1337/notes/', 'http://localhost:1337/notes'],
    ['https://0.0.0.0', 'https://localhost'],
  ])('is made of %s', (baseUrl, expected) => {
    expect(toOpenable(baseUrl)).toBe(expected);
  });

  test.each(['http://127.0.0.1:1337', 'https://www.example.com/notes/', 'http://[::1]:1337'])(
    'is %s itself',
    (baseUrl) => {
      expect(toOpenable(baseUrl)).toBe(baseUrl);
    },
  );
});
