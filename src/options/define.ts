import type { PageMappings, Sources } from './source';
import type { Topics } from './topic';

/**
 * Mappings of content types, for the option `sources`, with the fields of the project's types checked
 * and completed while they are typed (types come from `strapi ts:generate-types`).
 *
 * @example
 * defineSources({ 'api::article.article': { summary: 'description' } })
 */
export const defineSources = (sources: Sources): Sources => sources;

/**
 * Mappings of types of pages, for the option `pages`; see `defineSources`.
 *
 * @example
 * definePages({ 'api::about.about': { address: '/about/' } })
 */
export const definePages = (pages: PageMappings): PageMappings => pages;

/**
 * Mappings of topic types, for the option `topics`; see `defineSources`.
 *
 * @example
 * defineTopics({ 'api::category.category': { image: 'icon' } })
 */
export const defineTopics = (topics: Topics): Topics => topics;
