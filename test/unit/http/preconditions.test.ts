import { evaluatePreconditions } from '../../../src/http/preconditions';

const MODIFIED = Date.UTC(2026, 10, 20, 9, 0, 0) / 1000;
const validators = { entityTag: '"abc-gzip"', modified: MODIFIED };
const AT = 'Fri, 20 Nov 2026 09:00:00 GMT';
const BEFORE = 'Fri, 20 Nov 2026 08:59:59 GMT';
const AFTER = 'Sat, 21 Nov 2026 09:00:00 GMT';

const status = (headers: Record<string, string>) => evaluatePreconditions(headers, validators);

describe('If-None-Match', () => {
  it.each(['"abc-gzip"', 'W/"abc-gzip"', '*', ' * ', '"x", "abc-gzip"', '"x" ,W/"abc-gzip","y"'])(
    'of %s finds nothing new',
    (field) => expect(status({ 'if-none-match': field })).toBe(304),
  );

  it.each(['"abc"', '"abc-br"', 'abc-gzip', '"ABC-GZIP"', '', '"x", "y"', '"a,b"', '"*"'])(
    'of %s gets the whole answer',
    (field) => expect(status({ 'if-none-match': field })).toBe(200),
  );

  it('leaves If-Modified-Since no say', () => {
    expect(status({ 'if-none-match': '"x"', 'if-modified-since': AFTER })).toBe(200);
    expect(status({ 'if-none-match': '"abc-gzip"', 'if-modified-since': BEFORE })).toBe(304);
  });
});

describe('If-Modified-Since', () => {
  it.each([AT, AFTER, 'Friday, 20-Nov-26 09:00:00 GMT', 'Fri Nov 20 09:00:00 2026'])(
    'of %s finds nothing new',
    (field) => expect(status({ 'if-modified-since': field })).toBe(304),
  );

  it.each([BEFORE, 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '2026-11-21', ''])(
    'of %s gets the whole answer',
    (field) => expect(status({ 'if-modified-since': field })).toBe(200),
  );
});

describe('a request for one state only', () => {
  it('fails when that is not the present one', () => {
    expect(status({ 'if-match': '"x"' })).toBe(412);
    expect(status({ 'if-match': 'W/"abc-gzip"' })).toBe(412);
    expect(status({ 'if-unmodified-since': BEFORE })).toBe(412);
  });

  it('is answered when it is', () => {
    expect(status({ 'if-match': '"abc-gzip"' })).toBe(200);
    expect(status({ 'if-match': '*' })).toBe(200);
    expect(status({ 'if-match': '"abc-gzip"', 'if-unmodified-since': BEFORE })).toBe(200);
    expect(status({ 'if-unmodified-since': AT })).toBe(200);
  });
});
