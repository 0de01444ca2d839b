import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import type { App } from './app';
import { quickDocuments } from './indexed';

/** Fields that a site has added to articles or tags. */
export type Data = Record<string, unknown>;

/** Values of an article. */
export interface ArticleData {
  title?: string;
  slug?: string;
  date?: string | Date | null;
  summary?: string | null;
  body?: string | null;
  author?: string | null;
  keepOutOfFeeds?: boolean;
  /** Document ids. */
  tags?: string[];
}

export interface TagData {
  name?: string;
  slug?: string;
  title?: string | null;
  description?: string | null;
}

/** Default date of sample articles. */
export const DATE = '2024-01-15T02:00:00.000Z';

interface Document {
  documentId: string;
  [attribute: string]: unknown;
}

/** The document service as tests use it; a test app has no generated types. */
interface Documents {
  create(params: {
    data: object;
    locale?: string;
    status?: 'draft' | 'published';
  }): Promise<Document>;
  update(params: {
    documentId: string;
    data: object;
    locale?: string;
    status?: 'draft' | 'published';
  }): Promise<Document | null>;
  clone(params: { documentId: string; data: object }): Promise<{ documentId: string } | null>;
  findOne(params: { documentId: string; status?: 'draft' | 'published' }): Promise<Document | null>;
  findFirst(params: { filters: object }): Promise<Document | null>;
  publish(params: { documentId: string }): Promise<unknown>;
  unpublish(params: { documentId: string }): Promise<unknown>;
  discardDraft(params: { documentId: string }): Promise<unknown>;
  delete(params: { documentId: string }): Promise<unknown>;
}

/** Document service of an app's articles. */
export const articlesOf = ({ strapi }: Pick<App, 'strapi'>): Documents =>
  strapi.documents(ARTICLE_UID);

/** Document service of an app's tags. Tags have no drafts. */
export const tagsOf = ({ strapi }: Pick<App, 'strapi'>): Documents => strapi.documents(TAG_UID);

const FILLED_IN = (slug: string): ArticleData => ({ title: `How I Write ${slug}`, date: DATE });

/**
 * An editor's actions, through the document service as in the panel.
 *
 * @param filledIn default values of an article, by its slug
 * @param isQuick whether actions resolve before their changes are indexed
 */
export const createEditor = (
  app: Pick<App, 'strapi'>,
  filledIn = FILLED_IN,
  { isQuick = false } = {},
) => {
  const { strapi } = app;
  const documents = isQuick ? quickDocuments(strapi) : strapi.documents;
  const articles = () => documents(ARTICLE_UID) as Documents;
  const tags = () => documents(TAG_UID) as Documents;
  let count = 0;

  /** Creates a tag; returns its document id. */
  const tag = async (data: TagData & Data = {}): Promise<string> => {
    count += 1;
    const slug = data.slug ?? `tag-${count}`;
    return (await tags().create({ data: { name: slug, slug, ...data } })).documentId;
  };

  const changeTag = async (documentId: string, data: TagData & Data): Promise<void> => {
    await tags().update({ documentId, data });
  };

  const deleteTag = async (documentId: string): Promise<void> => {
    await tags().delete({ documentId });
  };

  /** Creates a draft; returns its document id. */
  const draft = async (data: ArticleData = {}): Promise<string> => {
    count += 1;
    const slug = data.slug ?? `article-${count}`;
    return (await articles().create({ data: { slug, ...filledIn(slug), ...data } })).documentId;
  };

  /** Changes only the draft. */
  const change = async (documentId: string, data: ArticleData): Promise<void> => {
    await articles().update({ documentId, data });
  };

  const publish = async (documentId: string): Promise<void> => {
    await articles().publish({ documentId });
  };

  /** Creates a draft and publishes it; returns its document id. */
  const published = async (data: ArticleData = {}): Promise<string> => {
    const documentId = await draft(data);
    await publish(documentId);
    return documentId;
  };

  /** Changes the draft and publishes it. */
  const republish = async (documentId: string, data: ArticleData): Promise<void> => {
    await change(documentId, data);
    await publish(documentId);
  };

  return {
    tag,
    changeTag,
    deleteTag,
    draft,
    published,
    change,
    publish,
    republish,
    async unpublish(documentId: string): Promise<void> {
      await articles().unpublish({ documentId });
    },
    async delete(documentId: string): Promise<void> {
      await articles().delete({ documentId });
    },
  };
};

export type Editor = ReturnType<typeof createEditor>;
