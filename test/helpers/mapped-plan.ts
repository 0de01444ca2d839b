import { FILE_UID } from '../../src/constants';
import type { Plan } from '../../src/sources/plan';

export const NEWS_UID = 'api::news.news';
export const CATEGORY_UID = 'api::category.category';
export const WRITER_UID = 'api::writer.writer';
export const NOTE_UID = 'api::note.note';

const CATEGORY = ['id', 'documentId', 'label', 'slug', 'internal', 'updatedAt'];

/**
 * What a mapping of a site's own types is compiled to: news with drafts, at addresses made of their
 * category and their own slug, with a writer's name through a relation and a summary in a component;
 * notes without drafts, at addresses of their document ids.
 */
export const MAPPED_PLAN: Plan = {
  sources: [
    {
      contentType: NEWS_UID,
      address: { directory: '/news/', parts: ['/news/', ['category', 'slug'], '/', ['slug'], '/'] },
      title: ['headline'],
      summary: [['teaser'], ['seo', 'description']],
      body: { path: ['text'], plan: { kind: 'markdown' } },
      date: ['day'],
      author: [['writer', 'name'], ['agency']],
      cover: ['picture'],
      topics: [
        { field: 'category', contentType: CATEGORY_UID, isMultiple: false },
        { field: 'further', contentType: CATEGORY_UID, isMultiple: true },
      ],
      keepOut: ['noindex'],
      hasDrafts: true,
      isLocalised: false,
      selection: {
        select: ['id', 'documentId', 'headline', 'slug', 'teaser', 'text', 'day', 'agency'],
        populate: {
          category: { select: CATEGORY },
          further: { select: CATEGORY },
          writer: { select: ['name'] },
          seo: { select: ['id', 'description'] },
          picture: { select: ['id', 'url', 'alternativeText', 'updatedAt'] },
        },
      },
      shows: [
        { path: ['category'], contentType: CATEGORY_UID },
        { path: ['further'], contentType: CATEGORY_UID },
        { path: ['writer'], contentType: WRITER_UID },
        { path: ['picture'], contentType: FILE_UID },
      ],
      item: (item, entry) => ({ ...item, title: `${item.title} [${String(entry.agency)}]` }),
    },
    {
      contentType: NOTE_UID,
      address: { directory: '/notes/', parts: ['/notes/', ['documentId'], '/read/'] },
      title: ['title'],
      summary: [],
      author: [],
      topics: [],
      hasDrafts: false,
      isLocalised: false,
      selection: { select: ['id', 'documentId', 'title', 'updatedAt'], populate: {} },
      shows: [],
    },
  ],
  topicTypes: [
    {
      contentType: CATEGORY_UID,
      address: { directory: '/categories/', parts: ['/categories/', ['slug'], '/'] },
      name: ['label'],
      slug: ['slug'],
      description: ['about'],
      hidden: ['internal'],
      hasDrafts: true,
      isLocalised: false,
      selection: { select: [...CATEGORY, 'about'], populate: {} },
    },
  ],
};
