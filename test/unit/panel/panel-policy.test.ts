import { contentSecurityPolicy } from '../../../src/http/response';
import { allowOrigin, isOfPanel, offerPreviews } from '../../../src/panel/offer-previews';

const SITE = 'https://www.example.com';

test('the panel may show pages, pictures and sound of a site elsewhere, beside what it may already', () => {
  expect(allowOrigin("default-src 'self'; img-src 'self' data:;media-src 'none'", SITE)).toBe(
    `default-src 'self';img-src 'self' data: ${SITE};media-src ${SITE};frame-src 'self' ${SITE}`,
  );
});

test('what the site refuses and allows otherwise stays', () => {
  const policy = `script-src 'self';img-src ${SITE};upgrade-insecure-requests`;
  expect(allowOrigin(policy, SITE)).toBe(policy);
});

test('allowing it twice is allowing it once', () => {
  const once = allowOrigin("default-src 'self'", SITE);
  expect(allowOrigin(once, SITE)).toBe(once);
});

describe('pages of the panel', () => {
  const page = {
    path: '/admin/content-manager',
    mediaType: 'text/html',
    policy: "default-src 'self'",
  };

  test.each([
    ['/admin', '/admin', true],
    ['/admin', '/admin/plugins/syndication', true],
    ['/admin', '/administration', false],
    ['/admin', '/posts/admin/', false],
    ['/admin/', '/admin/auth/login', true],
    ['/', '/content-manager', true],
    ['/', '/', true],
  ])('with "admin.path" "%s": %s is %s', (panel, path, expected) => {
    expect(isOfPanel(panel, { ...page, path })).toBe(expected);
  });

  test('at the root are neither what is no page, nor those of the plugin', () => {
    expect(isOfPanel('/', { ...page, mediaType: 'application/json' })).toBe(false);
    expect(isOfPanel('/', { ...page, policy: contentSecurityPolicy() })).toBe(false);
    expect(isOfPanel('/admin', { ...page, mediaType: 'application/json' })).toBe(true);
  });
});

describe('Strapi’s own Preview', () => {
  const offeredBeside = (preview: object | undefined) => {
    const set = jest.fn();
    offerPreviews({ config: { get: () => preview, set } } as never, {} as never);
    return set.mock.calls.length > 0;
  };

  test('shows the plugin’s pages where the site has nothing of its own to show', () => {
    expect(offeredBeside(undefined)).toBe(true);
    expect(offeredBeside({ enabled: true, config: { allowedOrigins: SITE } })).toBe(true);
  });

  test('stays as the site has it where that has a handler of its own, or switches it off', () => {
    expect(offeredBeside({ enabled: true, config: { handler: () => SITE } })).toBe(false);
    expect(offeredBeside({ enabled: false })).toBe(false);
  });
});
