import fc from 'fast-check';

import { createAddresses } from '../../../src/options/site-addresses';
import { mayCoincide, fromRecorded, toRecorded } from '../../../src/addresses/permalink-rows';

const slug = fc.stringMatching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const path = fc.constantFrom('', '/notes', '/a%20b/c');
const publicOrigin = fc.domain().map((domain) => `https://${domain}`);
const localOrigin = fc.constantFrom(
  'http://localhost:1337',
  'http://192.168.1.20:8080',
  'http://[::1]:1337',
  'https://notes.local',
);
const origin = fc.oneof(publicOrigin, localOrigin);

test('an address reads as it was recorded while the site is where it was', () => {
  fc.assert(
    fc.property(origin, path, slug, (where, mount, name) => {
      const address = createAddresses(where + mount).entry(`/posts/${name}/`);
      expect(fromRecorded(toRecorded(address), new URL(where).origin)).toBe(address);
    }),
  );
});

test('an address recorded at a local one reads as if it had been recorded wherever the site is', () => {
  fc.assert(
    fc.property(localOrigin, origin, path, slug, (before, now, mount, name) => {
      const recorded = toRecorded(createAddresses(before + mount).entry(`/posts/${name}/`));
      const expected = createAddresses(now + mount).entry(`/posts/${name}/`);
      expect(fromRecorded(recorded, new URL(now).origin)).toBe(expected);
    }),
  );
});

test('an address recorded at a public one stays, wherever the site is', () => {
  fc.assert(
    fc.property(origin, slug, (now, name) => {
      const address = createAddresses('https://www.example.com').entry(`/posts/${name}/`);
      expect(fromRecorded(toRecorded(address), now)).toBe(address);
    }),
  );
});

test('addresses may coincide when they are one address now, or can come to be', () => {
  const at = (base: string) => toRecorded(`${base}/posts/same/`);
  const local = at('http://localhost:1337');
  expect(mayCoincide(local, at('http://10.0.0.1'))).toBe(true);
  expect(mayCoincide(local, at('https://www.example.com'))).toBe(true);
  expect(mayCoincide(at('https://www.example.com'), local)).toBe(true);
  expect(mayCoincide(at('https://www.example.com'), at('https://example.org'))).toBe(false);
  expect(mayCoincide(local, toRecorded('http://localhost:1337/posts/other/'))).toBe(false);
  // As 0.1.0 recorded it.
  expect(mayCoincide(local, { url: 'http://0.0.0.0:1337/posts/same/', provisional: null })).toBe(
    true,
  );
  expect(mayCoincide(local, { url: 'not an address', provisional: null })).toBe(false);
});
