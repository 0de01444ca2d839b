import { ARTICLE_UID, TAG_UID } from '../../src/constants';
import type { App } from './app';

/** What an editor fills in of an article. */
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

/** Date of sample articles that are given none. */
export const DATE = '2024-01-15T02:00:00.000Z';

interface Document {
  documentId: string;
  [attribute: string]: unknown;
}

/** What tests use of a document service; a test app has no generated types of its content. */
interface Documents {
  create(params: { data: object; status?: 'draft' | 'published' }): Promise<Document>;
  update(params: {
    documentId: string;
    data: object;
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

/** The document service of an app's articles. */
export const articlesOf = ({ strapi }: Pick<App, 'strapi'>): Documents =>
  strapi.documents(ARTICLE_UID);

/** The document service of an app's tags. Tags have no drafts. */
export const tagsOf = ({ strapi }: Pick<App, 'strapi'>): Documents => strapi.documents(TAG_UID);

/** What an editor does in the panel, through the same document service. */
export const createEditor = (app: Pick<App, 'strapi'>) => {
  const articles = () => articlesOf(app);
  const tags = () => tagsOf(app);
  let count = 0;

  return {
    /** Creates a tag; returns its document id. */
    async tag(data: TagData = {}): Promise<string> {
      count += 1;
      const slug = data.slug ?? `tag-${count}`;
      return (await tags().create({ data: { name: slug, slug, ...data } })).documentId;
    },

    async changeTag(documentId: string, data: TagData & Record<string, unknown>): Promise<void> {
      await tags().update({ documentId, data });
    },

    async deleteTag(documentId: string): Promise<void> {
      await tags().delete({ documentId });
    },

    /** Creates a draft; returns its document id. */
    async draft(data: ArticleData = {}): Promise<string> {
      count += 1;
      const slug = data.slug ?? `article-${count}`;
      const { documentId } = await articles().create({
        data: { title: `How I Write ${slug}`, slug, date: DATE, ...data },
      });
      return documentId;
    },

    /** Creates a draft and publishes it; returns its document id. */
    async published(data: ArticleData = {}): Promise<string> {
      const documentId = await this.draft(data);
      await this.publish(documentId);
      return documentId;
    },

    /** Changes the draft alone. */
    async change(documentId: string, data: ArticleData): Promise<void> {
      await articles().update({ documentId, data });
    },

    async publish(documentId: string): Promise<void> {
      await articles().publish({ documentId });
    },

    /** Changes the draft and publishes it. */
    async republish(documentId: string, data: ArticleData): Promise<void> {
      await this.change(documentId, data);
      await this.publish(documentId);
    },

    async unpublish(documentId: string): Promise<void> {
      await articles().unpublish({ documentId });
    },

    async delete(documentId: string): Promise<void> {
      await articles().delete({ documentId });
    },
  };
};

export type Editor = ReturnType<typeof createEditor>;
