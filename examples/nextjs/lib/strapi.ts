import { STRAPI_URL } from './strapi-url';

export interface Picture {
  url: string;
  alternativeText: string | null;
}

export type Block =
  | { __component: 'shared.rich-text'; body: string }
  | { __component: 'shared.quote'; title: string; body: string }
  | { __component: 'shared.media'; file: Picture }
  | { __component: 'shared.slider'; files: Picture[] };

export interface Category {
  documentId: string;
  name: string;
  slug: string;
  description: string | null;
}

export interface Article {
  title: string;
  slug: string;
  description: string;
  cover: Picture | null;
  author: { name: string } | null;
  category: Category | null;
  blocks: Block[];
}

/** The part of a JSON Feed that pages use. */
export interface Feed {
  items: { url: string; title: string; summary: string; date_published: string }[];
}

/**
 * Requests Strapi. Next.js caches the response until the plugin reports a change of the page's path or of a tag
 * (app/api/revalidate), for an hour at most.
 */
const get = async <Body>(address: string, tags: string[] = []): Promise<Body> => {
  const init = { cache: 'force-cache', next: { tags, revalidate: 3600 } } as const;
  const response = await fetch(STRAPI_URL + address, init);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
};

/** Finds an entry by its slug, with Strapi's content API. */
const find = async <Entry>(
  type: string,
  slug: string,
  populate: Record<string, string> = {},
): Promise<Entry | undefined> => {
  const query = new URLSearchParams({ 'filters[slug][$eq]': slug, ...populate });
  return (await get<{ data: Entry[] }>(`/api/${type}?${query}`)).data[0];
};

export const findArticle = (slug: string) =>
  find<Article>('articles', slug, {
    'populate[cover]': 'true',
    'populate[author][fields]': 'name',
    'populate[category]': 'true',
    'populate[blocks][populate]': '*',
  });

export const findCategory = (slug: string) => find<Category>('categories', slug);

/** Reads a list from its feed, which has published entries only, in order, with the first publication dates. */
export const readFeed = (directory: string, tag: string) =>
  get<Feed>(`${directory}feed.json`, [tag]);

/** The present path for a former one, which the plugin knows from its permalinks. */
export const movedTo = async (path: string): Promise<string | undefined> => {
  const { headers } = await fetch(STRAPI_URL + path, { redirect: 'manual' });
  const location = headers.get('location');
  return location ? new URL(location).pathname : undefined;
};
