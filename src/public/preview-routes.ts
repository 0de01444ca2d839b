import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { z } from 'zod';

import type { Article } from '../content/article';
import { WHOLE_SITE } from '../content/selection';
import type { VersionQuery } from '../entries/entries';
import { FEED_FORMATS, type FeedFormat, RSS_FORMAT, servedAs } from '../feed/formats';
import type { Feed } from '../feed/model';
import { HTML_MEDIA_TYPE } from '../http/response';
import type { ChangeLog } from '../lib/change-log';
import { SLUGGED_TYPES } from '../lib/constants';
import { isOver } from '../lib/dates';
import { normaliseBaseUrl } from '../lib/url-paths';
import { pathOfKey } from '../mapping/address';
import { isPageType, sourceOf, type SourcePlan } from '../mapping/plan';
import { editionOf } from '../options/locales';
import type { Settings } from '../options/settings';
import { renderEntry } from '../pages/article';
import { toPageDate } from '../pages/model';
import { draftMark } from '../pages/document';
import { type Edition, type Site, siteNow } from './editions';
import { pagePolicy } from './page-forms';
import { makeEntryPage } from './entry-pages';
import { findFirstFeed, toItems } from './feeds';
import type { RouteTable } from './route-table';
import { errorDocument, sendBody, statusOfFailure, type SentDocument, withTimeout } from './send';

/** A payload and its signature, both in base64url. */
const TOKEN_PATTERN = /^([\w-]{1,1000})\.([\w-]{43})$/;

