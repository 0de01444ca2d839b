import { STRAPI_URL } from 'astro:env/server';
import type { MiddlewareHandler } from 'astro';

import { fromStrapi, isDirectory, isFile } from './lib/from-strapi';

/** Passes files on to Strapi, and pages that the site does not have: further pages, former addresses, gone ones. */
export const onRequest: MiddlewareHandler = async ({ request, url }, next) => {
  if (isFile(url.pathname)) return fromStrapi(request, STRAPI_URL);
  const response = await next();
  const ask = response.status === 404 && isDirectory(url.pathname);
  return ask ? fromStrapi(request, STRAPI_URL) : response;
};
