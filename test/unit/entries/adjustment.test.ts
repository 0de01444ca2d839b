import type { Item } from '../../../src/feed/model';
import { adjustments } from '../../../src/entries/adjustment';
import type { SourcePlan } from '../../../src/mapping/plan';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const DATE = new Date('2026-01-15T02:00:00Z');

const item = (): Item => ({
  title: 'Fibre for all',
  link: 'https://notes.example.com/posts/fibre/',
  guid: 'https://notes.example.com/posts/fibre/',
  date: DATE,
  updated: DATE,
  summary: 'All villages.',
  categories: [{ label: 'Tech', term: 'tech', scheme: 'https://notes.example.com/tags/' }],
});

/** An item by the last word of a site's function, and why that failed. */
const adjust = (own: unknown, row = {}): { made: Item; errors: unknown[] } => {
  const errors: unknown[] = [];
  const source = { ...BUILT_IN_PLAN.sources[0]!, item: own as SourcePlan['item'] };
  const made = adjustments(source, row, (error) => errors.push(error)).adjust!(item());
  return { made, errors };
};

it("takes the site's last word on an item, made from what was read of the entry", () => {
  const own = (given: Item, { price }: { price: number }) => ({
    ...given,
    title: `${given.title} (${price})`,
  });
  const { made, errors } = adjust(own, { price: 7 });
  expect(made).toEqual({ ...item(), title: 'Fibre for all (7)' });
  expect(errors).toEqual([]);
});

it('takes an item that was changed in its place', () => {
  const own = (given: Item) => {
    given.title = 'Other';
    given.categories = [];
    return given;
  };
  expect(adjust(own).made).toEqual({ ...item(), title: 'Other', categories: [] });
});

it('leaves the item as it was where the function changes it and fails', () => {
  const own = (given: Item) => {
    given.title = 'Half';
    given.categories!.pop();
    throw new RangeError('odd');
  };
  const { made, errors } = adjust(own);
  expect(made).toEqual(item());
  expect(errors).toEqual([new RangeError('odd')]);
});

it.each<[string, (given: Item) => unknown, string]>([
  ['nothing', () => undefined, ''],
  ['null', () => null, ''],
  ['a text', ({ title }) => title, ''],
  ['a promise', async (given) => given, 'title'],
  ['an item without a title', (given) => ({ ...given, title: undefined }), 'title'],
  ['an item without a date', (given) => ({ ...given, date: new Date(NaN) }), 'date'],
  ['an author that is no list', (given) => ({ ...given, authors: 'Jane' }), 'authors'],
  ['authors without names', (given) => ({ ...given, authors: ['Jane'] }), 'authors'],
  ['an author that is no text', (given) => ({ ...given, author: { name: 'Jane' } }), 'author'],
  ['categories that are texts', (given) => ({ ...given, categories: ['Tech'] }), 'categories'],
  ['a full text that is none', (given) => ({ ...given, contentHtml: ['Text'] }), 'contentHtml'],
  [
    'a picture that is an address',
    (given) => ({ ...given, image: 'https://e.com/a.png' }),
    'image',
  ],
  ['an episode that is none', (given) => ({ ...given, episode: 'S1E1' }), 'episode'],
  ['an enclosure without a size', (given) => ({ ...given, enclosure: { url: 'a' } }), 'enclosure'],
])('leaves the item as it was where the function returns %s', (_what, own, part) => {
  const { made, errors } = adjust(own);
  expect(made).toEqual(item());
  const hint = part === '' ? '' : ` Look at its "${part}".`;
  expect(errors).toEqual([
    new TypeError(`The function "item" of "plugin::syndication.article" returned no item.${hint}`),
  ]);
});

it('lets a function in JavaScript take parts away by null', () => {
  const none = { categories: null, image: null, enclosure: null, contentHtml: null, author: null };
  const { made, errors } = adjust((given: Item) => ({ ...given, ...none, episode: null }));
  expect(errors).toEqual([]);
  expect(Object.entries(made).filter(([, part]) => part === null)).toEqual([]);
  expect(made.categories).toBeUndefined();
});

it('takes numbers that a driver of a database gave as texts, and a picture without a size', () => {
  const url = 'https://notes.example.com/uploads/a';
  const { made, errors } = adjust((given: Item) => ({
    ...given,
    enclosure: { url, length: '4096', type: 'audio/mpeg' },
    image: { url, width: null, height: null },
    episode: { duration: '1:02:03', number: '4' },
  }));
  expect(errors).toEqual([]);
  expect(made).toEqual({
    ...item(),
    enclosure: { url, length: 4_096, type: 'audio/mpeg' },
    image: { url, alt: '' },
    episode: { duration: '1:02:03', number: 4, transcripts: [] },
  });
});

it('is none of a source without a function', () => {
  expect(adjustments(BUILT_IN_PLAN.sources[0]!, {}, () => {})).toEqual({});
});

describe('an item whose authors have pages', () => {
  const authors = [{ name: 'Ada', url: 'https://notes.example.com/authors/ada/' }];
  const adjusted = (own: (given: Item) => Item): Item => {
    const source = { ...BUILT_IN_PLAN.sources[0]!, item: own as SourcePlan['item'] };
    return adjustments(source, {}, () => {}).adjust!({ ...item(), author: 'Ada', authors });
  };

  it('keeps them where the function says nothing of them', () => {
    expect(adjusted((given) => ({ ...given, title: 'Other' })).authors).toEqual(authors);
  });

  it('is by whom the function names, and links to nobody else', () => {
    expect(adjusted((given) => ({ ...given, author: 'The desk' }))).toMatchObject({
      author: 'The desk',
      authors: undefined,
    });
  });

  it('is by those whom the function lists', () => {
    const others = [{ name: 'Bell' }];
    const made = adjusted((given) => ({ ...given, author: 'Bell', authors: others }));
    expect(made.authors).toEqual(others);
  });
});
