import plugin from './src';

export { definePages, defineSources, defineTemplates, defineTopics, html, raw } from './src';
export type {
  Appearance,
  ArticlePage,
  ContentPage,
  EntryLink,
  ErrorPage,
  Html,
  ListingEntry,
  ListingPage,
  Page,
  PageDate,
  PageMapping,
  PageMappings,
  Picture,
  Source,
  SourceOptions,
  Sources,
  SubscribePage,
  SyndicationOptions,
  TagLink,
  TagsPage,
  Template,
  TemplateContext,
  Templates,
  Topic,
  Topics,
} from './src';

/** For Strapi alone: what is in it is no part of what the package promises. */
const server: object = plugin;
export default server;
