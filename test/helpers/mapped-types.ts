import { siteComponent, siteTypes } from './site-types';

const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target });

/** Files of the content types of `MAPPED_PLAN`. */
export const MAPPED_TYPES: Record<string, string> = {
  ...siteTypes({
    news: {
      draftAndPublish: true,
      attributes: {
        headline: { type: 'string' },
        slug: { type: 'string' },
        teaser: { type: 'text' },
        text: { type: 'richtext' },
        day: { type: 'datetime' },
        agency: { type: 'string' },
        noindex: { type: 'boolean' },
        picture: { type: 'media', multiple: false },
        category: relation('manyToOne', 'api::category.category'),
        further: relation('manyToMany', 'api::category.category'),
        writer: relation('manyToOne', 'api::writer.writer'),
        seo: { type: 'component', component: 'shared.seo' },
      },
    },
    category: {
      draftAndPublish: true,
      attributes: {
        label: { type: 'string' },
        slug: { type: 'string' },
        about: { type: 'text' },
        internal: { type: 'boolean' },
      },
    },
    writer: { attributes: { name: { type: 'string' } } },
    note: { attributes: { title: { type: 'string' } } },
  }),
  ...siteComponent('shared.seo', { description: { type: 'text' } }),
};
