import {
  fullNamesAt,
  nameAt,
  namesOfPeople,
  pictureAt,
  recordingAt,
} from '../../../src/mapping/values';

const file = (id: number, mime: string | null) => ({ id, url: `/uploads/${id}`, mime });

describe('the picture at some paths', () => {
  const row = {
    film: file(1, 'video/mp4'),
    gallery: [file(2, 'application/pdf'), file(3, 'image/png'), file(4, 'image/jpeg')],
    categories: [{ image: null }, { image: file(5, 'image/webp') }],
    cover: null,
    imported: file(6, null),
  };

  it.each([
    [[['cover'], ['gallery']], 3],
    [[['film'], ['categories', 'image']], 5],
    [[['cover'], ['imported']], 6],
    [[['film'], ['nothing']], undefined],
    [[], undefined],
  ])('of %j is file %s', (paths, id) => {
    expect(pictureAt(row, paths)?.id).toBe(id);
  });
});

it('the recording is the first sound or film, or else the first file', () => {
  const row = { files: [file(1, 'application/pdf'), file(2, 'audio/mpeg')], one: [file(3, 'a/b')] };
  expect(recordingAt(row, ['files'])?.id).toBe(2);
  expect(recordingAt(row, ['one'])?.id).toBe(3);
  expect(recordingAt(row, ['none'])).toBeUndefined();
});

describe('a name', () => {
  const plan = { name: ['first'], furtherNames: [['middle'], ['last']] };

  it.each([
    [{ first: ' Ada ', middle: null, last: 'Byron' }, 'Ada Byron'],
    [{ first: 'Ada', middle: 'King', last: '' }, 'Ada King'],
    [{ first: 'Ada' }, 'Ada'],
    // Its address tells who it is, and the panel what is missing.
    [{ first: null, last: 'Byron' }, undefined],
  ])('of %j is %s', (row, name) => {
    expect(nameAt(row, plan)).toBe(name);
  });

  it('of one field is as it is written', () => {
    expect(nameAt({ name: ' bell hooks' }, { name: ['name'] })).toBe(' bell hooks');
  });
});

describe('names of people in several fields', () => {
  const path = (written: string) => written.split('.');

  it('are one where a last name is right behind the first name of the same person', () => {
    const written = ['author.firstname', 'author.lastname', 'editor.family_name', 'agency'];
    expect(namesOfPeople(written.map(path))).toEqual([
      [path('author.firstname'), path('author.lastname')],
      [path('editor.family_name')],
      [path('agency')],
    ]);
    expect(namesOfPeople([path('author.firstname'), path('editor.lastname')])).toHaveLength(2);
    expect(namesOfPeople([path('pen'), path('lastName')])).toHaveLength(2);
  });

  it('are those of everybody whom a relation leads to, as far as they are filled', () => {
    const names = [path('authors.firstname'), path('authors.lastname')];
    const authors = [
      { firstname: 'Ada', lastname: 'Byron' },
      { firstname: ' ', lastname: null },
      { firstname: 'Grace', lastname: null },
    ];
    expect(fullNamesAt({ authors }, names)).toEqual(['Ada Byron', 'Grace']);
    expect(fullNamesAt({ authors: null }, names)).toEqual([]);
    expect(fullNamesAt({ first: 'x' }, [path('first'), path('last')])).toEqual(['x']);
  });
});
