import { ARTICLE_UID } from '../constants';
import type { Article } from '../content/article';
import { WHOLE_SITE } from '../content/selection';
import type { FeedFormat } from '../feed/formats';
import type { Feed } from '../feed/model';
import { renderArticle } from '../pages/article';
import type { Renderings } from '../cache/renderings';
import type { SettingsStore } from '../settings';
import type { ArticleVersion, Articles } from '../sources/articles';
import type { Permalinks } from '../sources/permalinks';
import type { Slugs } from '../sources/slugs';
import type { Feeds } from './feeds';
import type { Pages } from './pages';
import type { PreviewedEntry } from './preview-addresses';

interface PreviewDocumentParts {
  settings: SettingsStore;
  articles: Pick<Articles, 'findVersion'>;
  slugs: Slugs;
  permalinks: Permalinks;
  pages: Pages;
  feeds: Feeds;
  renderings: Renderings;
}

/** Makes the page and the feed of what is not published yet, by the code that makes the public ones. */
export const createPreviewDocuments = ({
  settings,
  articles,
  slugs,
  permalinks,
  pages,
  feeds,
  renderings,
}: PreviewDocumentParts) => {
  /** A version with the slug and the date it gets when it is published now. */
  const complete = async (
    { contentType, documentId }: PreviewedEntry,
    { slug, title, date, ...version }: ArticleVersion,
    now: Date,
  ): Promise<Article & { keepOutOfFeeds: boolean }> => ({
    ...version,
    title,
    slug:
      slug ||
      (
        await slugs.resolve({
          contentType,
          slug: '',
          heading: title,
          saved: { documentId, slug: '', heading: title },
        })
      ).slug,
    date: date ?? (await permalinks.findFirstPublication(contentType, documentId)) ?? now,
  });

  /** The entry as it is published when somebody does so now; null when there is none. */
  const find = async (entry: PreviewedEntry, now: Date) => {
    if (entry.contentType !== ARTICLE_UID) return null;
    const version = await articles.findVersion(entry, entry.status);
    return version && complete(entry, version, now);
  };

  return {
    /** The page of an entry, as HTML; null when there is no such entry. */
    async page(entry: PreviewedEntry, now: Date): Promise<string | null> {
      const article = await find(entry, now);
      return article && renderArticle(await pages.article(article));
    },

    /**
     * The site's feed with an entry as its only item; without an item when the entry is kept out. Null
     * when there is no such entry.
     *
     * @param feedUrl address of the document itself
     */
    async feed(
      entry: PreviewedEntry,
      { format, feedUrl, now }: { format: FeedFormat; feedUrl: string; now: Date },
    ): Promise<string | null> {
      const article = await find(entry, now);
      if (!article) return null;
      const { itemDetails } = await settings.get();
      const { channel } = await feeds.findFirst(WHOLE_SITE, format, now);
      const items = article.keepOutOfFeeds
        ? []
        : await feeds.toItems([article], { detailed: format.detailed || itemDetails });
      const updated = items[0]?.updated ?? channel.updated;
      const feed: Feed = { channel: { ...channel, feedUrl, updated, history: undefined }, items };
      return renderings.document(format, feed);
    },
  };
};

export type PreviewDocuments = ReturnType<typeof createPreviewDocuments>;
