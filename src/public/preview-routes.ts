import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

import { FEED_FORMATS, type FeedFormat, servedAs } from '../feed/formats';
import { contentHeaders } from '../http/document-headers';
import { HTML_MEDIA_TYPE } from '../http/media-types';
import { isToken } from '../lib/signed-token';
import { renderEntry } from '../pages/article';
import type { Page } from '../pages/model';
import type { SettingsStore } from '../options/settings';
import { errorDocument, pagePolicy } from './error-document';
import type { Pages } from './pages';
import { type Preview, type PreviewAddressBook, previewPage, PREVIEWS } from './preview-addresses';
import type { Precedence } from './precedence';
import {
  pagesOfPreview,
  type PreviewDocumentParts,
  previewFeedOf,
  previewPageOf,
} from './preview-documents';

/** What previews are served from. */
export interface PreviewParts extends PreviewDocumentParts {
  settings: SettingsStore;
  pages: Pages;
  previewAddresses: PreviewAddressBook;
  /** Whether who made an address may still show the entry. */
  isStillAllowed: (preview: Preview) => Promise<boolean>;
}

/** What is sent of a preview; with the policy of a page. */
interface Document {
  body: string;
  mediaType: string;
  policy?: string;
  /** Of a line of text. */
  language?: string;
}

/** Nobody keeps, finds or passes on what is not published. */
const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

/** Where the panel is that shows pages in a frame. */
const panelOrigins = ({ config }: Core.Strapi): string[] =>
  ['admin.absoluteUrl', 'server.absoluteUrl'].flatMap((name) => {
    const address = config.get<string>(name, '');
    return URL.canParse(address) ? [new URL(address).origin] : [];
  });

/** What is not published yet, for whoever has a signed address, and for as long as that lasts. */
export const previewRoutes = (
  strapi: Core.Strapi,
  parts: PreviewParts,
  { mounts, precedence }: { mounts: string[]; precedence: Precedence },
): Parameters<Precedence['add']>[0] => {
  const { settings, pages, previewAddresses, isStillAllowed } = parts;
  const framedBy = panelOrigins(strapi);

  const send = (
    ctx: Context,
    status: number,
    { body, mediaType, policy, language }: Document,
  ): void => {
    ctx.status = status;
    ctx.remove('Access-Control-Allow-Credentials');
    ctx.set({ ...contentHeaders(mediaType, policy), ...PRIVATE });
    if (language !== undefined) ctx.set('Content-Language', language);
    ctx.remove('Access-Control-Allow-Origin');
    // The older header knows no other origin than the page's own.
    if (mediaType === HTML_MEDIA_TYPE) ctx.remove('X-Frame-Options');
    ctx.body = body;
  };

  const html = (body: string, page: Page): Document => ({
    body,
    mediaType: HTML_MEDIA_TYPE,
    policy: pagePolicy(page, framedBy),
  });

  /** The same words as for any other page that is not there. */
  const sendError = (
    ctx: Context,
    status: 404 | 410,
    { format, pages }: { format?: FeedFormat; pages: Pages },
  ): void => send(ctx, status, errorDocument(pages, status, format ? 'text' : 'html', framedBy));

  const make = async (
    token: string,
    preview: Preview,
    { format, isFramed }: { format?: FeedFormat; isFramed: boolean },
  ): Promise<Document | null> => {
    const now = new Date();
    if (!format) {
      const page = await previewPageOf(parts, preview, now, isFramed);
      return page && html(renderEntry(page), page);
    }
    const { baseUrl, feedStylesheet } = await settings.get();
    const feedUrl = previewPage(baseUrl, token) + format.fileName;
    const body = await previewFeedOf(parts, preview, { format, feedUrl, now });
    return body === null ? null : { body, mediaType: servedAs(format, feedStylesheet) };
  };

  const handler =
    (format?: FeedFormat) =>
    async (ctx: Context, next: Next): Promise<void> => {
      const { token = '' } = ctx.params as { token?: string };
      // Anything else is an address of the site's own.
      if (!isToken(token)) {
        precedence.leave(ctx);
        return next();
      }
      const preview = previewAddresses.read(token);
      if (!preview) return sendError(ctx, 404, { format, pages });
      // One response to all that is over: expired, taken back, deleted.
      const lasts = preview.expires > new Date() && (await isStillAllowed(preview));
      // Fetch Metadata: browsers say where they show it. One that does not say shows the notice in the panel.
      const isFramed = ctx.get('Sec-Fetch-Dest') === 'iframe';
      const document = lasts ? await make(token, preview, { format, isFramed }) : null;
      if (!document) {
        return sendError(ctx, 410, { format, pages: pagesOfPreview(parts, preview) });
      }
      send(ctx, 200, document);
    };

  const { htmlPages, previewHours } = settings.configured();
  if (previewHours === 0) return [];
  const route = (path: string, format?: FeedFormat) => ({
    method: 'GET' as const,
    path,
    handler: handler(format),
    config: { auth: false as const },
  });
  return mounts.flatMap((mount) => [
    ...(htmlPages ? [route(`${mount}${PREVIEWS}:token`)] : []),
    ...FEED_FORMATS.map((format) => route(`${mount}${PREVIEWS}:token/${format.fileName}`, format)),
  ]);
};
