export { default } from './src';
export type { SyndicationOptions } from './src';
