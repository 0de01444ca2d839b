import { ARTICLE_UID, TAG_UID } from '../../../src/lib/constants';
import { compilePlan } from '../../../src/mapping/compile-plan';
import contentTypes from '../../../src/own-types/schemas';
import type { Schemas } from '../../../src/mapping/schemas';
import { BUILT_IN_PLAN, BUILT_IN_SCHEMAS } from '../../helpers/built-in-plan';
import type { EntryFields, Plan } from '../../../src/mapping/plan';

const FILE = [
  ...['alternativeText', 'caption', 'height', 'id', 'mime', 'name', 'size', 'sizeInBytes'],
  ...['updatedAt', 'url', 'width'],
];

/** Written by hand: what is published of Article and Tag, and where. */
const EXPECTED: Plan = {
  sources: [
    {
      contentType: 'plugin::syndication.article',
      address: { directory: '/posts/', parts: ['/posts/', ['slug'], '/'] },
      title: ['title'],
      summary: [['summary']],
      meta: {},
      body: { paths: [['body']], plan: { kind: 'markdown' } },
      date: ['date'],
      author: [['author']],
      cover: [['cover']],
      enclosure: ['attachment'],
      topics: [{ field: 'tags', contentType: 'plugin::syndication.tag', isMultiple: true }],
      keepOut: ['keepOutOfFeeds'],
      hasDrafts: true,
      isLocalised: false,
      fields: {
        select: [
          ...['author', 'body', 'date', 'documentId', 'id', 'slug', 'summary', 'title'],
          'updatedAt',
        ],
        populate: {
          tags: { select: ['documentId', 'hidden', 'id', 'name', 'slug', 'title', 'updatedAt'] },
          cover: { select: FILE },
          attachment: { select: FILE },
        },
      },
      shows: [
        { path: ['cover'], contentType: 'plugin::upload.file' },
        { path: ['attachment'], contentType: 'plugin::upload.file' },
        { path: ['tags'], contentType: 'plugin::syndication.tag' },
      ],
    },
  ],
  topicTypes: [
    {
      contentType: 'plugin::syndication.tag',
      address: { directory: '/tags/', parts: ['/tags/', ['slug'], '/'] },
      name: ['name'],
      title: ['title'],
      slug: ['slug'],
      description: ['description'],
      image: ['image'],
      hidden: ['hidden'],
      itemsPerFeed: ['itemsPerFeed'],
      content: ['content'],
      hasDrafts: false,
      isLocalised: false,
      fields: {
        select: [
          ...['content', 'description', 'documentId', 'hidden', 'id', 'itemsPerFeed', 'name'],
          ...['slug', 'title', 'updatedAt'],
        ],
        populate: { image: { select: FILE } },
      },
    },
  ],
};

/** The order of columns says nothing. */
const sorted = ({ select, populate }: EntryFields): EntryFields => ({
  select: [...select].sort(),
  populate: Object.fromEntries(
    Object.entries(populate as Record<string, { select: string[] }>).map(
      ([name, { select: columns }]) => [name, { select: [...columns].sort() }],
    ),
  ),
});

it('compiles the own Article and Tag from an ordinary mapping to what they have always been', () => {
  const { sources, topicTypes } = BUILT_IN_PLAN;
  const parts = [...sources, ...topicTypes].flatMap((one) => one.parts ?? []);
  expect(parts).not.toHaveLength(0);
  expect(parts.filter(({ isGuessed }) => isGuessed)).toEqual([]);
  const plan: Plan = {
    sources: sources.map(({ parts: _, ...source }) => ({
      ...source,
      fields: sorted(source.fields),
    })),
    topicTypes: topicTypes.map(({ parts: _, ...topic }) => ({
      ...topic,
      fields: sorted(topic.fields),
    })),
  };
  expect(plan).toEqual(EXPECTED);
});

it('takes a key without a value for one that is not given', () => {
  const mappings = {
    sources: { [ARTICLE_UID]: { date: undefined, keepOut: undefined, guid: undefined } },
    topics: { [TAG_UID]: { hidden: undefined, itemsPerFeed: undefined } },
  };
  expect(compilePlan(mappings, BUILT_IN_SCHEMAS)).toEqual(BUILT_IN_PLAN);
  expect(compilePlan({ sources: { [ARTICLE_UID]: {} } }, BUILT_IN_SCHEMAS)).toEqual(BUILT_IN_PLAN);
});

it.each([{ date: 'embargo' }, { date: false as const }, { until: 'embargo' }])(
  'refuses another date for articles, which the content API would not know: %j',
  (mapping) => {
    const { article } = contentTypes;
    const attributes = { ...article.schema.attributes, embargo: { type: 'datetime' } };
    const extended = {
      ...BUILT_IN_SCHEMAS,
      contentTypes: {
        ...BUILT_IN_SCHEMAS.contentTypes,
        [ARTICLE_UID]: { ...article.schema, attributes },
      },
    } as Schemas;
    expect(() => compilePlan({ sources: { [ARTICLE_UID]: mapping } }, extended)).toThrow(
      'Articles have a date of their own, and no end.',
    );
  },
);
