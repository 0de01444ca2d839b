export { default, defineSources, defineTopics } from './src';
export type { Source, SourceOptions, Sources, SyndicationOptions, Topic, Topics } from './src';
