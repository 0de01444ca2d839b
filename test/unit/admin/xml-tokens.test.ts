import fc from 'fast-check';

import { tokenize } from '../../../admin/src/features/feeds/xml-tokens';

const join = (xml: string): string =>
  tokenize(xml)
    .map(({ text }) => text)
    .join('');

test('colouring loses and adds no character, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom(
            '<',
            '>',
            '&',
            '"',
            '="',
            '<a b="c">',
            '</',
            '/>',
            '<!--',
            '-->',
            '&#34;',
          ),
        ),
      ),
      (parts) => {
        expect(join(parts.join(''))).toBe(parts.join(''));
      },
    ),
  );
});

test('names, attributes, values and references are told apart', () => {
  expect(
    tokenize('<atom:link rel="self" />a &lt; b</x>').filter(({ kind }) => kind !== 'markup'),
  ).toEqual([
    { kind: 'name', text: 'atom:link' },
    { kind: 'attribute', text: 'rel' },
    { kind: 'value', text: '"self"' },
    { kind: 'text', text: 'a ' },
    { kind: 'reference', text: '&lt;' },
    { kind: 'text', text: ' b' },
    { kind: 'name', text: 'x' },
  ]);
});
