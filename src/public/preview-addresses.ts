import { hkdfSync } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import { mountPath } from '../feed/addresses';
import { readToken, writeToken } from '../lib/signed-token';
import type { SettingsStore } from '../options/settings';

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
export interface PreviewAddresses {
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
export const previewPage = (baseUrl: string, token: string): string =>
  `${new URL(baseUrl).origin}${mountPath(baseUrl)}${PREVIEWS}${token}/`;

/** Makes and reads addresses of previews: signed, so that nothing has to be kept of them. */
export const createPreviewAddresses = (
  strapi: Core.Strapi,
  { settings }: { settings: Pick<SettingsStore, 'get'> },
) => {
  /** A key of our own from the secret that guards the panel: a new secret ends all previews, too. */
  const key = (): Buffer =>
    Buffer.from(
      hkdfSync(
        'sha256',
        strapi.config.get<string>('admin.auth.secret'),
        '',
        'syndication preview',
        32,
      ),
    );

  return {
    /** Where a user shows an entry; null where previews are switched off. */
    async make(
      { contentType, documentId, locale, status }: PreviewedEntry,
      userId: Preview['userId'],
      now: Date,
    ): Promise<PreviewAddresses | null> {
      const { baseUrl, htmlPages, previewHours } = await settings.get();
      if (previewHours === 0) return null;
      const expires = new Date(now.getTime() + previewHours * HOUR);
      const content: z.input<typeof CONTENT> = [
        contentType,
        documentId,
        locale,
        status,
        userId,
        expires.getTime(),
      ];
      const page = previewPage(baseUrl, writeToken(content, key()));
      return { page: htmlPages ? page : null, feed: (fileName) => page + fileName, expires };
    },

    /** What a token says; null when it is none of ours. It may have expired. */
    read(token: string): Preview | null {
      const content = CONTENT.safeParse(readToken(token, key()));
      if (!content.success) return null;
      const [contentType, documentId, locale, status, userId, expires] = content.data;
      return { contentType, documentId, locale, status, userId, expires: new Date(expires) };
    },
  };
};

export type PreviewAddressBook = ReturnType<typeof createPreviewAddresses>;
