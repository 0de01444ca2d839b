import { allowOrigin } from '../../../src/panel/panel-policy';

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
