import { createChannel, tagTitle } from '../../../src/feed/channel';
import { createTexts } from '../../../src/texts/texts';
import { sampleItem } from '../../helpers/sample';

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
  const site = {
    name: 'Field Notes',
    language: 'en',
    timeZone: 'Asia/Jakarta',
    texts: createTexts('en'),
  };
  const parts = {
    site,
    id: 'https://notes.example.com/tags/api/',
    link: 'https://notes.example.com/tags/api/',
    feedUrl: 'https://notes.example.com/tags/api/index.xml',
    items: [],
    changed: new Date('2026-01-01T00:00:00Z'),
    generator: 'test',
  };

  it('of a tag is named after tag and site', () => {
    const channel = createChannel({ ...parts, tag: 'Api' });
    expect(channel.title).toBe('Api on Field Notes');
    expect(channel.description).toBe('Recent content in Api on Field Notes');
  });

  it('of the whole site is named after the site', () => {
    const channel = createChannel(parts);
    expect(channel.title).toBe('Field Notes');
    expect(channel.description).toBe('Recent content on Field Notes');
  });

  it('was built at the newest change among its items, not at that of the tag', () => {
    const items = ['2026-01-03', '2026-01-05', '2026-01-04'].map((day) =>
      sampleItem({ updated: new Date(day) }),
    );
    const changed = new Date('2026-02-01');
    expect(createChannel({ ...parts, items, changed }).updated).toEqual(new Date('2026-01-05'));
  });

  it('without items was built when its tag last changed', () => {
    expect(createChannel(parts).updated).toEqual(parts.changed);
  });
});