const sign = (payload: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(payload).digest();

export const isToken = (text: string): boolean => TOKEN_PATTERN.test(text);

/** Makes a token: anybody can read its content, but only holders of the key can make one. */
export const writeToken = (content: unknown, key: Buffer): string => {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${sign(payload, key).toString('base64url')}`;
};

/** Reads the content of a token; undefined when it is not signed with the key. */
export const readToken = (token: string, key: Buffer): unknown => {
  const [, payload = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(payload, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
};

/** What previews are made with. */
export interface PreviewParts {
  /** The site in each of its locales, the main one first. */
  editions: readonly [Edition, ...Edition[]];
  /** Finds the slug that an entry without one would be published with. */
  slugs: {
    resolve: (wanted: {
      contentType: string;
      slug: string;
      heading: string;
      saved: { documentId: string; slug: string; heading: string };
    }) => Promise<{ slug: string }>;
  };
  changeLog: Pick<ChangeLog, 'isUnresponsive' | 'untilReadable'>;
  routeTable: Pick<RouteTable, 'leaveToSite'>;
  /** Whether the creator of a preview may still read all that it shows. */
  isReadable: (preview: Preview) => Promise<boolean>;
}

type PreviewedArticle = Article & { isKeptOut: boolean };

interface PreviewedVersion {
  article: PreviewedArticle;
  site: Site;
  /**
   * Whether it is a draft that readers do not see like this: nothing is published, the draft has changes, its date is
   * ahead, or it has ended. An entry of a type without drafts is public as it is, unless its own field withdraws it.
   */
  isDraft: boolean;
}

/** Path that an entry without an address would get if it were published now. */
const findPath = async (
  { slugs }: PreviewParts,
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

/** The edition of an entry's locale; undefined where its type is no longer published. */
const editionOfEntry = (
  { editions }: PreviewParts,
  { contentType, locale }: PreviewedEntry,
): Edition | undefined => {
  const [main] = editions;
  const source = main.plan.sources.find((one) => one.contentType === contentType);
  return source && editionOf(editions, source, locale);
};

/** The entry as it would be if it were published now; null when there is none. */
const findPreviewedEntry = async (
  parts: PreviewParts,
  entry: PreviewedEntry,
  now: Date,
): Promise<PreviewedVersion | null> => {
  const edition = editionOfEntry(parts, entry);
  if (!edition) return null;
  const source = sourceOf(edition.plan, entry.contentType);
  const version = await edition.entries.findVersion(source, entry);
  if (!version) return null;
  const { title = '', date = now, updatedAt = now } = version;
  const path = version.path ?? (await findPath(parts, source, entry.documentId, title));
  const isDraft =
    version.isWithdrawn ||
    (source.hasDrafts &&
      entry.status === 'draft' &&
      (date > now ||
        isOver(version.until, now) ||
        (await edition.entries.hasUnpublishedChanges(source, entry))));
  return {
    article: { ...version, title, path, date, updatedAt },
    site: await siteNow(edition),
    isDraft,
  };
};

/** The site's feed with an entry as its only item; without an item when the entry is kept out of feeds or is a page. */
const previewFeed = async (
  { article, site, isDraft }: PreviewedVersion,
  { format, feedUrl, now }: { format: FeedFormat; feedUrl: string; now: Date },
): Promise<Feed> => {
  const isLeftOut = article.isKeptOut || isPageType(site.plan, article.contentType);
  const detailed = format.detailed || site.inForce.itemDetails;
  const { channel } = await findFirstFeed(site, WHOLE_SITE, format, now);
  const items = isLeftOut ? [] : await toItems(site, [article], { detailed });
  const updated = items[0]?.updated ?? channel.updated;
  const mark = isDraft ? draftMark(site.inForce.texts) : '';
  return {
    channel: { ...channel, feedUrl, updated, hubs: undefined, history: undefined },
    items: items.map((item) => ({ ...item, title: mark + item.title })),
  };
};

/** The version of an entry that a preview shows. */
export interface PreviewedEntry extends VersionQuery {
  contentType: string;
}

/** What the token of a preview says. */
export interface Preview extends PreviewedEntry {
  /** Id of the administrator who made the address: the preview ends when that user may no longer read all of it. */
  userId: number | string;
  expires: Date;
}

/** Addresses at which whoever knows them sees an entry before it is published. */
export interface PreviewAddresses {
  /** Its page; null where the plugin serves none. */
  page: string | null;
  /** The site's feed with the entry as its only item, in the default format. */
  feed: string;
  expires: Date;
}

/** Fields in the order of the token. The token is a part of every address. */
const TOKEN_CONTENT = z.tuple([
  z.string(),
  z.string(),
  z.string().nullable(),
  z.enum(['draft', 'published']),
  z.union([z.number(), z.string()]),
  z.number(),
]);

const HOUR = 3_600_000;

/** Directory of the addresses of previews below the base address. */
export const PREVIEWS_PATH = '/previews/';

/** Address of a preview's page. Its feeds are below it. */
const previewPage = (baseUrl: string, token: string): string =>
  `${normaliseBaseUrl(baseUrl)}${PREVIEWS_PATH}${token}/`;

/**
 * Derives a key of our own from the admin panel's secret. Previews are signed, so that no row has to be kept for
 * them, and a new secret ends all of them.
 */
const previewKey = ({ config }: Core.Strapi): Buffer => {
  const secret = config.get<string>('admin.auth.secret');
  return Buffer.from(hkdfSync('sha256', secret, '', 'syndication preview', 32));
};

/** Makes the addresses of a preview for a user; null where previews are switched off. */
export const makePreviewAddresses = (
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
  return { page: htmlPages ? page : null, feed: page + RSS_FORMAT.fileName, expires };
};

/** Reads a token, expired or not; null when the token is none of ours. */
const readPreview = (strapi: Core.Strapi, token: string): Preview | null => {
  const content = TOKEN_CONTENT.safeParse(readToken(token, previewKey(strapi)));
  if (!content.success) return null;
  const [contentType, documentId, locale, status, userId, expires] = content.data;
  return { contentType, documentId, locale, status, userId, expires: new Date(expires) };
};

/** Headers that keep unpublished content out of search engines, and its address out of other sites' logs. */
const PRIVATE_HEADERS = {
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

/** Origins of the admin panel, which shows previews in a frame. */
const panelOrigins = ({ config }: Core.Strapi): string[] =>
  ['admin.absoluteUrl', 'server.absoluteUrl'].flatMap((name) => {
    const address = config.get<string>(name, '');
    return URL.canParse(address) ? [new URL(address).origin] : [];
  });

/** Routes of unpublished entries, for whoever has a signed address, until it expires. */
export const previewRoutes = (
  strapi: Core.Strapi,
  parts: PreviewParts,
  mounts: string[],
): Parameters<RouteTable['addToRouter']>[0] => {
  const [main] = parts.editions;
  const framedBy = panelOrigins(strapi);

  const sendPrivately = (ctx: Context, status: number, document: SentDocument): void => {
    const policy = document.policy?.replace(
      "frame-ancestors 'self'",
      ['$&', ...framedBy].join(' '),
    );
    ctx.status = status;
    sendBody(ctx, { ...document, policy }, 'private, no-store');
    ctx.set(PRIVATE_HEADERS);
    ctx.remove('Access-Control-Allow-Origin');
    // X-Frame-Options can only allow the page's own origin; the Content-Security-Policy names the panel's.
    if (document.mediaType === HTML_MEDIA_TYPE) ctx.remove('X-Frame-Options');
  };

  /** Sends the error in the same words as for any other page. */
  const sendError = (
    ctx: Context,
    status: 404 | 410 | 500 | 503,
    { format, edition }: { format?: FeedFormat; edition: Edition },
  ): void => sendPrivately(ctx, status, errorDocument(edition, status, format ? 'text' : 'html'));

  /**
   * Makes the page of an entry, or its feed; null when there is no such entry.
   *
   * @param isFramed whether the panel shows it: the panel names the version itself, so the page has no notice
   */
  const makeDocument = async (
    token: string,
    preview: Preview,
    { format, isFramed }: { format?: FeedFormat; isFramed: boolean },
  ): Promise<SentDocument | null> => {
    const now = new Date();
    const found = await findPreviewedEntry(parts, preview, now);
    if (!found) return null;
    const { article, site, isDraft } = found;
    const { inForce } = site;
    if (format) {
      const feedUrl = previewPage(inForce.baseUrl, token) + format.fileName;
      const feed = await previewFeed(found, { format, feedUrl, now });
      return {
        body: await site.renderings.document(format, feed),
        mediaType: servedAs(format, inForce.feedStylesheet),
      };
    }
    const page = await makeEntryPage(site, article, !article.isKeptOut);
    if (isDraft && !isFramed) {
      page.draftUntil = toPageDate(preview.expires, inForce.language, inForce.timeZone);
    }
    return { body: renderEntry(page), mediaType: HTML_MEDIA_TYPE, policy: pagePolicy(page) };
  };

  const handler =
    (format?: FeedFormat) =>
    async (ctx: Context, next: Next): Promise<void> => {
      const { token = '' } = ctx.params as { token?: string };
      // Any other path is the site's.
      if (!isToken(token)) {
        parts.routeTable.leaveToSite(ctx);
        return next();
      }
      const preview = readPreview(strapi, token);
      if (!preview) return sendError(ctx, 404, { format, edition: main });
      // Fetch Metadata: browsers send where they show a page. Without this header the panel shows the notice, too.
      const isFramed = ctx.get('Sec-Fetch-Dest') === 'iframe';
      const errorStyle = { format, edition: editionOfEntry(parts, preview) ?? main };
      try {
        await parts.changeLog.untilReadable();
        const isValid = preview.expires > new Date();
        // Once the database has answered this, a long body may take its time.
        const isReadable = isValid && (await withTimeout(parts.isReadable(preview)));
        const document = isReadable
          ? await makeDocument(token, preview, { format, isFramed })
          : null;
        // One response for all previews that are over: expired, withdrawn, deleted.
        if (document) sendPrivately(ctx, 200, document);
        else sendError(ctx, 410, errorStyle);
      } catch (error) {
        sendError(ctx, statusOfFailure(strapi, parts.changeLog, ctx, error), errorStyle);
      }
    };

  const { htmlPages, previewHours } = main.settings.configured();
  if (previewHours === 0) return [];
  const route = (path: string, format?: FeedFormat) => ({
    method: 'GET' as const,
    path,
    handler: handler(format),
    config: { auth: false as const },
  });
  return mounts.flatMap((mount) => [
    ...(htmlPages ? [route(`${mount}${PREVIEWS_PATH}:token`)] : []),
    ...FEED_FORMATS.map((format) =>
      route(`${mount}${PREVIEWS_PATH}:token/${format.fileName}`, format),
    ),
  ]);
};
