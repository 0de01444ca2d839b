import {
  channelDescription,
  feedTitle,
  tagTitle,
  WHOLE_SITE,
} from '../../../src/content/selection';
import { createTexts } from '../../../src/texts/texts';

describe('the title of a tag', () => {
  it.each([
    ['api', 'Api'],
    ['web api', 'Web Api'],
    ['web  api', 'Web  Api'],
    ['élan vital', 'Élan Vital'],
    ['строка', 'Строка'],
    ['日本', '日本'],
    ['c++', 'C++'],
    ['.net core', '.Net Core'],
    ['3d printing', '3D Printing'],
    ['api-design', 'Api-design'],
  ])('capitalises the words of the name: %s gives %s', (name, title) => {
    expect(tagTitle({ name }, 'en')).toBe(title);
  });

  it.each(['macOS', 'gRPC', 'JSON', 'iPhone apps', 'HTTP status codes'])(
    'leaves a name alone that carries capitals already: %s',
    (name) => {
      expect(tagTitle({ name }, 'en')).toBe(name);
    },
  );

  it('is the one its editor gave it, unchanged', () => {
    expect(tagTitle({ name: 'api', title: 'all about aPIs' }, 'en')).toBe('all about aPIs');
  });

  it.each([null, undefined, '', '   '])('falls back to the name when the title is %j', (title) => {
    expect(tagTitle({ name: 'api', title }, 'en')).toBe('Api');
  });

  it('capitalises as the language does', () => {
    expect(tagTitle({ name: 'istanbul' }, 'tr')).toBe('İstanbul');
    expect(tagTitle({ name: 'istanbul' }, 'en')).toBe('Istanbul');
  });
});

describe('a channel', () => {
  const site = { siteName: 'Field Notes', language: 'en', texts: createTexts('en') };
  const api = { topics: [{ name: 'api' }], mode: 'all' } as const;

  it('of a tag is named after tag and site', () => {
    expect(feedTitle(site, api)).toBe('Api on Field Notes');
    expect(channelDescription(site, api)).toBe('Recent content in Api on Field Notes');
  });

  it('of the whole site is named after the site', () => {
    expect(feedTitle(site, WHOLE_SITE)).toBe('Field Notes');
    expect(channelDescription(site, WHOLE_SITE)).toBe('Recent content on Field Notes');
  });
});
