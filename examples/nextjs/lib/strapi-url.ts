/** Address of Strapi for this server; visitors need no access to it. */
export const STRAPI_URL = process.env.STRAPI_URL ?? 'http://localhost:1337';
