import { createAddresses } from '../../../src/options/site-addresses';
import { errorDocument } from '../../../src/public/send';
import { createTexts } from '../../../src/texts/texts';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

/** A site as far as errors show it. */
const siteIn = (language: string) => {
  const settings = {
    ...{ texts: createTexts(language), language, imageUrl: '', appearance: { favicon: '' } },
    addresses: createAddresses('https://www.example.com'),
  };
  return { plan: BUILT_IN_PLAN, settings: { known: () => settings } } as never;
};

test.each([
  ['de-AT', 'de-AT'],
  ['eo', 'en'],
])('an error in plain text on a site in %s names its language, %s', (site, language) => {
  const { body, mediaType, language: named } = errorDocument(siteIn(site), 410, 'text');
  expect({ mediaType, named }).toEqual({ mediaType: 'text/plain', named: language });
  expect(body).toContain(createTexts(language).say('gone'));
});
