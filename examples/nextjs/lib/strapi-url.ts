/** Where Strapi is for this server; visitors need not reach it. */
export const STRAPI_URL = process.env.STRAPI_URL ?? 'http://localhost:1337';
