import { PassThrough } from 'node:stream';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { JSON_LINES } from './admin-api';

/** Body of an error as Strapi answers it. */
interface ErrorBody {
  error: { status: number; name: string; message: string };
}

/** What Strapi's own middleware makes of an error, which it also logs when the server is to blame. */
const toErrorBody = async (strapi: Core.Strapi, error: unknown): Promise<ErrorBody> => {
  const context = {} as Context;
  const middleware = strapi.middleware('strapi::errors')({}, { strapi })!;
  await middleware(context, () => Promise.reject(error));
  return context.body as ErrorBody;
};

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;

/** Whether a client asks for JSON lines rather than for one document. */
export const wantsLines = (ctx: Context): boolean => ctx.accepts('json', JSON_LINES) === JSON_LINES;

/**
 * Answers with JSON lines while work is done: its progress, then `{"data": …}` or `{"error": …}`. The
 * status is 200 whatever comes. The work goes on when the client leaves.
 */
export const respondInLines = <Progress extends object>(
  ctx: Context,
  strapi: Core.Strapi,
  work: (onProgress: (progress: Progress) => void) => Promise<object>,
): void => {
  const lines = new PassThrough();
  const write = (value: object): void => {
    // Destroyed when the client leaves.
    if (!lines.destroyed) lines.write(toLine(value));
  };
  ctx.type = JSON_LINES;
  // Neither compressed here or on the way, nor held back by nginx until there is more of it.
  ctx.set('Cache-Control', 'no-store, no-transform');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = lines;
  void work(write)
    .then(
      (data) => write({ data }),
      async (error) => write({ error: (await toErrorBody(strapi, error)).error }),
    )
    .finally(() => lines.end());
};
