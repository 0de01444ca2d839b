import { toFileSize } from '../../../src/lib/text';

test.each([
  [0, 'en', '0 byte'],
  [999, 'en', '999 byte'],
  [52_400, 'en', '52 kB'],
  [12_345_678, 'en', '12.3 MB'],
  [12_345_678, 'de', '12,3 MB'],
  [2_000_000_000_000, 'en', '2,000 GB'],
])('%d bytes are in %s "%s"', (bytes, language, text) => {
  expect(toFileSize(bytes, language).replaceAll('\u00a0', ' ')).toBe(text);
});
