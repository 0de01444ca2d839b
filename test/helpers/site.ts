import { ARTICLE_UID, TAG_UID } from '../../src/constants';
import type { SyndicationOptions } from '../../src/options';
import { type App, type AppOptions, startApp } from './app';

type Data = Record<string, unknown>;

/** Where the sites of these tests are. */
export const BASE = 'https://www.example.com/notes';
/** Date of articles that are given none. */
export const DATE = '2026-01-15T02:00:00.000Z';

/** An app with what an editor and a reader do to it in a line each. */
export interface Site extends App {
  /** The app itself, whose addresses are not below the base address. */
  app: App;
  createTag: (slug: string, more?: Data) => Promise<string>;
  updateTag: (documentId: string, data: Data) => Promise<unknown>;
  /** Publishes a new article; gives its document id. */
  publish: (slug: string, more?: Data) => Promise<string>;
  /** Changes an article and publishes it. */
  update: (documentId: string, data: Data) => Promise<unknown>;
  /** Status and, for a redirect, where it leads to below the base address. */
  status: (address: string) => Promise<[number] | [number, string]>;
  /** Body of a document that must be there. */
  read: (address: string) => Promise<string>;
}

/** Starts a site at `BASE`. */
export const startSite = async (
  config: SyndicationOptions = {},
  folder?: string,
  more: Pick<AppOptions, 'plugins' | 'files'> = {},
): Promise<Site & { folder: string }> => {
  const app = await startApp({
    ...more,
    folder,
    config: { baseUrl: BASE, siteName: 'Field Notes', timeZone: 'Asia/Jakarta', ...config },
  });
  const { pathname } = new URL(config.baseUrl ?? BASE);
  const mount = pathname.replace(/\/$/, '');
  const get = (address: string, init?: RequestInit) => app.get(mount + address, init);
  return {
    ...app,
    app,
    get,
    async createTag(slug, more) {
      const data = { name: slug, slug, ...more };
      return (await app.strapi.documents(TAG_UID).create({ data })).documentId;
    },
    updateTag: (documentId, data) => app.strapi.documents(TAG_UID).update({ documentId, data }),
    async publish(slug, more) {
      const data = { title: slug, slug, date: DATE, body: `About ${slug}.`, ...more };
      const created = await app.strapi.documents(ARTICLE_UID).create({ data, status: 'published' });
      return created.documentId;
    },
    update: (documentId, data) =>
      app.strapi.documents(ARTICLE_UID).update({ documentId, data, status: 'published' }),
    async status(address) {
      const response = await get(address);
      const location = response.headers.get('location');
      if (location === null) return [response.status];
      return [response.status, location.replace(config.baseUrl ?? BASE, '')];
    },
    async read(address) {
      const response = await get(address);
      if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
      return response.text();
    },
  };
};
