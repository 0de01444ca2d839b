import type { Article } from '../content/article';
import { WHOLE_SITE } from '../content/selection';
import type { FeedFormat } from '../feed/formats';
import type { Feed } from '../feed/model';
import type { ArticlePage } from '../pages/model';
import type { Renderings } from '../cache/renderings';
import type { SettingsStore } from '../settings';
import type { Entries } from '../sources/entries';
import { pathOfKey } from '../sources/entry-path';
import type { Plan, SourcePlan } from '../sources/plan';
import { SLUGGED_TYPES } from '../sources/slugged-types';
import type { Slugs } from '../sources/slugs';
import type { Feeds } from './feeds';
import type { Pages } from './pages';
import type { PreviewedEntry } from './preview-addresses';

interface PreviewDocumentParts {
  plan: Plan;
  settings: SettingsStore;
  entries: Pick<Entries, 'findVersion'>;
  slugs: Slugs;
  pages: Pages;
  feeds: Feeds;
  renderings: Renderings;
}

/** Makes the page and the feed of what is not published yet, by the code that makes the public ones. */
export const createPreviewDocuments = ({
  plan,
  settings,
  entries,
  slugs,
  pages,
  feeds,
  renderings,
}: PreviewDocumentParts) => {
  /** Where an entry without an address is when it is published now, or as if it had one. */
  const findPath = async (
    { contentType, address }: SourcePlan,
    documentId: string,
    heading: string,
  ): Promise<string> => {
    const saved = { documentId, slug: '', heading };
    const { slug } = SLUGGED_TYPES[contentType]
      ? await slugs.resolve({ contentType, slug: '', heading, saved })
      : saved;
    return pathOfKey(address, slug || documentId);
  };

  /** The entry as it is published when somebody does so now; null when there is none. */
  const find = async (
    entry: PreviewedEntry,
    now: Date,
  ): Promise<(Article & { isKeptOut: boolean }) | null> => {
    const source = plan.sources.find(({ contentType }) => contentType === entry.contentType);
    const version = source && (await entries.findVersion(source, entry));
    if (!version) return null;
    const { title = '', date = now, updatedAt = now } = version;
    const path = version.path ?? (await findPath(source, entry.documentId, title));
    return { ...version, title, path, date, updatedAt };
  };

  return {
    /** The page of an entry; null when there is no such entry. */
    async page(entry: PreviewedEntry, now: Date): Promise<ArticlePage | null> {
      const article = await find(entry, now);
      return article && pages.article(article);
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
      const items = article.isKeptOut
        ? []
        : await feeds.toItems([article], { detailed: format.detailed || itemDetails });
      const updated = items[0]?.updated ?? channel.updated;
      const feed: Feed = { channel: { ...channel, feedUrl, updated, history: undefined }, items };
      return renderings.document(format, feed);
    },
  };
};

export type PreviewDocuments = ReturnType<typeof createPreviewDocuments>;
