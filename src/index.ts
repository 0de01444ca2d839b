import type { Core } from '@strapi/strapi';

import bootstrap from './bootstrap';
import { partsOf } from './compose';
import config from './options/config';
import contentTypes from './own-types/schemas';
import { apiControllers, contentApi, coreServices } from './own-types/api/rest';
import destroy from './destroy';
import register from './register';
import admin from './panel/routes';

export type { SourceOptions, SyndicationOptions } from './options/options';
export type { CdnOptions, PushOptions, WebhookOptions } from './options/push';
export { defineTemplates } from './pages/templates';
export { type Html, html, raw } from './pages/templates';
export type { Appearance } from './pages/appearance';
export type {
  AllTopicsText,
  ArticlePage,
  AuthorLink,
  ContentPage,
  EntryLink,
  ErrorPage,
  FeedLink,
  Heading,
  ListedTopics,
  ListingEntry,
  ListingPage,
  Page,
  PageDate,
  Picture,
  SubscribePage,
  TagLink,
  TagsPage,
  TemplateContext,
  Translation,
} from './pages/model';
export type { Template, Templates } from './pages/templates';
export { definePages, defineSources, defineTopics } from './options/source';
export type { PageMapping, PageMappings, Source, Sources } from './options/source';
export type { TopicMapping as Topic, TopicsOption as Topics } from './options/mapping-types';

export default {
  register,
  bootstrap,
  destroy,
  config,
  // A copy for each start: Strapi and the extensions of a site write into the schemas.
  get contentTypes() {
    return structuredClone(contentTypes);
  },
  controllers: apiControllers,
  routes: { admin, 'content-api': contentApi },
  services: {
    ...coreServices,
    /** For sites: indexes all entries again, after SQL that Strapi did not see. */
    rebuild: ({ strapi }: { strapi: Core.Strapi }) => partsOf(strapi).rebuild,
    /** For sites: gives entries the ids that subscribers of an earlier feed know. */
    takeOver: ({ strapi }: { strapi: Core.Strapi }) => partsOf(strapi).takeOver,
  },
};
