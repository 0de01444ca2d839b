import { readFile } from 'node:fs/promises';

import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import type { ProposedIds, TakenOverIds } from './admin-api';
import { decodeFeed, fetchFeed, LARGEST_FEED } from './fetch-feed';
import { ITEMS_AT_MOST } from '../addresses/propose-ids';
import { mountPath } from '../feed/addresses';
import { show } from '../lib/messages';
import { checkRedirects } from '../options/redirects';
import type { Settings } from '../options/settings-in-force';
import { configuredMounts } from '../public/reserved-paths';
import { panelOf } from './panel';
import * as request from './requests';

/** Documents of a feed that are given at once: its pages. */
const DOCUMENTS = 20;

const proposalSchema = z.object({
  /** As a form gives them: one, or several. */
  addresses: z
    .union([request.name(2_000).transform((one) => [one]), z.array(request.name(2_000))])
    .default([])
    .refine((list) => list.length <= DOCUMENTS, `give at most ${DOCUMENTS} at once`),
});

const takenSchema = z.object({
  items: z
    .array(
      z.object({
        id: request.name(2_000).min(1),
        date: z.coerce.date().optional(),
        contentType: request.contentType,
        documentId: request.documentId,
        locale: request.name(50).default(''),
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
  if (uploaded.length > DOCUMENTS) {
    throw new errors.ValidationError(
      `These are ${uploaded.length} files. Give at most ${DOCUMENTS} at once.`,
    );
  }
  return Promise.all(
    uploaded.map(async ({ filepath, originalFilename, size }) => {
      const name = originalFilename ?? 'The file';
      if (size > LARGEST_FEED) {
        throw new errors.ValidationError(`${show(name)} is larger than 20 MB.`);
      }
      return { name, text: decodeFeed(await readFile(filepath)) };
    }),
  );
};

/** Address of the feed that has the format of a document. */
const feedLike = (text: string, { addresses }: Settings): string => {
  const isJson = text.trimStart().startsWith('{');
  return addresses.feed(isJson ? 'json' : /<feed[\s>]/.test(text.slice(0, 5_000)) ? 'atom' : 'rss');
};

/** A path as Strapi gets it: without what a proxy takes off. Undefined where none leads to Strapi. */
const pathInStrapi = (strapi: Core.Strapi, base: string, path: string): string | undefined => {
  const { arriving, unstripped = arriving } = configuredMounts(strapi, base);
  const takenOff = unstripped.slice(0, unstripped.length - arriving.length);
  return path.startsWith(`${takenOff}/`) ? path.slice(takenOff.length) : undefined;
};

/** What the option "redirects" is to have, so that who reads a feed of this site at another address goes on reading it. */
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
      const feed = feedLike(text, settings);
      if (base === undefined || origin + pathname === feed) return [];
      const from = pathInStrapi(strapi, base, pathname);
      if (from === undefined) return [];
      const redirect = {
        [from + search]: new URL(feed).pathname.slice(mountPath(feedsUrl).length),
      };
      // Of what the option does not take, nothing is said.
      return checkRedirects(redirect).length > 0 ? [] : Object.entries(redirect);
    }),
  );
};

export const takeOverController = ({ strapi }: { strapi: Core.Strapi }) => {
  const takeOver = () => panelOf(strapi).takeOver;

  return {
    /** What was taken over last. */
    async find(ctx: Context): Promise<void> {
      ctx.body = { data: (await takeOver().find()) ?? null };
    },

    /** Finds which entries the items of feeds are. */
    async propose(ctx: Context): Promise<void> {
      const { addresses } = request.read(proposalSchema, ctx.request.body ?? {});
      const documents = await readFiles((ctx.request as { files?: unknown }).files);
      for (const address of addresses.filter(Boolean)) {
        documents.push({ name: address, text: await fetchFeed(address) });
      }
      if (documents.length === 0) {
        throw new errors.ValidationError('Give the address of a feed, or a file.');
      }
      const [main] = panelOf(strapi).editions;
      const data: ProposedIds = {
        items: (await takeOver().propose(documents)).map((item) => ({
          ...item,
          date: item.date?.toISOString(),
          entry: item.entry && { ...item.entry, date: item.entry.date.toISOString() },
        })),
        redirects: findRedirects(strapi, documents, await main.settings.get()),
      };
      ctx.body = { data };
    },

    /** Gives entries the ids that were proposed. */
    async apply(ctx: Context): Promise<void> {
      const { items } = request.read(takenSchema, ctx.request.body);
      const data: TakenOverIds = { changed: await takeOver().apply(items) };
      ctx.body = { data };
    },

    async undo(ctx: Context): Promise<void> {
      const changed = await takeOver().undo();
      if (changed === undefined) {
        return ctx.conflict(
          'Something was published since, or these entries have other ids by now: subscribers may know them.',
        );
      }
      const data: TakenOverIds = { changed };
      ctx.body = { data };
    },
  };
};
