import { compilePlan } from '../../src/mapping/compile-plan';
import type { Schemas } from '../../src/mapping/schemas';
import type { Plan } from '../../src/mapping/plan';
import { MAPPED_TYPES } from './mapped-types';

export const NEWS_UID = 'api::news.news';
export const CATEGORY_UID = 'api::category.category';
export const WRITER_UID = 'api::writer.writer';
export const NOTE_UID = 'api::note.note';

/** Schemas in the files of a site, by UID. */
const schemasAt = <Schema>(
  pattern: RegExp,
  toUid: (name: string, category: string) => string,
): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(MAPPED_TYPES).flatMap(([file, content]) => {
      const [, first = '', second = first] = pattern.exec(file) ?? [];
      return first === '' ? [] : [[toUid(second, first), JSON.parse(content) as Schema]];
    }),
  );

const SCHEMAS: Schemas = {
  contentTypes: schemasAt(
    /^src\/api\/([^/]+)\/.*\/schema\.json$/,
    (name) => `api::${name}.${name}`,
  ),
  components: schemasAt(
    /^src\/components\/([^/]+)\/([^/]+)\.json$/,
    (name, category) => `${category}.${name}`,
  ),
};

/**
 * The plan of a site's own types: news with drafts, at addresses made of their category's and their own slug, with a
 * writer's name through a relation and a summary in a component; notes without drafts, at addresses made of their
 * document ids.
 */
export const MAPPED_PLAN: Plan = compilePlan(
  {
    sources: {
      [NEWS_UID]: {
        address: '/news/{category.slug}/{slug}/',
        title: 'headline',
        summary: ['teaser', 'seo.description'],
        body: 'text',
        date: 'day',
        author: ['writer.name', 'agency'],
        cover: 'picture',
        topics: ['category', 'further'],
        keepOut: 'noindex',
        item: (item, entry) => ({ ...item, title: `${item.title} [${String(entry.agency)}]` }),
      },
      [NOTE_UID]: { address: '/notes/{documentId}/read/' },
    },
    topics: {
      [CATEGORY_UID]: {
        address: '/categories/{slug}/',
        name: 'label',
        description: 'about',
        hidden: 'internal',
      },
    },
  },
  SCHEMAS,
);
