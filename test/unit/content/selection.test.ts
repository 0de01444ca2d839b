import { sourceDescription, sourceTitle } from '../../../src/content/selection';

const directory = '/case-studies/';

describe('the listing of a content type', () => {
  it.each([
    [undefined, 'en', 'Case Studies'],
    [{ title: 'Our work' }, 'de', 'Our work'],
    [{ title: { en: 'Work', de: 'Arbeiten' } }, 'de', 'Arbeiten'],
    [{ title: { en: 'Work', de: 'Arbeiten' } }, 'de-AT', 'Arbeiten'],
    [{ title: { de: 'Arbeiten', 'de-at': 'Werke' } }, 'de-AT', 'Werke'],
    // No language that readers of this one would take for theirs.
    [{ title: { de: 'Arbeiten' } }, 'fr', 'Case Studies'],
    [{ description: 'What we did.' }, 'en', 'Case Studies'],
  ])('with %j is called in %s %s', (texts, language, title) => {
    expect(sourceTitle({ directory, texts }, language)).toBe(title);
  });

  it('says of itself what is configured, in the language of who reads it', () => {
    const texts = { description: { en: 'What we did.', cs: 'Co jsme udělali.' } };
    expect(sourceDescription({ texts }, 'cs')).toBe('Co jsme udělali.');
    expect(sourceDescription({ texts }, 'fr')).toBeUndefined();
    expect(sourceDescription(undefined, 'en')).toBeUndefined();
  });
});
