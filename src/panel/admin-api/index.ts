/** What the admin API answers with, for the server that writes it and the panel that reads it. */

export * from './entries';
export * from './feeds';
export * from './previews';
export * from './settings';
