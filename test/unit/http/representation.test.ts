import fc from 'fast-check';
import Negotiator from 'negotiator';

import { chooseRepresentation } from '../../../src/http/negotiation';

const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

it.each([
  [undefined, 'text/html'],
  ['', 'text/html'],
  ['*/*', 'text/html'],
  ['text/*', 'text/html'],
  [BROWSER, 'text/html'],
  ['application/rss+xml, application/xml;q=0.9', 'text/html'],
  ['application/json', 'text/html'],
  ['text/html;q=0, application/json', 'text/html'],
  ['nonsense', 'text/html'],
  ['text/markdown', 'text/markdown'],
  ['TEXT/Markdown; charset=UTF-8', 'text/markdown'],
  ['text/markdown, text/html, */*', 'text/markdown'],
  ['text/html, text/markdown', 'text/html'],
  ['text/html;q=0.8, text/markdown;q=0.9', 'text/markdown'],
  ['text/markdown;q=0.8, text/html', 'text/html'],
  ['text/markdown;q=0, */*', 'text/html'],
  ['text/markdown;q=0', 'text/html'],
  ['text/html;q=0, */*', 'text/markdown'],
  ['text/markdown, */*;q=0.1', 'text/markdown'],
  [`${'a/b, '.repeat(1_000)}text/markdown`, 'text/html'],
])('of %j comes %s', (accept, expected) => {
  expect(chooseRepresentation(accept)).toBe(expected);
});

const range = fc.constantFrom('text/html', 'text/markdown', 'text/*', '*/*', 'text/plain', 'a/b');
const quality = fc.constantFrom('', ';q=0', ';q=0.1', ';q=0.5', ';q=0.999', ';q=1', '; Q=0.2');
const header = fc
  .array(
    fc.tuple(range, quality).map((parts) => parts.join('')),
    { minLength: 1, maxLength: 6 },
  )
  .map((ranges) => ranges.join(', '));

/** Quality of a media type by RFC 9110, section 12.5.1: the most precise range that it is in counts. */
const qualityOf = (mediaType: string, accept: string): number => {
  const ranges = accept.split(', ').map((one) => {
    const [name = '', weight = 'q=1'] = one.split(';');
    return { name, weight: Number(weight.trim().slice(2)) };
  });
  for (const name of [mediaType, 'text/*', '*/*']) {
    const found = ranges.filter((one) => one.name === name);
    if (found.length > 0) return Math.max(...found.map(({ weight }) => weight));
  }
  return 0;
};

test('nothing that a client likes less is chosen', () => {
  fc.assert(
    fc.property(header, (accept) => {
      // A range that is given twice has two qualities.
      const names = accept.split(', ').map((one) => one.split(';')[0]);
      fc.pre(new Set(names).size === names.length);
      const html = qualityOf('text/html', accept);
      const markdown = qualityOf('text/markdown', accept);
      if (html !== markdown) {
        const expected = html > markdown ? 'text/html' : 'text/markdown';
        expect([accept, chooseRepresentation(accept)]).toEqual([accept, expected]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('asked for once or again, it is what negotiator says', () => {
  fc.assert(
    fc.property(header, (accept) => {
      const [said = 'text/html'] = new Negotiator({ headers: { accept } }).mediaTypes([
        'text/html',
        'text/markdown',
      ]);
      for (let asked = 0; asked < 2; asked += 1) expect(chooseRepresentation(accept)).toBe(said);
    }),
    { numRuns: 1_000 },
  );
});
