import type { SyndicationOptions } from '../../src/options/options';
import { type App, type AppOptions, startApp } from './app';
import { type ArticleData, createEditor, type Data, type Editor, type TagData } from './content';

/** Base URL of the sites. */
export const BASE = 'https://www.example.com/notes';
/** Default date of articles. */
export const DATE = '2026-01-15T02:00:00.000Z';

/** An app with short functions for editors' and readers' actions. */
export interface Site extends App, Omit<Editor, 'tag' | 'draft' | 'published' | 'republish'> {
  /** The app; its addresses are not below the base address. */
  app: App;
  /** Creates a tag; returns its document id. */
  tag: (slug: string, more?: TagData & Data) => Promise<string>;
  /** Creates a draft; returns its document id. */
  draft: (slug: string, more?: ArticleData & Data) => Promise<string>;
  /** Publishes a new article; returns its document id. */
  published: (slug: string, more?: ArticleData & Data) => Promise<string>;
  /** Changes an article and publishes it. */
  republish: (documentId: string, data: ArticleData & Data) => Promise<void>;
  /** Status and, for a redirect, its target below the base address. */
  status: (address: string) => Promise<[number] | [number, string]>;
  /** Body of a document that must exist. */
  read: (address: string) => Promise<string>;
}

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
  const editor = createEditor(app, (slug) => ({ title: slug, date: DATE, body: `About ${slug}.` }));
  return {
    ...app,
    ...editor,
    app,
    get,
    tag: (slug, more) => editor.tag({ slug, ...more }),
    draft: (slug, more) => editor.draft({ slug, ...more }),
    published: (slug, more) => editor.published({ slug, ...more }),
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
