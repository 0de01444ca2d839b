import { ARTICLE_UID, FILE_UID, TAG_UID } from '../constants';
import type { Plan } from './plan';

const IMAGE = ['id', 'url', 'mime', 'alternativeText', 'width', 'height', 'updatedAt'];

/** The plugin's own Article and Tag: the default source and topic type. */
export const BUILT_IN_PLAN: Plan = {
  sources: [
    {
      contentType: ARTICLE_UID,
      address: { directory: '/posts/', parts: ['/posts/', ['slug'], '/'] },
      title: ['title'],
      summary: [['summary']],
      body: { path: ['body'], plan: { kind: 'markdown' } },
      date: ['date'],
      author: [['author']],
      cover: ['cover'],
      enclosure: ['attachment'],
      topics: [{ field: 'tags', contentType: TAG_UID, isMultiple: true }],
      keepOut: ['keepOutOfFeeds'],
      hasDrafts: true,
      isLocalised: false,
      selection: {
        select: [
          'id',
          'documentId',
          'title',
          'slug',
          'date',
          'updatedAt',
          'summary',
          'body',
          'author',
        ],
        populate: {
          tags: { select: ['id', 'documentId', 'name', 'slug', 'title', 'hidden', 'updatedAt'] },
          cover: { select: IMAGE },
          attachment: { select: ['id', 'url', 'mime', 'size', 'sizeInBytes', 'updatedAt'] },
        },
      },
      shows: [
        { path: ['tags'], contentType: TAG_UID },
        { path: ['cover'], contentType: FILE_UID },
        { path: ['attachment'], contentType: FILE_UID },
      ],
    },
  ],
  topicTypes: [
    {
      contentType: TAG_UID,
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
      selection: {
        select: [
          'id',
          'documentId',
          'name',
          'slug',
          'title',
          'description',
          'hidden',
          'itemsPerFeed',
          'content',
          'updatedAt',
        ],
        populate: { image: { select: IMAGE } },
      },
    },
  ],
};
