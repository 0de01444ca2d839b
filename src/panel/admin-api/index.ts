/** Types of the admin API's answers, shared by the server and the panel. */

export * from './entries';
export * from './feeds';
