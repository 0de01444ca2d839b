import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';
import type { Plan, TopicPlan } from '../../../src/mapping/plan';
import { toArticle } from '../../../src/entries/to-article';
import type { ReadEntry } from '../../../src/mapping/values';
import { CATEGORY_UID, MAPPED_PLAN, NEWS_UID } from '../../helpers/mapped-plan';

const read = (plan: Plan, row: ReadEntry, kept?: Date) =>
  toArticle(plan.sources[0]!, plan, row, { date: kept });

const TECH = { id: 7, documentId: 'c1', label: 'Tech', slug: 'tech', internal: false };
const NEWS = {
  id: 1,
  documentId: 'n1',
  headline: 'Fibre for all',
  slug: 'fibre',
  day: '2026-01-15T02:00:00.000Z',
  updatedAt: '2026-01-16T02:00:00.000Z',
  category: TECH,
};

describe('an entry of a mapped type', () => {
  it('is read as its mapping says, through relations and components', () => {
    const picture = { id: 3, url: '/uploads/a.png' };
    const row = {
      ...NEWS,
      teaser: ' ',
      seo: { id: 4, description: 'All villages.' },
      text: 'Body.',
      writer: { name: 'Ana' },
      agency: 'dpa',
      picture,
      further: [{ ...TECH, documentId: 'c2', label: 'Rural', slug: 'rural' }],
    };
    expect(read(MAPPED_PLAN, row)).toEqual({
      contentType: NEWS_UID,
      documentId: 'n1',
      locale: '',
      title: 'Fibre for all',
      path: '/news/tech/fibre/',
      date: new Date('2026-01-15T02:00:00.000Z'),
      updatedAt: new Date('2026-01-16T02:00:00.000Z'),
      summary: 'All villages.',
      body: 'Body.',
      author: 'Ana',
      cover: picture,
      meta: { description: 'All villages.', isNoindex: false },
      topics: [
        {
          contentType: CATEGORY_UID,
          documentId: 'c1',
          name: 'Tech',
          slug: 'tech',
          directory: '/categories/',
          path: '/categories/tech/',
        },
        expect.objectContaining({ documentId: 'c2', path: '/categories/rural/' }),
      ],
    });
  });

  it('has the first author and summary that are filled', () => {
    const { author, summary } = read(MAPPED_PLAN, {
      ...NEWS,
      writer: { name: '' },
      agency: 'dpa',
      teaser: 'Own.',
      seo: { description: 'All villages.' },
    })!;
    expect([author, summary]).toEqual(['dpa', 'Own.']);
  });

  it('names a topic once, whichever relations lead to it', () => {
    expect(read(MAPPED_PLAN, { ...NEWS, further: [TECH] })!.topics).toHaveLength(1);
  });

  it('names no topic that is hidden or has no address', () => {
    const further = [
      { ...TECH, documentId: 'c2', slug: 'secret', internal: true },
      { ...TECH, documentId: 'c3', slug: 'No Slug' },
      { ...TECH, documentId: 'c4', slug: null },
    ];
    const { topics } = read(MAPPED_PLAN, { ...NEWS, further })!;
    expect(topics.map(({ slug }) => slug)).toEqual(['tech']);
  });

  it('has the date the plugin keeps where it has none of its own', () => {
    const kept = new Date('2026-02-01T00:00:00Z');
    expect(read(MAPPED_PLAN, { ...NEWS, day: null }, kept)!.date).toEqual(kept);
    expect(read(MAPPED_PLAN, NEWS, kept)!.date).not.toEqual(kept);
    expect(read(MAPPED_PLAN, { ...NEWS, day: 'no date' }, kept)!.date).toEqual(kept);
  });

  it.each([
    ['title', { headline: null }],
    ['date', { day: null }],
    ['slug', { slug: null }],
    ['part of its address', { category: null }],
    ['usable part of its address', { category: { ...TECH, slug: '..' } }],
  ])('is not shown without a %s', (_, missing) => {
    expect(read(MAPPED_PLAN, { ...NEWS, ...missing })).toBeUndefined();
  });

  it.each([null, undefined, 7, 'text', [], {}, [null]])('is read where %j is a relation', (odd) => {
    const row = { ...NEWS, writer: odd, further: odd, picture: odd, seo: odd };
    expect(read(MAPPED_PLAN, row)!.path).toBe('/news/tech/fibre/');
  });
});

