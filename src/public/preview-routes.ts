import { hkdfSync } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { z } from 'zod';

import { FEED_FORMATS, type FeedFormat, servedAs } from '../feed/formats';
import { contentHeaders } from '../http/document-headers';
import { HTML_MEDIA_TYPE } from '../http/response';
import { isToken, readToken, writeToken } from '../lib/signed-token';
import { renderEntry } from '../pages/article';
import type { ArticlePage, ContentPage } from '../pages/model';
import type { SettingsStore } from '../options/settings';
import type { Settings } from '../options/settings-in-force';
import { errorDocument, pagePolicy, type SentDocument } from './page-forms';
import type { Pages } from './pages';
import type { Precedence } from './precedence';
import { mountPath } from '../feed/addresses';
import type { Article } from '../content/article';
import { WHOLE_SITE } from '../content/selection';
import type { Feed } from '../feed/model';
import { toPageDate } from '../pages/dates';
import { draftMark } from '../pages/document';
import { editionOf } from '../options/locales';
import { pathOfKey } from '../mapping/entry-path';
import type { SourcePlan } from '../mapping/plan';
import { isPageType, sourceOf } from '../mapping/plan-parts';
import { SLUGGED_TYPES } from '../constants';
import type { Edition } from './editions';

interface PreviewDocumentParts {
  /** The site in each of its locales, the main one first. */
  editions: readonly [Edition, ...Edition[]];
  /** Tells the slug that an entry without one would be published with. */
  slugs: {
    resolve: (wanted: {
      contentType: string;
      slug: string;
      heading: string;
      saved: { documentId: string; slug: string; heading: string };
    }) => Promise<{ slug: string }>;
  };
}

type PreviewedArticle = Article & { isKeptOut: boolean };

interface Found {
  article: PreviewedArticle;
  site: Edition;
  /** Whether it is the draft of what has drafts: what has none is public as it is. */
  isDraft: boolean;
}

/** Where an entry without an address is when it is published now, or as if it had one. */
const findPath = async (
  { slugs }: PreviewDocumentParts,
  { contentType, address }: SourcePlan,
  documentId: string,
  heading: string,
): Promise<string> => {
  const saved = { documentId, slug: '', heading };
  const { slug } = SLUGGED_TYPES[contentType]
    ? await slugs.resolve({ contentType, slug: '', heading, saved })
    : saved;
  return pathOfKey(address, slug || documentId);
};

/** The site in the locale that an entry is of; undefined where its type is published no more. */
const siteOf = (
  { editions }: PreviewDocumentParts,
  { contentType, locale }: PreviewedEntry,
): Edition | undefined => {
  const [main] = editions;
  const source = main.plan.sources.find((one) => one.contentType === contentType);
  return source && editionOf(editions, source, locale);
};

/** The entry as it is published when somebody does so now; null when there is none. */
const find = async (
  parts: PreviewDocumentParts,
  entry: PreviewedEntry,
  now: Date,
): Promise<Found | null> => {
  const site = siteOf(parts, entry);
  if (!site) return null;
  const source = sourceOf(site.plan, entry.contentType);
  const version = await site.entries.findVersion(source, entry);
  if (!version) return null;
  const { title = '', date = now, updatedAt = now } = version;
  const path = version.path ?? (await findPath(parts, source, entry.documentId, title));
  const isDraft = source.hasDrafts && entry.status === 'draft';
  return { article: { ...version, title, path, date, updatedAt }, site, isDraft };
};

/**
 * The page of an entry; null when there is no such entry.
 *
 * @param isFramed in the panel, which says itself which version it shows: the page is as it will be
 */
const previewPageOf = async (
  parts: PreviewDocumentParts,
  preview: Preview,
  now: Date,
  isFramed: boolean,
): Promise<ArticlePage | ContentPage | null> => {
  const found = await find(parts, preview, now);
  if (!found) return null;
  const { article, site, isDraft } = found;
  const settings = await site.settings.get();
  const page = await site.pages.entry(settings, article, !article.isKeptOut);
  if (!isDraft || isFramed) return page;
  const { language, timeZone } = settings;
  return { ...page, draftUntil: toPageDate(preview.expires, language, timeZone) };
};

/**
 * The site's feed with an entry as its only item; without an item when it is kept out, or a page. Null
 * when there is no such entry.
 *
 * @param feedUrl address of the document itself
 */
