import { readFile } from 'node:fs/promises';

import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';

import type { ChangedIds } from './admin-api';
import { ITEMS_AT_MOST } from '../addresses/propose-ids';
import { mountPath } from '../lib/url-paths';
import { show } from '../lib/messages';
import { checkRedirects } from '../options/site-addresses';
import type { Settings } from '../options/settings';
import { configuredMounts } from '../public/mounts';
import { readStart } from '../push/consumer';
import { answerWith, Conflict, contentType, documentId, name, noParameters } from './panel';

/** Largest document, in bytes. */
const MAXIMUM_FEED_BYTES = 20 * 1_024 * 1_024;

/** Milliseconds within which a document must have arrived. */
const FETCH_TIMEOUT = 10_000;

/** Most redirects that are followed. */
const MAXIMUM_REDIRECTS = 5;

const refuse = (address: string, why: string): never => {
  throw new errors.ValidationError(`${show(address)}: ${why}`);
};

/** The encoding that an XML document declares (XML 1.0, section 4.3.3). */
const declaredEncoding = (start: string): string | undefined =>
  /^\s*<\?xml[^>]{0,200}?\sencoding=["']([\w.:-]{1,40})["']/.exec(start)?.[1];

/** Decodes a document by its byte order mark, else the charset of its server, else its own declaration. */
const decodeFeed = (bytes: Uint8Array, contentType = ''): string => {
  const serverCharset = /charset=["']?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_000));
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(start);
  const label = isUtf16
    ? start.startsWith('\xff') && 'utf-16le'
    : (serverCharset ?? declaredEncoding(start));
  try {
    const decoder = new TextDecoder(label || (isUtf16 ? 'utf-16be' : 'utf-8'));
    // Real UTF-16 text contains zero bytes. Without any, the file was converted and its declaration is out of date.
    const isConverted = !isUtf16 && decoder.encoding.startsWith('utf-16') && !start.includes('\0');
    return isConverted ? new TextDecoder().decode(bytes) : decoder.decode(bytes);
  } catch {
    // There is no encoding of this name.
    return new TextDecoder().decode(bytes);
  }
};

const fetchWithRedirects = async (address: string, signal: AbortSignal): Promise<Response> => {
  const { host } = new URL(address);
  let url = new URL(address);
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: {
        Accept: 'application/rss+xml, application/atom+xml, application/feed+json, */*;q=0.5',
      },
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol) || url.host !== host) {
      refuse(address, `it leads to ${show(url.href)}, on another host. Give that address.`);
    }
    if (followed === MAXIMUM_REDIRECTS) refuse(address, 'it leads on again and again.');
  }
};

/**
 * Reads a feed from its address: within ten seconds, 20 MB at most, and without redirects to another host.
 *
 * @throws ValidationError that says why the feed cannot be read
 */
const fetchFeed = async (address: string): Promise<string> => {
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isAddress) refuse(address, 'no address. Give one that begins with http:// or https://.');
  const signal = AbortSignal.timeout(FETCH_TIMEOUT);
  try {
    const response = await fetchWithRedirects(address, signal);
    if (!response.ok) {
      await response.body?.cancel();
      refuse(address, `it answers with ${response.status}.`);
    }
    const bytes = await readStart(response, MAXIMUM_FEED_BYTES + 1);
    if (bytes.length > MAXIMUM_FEED_BYTES) refuse(address, 'it is larger than 20 MB.');
    return decodeFeed(bytes, response.headers.get('content-type') ?? '');
  } catch (error) {
    if (error instanceof errors.ValidationError) throw error;
    return refuse(
      address,
      signal.aborted ? 'it took longer than ten seconds.' : 'nobody answers there.',
    );
  }
};

/** Most documents of a feed, its pages, in one request. */
const MAXIMUM_DOCUMENTS = 20;

const proposalSchema = z.object({
  /** A form sends one address as a text, several as a list. */
  addresses: z
    .union([name(2_000).transform((one) => [one]), z.array(name(2_000))])
    .default([])
    .refine(
      (list) => list.length <= MAXIMUM_DOCUMENTS,
      `give at most ${MAXIMUM_DOCUMENTS} at once`,
    ),
});

