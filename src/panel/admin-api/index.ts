/** What the admin API answers with, for the server that writes it and the panel that reads it. */

export * from './entries';
export * from './bulk-changes';
export * from './feeds';
export * from './items';
export * from './overview';
export * from './previews';
export * from './schedule';
export * from './settings';
export * from './sources';
export * from './tags';
export * from './topics';