const previewFeedOf = async (
  parts: PreviewDocumentParts,
  entry: PreviewedEntry,
  { format, feedUrl, now }: { format: FeedFormat; feedUrl: string; now: Date },
): Promise<string | null> => {
  const found = await find(parts, entry, now);
  if (!found) return null;
  const { article, site, isDraft } = found;
  const { feeds } = site;
  const settings = await site.settings.get();
  const isLeftOut = article.isKeptOut || isPageType(site.plan, article.contentType);
  const {
    itemDetails,
    site: { texts },
  } = settings;
  const { channel } = await feeds.findFirst(settings, WHOLE_SITE, format, now);
  const items = isLeftOut
    ? []
    : await feeds.toItems(settings, [article], { detailed: format.detailed || itemDetails });
  const updated = items[0]?.updated ?? channel.updated;
  const mark = isDraft ? draftMark(texts) : '';
  const feed: Feed = {
    channel: { ...channel, feedUrl, updated, hubs: undefined, history: undefined },
    items: items.map((item) => ({ ...item, title: mark + item.title })),
  };
  return site.renderings.document(format, feed);
};

/** Which of its two versions an entry is shown in. */
type PreviewedVersion = 'draft' | 'published';

/** An entry as somebody shows it before it is published. */
export interface PreviewedEntry {
  contentType: string;
  documentId: string;
  /** Null for a type that is not localised. */
  locale: string | null;
  status: PreviewedVersion;
}

/** What an address of a preview says. */
export interface Preview extends PreviewedEntry {
  /** Id of the administrator who made the address: it shows what that user may read. */
  userId: number | string;
  expires: Date;
}

/** Where an entry can be seen before it is published, by whoever has the address. */
interface PreviewAddresses {
  /** Its page; null where the plugin serves none. */
  page: string | null;
  /** The site's feed with the entry as its only item, by the name of the format's file. */
  feed: (fileName: string) => string;
  expires: Date;
}

/** In the order of the token, which is a part of every address. */
const CONTENT = z.tuple([
  z.string(),
  z.string(),
  z.string().nullable(),
  z.enum(['draft', 'published']),
  z.union([z.number(), z.string()]),
  z.number(),
]);

const HOUR = 3_600_000;

/** Directory of the addresses of previews below the base address. */
export const PREVIEWS = '/previews/';

/** Address of the page of a preview; its feeds are below it. */
const previewPage = (baseUrl: string, token: string): string =>
  `${new URL(baseUrl).origin}${mountPath(baseUrl)}${PREVIEWS}${token}/`;

/**
 * A key of our own from the secret that guards the panel: addresses of previews are signed, so that nothing
 * has to be kept of them, and a new secret ends them all.
 */
const previewKey = ({ config }: Core.Strapi): Buffer => {
  const secret = config.get<string>('admin.auth.secret');
  return Buffer.from(hkdfSync('sha256', secret, '', 'syndication preview', 32));
};

/** Where a user shows an entry; null where previews are switched off. */
export const makePreview = (
  strapi: Core.Strapi,
  { baseUrl, htmlPages, previewHours }: Settings,
  { contentType, documentId, locale, status }: PreviewedEntry,
  userId: Preview['userId'],
  now: Date,
): PreviewAddresses | null => {
  if (previewHours === 0) return null;
  const expires = new Date(now.getTime() + previewHours * HOUR);
  const written = [contentType, documentId, locale, status, userId, expires.getTime()];
  const page = previewPage(baseUrl, writeToken(written, previewKey(strapi)));
  return { page: htmlPages ? page : null, feed: (fileName) => page + fileName, expires };
};

/** What a token says; null when it is none of ours. It may have expired. */
const readPreview = (strapi: Core.Strapi, token: string): Preview | null => {
  const content = CONTENT.safeParse(readToken(token, previewKey(strapi)));
  if (!content.success) return null;
  const [contentType, documentId, locale, status, userId, expires] = content.data;
  return { contentType, documentId, locale, status, userId, expires: new Date(expires) };
};

/** What previews are served from. */
export interface PreviewParts extends PreviewDocumentParts {
  settings: SettingsStore;
  pages: Pages;
  /** Whether who made an address may still show the entry. */
  isStillAllowed: (preview: Preview) => Promise<boolean>;
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
  const { settings, pages, isStillAllowed } = parts;
  const framedBy = panelOrigins(strapi);

  const send = (
    ctx: Context,
    status: number,
    { body, mediaType, policy, language }: SentDocument,
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
  ): Promise<SentDocument | null> => {
    const now = new Date();
    if (!format) {
      const page = await previewPageOf(parts, preview, now, isFramed);
      return (
        page && {
          body: renderEntry(page),
          mediaType: HTML_MEDIA_TYPE,
          policy: pagePolicy(page, framedBy),
        }
      );
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
      const preview = readPreview(strapi, token);
      if (!preview) return sendError(ctx, 404, { format, pages });
      // One response to all that is over: expired, taken back, deleted.
      const lasts = preview.expires > new Date() && (await isStillAllowed(preview));
      // Fetch Metadata: browsers say where they show it. One that does not say shows the notice in the panel.
      const isFramed = ctx.get('Sec-Fetch-Dest') === 'iframe';
      const document = lasts ? await make(token, preview, { format, isFramed }) : null;
      if (!document) {
        return sendError(ctx, 410, { format, pages: siteOf(parts, preview)?.pages ?? pages });
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