const chosenIdsSchema = z.object({
  items: z
    .array(
      z.object({
        id: name(2_000).min(1),
        date: z.coerce.date().optional(),
        contentType,
        documentId,
        locale: name(50).default(''),
      }),
    )
    .min(1)
    .max(ITEMS_AT_MOST, `give at most ${ITEMS_AT_MOST} at once`),
});

interface UploadedFile {
  filepath: string;
  originalFilename?: string | null;
  size: number;
}

const readFiles = (files: unknown): Promise<{ name: string; text: string }[]> => {
  const given = [(files as { files?: UploadedFile | UploadedFile[] } | undefined)?.files ?? []];
  const uploaded = given.flat();
  if (uploaded.length > MAXIMUM_DOCUMENTS) {
    throw new errors.ValidationError(
      `These are ${uploaded.length} files. Give at most ${MAXIMUM_DOCUMENTS} at once.`,
    );
  }
  return Promise.all(
    uploaded.map(async ({ filepath, originalFilename, size }) => {
      const name = originalFilename ?? 'The file';
      if (size > MAXIMUM_FEED_BYTES) {
        throw new errors.ValidationError(`${show(name)} is larger than 20 MB.`);
      }
      return { name, text: decodeFeed(await readFile(filepath)) };
    }),
  );
};

/** Address of the site's feed in the format of a document. */
const feedInFormatOf = (text: string, { addresses }: Settings): string => {
  const isJson = text.trimStart().startsWith('{');
  return addresses.feed(isJson ? 'json' : /<feed[\s>]/.test(text.slice(0, 5_000)) ? 'atom' : 'rss');
};

/** A path as Strapi receives it, without what a proxy strips; undefined if the path does not lead to Strapi. */
const pathInStrapi = (strapi: Core.Strapi, base: string, path: string): string | undefined => {
  const { arriving, unstripped = arriving } = configuredMounts(strapi, base);
  const strippedPath = unstripped.slice(0, unstripped.length - arriving.length);
  return path.startsWith(`${strippedPath}/`) ? path.slice(strippedPath.length) : undefined;
};

/** Redirects for the option "redirects", so that subscribers of this site's former feed addresses keep their feed. */
export const findRedirects = (
  strapi: Core.Strapi,
  documents: { name: string; text: string }[],
  settings: Settings,
): Record<string, string> => {
  const { baseUrl, feedsUrl } = settings;
  return Object.fromEntries(
    documents.flatMap(({ name, text }): [string, string][] => {
      if (!URL.canParse(name)) return [];
      const { origin, pathname, search } = new URL(name);
      const base = [feedsUrl, baseUrl].find((one) => new URL(one).origin === origin);
      const feed = feedInFormatOf(text, settings);
      if (base === undefined || origin + pathname === feed) return [];
      const from = pathInStrapi(strapi, base, pathname);
      if (from === undefined) return [];
      const redirect = {
        [from + search]: new URL(feed).pathname.slice(mountPath(feedsUrl).length),
      };
      // A redirect that the option would refuse is not proposed.
      return checkRedirects(redirect).length > 0 ? [] : Object.entries(redirect);
    }),
  );
};

export const takeOver = {
  /** The last take-over; null if there was none. */
  find: answerWith(noParameters, async (panel) => (await panel.takeOver.find()) ?? null),

  /** Matches the items of feeds with entries. */
  propose: answerWith(proposalSchema, async (panel, { addresses }, _user, { request }) => {
    const documents = await readFiles((request as { files?: unknown }).files);
    for (const address of addresses.filter(Boolean)) {
      documents.push({ name: address, text: await fetchFeed(address) });
    }
    if (documents.length === 0) {
      throw new errors.ValidationError('Give the address of a feed, or a file.');
    }
    return {
      items: await panel.takeOver.propose(documents),
      redirects: findRedirects(panel.strapi, documents, panel.editions[0].inForce),
    };
  }),

  /** Gives entries the proposed ids. */
  apply: answerWith(chosenIdsSchema, async (panel, { items }): Promise<ChangedIds> => ({
    changed: await panel.takeOver.apply(items),
  })),

  undo: answerWith(noParameters, async (panel): Promise<ChangedIds | Conflict> => {
    const changed = await panel.takeOver.undo();
    return changed === undefined
      ? new Conflict(
          'Something was published since, or these entries have other ids by now: subscribers may know them.',
        )
      : { changed };
  }),
};
