import { APPEARANCE_SCHEMA } from '../../../src/options/appearance';
import { findInvalid } from '../../../src/options/explain';
import { DEFAULT_APPEARANCE } from '../../../src/pages/appearance';

const checkAppearance = (values: Record<string, unknown>) =>
  findInvalid('The appearance', APPEARANCE_SCHEMA, values);

const paths = (values: Record<string, unknown>): string[] =>
  checkAppearance(values).map(({ path }) => path.join('.'));

it('takes the standard appearance, and any part of it', () => {
  expect(checkAppearance({ ...DEFAULT_APPEARANCE })).toEqual([]);
  expect(checkAppearance({})).toEqual([]);
  expect(checkAppearance({ accent: undefined })).toEqual([]);
});

const link = (address: unknown) => ({ footerLinks: [{ label: 'A', address }] });

it.each([
  '/imprint/',
  '/',
  '/search?q=a&b=c#top',
  'https://www.example.com',
  'http://localhost:1337/about',
  'HTTPS://EXAMPLE.COM/A',
  '/über-uns/',
  '/เกี่ยวกับ/',
])('takes the address %s', (address) => {
  expect(checkAppearance(link(address))).toEqual([]);
  expect(checkAppearance({ favicon: address, logo: { src: address } })).toEqual([]);
});

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'imprint/',
  'mailto:a@example.com',
  'ftp://example.com/',
  'https://user:secret@example.com/',
  'https://',
  'https:///x y',
  ' /imprint/',
  '/imp\nrint/',
  '/\t/evil.example',
  `/${'a'.repeat(2_000)}`,
  '',
  7,
  null,
])('refuses the address %s', (address) => {
  expect(paths(link(address))).toEqual(['footerLinks.0.address']);
  expect(paths({ logo: { src: address } })).toEqual(['logo.src']);
});

it.each([
  [{ accent: 'red' }, 'accent'],
  [{ accent: '#fff' }, 'accent'],
  [{ accent: '#ffffff;}' }, 'accent'],
  [{ font: 'Comic Sans' }, 'font'],
  [{ width: 800 }, 'width'],
  [{ theme: 'reader' }, 'theme'],
  [{ listing: ['date', 'date'] }, 'listing'],
  [{ listing: ['views'] }, 'listing.0'],
  [{ listing: 'date' }, 'listing'],
  [{ footer: 'two\nlines' }, 'footer'],
  [{ footer: 'a'.repeat(501) }, 'footer'],
  [{ logo: 'logo.svg' }, 'logo'],
  [{ logo: { src: '/logo.svg', width: 0 } }, 'logo.width'],
  [{ logo: { src: '/logo.svg', onload: 'x' } }, 'logo.onload'],
  [{ headerLinks: [{ label: ' ', address: '/' }] }, 'headerLinks.0.label'],
  [{ headerLinks: [{ label: 'a'.repeat(61), address: '/' }] }, 'headerLinks.0.label'],
  [
    { headerLinks: Array.from({ length: 13 }, () => ({ label: 'A', address: '/' })) },
    'headerLinks',
  ],
])('refuses %j, and says where', (values, path) => {
  expect(paths(values)).toEqual([path]);
});

it('says what was given, what is allowed, and what was probably meant', () => {
  const [wrong, unknown] = checkAppearance({ font: 'serf', colour: 'x', acent: '#000000' });
  expect(wrong!.message).toBe(
    'The appearance: "font" was "serf". Allowed: "sans", "serif", "rounded", "mono". Did you mean "serif"?',
  );
  expect(unknown!.message).toContain('There is no "colour". Allowed: logo, ');
  const [meant] = checkAppearance({ acent: '#000000' });
  expect(meant!.message).toContain('Did you mean "accent"?');
});
