import { findMounts } from '../../../src/public/mounts';

describe('requests arrive', () => {
  it.each([
    // Strapi's address has no path: nothing is taken off.
    ['https://example.com', '', { arriving: '' }],
    ['https://example.com/notes', '', { arriving: '/notes' }],
    ['https://example.com/notes/', 'https://example.com', { arriving: '/notes' }],
    // The proxy takes the path of Strapi's address off, for us as for Strapi.
    ['https://example.com/cms', 'https://example.com/cms', { arriving: '', unstripped: '/cms' }],
    [
      'https://example.com/cms/notes',
      'https://example.com/cms',
      { arriving: '/notes', unstripped: '/cms/notes' },
    ],
    ['http://localhost:1337/cms', '/cms', { arriving: '', unstripped: '/cms' }],
    // Beside it, or on another host, is another entry of the proxy.
    ['https://example.com/cmsnotes', 'https://example.com/cms', { arriving: '/cmsnotes' }],
    ['https://example.com', 'https://example.com/cms', { arriving: '' }],
    ['https://www.example.com/cms', 'https://example.com/cms', { arriving: '/cms' }],
    ['http://example.com/cms', 'https://example.com/cms', { arriving: '/cms' }],
  ])('for %s, with Strapi at "%s", at %j', (baseUrl, serverUrl, mounts) => {
    expect(findMounts(baseUrl, serverUrl)).toEqual(mounts);
  });
});
