import fc from 'fast-check';

import {
  accentOn,
  BACKGROUNDS,
  contrast,
  contrastOn,
  isColour,
  isReadable,
  READABLE_CONTRAST,
  type Shade,
  toReadable,
} from '../../../src/pages/appearance';

const SHADES: Shade[] = ['light', 'dark'];

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    // Published examples: webaim.org/resources/contrastchecker.
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#ffffff', 4],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('a readable tone', () => {
  it('of any colour is a colour with the contrast of WCAG AA on everything behind it', () => {
    fc.assert(
      fc.property(colours, fc.constantFrom(...SHADES), (colour, shade) => {
        const readable = toReadable(colour, shade);
        expect(isColour(readable)).toBe(true);
        for (const background of BACKGROUNDS[shade]) {
          expect(contrast(readable, background)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
        }
      }),
    );
  });

  it('of a readable colour is the colour itself', () => {
    fc.assert(
      fc.property(colours, fc.constantFrom(...SHADES), (colour, shade) => {
        fc.pre(isReadable(colour, shade));
        expect(toReadable(colour, shade)).toBe(colour);
      }),
    );
  });

  it('is no further from the colour than it has to be', () => {
    fc.assert(
      fc.property(colours, fc.constantFrom(...SHADES), (colour, shade) => {
        fc.pre(!isReadable(colour, shade));
        expect(contrastOn(toReadable(colour, shade), shade)).toBeLessThan(5.2);
      }),
    );
  });

  it.each([
    ['a yellow is a dark yellow on white', '#ffcc00', 'light', [1, 1, 0]],
    ['a navy is a light blue on black', '#000080', 'dark', [0, 0, 1]],
  ] as const)('keeps the hue: %s', (_name, colour, shade, [red, green, blue]) => {
    const readable = toReadable(colour, shade);
    const parts = [1, 3, 5].map((start) => parseInt(readable.slice(start, start + 2), 16));
    const most = Math.max(...parts);
    [red, green, blue].forEach((isStrong, index) => {
      if (isStrong === 0) expect(parts[index]).toBeLessThan(most);
      else expect(parts[index]).toBeGreaterThanOrEqual(most * 0.7);
    });
  });
});

describe('the colour of links', () => {
  it('is the standard one where nobody chose another', () => {
    expect(accentOn('', 'light')).toBe('#0a58ca');
    expect(accentOn('', 'dark')).toBe('#7db4ff');
  });

  it('is on a dark page that of light pages, made readable', () => {
    expect(accentOn('#a3197e', 'light')).toBe('#a3197e');
    expect(accentOn('#a3197e', 'dark')).toBe(toReadable('#a3197e', 'dark'));
  });
});

it.each(['red', '#fff', '#12345g', '#1234567', '', '#fff;}body{display:none', '#123456 '])(
  'takes "%s" for no colour',
  (text) => expect(isColour(text)).toBe(false),
);