describe('an entry with authors who have no pages', () => {
  it('names everybody that a relation leads to', () => {
    const [news] = MAPPED_PLAN.sources;
    const authorOf = (writer: unknown) => {
      const source = { ...news!, author: [['writer', 'name'], ['agency']] };
      const { author, authors } = toArticle(source, MAPPED_PLAN, {
        ...NEWS,
        agency: 'dpa',
        writer,
      })!;
      return { author, authors };
    };
    expect(authorOf([{ name: 'Ada' }, { name: '' }, { name: 'Bell' }, { name: 'Ada' }])).toEqual({
      author: 'Ada, Bell',
      authors: [{ name: 'Ada' }, { name: 'Bell' }],
    });
    expect(authorOf([])).toEqual({ author: 'dpa' });
  });
});

describe('an entry with authors who may have pages', () => {
  const AUTHOR = 'api::author.author';
  const PEOPLE: TopicPlan = {
    contentType: AUTHOR,
    isOfAuthors: true,
    address: { directory: '/authors/', parts: ['/authors/', ['slug'], '/'] },
    name: ['name'],
    slug: ['slug'],
    hidden: ['hidden'],
    hasDrafts: false,
    isLocalised: true,
    fields: { select: ['id'], populate: {} },
  };
  const [news] = MAPPED_PLAN.sources;
  const plan: Plan = {
    sources: [
      {
        ...news!,
        author: [['writer', 'name'], ['agency']],
        topics: [
          ...news!.topics,
          { field: 'writer', contentType: AUTHOR, isMultiple: true, isOfAuthors: true },
        ],
      },
    ],
    topicTypes: [...MAPPED_PLAN.topicTypes, PEOPLE],
  };
  const ADA = { id: 1, documentId: 'w1', name: ' ada byron ', slug: 'ada' };
  const BELL = { id: 2, documentId: 'w2', name: 'Bell', slug: 'bell' };
  const authorsOf = (writer: unknown, of = plan) => {
    const row = { ...NEWS, agency: 'dpa', writer };
    const { author, authors, topics } = toArticle(of.sources[0]!, of, row)!;
    expect(topics.map(({ slug }) => slug)).toEqual(['tech']);
    return { author, pages: authors?.map(({ name, topic }) => [name, topic?.path]) };
  };

  it('has all of them, each once, as they are called', () => {
    expect(authorsOf([ADA, BELL, ADA])).toEqual({
      author: 'ada byron, Bell',
      pages: [
        ['ada byron', '/authors/ada/'],
        ['Bell', '/authors/bell/'],
      ],
    });
  });

  it('names who has no address, without a page', () => {
    expect(authorsOf([{ ...ADA, slug: null }, BELL]).pages).toEqual([
      ['ada byron', undefined],
      ['Bell', '/authors/bell/'],
    ]);
  });

  it.each<[string, unknown]>([
    ['is hidden', [{ ...ADA, hidden: true }]],
    ['has no name', [{ ...ADA, name: ' ' }]],
    ['is not there', null],
    ['is nothing that a relation leads to', ['odd', 7]],
  ])('is by who comes next where the author %s', (_what, writer) => {
    expect(authorsOf(writer)).toEqual({ author: 'dpa', pages: undefined });
  });

  it('names who is linked in another language than that of the readers, without a page', () => {
    const site: Plan = {
      ...plan,
      locales: [
        { code: 'en', path: '', isMain: true },
        { code: 'de', path: '/de', isMain: false },
      ],
    };
    const german = { ...ADA, locale: 'de' };
    expect(authorsOf([german, { ...BELL, locale: 'en' }], site)).toEqual({
      author: 'ada byron, Bell',
      pages: [
        ['ada byron', undefined],
        ['Bell', '/authors/bell/'],
      ],
    });
    expect(authorsOf([{ ...german, hidden: true }], site).author).toBe('dpa');
  });
});

describe('an entry of the built-in type', () => {
  it('is read by the same rules', () => {
    const row = {
      documentId: 'a1',
      locale: null,
      title: 'How I Format JSON',
      slug: 'format-json',
      date: '2026-01-15T02:00:00.000Z',
      updatedAt: '2026-01-16T02:00:00.000Z',
      summary: null,
      body: '# Body',
      tags: [{ documentId: 't1', name: 'api', slug: 'api', title: 'API', hidden: null }],
    };
    expect(read(BUILT_IN_PLAN, row)).toMatchObject({
      path: '/posts/format-json/',
      locale: '',
      body: '# Body',
      topics: [{ name: 'api', title: 'API', directory: '/tags/', path: '/tags/api/' }],
    });
  });

  it('may have an empty title, as rows of an import', () => {
    const row = { documentId: 'a1', title: '', slug: 'a', date: 0, tags: [] };
    expect(read(BUILT_IN_PLAN, row)!.title).toBe('');
  });
});
