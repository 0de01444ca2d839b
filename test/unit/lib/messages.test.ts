import { show } from '../../../src/lib/messages';

describe('a value as an error shows it', () => {
  it.each([
    ['https://editor:s3cret@www.example.com/notes', '"https://…@www.example.com/notes"'],
    ['https://editor:p@ss@www.example.com', '"https://…@www.example.com"'],
    ['https://token@www.example.com', '"https://…@www.example.com"'],
    [{ url: '//editor:s3cret@www.example.com' }, '{"url":"//…@www.example.com"}'],
    // No credentials: behind the host.
    ['https://www.example.com/@editor', '"https://www.example.com/@editor"'],
    ['editor@example.com', '"editor@example.com"'],
  ])('has no credentials of addresses: %j', (value, shown) => {
    expect(show(value)).toBe(shown);
  });

  it('has none when it is cut, either', () => {
    const long = `https://editor:${'s'.repeat(300)}@www.example.com`;
    expect(show(long)).toBe('"https://…@www.example.com"');
  });

  it('is named where it contains itself or a number that JSON has not', () => {
    const own: Record<string, unknown> = {};
    own.own = own;
    expect(show(own)).toBe('an object');
    expect(show({ most: 1n })).toBe('an object');
  });
});
