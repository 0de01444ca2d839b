import { errorDocument } from '../../../src/public/send';
import { createTexts } from '../../../src/texts/texts';

/** The words of errors alone: a page needs more. */
const pagesIn = (language: string) => {
  const texts = createTexts(language);
  const error = () => ({
    texts,
    language,
    title: texts.say('gone'),
    titleLanguage: texts.foreign('gone'),
    message: texts.say('goneMessage'),
  });
  return { error } as never;
};

test.each([
  ['de-AT', 'de-AT'],
  ['eo', 'en'],
])('an error in plain text on a site in %s names its language, %s', (site, language) => {
  const { body, mediaType, language: named } = errorDocument(pagesIn(site), 410, 'text');
  expect({ mediaType, named }).toEqual({ mediaType: 'text/plain', named: language });
  expect(body).toContain(createTexts(language).say('gone'));
});
