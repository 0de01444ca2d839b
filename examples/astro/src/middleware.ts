import { STRAPI_URL } from 'astro:env/server';
import type { MiddlewareHandler } from 'astro';

import { fromStrapi, isDirectory, isFile } from './lib/from-strapi';

/** Asks Strapi for the files, and for what no page here is for: further pages, old addresses, what is gone. */
export const onRequest: MiddlewareHandler = async ({ request, url }, next) => {
  if (isFile(url.pathname)) return fromStrapi(request, STRAPI_URL);
  const response = await next();
  const ask = response.status === 404 && isDirectory(url.pathname);
  return ask ? fromStrapi(request, STRAPI_URL) : response;
};
