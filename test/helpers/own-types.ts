import type { Plan } from '../../src/mapping/plan';
import { siteComponent, siteTypes } from './site-types';

/** Content types of a site: a story with a section and labels, a note without drafts, a writer. */
export const STORY = 'api::story.story';
export const NOTE = 'api::note.note';
export const SECTION = 'api::section.section';
export const LABEL = 'api::label.label';
export const WRITER = 'api::writer.writer';

const string = { type: 'string' };
const slug = { type: 'uid' };

/** Files of the site's types, for `startApp`. */
export const ownTypes = (): Record<string, string> => ({
  ...siteComponent('shared.seo', { metaTitle: string }),
  ...siteTypes({
    story: {
      draftAndPublish: true,
      attributes: {
        title: string,
        slug,
        publishDate: { type: 'datetime' },
        noindex: { type: 'boolean' },
        legacyGuid: string,
        seo: { type: 'component', component: 'shared.seo' },
        section: {
          type: 'relation',
          relation: 'manyToOne',
          target: SECTION,
          inversedBy: 'stories',
        },
        labels: { type: 'relation', relation: 'manyToMany', target: LABEL, inversedBy: 'stories' },
        writer: { type: 'relation', relation: 'oneToOne', target: WRITER },
      },
    },
    note: {
      attributes: {
        name: string,
        slug,
        label: { type: 'relation', relation: 'oneToOne', target: LABEL },
        section: { type: 'relation', relation: 'oneToOne', target: SECTION },
      },
    },
    section: {
      draftAndPublish: true,
      attributes: {
        name: string,
        slug,
        stories: { type: 'relation', relation: 'oneToMany', target: STORY, mappedBy: 'section' },
      },
    },
    label: {
      attributes: {
        name: string,
        slug,
        stories: { type: 'relation', relation: 'manyToMany', target: STORY, mappedBy: 'labels' },
      },
    },
    writer: { draftAndPublish: true, attributes: { name: string } },
  }),
});

const fields = { select: ['id'], populate: {} };

const topic = (contentType: string, directory: string, hasDrafts: boolean) => ({
  contentType,
  address: { directory, parts: [directory, ['slug'], '/'] },
  name: ['name'],
  slug: ['slug'],
  hasDrafts,
  isLocalised: false,
  fields,
});

/** The plan of the site's types. */
export const OWN_PLAN: Plan = {
  sources: [
    {
      contentType: STORY,
      cover: [],
      address: {
        directory: '/stories/',
        parts: ['/stories/', ['section', 'slug'], '/', ['slug'], '/'],
      },
      title: ['title'],
      summary: [['seo', 'metaTitle']],
      meta: {},
      date: ['publishDate'],
      author: [['writer', 'name']],
      topics: [
        { field: 'section', contentType: SECTION, isMultiple: false },
        { field: 'labels', contentType: LABEL, isMultiple: true },
      ],
      keepOut: ['noindex'],
      guid: ['legacyGuid'],
      hasDrafts: true,
      isLocalised: false,
      fields: { ...fields, populate: { section: {}, labels: {}, writer: { select: ['name'] } } },
      shows: [
        { path: ['section'], contentType: SECTION },
        { path: ['labels'], contentType: LABEL },
        { path: ['writer'], contentType: WRITER },
      ],
    },
    {
      contentType: NOTE,
      cover: [],
      address: { directory: '/notes/', parts: ['/notes/', ['slug'], '/'] },
      title: ['name'],
      summary: [],
      meta: {},
      author: [],
      topics: [
        { field: 'label', contentType: LABEL, isMultiple: false },
        { field: 'section', contentType: SECTION, isMultiple: false },
      ],
      hasDrafts: false,
      isLocalised: false,
      fields,
      shows: [],
    },
  ],
  topicTypes: [topic(SECTION, '/sections/', true), topic(LABEL, '/labels/', false)],
};
