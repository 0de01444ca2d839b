import { readFile } from 'node:fs/promises';

import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import type { ProposedIds, TakenOverIds } from './admin-api';
import { decodeFeed, fetchFeed, LARGEST_FEED } from './fetch-feed';
import { show } from '../lib/show';
import type { Settings } from '../options/settings-in-force';
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
        id: z.string().min(1).max(2_000),
        date: z.coerce.date().optional(),
        contentType: request.contentType,
        documentId: request.documentId,
        locale: z.string().max(50).default(''),
      }),
    )
    .min(1)
    .max(5_000),
});

interface UploadedFile {
  filepath: string;
  originalFilename?: string | null;
  size: number;
}

const readFiles = (files: unknown): Promise<{ name: string; text: string }[]> => {
  const given = [(files as { files?: UploadedFile | UploadedFile[] } | undefined)?.files ?? []];
  const uploaded = given.flat().slice(0, DOCUMENTS);
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

/** The feed that has the format of a document. */
const feedLike = (text: string, { addresses, baseUrl }: Settings): string => {
  const isJson = text.trimStart().startsWith('{');
  const format = isJson ? 'json' : /<feed[\s>]/.test(text.slice(0, 5_000)) ? 'atom' : 'rss';
  return new URL(addresses.feed(format)).pathname.slice(new URL(baseUrl).pathname.length - 1);
};

/** What the option "redirects" is to have, so that who reads a feed of this site at another address goes on reading it. */
const findRedirects = (
  documents: { name: string; text: string }[],
  settings: Settings,
): Record<string, string> => {
  const { origin } = new URL(settings.baseUrl);
  return Object.fromEntries(
    documents.flatMap(({ name, text }): [string, string][] => {
      if (!URL.canParse(name) || new URL(name).origin !== origin) return [];
      const { pathname, search } = new URL(name);
      const feed = feedLike(text, settings);
      return pathname === feed ? [] : [[pathname + search, feed]];
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
        redirects: findRedirects(documents, await main.settings.get()),
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
        return ctx.conflict('Something was published since: subscribers may know these ids.');
      }
      const data: TakenOverIds = { changed };
      ctx.body = { data };
    },
  };
};
